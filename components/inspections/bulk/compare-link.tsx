'use client'

import { Columns2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { compareHref } from '@/components/compare/href'
import { ButtonLink } from '@/components/ui/button'
import type { AuditId } from '@/lib/ids'
import type { Selection } from '@/components/ui/data-table/selection/selection'

/** Compares the two selected inspections. */
export function CompareLink({ selection }: { selection: Selection<AuditId> }) {
  const t = useTranslations('inspections.bulk.actions')
  const [a, b, ...others] = selection.kind === 'ids' ? selection.ids : []
  if (a === undefined || b === undefined || others.length > 0) return null
  return (
    <ButtonLink size="sm" variant="ghost" icon={Columns2} href={compareHref(a, b)}>
      <span className="@max-4xl:sr-only">{t('compare')}</span>
    </ButtonLink>
  )
}
