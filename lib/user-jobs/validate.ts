import { columnOf } from './columns'
import { fieldOf, type Field } from './fields'
import { parseList, referenceKey, writeList } from './parse-list'
import type {
  CellFault,
  ColumnUse,
  FaultCode,
  FaultCounts,
  FaultLevel,
  Known,
  Mapping,
  Sheet,
  Validator,
} from './types'
import { checkCell, findAddedAndRemoved, isEmail } from './validate-cell'

/**
 * Faults of a sheet. Every row's faults depend on its cells and on which rows share its e-mail, nothing else: so only rows
 * that changed, and those that had or now have an e-mail in common with them, are looked at again.
 */

const noFaults: readonly CellFault[] = []
const rank: Readonly<Record<FaultLevel, number>> = { error: 0, warning: 1, info: 2 }
const sliceRows = 64
const namedLinesMax = 5

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
    next(from, { level = 'warning', isBackwards = false } = {}) {
      return findNext({ rowIds: sheet.rowIds, faultsOf: (id) => shown.get(id) ?? noFaults }, from, {
        level,
        isBackwards,
      })
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

interface RowPlan {
  columns: readonly { column: number; field: Field | null }[]
  emailColumn: number
  userIdColumn: number
  nameColumns: readonly [number, number]
  pairs: readonly { added: number; removed: number; what: string }[]
  sheetFaults: readonly CellFault[]
  /** Whether rows are asked for names one by one; where no column has any, the sheet says it once. */
  asksNames: boolean
}

function planRows(mapping: Mapping, known: Known): RowPlan {
  const columns = mapping.flatMap((use: ColumnUse, column): { column: number; field: Field | null }[] => {
    if (use.to === 'field') return [{ column, field: fieldOf(use.field) }]
    return use.to === 'attribute' ? [{ column, field: null }] : []
  })
  const at = (key: Field['key']) => columnOf(mapping, key)
  const nameColumns = [at('firstName'), at('lastName')] as const
  const pairs = [
    { added: at('groupsAdd'), removed: at('groupsRemove'), what: 'group' },
    { added: at('sitesAdd'), removed: at('sitesRemove'), what: 'site' },
  ].filter(({ added, removed }) => added !== -1 && removed !== -1)
  const asksNames = nameColumns.some((column) => column !== -1) || known.emails !== undefined
  const sheetFaults: CellFault[] = []
  const ofSheet = { rowId: 0, column: null }
  if (at('email') === -1)
    sheetFaults.push({
      ...ofSheet,
      code: 'unmapped-required',
      level: 'error',
      message: 'No column has the e-mail address. Say which it is: users are known by it.',
    })
  if (!asksNames)
    sheetFaults.push({
      ...ofSheet,
      code: 'missing-name',
      level: 'warning',
      message: 'No column has names: users who do not exist yet cannot be created without.',
    })
  return { columns, emailColumn: at('email'), userIdColumn: at('userId'), nameColumns, pairs, sheetFaults, asksNames }
}

function checkRow(rowId: number, cells: readonly string[], plan: RowPlan, known: Known, others: Others): CellFault[] {
  const found: CellFault[] = []
  for (const { column, field } of plan.columns) {
    const value = cells[column] ?? ''
    if (value !== '') for (const one of checkCell(value, field, known)) found.push({ rowId, column, ...one })
  }
  const { emailColumn } = plan
  if (emailColumn !== -1) {
    const email = (cells[emailColumn] ?? '').trim()
    if (email === '')
      found.push({
        rowId,
        column: emailColumn,
        code: 'missing-email',
        level: 'error',
        message: 'The e-mail address is missing.',
      })
    else if (others.count > 0)
      found.push({ rowId, column: emailColumn, code: 'duplicate-email', level: 'error', message: tellLines(others) })
    const noName = findMissingName(cells, plan, known, email)
    if (noName !== null) found.push({ rowId, ...noName })
  }
  for (const { added, removed, what } of plan.pairs) {
    const removal = cells[removed] ?? ''
    const both = findAddedAndRemoved(cells[added] ?? '', removal)
    const [first] = both
    if (first === undefined) continue
    const gone = new Set(parseList(cells[added] ?? '').items.map(referenceKey))
    const rest = parseList(removal, true).items.filter((item) => !gone.has(referenceKey(item)))
    const more = both.length > 1 ? ` and ${both.length - 1} more` : ''
    found.push({
      rowId,
      column: removed,
      code: 'added-and-removed',
      level: 'error',
      message: `The ${what} “${first}”${more} is both added and removed.`,
      fixes: [{ label: 'Only add', value: writeList(rest, true) }],
    })
  }
  return sortFaults(found)
}

function findMissingName(
  cells: readonly string[],
  { asksNames, nameColumns, userIdColumn }: RowPlan,
  known: Known,
  email: string,
): Omit<CellFault, 'rowId'> | null {
  if (!asksNames || !isEmail(email)) return null
  if (userIdColumn !== -1 && (cells[userIdColumn] ?? '').trim() !== '') return null
  if (known.emails?.has(email.toLowerCase()) === true) return null
  const missing = nameColumns.map((column) => column === -1 || (cells[column] ?? '').trim() === '')
  const [first, last] = missing
  if (first !== true && last !== true) return null
  const what =
    first === true && last === true
      ? 'First and last name are'
      : first === true
        ? 'The first name is'
        : 'The last name is'
  const wanted = first === true ? nameColumns[0] : nameColumns[1]
  const isNew = known.emails !== undefined
  return {
    column: wanted === -1 ? null : wanted,
    code: 'missing-name',
    level: 'warning',
    message: `${what} missing: ${isNew ? 'this user does not exist yet and cannot be created without' : 'needed if this user does not exist yet'}.`,
  }
}

function tellLines({ count, lines: first }: Others): string {
  const named = first.map((line) => line.toLocaleString('en'))
  const more = count - named.length
  const lines = more > 0 ? `${named.join(', ')} and ${more.toLocaleString('en')} more` : named.join(', ')
  return `The same e-mail is in ${count === 1 ? 'line' : 'lines'} ${lines}.`
}

function sortFaults(found: CellFault[]): CellFault[] {
  if (found.length < 2) return found
  return found.sort((one, other) => (one.column ?? -1) - (other.column ?? -1) || rank[one.level] - rank[other.level])
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

interface Others {
  count: number
  lines: readonly number[]
}
const alone: Others = { count: 0, lines: [] }

/** Which rows have the same e-mail, and whom a change of one concerns. */
function createEmailIndex() {
  const keys = new Map<number, string>()
  const rows = new Map<string, Set<number>>()
  const sorted = new Map<string, readonly number[]>()
  const affected = new Set<string>()

  const change = (key: string, act: (ids: Set<number>) => void) => {
    const ids = rows.get(key) ?? new Set()
    const sizeBefore = ids.size
    act(ids)
    if (ids.size === 0) rows.delete(key)
    else rows.set(key, ids)
    sorted.delete(key)
    if (sizeBefore > 1 || ids.size > 1) affected.add(key)
  }

  return {
    /** Empty: the row has none, or is gone. */
    set(id: number, key: string) {
      const before = keys.get(id) ?? ''
      if (before === key) return
      if (before !== '') change(before, (ids) => ids.delete(id))
      if (key === '') keys.delete(id)
      else {
        keys.set(id, key)
        change(key, (ids) => ids.add(id))
      }
    },
    /** Rows whose company has changed since this was last asked. */
    takeAffected(): number[] {
      const ids: number[] = []
      for (const key of affected) for (const id of rows.get(key) ?? []) ids.push(id)
      affected.clear()
      return ids
    },
    /** How many other rows have it, and the first few of them. */
    othersOf(id: number): Others {
      const key = keys.get(id) ?? ''
      const ids = rows.get(key)
      if (ids === undefined || ids.size < 2) return alone
      let all = sorted.get(key)
      if (all === undefined) {
        all = [...ids].sort((one, other) => one - other)
        sorted.set(key, all)
      }
      // Only the first few are named, so that a sheet of one e-mail alone does not cost rows times rows.
      const lines = all.slice(0, namedLinesMax + 1).filter((other) => other !== id)
      return { count: all.length - 1, lines: lines.slice(0, namedLinesMax) }
    },
  }
}

function createTally() {
  const byCode = new Map<FaultCode, Map<FaultLevel, number>>()
  const byLevel: Record<FaultLevel, number> = { error: 0, warning: 0, info: 0 }
  let badRows = 0
  let cached: FaultCounts | null = null

  const add = (faults: readonly CellFault[], by: 1 | -1) => {
    if (faults.some(({ level }) => level === 'error')) badRows += by
    for (const { code, level } of faults) {
      byLevel[level] += by
      const levels = byCode.get(code) ?? new Map<FaultLevel, number>()
      levels.set(level, (levels.get(level) ?? 0) + by)
      byCode.set(code, levels)
    }
  }

  return {
    replace(before: readonly CellFault[], after: readonly CellFault[]) {
      if (before.length + after.length === 0) return
      add(before, -1)
      add(after, 1)
      cached = null
    },
    read(): FaultCounts {
      cached ??= {
        errors: byLevel.error,
        warnings: byLevel.warning,
        infos: byLevel.info,
        badRows,
        byCode: [...byCode]
          .flatMap(([code, levels]) => [...levels].map(([level, count]) => ({ code, level, count })))
          .filter(({ count }) => count > 0)
          .sort((one, other) => other.count - one.count || one.code.localeCompare(other.code)),
      }
      return cached
    },
  }
}

function findNext(
  { rowIds, faultsOf }: { rowIds: readonly number[]; faultsOf: (id: number) => readonly CellFault[] },
  from: { rowId: number; column: number } | null,
  { level, isBackwards }: { level: FaultLevel; isBackwards: boolean },
): CellFault | null {
  const start = from === null ? -1 : rowIds.indexOf(from.rowId)
  const step = isBackwards ? -1 : 1
  const wanted = (id: number | undefined) => {
    const ofRow = id === undefined ? [] : faultsOf(id).filter((fault) => rank[fault.level] <= rank[level])
    return isBackwards ? ofRow.toReversed() : ofRow
  }
  const isBeyond = ({ column }: CellFault, than: number) => ((column ?? -1) - than) * step > 0
  if (from !== null && start !== -1) {
    const here = wanted(from.rowId).find((fault) => isBeyond(fault, from.column))
    if (here !== undefined) return here
  }
  const origin = start === -1 && isBackwards ? rowIds.length : start
  // Once around; the row one is in comes last, for the faults before the cell.
  for (let walked = 1; walked <= rowIds.length; walked += 1) {
    const [first] = wanted(rowIds[(origin + walked * step + 2 * rowIds.length) % rowIds.length])
    if (first !== undefined) return first
  }
  return null
}
