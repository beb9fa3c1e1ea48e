'use client'

import { FileText } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import { leaveFor } from '@/lib/browser/leave-guard'
import { useMay } from '@/lib/browser/sign-in/actor'
import type { BulkSelection } from '@/lib/review/schema'
import { ExportDialog } from './export-dialog'
import { exportHref } from './links'

/**
 * Starts an export of a selection, for the bar of a list. `count` is its number of inspections; null while not known.
 * A menu item opens `ExportManyDialog` itself.
 */
export function ExportManyButton({
  selection,
  count,
  label,
}: {
  selection: BulkSelection
  count: number | null
  label?: ReactNode
}) {
  const t = useTranslations('exports.many')
  const [isOpen, setOpen] = useState(false)
  const mayStart = useMay('exports:write')
  if (!mayStart) return null
  return (
    <>
      <Button size="sm" variant="ghost" icon={FileText} onClick={() => setOpen(true)}>
        {label ?? t('actions.export')}
      </Button>
      {isOpen && <ExportManyDialog selection={selection} count={count} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Asks for the format, starts the job, and links to it. */
export function ExportManyDialog({
  selection,
  count,
  onClose,
}: {
  selection: BulkSelection
  count: number | null
  onClose: () => void
}) {
  const t = useTranslations('exports')
  const router = useRouter()
  const toast = useToast()
  return (
    <ExportDialog
      selection={selection}
      count={count}
      onClose={onClose}
      onStarted={(job, leftOut) =>
        toast.show({
          tone: 'good',
          title: t(`many.started.${job.format}`, { count: job.total }),
          description: leftOut === 0 ? t('many.oneByOne') : t('many.leftOut', { count: leftOut }),
          action: { label: t('many.actions.show'), onClick: () => leaveFor(() => router.push(exportHref(job.jobId))) },
        })
      }
    />
  )
}
