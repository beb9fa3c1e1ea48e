import { writeCsv } from '@/lib/user-jobs/parse/files'

/** Lists in responses, whatever they are wrapped in. */

export type Row = Readonly<Record<string, unknown>>

/** A list of objects in a response. */
export interface FoundList {
  /** Its path: `audits`, `job.users`; empty for a response that is a list itself. */
  path: string
  rows: readonly Row[]
}

/** The names of lists in responses, the most likely first. */
const envelopes = [
  'audits',
  'templates',
  'items',
  'assets',
  'users',
  'status_groups',
  'type_list',
  'result',
  'results',
  'response_sets',
  'responses',
  'export_profiles',
  'preferences',
  'groups',
  'rankings',
  'lessons',
  'jobs',
  'webhook',
  'webhooks',
  'data',
]

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const depthMax = 3
const listsMax = 50

/** Every list of objects in a response, the main one first. */
export function findLists(answer: unknown): FoundList[] {
  const found: FoundList[] = []
  const visit = (value: unknown, path: string, depth: number) => {
    if (found.length >= listsMax) return
    if (Array.isArray(value)) {
      const items: readonly unknown[] = value
      const rows = items.filter(isRow)
      if (rows.length > 0 && rows.length === items.length) found.push({ path, rows })
      return
    }
    if (!isRow(value) || depth >= depthMax) return
    for (const [name, inner] of Object.entries(value)) visit(inner, path === '' ? name : `${path}.${name}`, depth + 1)
  }
  visit(answer, '', 0)
  return found.toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** Lists near the top come first, then those with known names; the sort keeps the order of the rest. */
function rankOf({ path }: FoundList): number {
  if (path === '') return -1
  const parts = path.split('.')
  const at = envelopes.indexOf(parts.at(-1) ?? '')
  return parts.length * 100 + (at === -1 ? envelopes.length : at)
}

/** The main list of a response; null if it has none. An empty envelope is an empty list. */
export function findList(answer: unknown): FoundList | null {
  const [first] = findLists(answer)
  if (first !== undefined) return first
  if (Array.isArray(answer)) return answer.length === 0 ? { path: '', rows: [] } : null
  if (!isRow(answer)) return null
  const name = envelopes.find((known) => Array.isArray(answer[known]))
  return name === undefined || (answer[name] as readonly unknown[]).length > 0 ? null : { path: name, rows: [] }
}

const columnsMax = 200

/** The columns of rows in the order of their first use; fields of an inner object are columns too: `site.name`. */
export function listColumns(rows: readonly Row[]): string[] {
  const columns = new Set<string>()
  for (const row of rows)
    for (const [name, value] of Object.entries(row)) {
      if (isRow(value)) for (const inner of Object.keys(value)) columns.add(`${name}.${inner}`)
      else columns.add(name)
      if (columns.size >= columnsMax) return [...columns].slice(0, columnsMax)
    }
  return [...columns]
}

/** The value of a column; undefined if a row has none. */
export function readColumn(row: Row, column: string): unknown {
  if (Object.hasOwn(row, column) && !isRow(row[column])) return row[column]
  const at = column.indexOf('.')
  if (at === -1) return undefined
  const outer = row[column.slice(0, at)]
  return isRow(outer) ? outer[column.slice(at + 1)] : undefined
}

/** A value as the text of a cell: objects and lists as JSON. */
export function writeCell(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value)
}

/** Rows as CSV like every export: with a byte order mark, and without formulas. */
export function toCsv(rows: readonly Row[]): string {
  const columns = listColumns(rows)
  return writeCsv(
    columns,
    rows.map((row) => columns.map((column) => writeCell(readColumn(row, column)))),
  )
}
