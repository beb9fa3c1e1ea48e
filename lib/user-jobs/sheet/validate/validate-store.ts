import type { CellIssue } from '@/lib/user-jobs/sheet/types'
import { createTally } from './validate-counts'
import { sortIssues } from './validate-row'

export const noIssues: readonly CellIssue[] = []

/**
 * Errors by row: those found here and those of the service, merged in order, and counted. `isClean`: whether a dry run
 * found no error in the row.
 */
export function createIssueStore(isClean: (id: number) => boolean) {
  const own = new Map<number, readonly CellIssue[]>()
  const ofService = new Map<number, readonly CellIssue[]>()
  const shown = new Map<number, readonly CellIssue[]>()
  const tally = createTally()

  function show(id: number) {
    // The service knows which groups and sites exist, so its result replaces doubts about them.
    const isTested = ofService.has(id) || isClean(id)
    const found = (own.get(id) ?? noIssues).filter(({ code }) => !isTested || code !== 'bad-reference')
    const merged = sortIssues([...found, ...(ofService.get(id) ?? noIssues)])
    tally.replace(shown.get(id) ?? noIssues, merged)
    if (merged.length === 0) shown.delete(id)
    else shown.set(id, merged)
  }

  return {
    /** Errors of a row. The array is the same until they change. */
    of: (id: number) => shown.get(id) ?? noIssues,
    counts: () => tally.read(),
    setOwn(id: number, issues: readonly CellIssue[]) {
      if (issues.length === 0) own.delete(id)
      else own.set(id, issues)
      show(id)
    },
    /** Undefined: the service reported nothing for the row. */
    setService(id: number, issues: readonly CellIssue[] | undefined) {
      if (issues === undefined) ofService.delete(id)
      else ofService.set(id, issues)
      show(id)
    },
    /** The service's messages were for an older version of the row. They disappear when the row is validated next. */
    forgetService(id: number) {
      ofService.delete(id)
    },
  }
}

/** Errors by the id of their row. */
export function groupByRow(found: readonly CellIssue[]): Map<number, CellIssue[]> {
  const byRow = new Map<number, CellIssue[]>()
  for (const issue of found) {
    const ofRow = byRow.get(issue.rowId)
    if (ofRow === undefined) byRow.set(issue.rowId, [issue])
    else ofRow.push(issue)
  }
  return byRow
}
