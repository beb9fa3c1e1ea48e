import type { Translator } from '@/lib/messages/translator'
import type { Selection } from './selection'

/** "37 selected", "All 12,904 matching selected, 2 excluded" */
export function describeSelection(
  t: Translator<'shell.table.selection'>,
  selection: Selection,
  count: number | null,
  isExact = true,
): string {
  if (selection.kind === 'ids') return t('some', { count: selection.ids.length })
  const except = selection.except.length
  return t('all', {
    count: (count ?? 0) + except,
    precision: count === null ? 'unknown' : isExact ? 'exact' : 'about',
    except,
  })
}
