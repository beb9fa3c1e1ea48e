'use client'

import { Columns2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { compareHref, madeAt } from '@/components/compare/href'
import { inspectionSelection } from '@/components/inspections/selection/selection-store'
import { ButtonLink } from '@/components/ui/button'
import type { AuditId } from '@/lib/ids'
import type { Selection } from '@/components/ui/data-table/selection/selection'

/** Compares the two selected inspections, the earlier one on the left: what failed only later is a new failure. */
export function CompareLink({ selection }: { selection: Selection<AuditId> }) {
  const t = useTranslations('inspections.bulk.actions')
  const [a, b, ...others] = selection.kind === 'ids' ? selection.ids : []
  if (a === undefined || b === undefined || others.length > 0) return null
  const seen = inspectionSelection.readSeen()
  const [rowA, rowB] = [seen.get(a), seen.get(b)]
  // The list begins with the newest, so people often select the later one first.
  const isLaterFirst = rowA !== undefined && rowB !== undefined && madeAt(rowA) > madeAt(rowB)
  return (
    <ButtonLink size="sm" variant="ghost" icon={Columns2} href={isLaterFirst ? compareHref(b, a) : compareHref(a, b)}>
      <span className="@max-4xl:sr-only">{t('compare')}</span>
    </ButtonLink>
  )
}
