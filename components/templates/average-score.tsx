'use client'

import { SlidersHorizontal } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { IconButton } from '@/components/ui/button'
import { useMay } from '@/lib/browser/sign-in/actor'
import type { TemplateRow } from '@/lib/templates/schema'
import { Score } from './score'
import { ThresholdsDialog } from './thresholds-dialog'

/** The average score of a template. Admins set its thresholds here. */
export function AverageScore({ row: { templateId, name, scorePercentage } }: { row: TemplateRow }) {
  const t = useTranslations('templates.thresholds')
  const maySet = useMay('lists:write')
  const [isOpen, setOpen] = useState(false)
  return (
    <span className="inline-flex items-center gap-1">
      <Score look="text" templateId={templateId} percentage={scorePercentage} isCompleted />
      {maySet && (
        <IconButton
          size="sm"
          icon={SlidersHorizontal}
          label={t('change', { name })}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        />
      )}
      {isOpen && <ThresholdsDialog templateId={templateId} name={name} onClose={() => setOpen(false)} />}
    </span>
  )
}
