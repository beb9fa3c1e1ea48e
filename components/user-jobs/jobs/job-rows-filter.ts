'use client'

import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { rowGroups, type RowGroup } from './job-row-words'

/** Which rows of a job are shown, as the address says. */
export function useRowsFilter() {
  const [{ rows: group, reason }, set] = useQueryStates({
    rows: parseAsStringLiteral(rowGroups).withDefault('all'),
    reason: parseAsString,
  })
  return {
    group,
    reason,
    setGroup: (next: RowGroup) => void set({ rows: next }),
    /** All rows with that reason, whatever came of them. */
    setReason: (next: string | null) => void set({ reason: next, rows: 'all' }),
  }
}
