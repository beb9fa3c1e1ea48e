import { columnOf, secretColumns } from './columns'
import { fieldOf, foldText, type FieldKey } from './fields'
import { parseList, parseReference, writeList } from './list'
import { cellCharsMax } from './sheet-rows'
import type { Reference, RowFault, SentUser, UserJobRow } from '@/lib/user-jobs/schema'
import type { CellFault, FaultLevel, Fix, Mapping, Sheet } from './types'
import { readAttribute } from './validate-cell'
import { readChoice } from './validate-choices'
import { readZone } from './validate-zones'

/** Rows of the sheet as users on their way, and what the service says of them back in the cells. */

export interface ToUsersChoices {
  /** All rows when left out. */
  rowIds?: readonly number[]
  /** Rows without an e-mail are never sent; others as this says: those without an error, mostly. */
  maySend?: (rowId: number) => boolean
}

export interface SentRows {
  /** For the job: heads of the columns, whose cells go along so that failed rows come back as they were. */
  header: string[]
  users: SentUser[]
  skippedRowIds: number[]
}

/** Makes the body of a job. Passwords are in `password` alone: their cells are blank. */
export function toUsers(
  sheet: Sheet,
  mapping: Mapping,
  { rowIds = sheet.rowIds, maySend = () => true }: ToUsersChoices = {},
): SentRows {
  const secret = secretColumns(mapping, sheet.header)
  const users: SentUser[] = []
  const skippedRowIds: number[] = []
  const write = createUserWriter(mapping)
  for (const rowId of rowIds) {
    const row = sheet.row(rowId)
    const user = row === undefined || !maySend(rowId) ? null : write(row.cells)
    if (row === undefined || user === null) skippedRowIds.push(rowId)
    else users.push({ line: rowId, ...user, cells: blankCells(row.cells, secret) })
  }
  return { header: [...sheet.header], users, skippedRowIds }
}

/** Cells with those of these columns empty. */
export function blankCells(cells: readonly string[], columns: ReadonlySet<number>): string[] {
  return cells.map((cell, column) => (columns.has(column) ? '' : cell.slice(0, cellCharsMax)))
}

type WrittenUser = Omit<SentUser, 'line' | 'cells'>

function createUserWriter(mapping: Mapping): (cells: readonly string[]) => WrittenUser | null {
  const places = new Map<FieldKey, number>()
  for (const [column, use] of mapping.entries()) if (use.to === 'field') places.set(use.field, column)
  const attributes = mapping.flatMap((use, column) => (use.to === 'attribute' ? [{ column, name: use.name }] : []))

  return (cells) => {
    const raw = (key: FieldKey) => {
      const column = places.get(key)
      return column === undefined ? '' : (cells[column] ?? '')
    }
    const text = (key: FieldKey) => raw(key).trim()
    const choice = (key: FieldKey) => readChoice(text(key), fieldOf(key)) ?? text(key)
    const username = text('email')
    if (username === '') return null
    const user: WrittenUser = { username }
    if (text('userId') !== '') user.userId = text('userId')
    if (text('firstName') !== '') user.firstName = text('firstName')
    if (text('lastName') !== '') user.lastName = text('lastName')
    if (text('seatType') !== '') user.seatType = choice('seatType')
    if (text('timezone') !== '') user.timezone = readZone(text('timezone')) ?? text('timezone')
    if (text('status') !== '') user.status = choice('status')
    if (text('language') !== '') user.language = choice('language')
    if (text('permissionSet') !== '') user.permissionSet = parseReference(text('permissionSet'))
    const groups = readMembership(text('groupsAdd'), text('groupsRemove'))
    if (groups !== null) user.groups = groups
    const sites = readMembership(text('sitesAdd'), text('sitesRemove'))
    if (sites !== null) user.sites = sites
    const named = attributes.flatMap(({ column, name }) => {
      const values = readAttribute(cells[column] ?? '')
      return values.length === 0 ? [] : [{ name, values }]
    })
    if (named.length > 0) user.attributes = named
    if (raw('password') !== '') user.password = raw('password')
    return user
  }
}

function readMembership(added: string, removed: string) {
  const add = [...parseList(added).items]
  const remove = [...parseList(removed, true).items]
  return add.length + remove.length === 0 ? null : { add, remove }
}

/** Fields in the service's words, without FIELD_: the first of these columns that has the value is meant. */
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

const levels: Readonly<Record<RowFault['level'], FaultLevel>> = {
  fatal: 'error',
  error: 'error',
  warning: 'warning',
  info: 'info',
}

export interface ReturnedFaults {
  /** Rows that the job answered and that have not changed since: with or without faults, they are checked. */
  rowIds: number[]
  faults: CellFault[]
}

/** What a job says of its rows, as faults of cells. Rows whose e-mail has changed since are left out. */
export function fromFaults(
  rows: readonly Pick<UserJobRow, 'line' | 'username' | 'faults'>[],
  sheet: Sheet,
  mapping: Mapping,
): ReturnedFaults {
  const rowIds: number[] = []
  const faults: CellFault[] = []
  const emailColumn = columnOf(mapping, 'email')
  for (const { line, username, faults: said } of rows) {
    const row = sheet.row(line)
    if (row === undefined) continue
    if ((row.cells[emailColumn] ?? '').trim().toLowerCase() !== username.trim().toLowerCase()) continue
    rowIds.push(line)
    for (const one of said) faults.push(placeFault(line, row.cells, one, mapping))
  }
  return { rowIds, faults }
}

function placeFault(rowId: number, cells: readonly string[], said: RowFault, mapping: Mapping): CellFault {
  const column = findColumn(cells, said, mapping)
  const use = column === null ? undefined : mapping[column]
  const cell = column === null ? '' : (cells[column] ?? '')
  const fixes = use?.to === 'field' ? said.choices.flatMap((one) => fixBy(one, cell, use.field, said.value)) : []
  return {
    rowId,
    column,
    code: 'service',
    level: levels[said.level],
    message: said.message === '' ? said.reason : said.message,
    reason: said.reason,
    ...(said.level === 'error' ? { isPartial: true } : {}),
    ...(fixes.length > 0 ? { fixes } : {}),
  }
}

const isList = (key: FieldKey) => fieldOf(key).kind === 'list'
const isRemovalOf = (key: FieldKey) => key === 'groupsRemove' || key === 'sitesRemove'

function findColumn(cells: readonly string[], { field, value }: RowFault, mapping: Mapping): number | null {
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
const isNamed = (reference: Reference, value: string) =>
  isSame('id' in reference ? reference.id : reference.name, value)

function holds(cell: string, key: FieldKey, value: string | null): boolean {
  if (value === null || cell.trim() === '') return false
  return isList(key)
    ? parseList(cell, isRemovalOf(key)).items.some((item) => isNamed(item, value))
    : isSame(cell, value)
}

/** The cell with the reference that was ambiguous replaced by an id; nothing where it is not to be found. */
function fixBy({ id, name }: RowFault['choices'][number], cell: string, key: FieldKey, value: string | null): Fix[] {
  const label = `${name} (${id})`
  if (!isList(key)) return [{ label, value: `id:${id}` }]
  const { items } = parseList(cell, isRemovalOf(key))
  const wanted = value ?? name
  const replaced = items.map((item) =>
    isNamed(item, wanted) || (items.length === 1 && value === null) ? { id } : item,
  )
  const isFound = replaced.some((item, index) => item !== items[index])
  return isFound ? [{ label, value: writeList(replaced, isRemovalOf(key)) }] : []
}
