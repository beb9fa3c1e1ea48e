'use client'

import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { rowGroups, type RowGroup } from './job-row-texts'

const groups = parseAsStringLiteral(rowGroups)

/** The filter of a job's rows in the address. */
export function useRowsFilter() {
  const [{ result, rows, reason }, set] = useQueryStates({
    result: groups,
    // Links of earlier versions have the result here. Today `rows` is the row height, whose values differ.
    rows: groups,
    reason: parseAsString,
  })
  return {
    group: result ?? rows ?? 'all',
    reason,
    setGroup: (next: RowGroup) => void set({ result: next, ...forgetOld(rows) }),
    /** Shows all rows with this reason, with any result. */
    setReason: (next: string | null) => void set({ reason: next, result: null, ...forgetOld(rows) }),
  }
}

const forgetOld = (rows: RowGroup | null) => (rows === null ? {} : { rows: null })
