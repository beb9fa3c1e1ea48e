import 'server-only'
import { createTimeWriter, lineEnd, writeHead, writeText } from '@/lib/csv/csv'
import { createTextStream } from '@/lib/csv/stream'
import { database } from '@/lib/db/instance'
import type { Database } from '@/lib/db/types'
import type { PageLanguage } from '@/lib/messages/languages'
import { renderText, serverText } from '@/lib/server-text'
import { listUsers } from './data'
import { importWords, seatWords, statusWords } from './model'
import type { UserFilter, UserRow } from './schema'

type Time = (instant: string | null) => string

/** The columns of the list, in its words. */
const columns: ReadonlyArray<readonly [head: string, cell: (row: UserRow, time: Time) => string]> = [
  [serverText('files.heads.name'), ({ name }) => writeText(name)],
  [serverText('files.heads.email'), ({ email }) => writeText(email)],
  [serverText('files.heads.seat'), ({ seat }) => writeText(seatWords(seat))],
  [serverText('files.heads.groups'), ({ groups }) => writeText((groups ?? []).join(', '))],
  [serverText('files.heads.sites'), ({ sites }) => writeText((sites ?? []).join(', '))],
  [serverText('files.heads.timeZone'), ({ timezone }) => writeText(timezone)],
  [serverText('files.heads.status'), ({ status }) => writeText(statusWords(status))],
  [serverText('files.heads.lastImport'), ({ lastImport }, time) => time(lastImport?.at ?? null)],
  [
    serverText('files.heads.resultOfLastImport'),
    ({ lastImport }) => writeText(lastImport === null ? '' : importWords(lastImport.state)),
  ],
]

const rowsAtOnce = 2_000

/** All users of a filter in its order as CSV, page by page: a hundred thousand are never in memory at once. */
export function streamUsersCsv(
  filter: UserFilter,
  {
    zone,
    language = 'en',
    signal,
    db: given,
  }: { zone: string; language?: PageLanguage; signal?: AbortSignal; db?: Database },
): ReadableStream<Uint8Array> {
  const time = createTimeWriter(zone)
  return createTextStream(
    async ({ write, signal: left }) => {
      const db = given ?? (await database())
      await write(writeHead(columns.map(([head]) => renderText(head, language))))
      for (let after: string | undefined; ;) {
        left.throwIfAborted()
        const page = await listUsers({ ...filter, limit: rowsAtOnce, after }, { db })
        if (page.rows.length > 0)
          await write(page.rows.map((row) => columns.map(([, cell]) => cell(row, time)).join(',') + lineEnd).join(''))
        if (page.after === null) return
        ;({ after } = page)
      }
    },
    signal === undefined ? {} : { signal },
  )
}
