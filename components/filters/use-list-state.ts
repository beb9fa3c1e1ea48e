'use client'

import { parseAsNativeArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { needsZone, readListAddress, writeFilterKey } from '@/lib/inspections/url-state'
import { useZone } from '@/lib/browser/preferences/zone'
import type { AuditId } from '@/lib/ids'
import { isId } from '@/lib/ids-model'
import { readColumns, writeColumns, type ShownColumn } from '@/lib/inspections/model'
import { type FacetName, facetNames } from '@/lib/inspections/columns'
import { filterNames, paramNames } from '@/lib/inspections/params-model'
import type { ListParams, ParamName } from '@/lib/inspections/schema'

const values = parseAsNativeArrayOf(parseAsString)
const keys = {
  ...(Object.fromEntries(paramNames.map((name) => [name, values])) as Record<ParamName, typeof values>),
  groupBy: parseAsStringLiteral(facetNames),
  columns: parseAsString,
  rows: parseAsString,
  row: parseAsString,
  view: parseAsString,
}

/** New values of parameters; null or an empty list removes one. */
export type ParamChanges = Partial<Record<ParamName, readonly string[] | null>>

export interface ListState {
  /**
   * The parameters of the list: only names with a value, in a fixed order. `tz` is included only when it affects the
   * rows. If the address has none, it is the person's own zone.
   */
  params: ListParams
  /** The parameters of the rows that the filters count, on pages that show only some of the rows of `params`. */
  counted: ListParams
  /** True when the numbers of the filters would be about more rows than the page shows. */
  hidesCounts?: boolean
  /** Identifies this list. */
  filterKey: string
  /** Whether a filter is set; `sort` and `tz` do not count. */
  isFiltered: boolean
  /** Changes parameters; null or no values removes one. All others stay, also unknown ones. */
  change: (changes: ParamChanges, options?: { history?: 'push' | 'replace' }) => void
  /** Removes every filter; order, columns and zone stay. */
  clear: () => void
  /** The column by whose values the rows are grouped. */
  group: FacetName | null
  setGroup: (group: FacetName | null) => void
  columns: readonly ShownColumn[]
  setColumns: (columns: readonly ShownColumn[] | null) => void
  isCompact: boolean
  setCompact: (isCompact: boolean) => void
  /** The inspection in the preview. */
  row: AuditId | null
  setRow: (row: AuditId | null, options?: { history?: 'push' | 'replace' }) => void
  /** The saved view of the address. */
  view: string | null
}

/** The state of the list. All of it is in the address. */
export function useListState(): ListState {
  const [state, setState] = useQueryStates(keys)
  const { zone, preferredZone } = useZone()
  const asked = readListAddress((name) => state[name], zone)
  const filterKey = writeFilterKey(asked)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key is the value
  const params = useMemo(() => asked, [filterKey])
  const columns = useMemo(() => readColumns(state.columns), [state.columns])
  const change: ListState['change'] = (changes, { history = 'push' } = {}) => {
    const next: Partial<Record<ParamName, readonly string[]>> = {}
    for (const name of paramNames) {
      const given = name in changes ? changes[name] : state[name]
      next[name] = given ?? []
    }
    const written: Record<string, string[] | null> = {}
    for (const [name, given] of Object.entries(changes))
      written[name] = given === null || given.length === 0 ? null : [...given]
    if (!('tz' in changes)) {
      const [named] = state.tz
      // Days are written with their time zone, so that a link shows everyone the same rows.
      if (named === undefined && needsZone(next)) written['tz'] = [zone]
      else if (named === preferredZone && needsZone(params) && !needsZone(next)) written['tz'] = null
    }
    void setState(written, { history })
  }
  return {
    params,
    counted: params,
    filterKey,
    isFiltered: filterNames.some((name) => params[name] !== undefined),
    change,
    clear: () => change(Object.fromEntries(filterNames.map((name) => [name, null]))),
    group: state.groupBy,
    setGroup: (next) => void setState({ groupBy: next }, { history: 'push' }),
    columns,
    setColumns: (shown) =>
      void setState({ columns: shown === null ? null : writeColumns(shown) }, { history: 'replace' }),
    isCompact: state.rows === 'compact',
    setCompact: (isCompact) => void setState({ rows: isCompact ? 'compact' : null }, { history: 'replace' }),
    row: state.row !== null && isId<AuditId>(state.row) ? state.row : null,
    setRow: (row, { history = 'replace' } = {}) => void setState({ row }, { history }),
    view: state.view,
  }
}
