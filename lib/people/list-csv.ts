import { createTimeWriter, lineEnd, writeHead, writeText } from '@/lib/csv/csv'
import { factorWords, methodWords, type PeopleEntry, roleWords, stateWords } from './list-model'

type Cell = (entry: PeopleEntry, time: (instant: string | null) => string) => string

const columns: ReadonlyArray<readonly [head: string, cell: Cell]> = [
  ['Name', ({ name }) => writeText(name)],
  ['Email', ({ email }) => writeText(email)],
  ['Role', ({ role }) => roleWords[role]],
  ['State', ({ state, invitation }) => (invitation?.isExpired === true ? 'Invitation expired' : stateWords[state])],
  [
    'Sign-in methods',
    ({ person }) => writeText((person?.methods ?? []).map((method) => methodWords[method]).join(', ')),
  ],
  [
    'Second factor',
    ({ person }) => writeText((person?.secondFactors ?? []).map((factor) => factorWords[factor]).join(', ')),
  ],
  ['Last seen', ({ seenAt }, time) => time(seenAt)],
  ['Member since', ({ person }, time) => time(person?.createdAt ?? null)],
  ['Invited by', ({ invitation }) => writeText(invitation?.invitedByName ?? null)],
  ['Invitation expires', ({ invitation }, time) => time(invitation?.expiresAt ?? null)],
]

/** People as CSV: with a byte order mark, and no cell a formula. */
export function writePeopleCsv(entries: readonly PeopleEntry[], zone: string): string {
  const time = createTimeWriter(zone)
  const lines = entries.map((entry) => columns.map(([, cell]) => cell(entry, time)).join(',') + lineEnd)
  return writeHead(columns.map(([head]) => head)) + lines.join('')
}
