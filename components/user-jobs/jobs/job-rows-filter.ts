'use client'

import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { rowGroups, type RowGroup } from './job-row-texts'

/** The filter of a job's rows in the address. */
export function useRowsFilter() {
  const [{ rows: group, reason }, set] = useQueryStates({
    rows: parseAsStringLiteral(rowGroups).withDefault('all'),
    reason: parseAsString,
  })
  return {
    group,
    reason,
    setGroup: (next: RowGroup) => void set({ rows: next }),
    /** All rows with that reason, whatever their result. */
    setReason: (next: string | null) => void set({ reason: next, rows: 'all' }),
  }
}
