'use client'

import { CheckCheck } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { inspectionSelection } from '@/components/inspections/selection/selection-store'
import type { Assignment } from '@/components/review/assignment'
import { FollowUpDialog } from '@/components/review/follow-up-dialog'
import { stateStyles } from '@/components/review/review-texts'
import { useBulkMark } from '@/components/review/use-bulk-mark'
import { Button } from '@/components/ui/button'
import { Menu, MenuItem } from '@/components/ui/menu'
import { useMay } from '@/lib/browser/sign-in/actor'
import type { AuditId } from '@/lib/ids'
import type { ListParams } from '@/lib/inspections/schema'
import type { ReviewState } from '@/lib/review/schema'
import { bulkMarkMax, reviewStates } from '@/lib/review/values-model'
import { toBulkSelection } from './bulk-actions'
import { foreignMax } from './foreign-count'
import { countSelected, type Selection } from '@/components/ui/data-table/selection/selection'

/** Marks the selected inspections as reviewed, unreviewed or for follow-up, with one undo. */
export function BulkMarks({
  selection,
  params,
  total,
}: {
  selection: Selection<AuditId>
  params: ListParams
  total: number | null
}) {
  const t = useTranslations('inspections.marks')
  const mayMark = useMay('reviews:write')
  const { mark, isBusy } = useBulkMark()
  const [isNoting, setNoting] = useState(false)
  if (!mayMark) return null
  const count = countSelected(selection, total)
  const isTooMany = count !== null && count > bulkMarkMax
  const isFiltered = params.review !== undefined || params['review!'] !== undefined
  const apply = async (state: ReviewState, note?: string, assigned?: Assignment) => {
    const isMarked = await mark(toBulkSelection(selection, params), state, note, assigned)
    // They stay selected, but may have left the list.
    if (isMarked && isFiltered && selection.kind === 'ids' && selection.ids.length <= foreignMax)
      inspectionSelection.disown()
  }
  const choose = (state: ReviewState) => {
    if (state === 'follow-up') setNoting(true)
    else void apply(state)
  }
  return (
    <>
      <Menu
        trigger={
          <Button size="sm" variant="ghost" icon={CheckCheck} busy={isBusy} disabled={count === 0}>
            <span className="@max-4xl:sr-only">{t('actions.open')}</span>
          </Button>
        }
      >
        {isTooMany && (
          <p className="max-w-60 px-2 py-1.5 text-sm text-ink-muted">{t('tooMany', { max: bulkMarkMax, count })}</p>
        )}
        {reviewStates.toReversed().map((state) => (
          <MenuItem key={state} icon={stateStyles[state].icon} disabled={isTooMany} onSelect={() => choose(state)}>
            {t(`actions.${state}`)}
          </MenuItem>
        ))}
      </Menu>
      {isNoting && (
        <FollowUpDialog
          title={count === null ? t('dialog.titleUncounted') : t('dialog.title', { count })}
          submit={t('dialog.actions.mark')}
          onClose={() => setNoting(false)}
          onMark={(note, assigned) => {
            setNoting(false)
            void apply('follow-up', note, assigned)
          }}
        />
      )}
    </>
  )
}
