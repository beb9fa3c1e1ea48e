import type { UserReferences } from '@/lib/user-jobs/references-schema'
import type { CellIssue, Known, Mapping, Sheet, Validator } from '@/lib/user-jobs/sheet/types'
import { findNext } from './validate-next'
import { knownNames } from './validate-list'
import { createRowQueue } from './validate-queue'
import { checkRow, planRows, rank } from './validate-row'
import { createIssueStore, groupByRow, noIssues } from './validate-store'

/**
 * Validates a sheet. A row's errors depend only on its cells and on which rows share its email. So only changed rows,
 * and those that had or now have an email in common with them, are validated again.
 */

const sliceRows = 64

export interface ValidatorSource {
  sheet: Sheet
  mapping: Mapping
  known?: Known
  /** Errors found elsewhere (in the worker) for the current sheet: no row waits then. */
  found?: readonly CellIssue[]
}

/** Watches a sheet and keeps its errors up to date. `step` does the work, `dispose` ends it. */
export function createValidator(source: ValidatorSource): Validator {
  const { sheet, found } = source
  let known = source.known ?? {}
  let plan = planRows(source.mapping, known)
  let learned: UserReferences | null = null
  const issues = createIssueStore((id) => !sheet.dirtyRowIds.has(id))
  const queue = createRowQueue((id) => {
    const row = sheet.row(id)
    return row === undefined || plan.emailColumn === -1 ? '' : (row.cells[plan.emailColumn] ?? '')
  })
  let version = 0
  const listeners = new Set<() => void>()
  const notify = () => {
    version += 1
    for (const listener of listeners) listener()
  }

  function validateRow(id: number) {
    const row = sheet.row(id)
    if (row === undefined) issues.forgetService(id)
    issues.setOwn(id, row === undefined ? noIssues : checkRow(id, row.cells, plan, known, queue.othersOf(id)))
  }

  const unsubscribe = sheet.subscribe(({ rowIds }) => {
    if (rowIds.length === 0) return
    queue.add(rowIds)
    for (const id of rowIds) issues.forgetService(id)
    notify()
  })

  if (found === undefined) queue.add(sheet.rowIds)
  // Emails are indexed at the first step, so that opening a sheet does not delay the page. Rows may have changed by
  // then, so rows with a duplicate email are validated again.
  else {
    queue.addToIndex(sheet.rowIds)
    for (const [id, ofRow] of groupByRow(found)) {
      issues.setOwn(id, ofRow)
      if (ofRow.some(({ code }) => code === 'duplicate-email')) queue.addAfterIndex(id)
    }
  }

  return {
    get version() {
      return version
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    issuesOf: issues.of,
    get sheetIssues() {
      return plan.sheetIssues
    },
    get counts() {
      return issues.counts()
    },
    get pending() {
      return queue.pending.size
    },
    step(untilMs) {
      if (queue.isEmpty()) return true
      queue.index()
      let looked = 0
      for (const id of queue.pending) {
        if (untilMs !== undefined && looked > 0 && looked % sliceRows === 0 && performance.now() >= untilMs) break
        queue.pending.delete(id)
        validateRow(id)
        looked += 1
      }
      notify()
      return queue.pending.size === 0
    },
    reset(nextMapping) {
      plan = planRows(nextMapping, known)
      queue.add(sheet.rowIds)
      notify()
    },
    learn(references) {
      if (references === learned) return
      learned = references
      known = { ...known, ...knownNames(references) }
      queue.add(sheet.rowIds)
      notify()
    },
    setServiceIssues(rowIds, given) {
      const byRow = groupByRow(given)
      for (const id of rowIds) issues.setService(id, byRow.get(id))
      notify()
    },
    next(from, { rowIds = sheet.rowIds, isWanted = isWarningOrError, isBackwards = false } = {}) {
      return findNext(rowIds, issues.of, from, { isWanted, isBackwards })
    },
    dispose() {
      unsubscribe()
      listeners.clear()
    },
  }
}

const isWarningOrError = ({ level }: CellIssue) => rank[level] <= rank.warning

/** All errors of a sheet at once. */
export function validateSheet(sheet: Sheet, mapping: Mapping, known: Known = {}): CellIssue[] {
  const validator = createValidator({ sheet, mapping, known })
  validator.step()
  const found = sheet.rowIds.flatMap((id) => validator.issuesOf(id))
  validator.dispose()
  return found
}
