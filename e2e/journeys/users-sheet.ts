import type { UserRow } from '@/lib/standin/users/steps'
import { makePassword } from './users-world'

/** A sheet with the maximum number of rows of a job, and every kind of error that occurs in people's files. */

export const rowCount = 10_000
export const issuesPerKind = 10
export const failCount = 37
export const ambiguousCount = 10
export const knownCount = 200
export const unchangedCount = 20
const blankCount = 3

export const header = [
  'Work email',
  'First name',
  'Surname',
  'Initial password',
  'Seat type',
  'Time zone',
  'Status',
  'Language',
  'Permission set',
  'Groups',
  'Groups to remove',
  'attribute: Department',
  'Notes from HR',
] as const
type Head = (typeof header)[number]
type Row = Record<Head, string>

/** Each function puts one kind of error into a correct row. */
const issues: ReadonlyArray<(row: Row, number: number, before: () => Row) => void> = [
  (row) => (row['Work email'] = row['Work email'].replace('@', '(at)')),
  (row) => (row['Work email'] = ''),
  // Duplicates come in pairs, and both rows have the error.
  (row, number, before) => {
    if (number % 2 === 1) row['Work email'] = before()['Work email'].toUpperCase()
  },
  (row) => (row['Surname'] = ''),
  (row) => (row['Seat type'] = 'Fulll'),
  (row) => (row['Status'] = 'Aktive'),
  (row) => (row['Language'] = 'Englisch (UK)'),
  (row) => (row['Time zone'] = 'Dublin'),
  (row) => (row['Initial password'] = 'short'),
  (row) => (row['First name'] = `${row['First name']}\u200B`),
  (row) => (row['Groups'] = '"Day shift'),
  (row) => {
    row['Groups'] = 'Day shift'
    row['Groups to remove'] = 'Day shift'
  },
]
export const issueCount = issues.length * issuesPerKind
const rowOfIssue = (kind: number, number: number) => 37 + (number * issues.length + kind) * 80

export interface MadeSheet {
  csv: string
  /** Addresses of rows that the service refuses once. */
  failing: string[]
  passwords: string[]
}

const quote = (cell: string) => (/[";\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/**
 * Rows with addresses of `domain`, and some for existing users. Cells are separated by semicolons, as in files from
 * spreadsheets with European settings.
 */
export function makeSheet(domain: string, known: readonly UserRow[]): MadeSheet {
  const failing: string[] = []
  const rows = Array.from({ length: rowCount }, (_, at): Row => {
    const row: Row = {
      'Work email': `person${at}@${domain}`,
      'First name': ['Zoë', 'Liam', 'Ana'][at % 3] ?? '',
      Surname: `Number ${at}`,
      'Initial password': at % 25 === 5 ? makePassword(at) : '',
      'Seat type': 'Full',
      'Time zone': 'Europe/Dublin',
      Status: 'Active',
      Language: 'English (UK)',
      'Permission set': 'Standard user',
      Groups: at % 1_000 === 11 ? 'Night shift' : 'Day shift; Kitchen staff',
      'Groups to remove': '',
      'attribute: Department': at % 2 === 0 ? 'Warehouse; cold' : '',
      'Notes from HR': at % 100 === 0 ? 'started in May' : '',
    }
    if (at % 270 === 1 && failing.length < failCount) {
      if (failing.length < 3) row['Initial password'] = makePassword(at)
      failing.push(row['Work email'])
    }
    return row
  })
  for (let number = 0; number < knownCount; number += 1) {
    const user = known[number]
    const row = rows[number * 50 + 3]
    if (user === undefined || row === undefined) throw new Error('there are too few users')
    if (number < unchangedCount) for (const head of header) row[head] = ''
    row['Work email'] = user.email
    row['First name'] = user.firstName
    row['Surname'] = user.lastName
  }
  for (const [kind, spoil] of issues.entries())
    for (let number = 0; number < issuesPerKind; number += 1) {
      const at = (one: number): Row => rows[rowOfIssue(kind, one)] ?? missing()
      spoil(at(number), number, () => at(number - 1))
    }
  const passwords = rows.flatMap((row) => (row['Initial password'] === '' ? [] : [row['Initial password']]))
  const lines = [[...header], ...rows.map((row) => header.map((head) => row[head]))].map((cells) =>
    cells.map(quote).join(';'),
  )
  lines.splice(2_000, 0, ...Array.from({ length: blankCount }, () => ';'.repeat(header.length - 1)))
  return { csv: `${lines.join('\r\n')}\r\n`, failing, passwords }
}

function missing(): never {
  throw new Error('there is no such row')
}
