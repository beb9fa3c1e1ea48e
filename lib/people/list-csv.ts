import { createTimeWriter, lineEnd, writeHead, writeText } from '@/lib/csv/csv'
import type { PageLanguage } from '@/lib/messages/languages'
import { renderText, serverText } from '@/lib/server-text'
import { factorWords, methodWords, type PeopleEntry, roleWords, stateWords } from './list-model'

type Cell = (entry: PeopleEntry, time: (instant: string | null) => string) => string

const columns: ReadonlyArray<readonly [head: string, cell: Cell]> = [
  [serverText('files.heads.name'), ({ name }) => writeText(name)],
  [serverText('files.heads.email'), ({ email }) => writeText(email)],
  [serverText('files.heads.role'), ({ role }) => roleWords[role]],
  [
    serverText('files.heads.status'),
    ({ state, invitation }) => (invitation?.isExpired === true ? 'Invitation expired' : stateWords[state]),
  ],
  [
    serverText('files.heads.signInMethods'),
    ({ person }) => writeText((person?.methods ?? []).map((method) => methodWords[method]).join(', ')),
  ],
  [
    serverText('files.heads.secondFactor'),
    ({ person }) => writeText((person?.secondFactors ?? []).map((factor) => factorWords[factor]).join(', ')),
  ],
  [serverText('files.heads.lastSeen'), ({ seenAt }, time) => time(seenAt)],
  [serverText('files.heads.memberSince'), ({ person }, time) => time(person?.createdAt ?? null)],
  [serverText('files.heads.invitedBy'), ({ invitation }) => writeText(invitation?.invitedByName ?? null)],
  [serverText('files.heads.invitationExpires'), ({ invitation }, time) => time(invitation?.expiresAt ?? null)],
]

/** People as CSV, with a byte order mark and without formulas. */
export function writePeopleCsv(entries: readonly PeopleEntry[], zone: string, language: PageLanguage): string {
  const time = createTimeWriter(zone)
  const lines = entries.map((entry) => columns.map(([, cell]) => cell(entry, time)).join(',') + lineEnd)
  return writeHead(columns.map(([head]) => renderText(head, language))) + lines.join('')
}
