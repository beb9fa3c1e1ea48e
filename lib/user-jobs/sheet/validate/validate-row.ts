import { columnOf } from '@/lib/user-jobs/sheet/columns'
import { fieldOf, type Field } from '@/lib/user-jobs/sheet/fields'
import { parseList, referenceKey, writeList } from '@/lib/user-jobs/sheet/list'
import type { CellIssue, ColumnUse, IssueLevel, IssueText, Known, Mapping } from '@/lib/user-jobs/sheet/types'
import { checkCell, isEmail } from './validate-cell'
import type { Others } from './validate-emails'
import { findAddedAndRemoved } from './validate-list'

/** How severe a level is: the smaller, the worse. */
export const rank: Readonly<Record<IssueLevel, number>> = { error: 0, warning: 1, info: 2 }

/** What to check in a row, under one mapping. */
export interface RowPlan {
  columns: readonly { column: number; field: Field | null }[]
  emailColumn: number
  userIdColumn: number
  passwordColumn: number
  nameColumns: readonly [number, number]
  pairs: readonly { added: number; removed: number; key: 'bothGroup' | 'bothSite' }[]
  sheetIssues: readonly CellIssue[]
  /** Whether rows are checked for names one by one. If no column has any, the sheet reports it once. */
  asksNames: boolean
}

/** Determines once for all rows which columns are validated, and the errors of the columns themselves. */
export function planRows(mapping: Mapping, known: Known): RowPlan {
  const columns = mapping.flatMap((use: ColumnUse, column): { column: number; field: Field | null }[] => {
    if (use.to === 'field') return [{ column, field: fieldOf(use.field) }]
    return use.to === 'attribute' ? [{ column, field: null }] : []
  })
  const at = (key: Field['key']) => columnOf(mapping, key)
  const nameColumns = [at('firstName'), at('lastName')] as const
  const pairs = [
    { added: at('groupsAdd'), removed: at('groupsRemove'), key: 'bothGroup' as const },
    { added: at('sitesAdd'), removed: at('sitesRemove'), key: 'bothSite' as const },
  ].filter(({ added, removed }) => added !== -1 && removed !== -1)
  const asksNames = nameColumns.some((column) => column !== -1) || known.emails !== undefined
  const sheetIssues: CellIssue[] = []
  const ofSheet = { rowId: 0, column: null }
  if (at('email') === -1)
    sheetIssues.push({
      ...ofSheet,
      code: 'unmapped-required',
      level: 'error',
      text: { key: 'noEmailColumn' },
    })
  if (!asksNames)
    sheetIssues.push({
      ...ofSheet,
      code: 'missing-name',
      level: 'warning',
      text: { key: 'noNameColumn' },
    })
  return {
    columns,
    emailColumn: at('email'),
    userIdColumn: at('userId'),
    passwordColumn: at('password'),
    nameColumns,
    pairs,
    sheetIssues,
    asksNames,
  }
}

/** Errors of one row, by column, most severe first. */
export function checkRow(
  rowId: number,
  cells: readonly string[],
  plan: RowPlan,
  known: Known,
  others: Others,
): CellIssue[] {
  const found: CellIssue[] = []
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
        text: { key: 'missingEmail' },
      })
    else if (others.count > 0)
      found.push({ rowId, column: emailColumn, code: 'duplicate-email', level: 'error', text: tellLines(others) })
    const noName = findMissingName(cells, plan, known, email)
    if (noName !== null) found.push({ rowId, ...noName })
  }
  const { passwordColumn } = plan
  if (passwordColumn !== -1 && (cells[passwordColumn] ?? '') === '' && known.blankedRows?.has(rowId) === true)
    found.push({
      rowId,
      column: passwordColumn,
      code: 'missing-password',
      level: 'warning',
      text: { key: 'missingPassword' },
    })
  for (const { added, removed, key } of plan.pairs) {
    const removal = cells[removed] ?? ''
    const both = findAddedAndRemoved(cells[added] ?? '', removal)
    const [first] = both
    if (first === undefined) continue
    const gone = new Set(parseList(cells[added] ?? '').items.map(referenceKey))
    const rest = parseList(removal, true).items.filter((item) => !gone.has(referenceKey(item)))
    found.push({
      rowId,
      column: removed,
      code: 'added-and-removed',
      level: 'error',
      text: { key, values: { value: first, others: both.length - 1 } },
      fixes: [{ kind: 'onlyAdd', value: writeList(rest, true) }],
    })
  }
  return sortIssues(found)
}

const missingKeys = { first: 'missingFirst', last: 'missingLast', both: 'missingNames' } as const
const newUserKeys = { first: 'newWithoutFirst', last: 'newWithoutLast', both: 'newWithoutNames' } as const

function findMissingName(
  cells: readonly string[],
  { asksNames, nameColumns, userIdColumn }: RowPlan,
  known: Known,
  email: string,
): Omit<CellIssue, 'rowId'> | null {
  if (!asksNames || !isEmail(email)) return null
  if (userIdColumn !== -1 && (cells[userIdColumn] ?? '').trim() !== '') return null
  if (known.emails?.has(email.toLowerCase()) === true) return null
  const missing = nameColumns.map((column) => column === -1 || (cells[column] ?? '').trim() === '')
  const [first, last] = missing
  if (first !== true && last !== true) return null
  const isBoth = first === true && last === true
  const wanted = first === true ? nameColumns[0] : nameColumns[1]
  const isNew = known.emails !== undefined
  const what = isBoth ? 'both' : first === true ? 'first' : 'last'
  return {
    column: wanted === -1 ? null : wanted,
    code: 'missing-name',
    level: 'warning',
    text: { key: isNew ? newUserKeys[what] : missingKeys[what] },
  }
}

function tellLines({ count, lines: first }: Others): IssueText {
  return { key: 'duplicateEmail', values: { count, rows: first.join(', '), more: count - first.length } }
}

/** By column, most severe first. */
export function sortIssues(found: CellIssue[]): CellIssue[] {
  if (found.length < 2) return found
  return found.sort((one, other) => (one.column ?? -1) - (other.column ?? -1) || rank[one.level] - rank[other.level])
}
