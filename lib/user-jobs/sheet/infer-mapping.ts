import type { AskedUser } from '@/lib/user-jobs/schema'
import { columnOf, guessMapping } from './columns'
import { fieldKeys, type FieldKey } from './fields'
import { createUserWriter } from './to-users'
import type { ColumnUse, Mapping } from './types'

/** A row of a job: the cells of its file, and the user that was created from them. */
export interface SentRow {
  cells: readonly string[]
  asked: AskedUser
}

/** Enough to tell columns apart. */
const rowsRead = 200

/** Of each column that is empty in those rows, this many rows further down. */
const laterRows = 20

/** The first rows, and some with a cell in each column that is empty in them. */
function sampleRows(header: readonly string[], all: readonly SentRow[]): SentRow[] {
  const rows = all.slice(0, rowsRead)
  const isFilled = ({ cells }: SentRow, column: number) => (cells[column] ?? '').trim() !== ''
  const missing = new Map<number, number>(
    header.flatMap((_, column) => (rows.some((row) => isFilled(row, column)) ? [] : [[column, 0] as const])),
  )
  for (const row of all.slice(rowsRead)) {
    if (missing.size === 0) break
    const filled = [...missing].filter(([column]) => isFilled(row, column))
    if (filled.length > 0) rows.push(row)
    for (const [column, count] of filled)
      if (count + 1 < laterRows) missing.set(column, count + 1)
      else missing.delete(column)
  }
  return rows
}

/**
 * The mapping with which rows were sent. A job stores the cells and the users, not the mapping. A column has the use
 * that turns its cells into the users' values; of several, the guess from the header wins.
 * @returns null if no column contains the email addresses
 */
export function inferMapping(header: readonly string[], all: readonly SentRow[]): Mapping | null {
  const rows = sampleRows(header, all)
  const guess = guessMapping(header)
  const email = findColumn(header, columnOf(guess, 'email'), (column) =>
    rows.every(({ cells, asked }) => (cells[column] ?? '').trim() === asked.username),
  )
  if (email === -1) return null
  const uses = new Map<number, ColumnUse>([[email, { to: 'field', field: 'email' }]])
  const makes = (column: number, use: ColumnUse, part: (user: Partial<AskedUser>) => unknown) => {
    const write = createUserWriter(
      header.map((_, at) => (at === email ? { to: 'field', field: 'email' } : at === column ? use : { to: 'ignored' })),
    )
    return rows.every(({ cells, asked }) => isAlike(part(write(cells) ?? {}), part(asked)))
  }
  for (const field of fieldKeys) {
    const part = partOf(field)
    if (field === 'email' || field === 'password' || !rows.some(({ asked }) => !isAlike(part(asked), part({}))))
      continue
    const use = { to: 'field', field } as const
    const column = findColumn(header, columnOf(guess, field), (at) => !uses.has(at) && makes(at, use, part))
    if (column !== -1) uses.set(column, use)
  }
  for (const name of new Set(rows.flatMap(({ asked }) => (asked.attributes ?? []).map((one) => one.name)))) {
    const use = { to: 'attribute', name } as const
    const part = ({ attributes = [] }: Partial<AskedUser>) => attributes.find((one) => one.name === name)?.values ?? []
    const guessed = guess.findIndex((one) => one.to === 'attribute' && one.name === name)
    const column = findColumn(header, guessed, (at) => !uses.has(at) && makes(at, use, part))
    if (column !== -1) uses.set(column, use)
  }
  return header.map((_, column) => uses.get(column) ?? useOfRest(column, guess, rows))
}

/** A column that contributed nothing was not sent, unless it is empty or contained passwords, which are not stored. */
function useOfRest(column: number, guess: Mapping, rows: readonly SentRow[]): ColumnUse {
  const use = guess[column] ?? { to: 'ignored' }
  const isEmpty = rows.every(({ cells }) => (cells[column] ?? '').trim() === '')
  const isTaken = use.to === 'field' && use.field === 'email'
  return isEmpty && !isTaken && use.to !== 'unmapped' ? use : { to: 'ignored' }
}

/** The first column that fits, preferring the guessed one; -1 for none. */
function findColumn(header: readonly string[], guessed: number, fits: (column: number) => boolean): number {
  if (guessed !== -1 && fits(guessed)) return guessed
  return header.findIndex((_, column) => fits(column))
}

const isAlike = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What the column of one field contributes to a user. */
function partOf(field: FieldKey): (user: Partial<AskedUser>) => unknown {
  if (field === 'groupsAdd') return ({ groups }) => groups?.add ?? []
  if (field === 'groupsRemove') return ({ groups }) => groups?.remove ?? []
  if (field === 'sitesAdd') return ({ sites }) => sites?.add ?? []
  if (field === 'sitesRemove') return ({ sites }) => sites?.remove ?? []
  if (field === 'email' || field === 'password') return ({ username }) => username
  return (user) => user[field] ?? null
}
