import { secretColumns } from './columns'
import { fieldOf, type FieldKey } from './fields'
import { parseList, parseReference } from './list'
import { cellCharsMax } from './sheet-rows'
import type { SentUser } from '@/lib/user-jobs/schema'
import type { Mapping, Sheet } from './types'
import { readAttribute } from './validate/validate-cell'
import { readChoice } from './validate/validate-choices'
import { readZone } from './validate/validate-zones'

/** Turns rows of the sheet into users to send. */

export interface ToUsersChoices {
  /** All rows when left out. */
  rowIds?: readonly number[]
  /** Rows without an email are never sent; this decides about the others, usually those without an error. */
  maySend?: (rowId: number) => boolean
}

export interface SentRows {
  /** For the job: headers of the columns. Their cells are sent along, so that failed rows can be returned unchanged. */
  header: string[]
  users: SentUser[]
  skippedRowIds: number[]
}

/** Creates the body of a job. Passwords are only in `password`; their cells are blank. */
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

/** Cells with these columns emptied. */
export function blankCells(cells: readonly string[], columns: ReadonlySet<number>): string[] {
  return cells.map((cell, column) => (columns.has(column) ? '' : cell.slice(0, cellCharsMax)))
}

type WrittenUser = Omit<SentUser, 'line' | 'cells'>

/** Creates users from cells. Null if there is no address. */
export function createUserWriter(mapping: Mapping): (cells: readonly string[]) => WrittenUser | null {
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
