import { useFormatter, useTranslations } from 'next-intl'
import { useMemo } from 'react'
import type { Translator } from '@/lib/messages/translator'
import type { BoardRow, BoardSummary, Cleared } from './type-board-edits'

type Words = Translator<'statusGroups.board.pending'>
type Format = Pick<ReturnType<typeof useFormatter>, 'list'>

/** "12 In service, 3 Out of service" */
function listCleared(t: Words, format: Format, cleared: readonly Cleared[]): string {
  return format.list(
    cleared.map(({ option, count }) => t('count', { count, name: option.name })),
    { type: 'unit' },
  )
}

/** "was Operational · 12 In service lost" for a row with a pending change. */
export function describePending(t: Words, format: Format, { now, cleared }: BoardRow): string {
  if (now === null) return t('wasNone')
  if (cleared === null) return t('uncounted', { group: now.name })
  if (cleared.length === 0) return t('harmless', { group: now.name })
  return t('clears', { group: now.name, statuses: listCleared(t, format, cleared) })
}

/** "3 types change group, 15 assets will lose their status" */
export function describeSummary(t: Words, format: Format, { changed, cleared, uncounted }: BoardSummary): string {
  const parts = [t('types', { count: changed })]
  if (cleared > 0 || uncounted === 0) parts.push(t('assets', { count: cleared }))
  if (uncounted > 0) parts.push(t('uncountedTypes', { count: uncounted }))
  return format.list(parts, { type: 'unit' })
}

/** Texts about pending changes, in the person's language. */
export function usePendingTexts() {
  const t = useTranslations('statusGroups.board.pending')
  const format = useFormatter()
  return useMemo(
    () => ({
      describePending: (row: BoardRow) => describePending(t, format, row),
      describeSummary: (summary: BoardSummary) => describeSummary(t, format, summary),
      /** The label of the button that applies the changes: "Assign 3 types". */
      applyLabel: ({ changed, removed }: Pick<BoardSummary, 'changed' | 'removed'>) =>
        t(removed === 0 ? 'actions.assign' : removed === changed ? 'actions.remove' : 'actions.change', {
          count: changed,
        }),
    }),
    [t, format],
  )
}
