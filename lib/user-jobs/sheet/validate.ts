import type { CellFault, Known, Mapping, Sheet, Validator } from './types'
import { createTally } from './validate-counts'
import { createEmailIndex } from './validate-emails'
import { findNext } from './validate-next'
import { checkRow, planRows, rank, sortFaults } from './validate-row'

/**
 * Faults of a sheet. Every row's faults depend on its cells and on which rows share its e-mail, nothing else: so only rows
 * that changed, and those that had or now have an e-mail in common with them, are looked at again.
 */

const noFaults: readonly CellFault[] = []
const sliceRows = 64

export interface ValidatorSource {
  sheet: Sheet
  mapping: Mapping
  known?: Known
  /** Faults found elsewhere (in the worker) for the sheet as it is: no row waits then. */
  found?: readonly CellFault[]
}

/** Watches a sheet and keeps its faults; `step` does the work, `dispose` ends it. */
export function createValidator({
  sheet,
  mapping: firstMapping,
  known: firstKnown = {},
  found,
}: ValidatorSource): Validator {
  let known = firstKnown
  let plan = planRows(firstMapping, known)
  const faults = new Map<number, readonly CellFault[]>()
  const ofService = new Map<number, readonly CellFault[]>()
  const shown = new Map<number, readonly CellFault[]>()
  const emails = createEmailIndex()
  const pending = new Set<number>()
  /** Changed since their e-mails were indexed. */
  const unindexed = new Set<number>()
  const unsure: number[] = []
  const tally = createTally()
  let version = 0
  const listeners = new Set<() => void>()

  const tell = () => {
    version += 1
    for (const listener of listeners) listener()
  }

  function touch(rowIds: Iterable<number>) {
    for (const id of rowIds) {
      pending.add(id)
      unindexed.add(id)
      ofService.delete(id)
    }
  }

  function index() {
    for (const id of unindexed) {
      const row = sheet.row(id)
      const email = row === undefined || plan.emailColumn === -1 ? '' : (row.cells[plan.emailColumn] ?? '')
      emails.set(id, email.trim().toLowerCase())
    }
    unindexed.clear()
    for (const id of unsure.splice(0)) pending.add(id)
    for (const id of emails.takeAffected()) pending.add(id)
  }

  function show(id: number) {
    const merged = sortFaults([...(faults.get(id) ?? noFaults), ...(ofService.get(id) ?? noFaults)])
    tally.replace(shown.get(id) ?? noFaults, merged)
    if (merged.length === 0) shown.delete(id)
    else shown.set(id, merged)
  }

  function look(id: number) {
    const row = sheet.row(id)
    const next = row === undefined ? noFaults : checkRow(id, row.cells, plan, known, emails.othersOf(id))
    if (next.length === 0) faults.delete(id)
    else faults.set(id, next)
    if (row === undefined) ofService.delete(id)
    show(id)
  }

  const unsubscribe = sheet.subscribe(({ rowIds }) => {
    if (rowIds.length === 0) return
    touch(rowIds)
    tell()
  })

  unindexedAll()
  if (found === undefined) for (const id of sheet.rowIds) pending.add(id)
  // Their e-mails are indexed at the first step, so that opening a sheet costs the page no frame. Rows may have changed by
  // then, so whoever was told of company is looked at again.
  else
    for (const [id, ofRow] of groupByRow(found)) {
      faults.set(id, ofRow)
      show(id)
      if (ofRow.some(({ code }) => code === 'duplicate-email')) unsure.push(id)
    }

  function unindexedAll() {
    for (const id of sheet.rowIds) unindexed.add(id)
  }

  return {
    get version() {
      return version
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    faultsOf: (rowId) => shown.get(rowId) ?? noFaults,
    get sheetFaults() {
      return plan.sheetFaults
    },
    get counts() {
      return tally.read()
    },
    get pending() {
      return pending.size
    },
    step(untilMs) {
      if (pending.size === 0 && unindexed.size === 0) return true
      index()
      let looked = 0
      for (const id of pending) {
        if (untilMs !== undefined && looked > 0 && looked % sliceRows === 0 && performance.now() >= untilMs) break
        pending.delete(id)
        look(id)
        looked += 1
      }
      tell()
      return pending.size === 0
    },
    reset(nextMapping, nextKnown = known) {
      known = nextKnown
      plan = planRows(nextMapping, known)
      unindexedAll()
      for (const id of sheet.rowIds) pending.add(id)
      tell()
    },
    setServiceFaults(rowIds, given) {
      const byRow = groupByRow(given)
      for (const id of rowIds) {
        const ofRow = byRow.get(id)
        if (ofRow === undefined) ofService.delete(id)
        else ofService.set(id, ofRow)
        show(id)
      }
      tell()
    },
    next(
      from,
      {
        rowIds = sheet.rowIds,
        isWanted = ({ level }: CellFault) => rank[level] <= rank.warning,
        isBackwards = false,
      } = {},
    ) {
      return findNext(rowIds, (id) => shown.get(id) ?? noFaults, from, { isWanted, isBackwards })
    },
    dispose() {
      unsubscribe()
      listeners.clear()
    },
  }
}

/** All faults of a sheet at once. */
export function validateSheet(sheet: Sheet, mapping: Mapping, known: Known = {}): CellFault[] {
  const validator = createValidator({ sheet, mapping, known })
  validator.step()
  const found = sheet.rowIds.flatMap((id) => validator.faultsOf(id))
  validator.dispose()
  return found
}

function groupByRow(found: readonly CellFault[]): Map<number, CellFault[]> {
  const byRow = new Map<number, CellFault[]>()
  for (const fault of found) {
    const ofRow = byRow.get(fault.rowId)
    if (ofRow === undefined) byRow.set(fault.rowId, [fault])
    else ofRow.push(fault)
  }
  return byRow
}
