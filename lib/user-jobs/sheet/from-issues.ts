import type { RowIssue, UserJobKind, UserJobRow } from '@/lib/user-jobs/schema'
import { columnOf } from './columns'
import { fieldOf, foldText, type FieldKey } from './fields'
import { parseList } from './list'
import { isNamed, isRemovalOf, replaceItem } from './replace-item'
import type { CellIssue, IssueLevel, IssueText, Fix, Mapping, Sheet } from './types'

/** Puts the errors that SafetyCulture reports for users into the cells that caused them. */

/** Columns by the service's name of a field, without FIELD_. The first column that has the value is meant. */
const meantFields: Readonly<Record<string, readonly FieldKey[]>> = {
  email: ['email'],
  username: ['email'],
  user: ['email'],
  userid: ['userId', 'email'],
  id: ['userId', 'email'],
  firstname: ['firstName'],
  lastname: ['lastName'],
  name: ['firstName', 'lastName'],
  password: ['password'],
  seattype: ['seatType'],
  seat: ['seatType'],
  timezone: ['timezone'],
  status: ['status'],
  language: ['language'],
  locale: ['language'],
  permissionset: ['permissionSet'],
  permissions: ['permissionSet'],
  role: ['permissionSet'],
  group: ['groupsAdd', 'groupsRemove'],
  groups: ['groupsAdd', 'groupsRemove'],
  site: ['sitesAdd', 'sitesRemove'],
  sites: ['sitesAdd', 'sitesRemove'],
}

const levels: Readonly<Record<RowIssue['level'], IssueLevel>> = {
  fatal: 'error',
  error: 'error',
  warning: 'warning',
  info: 'info',
}

export interface ReturnedIssues {
  /** Rows that the job has a result for and that have not changed since, with or without errors. */
  rowIds: number[]
  issues: CellIssue[]
}

/** The errors of a job's rows, by cell. Rows whose email has changed since are left out. */
export function fromIssues(
  rows: readonly Pick<UserJobRow, 'line' | 'username' | 'issues'>[],
  sheet: Sheet,
  mapping: Mapping,
  kind: UserJobKind = 'check',
): ReturnedIssues {
  const rowIds: number[] = []
  const issues: CellIssue[] = []
  const emailColumn = columnOf(mapping, 'email')
  for (const { line, username, issues: said } of rows) {
    const row = sheet.row(line)
    if (row === undefined) continue
    if ((row.cells[emailColumn] ?? '').trim().toLowerCase() !== username.trim().toLowerCase()) continue
    rowIds.push(line)
    for (const one of said) issues.push(placeIssue(line, row.cells, one, mapping, kind))
  }
  return { rowIds, issues }
}

function placeIssue(
  rowId: number,
  cells: readonly string[],
  said: RowIssue,
  mapping: Mapping,
  kind: UserJobKind,
): CellIssue {
  const column = findColumn(cells, said, mapping)
  const use = column === null ? undefined : mapping[column]
  const cell = column === null ? '' : (cells[column] ?? '')
  const fixes = use?.to === 'field' ? said.choices.flatMap((one) => fixBy(one, cell, use.field, said.value)) : []
  // An error of an import without a field cannot be corrected in a cell. The row may be sent again unchanged.
  const level = kind === 'run' && said.field === null && levels[said.level] === 'error' ? 'warning' : levels[said.level]
  const isPartial = said.level === 'error' && said.field !== null
  return {
    rowId,
    column,
    code: 'service',
    level,
    text: textOf(said, isPartial ? kind : 'none'),
    reason: said.reason,
    ...(said.value === null || said.value === '' ? {} : { value: said.value }),
    ...(isPartial ? { isPartial: true } : {}),
    ...(fixes.length > 0 ? { fixes } : {}),
  }
}

const missingKinds = new Map<string, IssueText['key']>([
  ['REASON_SITE_NOT_FOUND', 'noSite'],
  ['REASON_GROUP_NOT_FOUND', 'noGroup'],
  ['REASON_PERMISSION_SET_NOT_FOUND', 'noPermissionSet'],
  ['REASON_ATTRIBUTE_NOT_FOUND', 'noAttribute'],
])

/**
 * The text of an error. `part`: the kind of job in which the user is imported without the value. Texts of the service
 * stay unchanged.
 */
function textOf({ reason, value, message }: RowIssue, part: UserJobKind | 'none'): IssueText {
  const key = missingKinds.get(reason)
  if (key !== undefined && value !== null && value !== '') return { key, values: { value, part } }
  const text = message === '' ? reason : /[.!?…]$/u.test(message) ? message : `${message}.`
  return { key: 'said', values: { text, part } }
}

const isList = (key: FieldKey) => fieldOf(key).kind === 'list'

function findColumn(cells: readonly string[], { field, value }: RowIssue, mapping: Mapping): number | null {
  if (field === null) return null
  const word = foldText(field.replace(/^FIELD_/iu, ''))
  if (word.startsWith('attribute')) {
    const attributes = mapping.flatMap((use, column) => (use.to === 'attribute' ? [{ column, name: use.name }] : []))
    const wanted = attributes.find(
      ({ column, name }) => value !== null && (isSame(name, value) || isSame(cells[column] ?? '', value)),
    )
    return (wanted ?? (attributes.length === 1 ? attributes[0] : undefined))?.column ?? null
  }
  const keys = meantFields[word] ?? []
  const columns = keys.flatMap((key) =>
    columnOf(mapping, key) === -1 ? [] : [{ key, column: columnOf(mapping, key) }],
  )
  const having = columns.find(({ key, column }) => holds(cells[column] ?? '', key, value))
  const filled = columns.find(({ column }) => (cells[column] ?? '').trim() !== '')
  return (having ?? filled ?? columns[0])?.column ?? null
}

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

function holds(cell: string, key: FieldKey, value: string | null): boolean {
  if (value === null || cell.trim() === '') return false
  return isList(key)
    ? parseList(cell, isRemovalOf(key)).items.some((item) => isNamed(item, value))
    : isSame(cell, value)
}

/** The cell with the ambiguous reference replaced by an id; null if the reference is not found. */
function fixBy({ id, name }: RowIssue['choices'][number], cell: string, key: FieldKey, value: string | null): Fix[] {
  const label = `${name} (${id})`
  if (!isList(key)) return [{ label, value: `id:${id}` }]
  const { items } = parseList(cell, isRemovalOf(key))
  // If the error names no value and the cell has only one, the error is about that value.
  const [only] = items.length === 1 ? items : []
  const wanted = value ?? (only === undefined ? name : 'id' in only ? only.id : only.name)
  const replaced = replaceItem(cell, key, wanted, { id })
  return replaced === null ? [] : [{ label, value: replaced }]
}
