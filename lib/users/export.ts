import 'server-only'
import { createTimeWriter, lineEnd, writeHead, writeText } from '@/lib/csv/csv'
import { createTextStream } from '@/lib/csv/stream'
import { database } from '@/lib/db/instance'
import type { Database } from '@/lib/db/types'
import { listUsers } from './data'
import { importWords, seatWords, statusWords } from './model'
import type { UserFilter, UserRow } from './schema'

type Time = (instant: string | null) => string

/** The columns of the list, in its words. */
const columns: ReadonlyArray<readonly [head: string, cell: (row: UserRow, time: Time) => string]> = [
  ['Name', ({ name }) => writeText(name)],
  ['Email', ({ email }) => writeText(email)],
  ['Seat', ({ seat }) => writeText(seatWords(seat))],
  ['Groups', ({ groups }) => writeText((groups ?? []).join(', '))],
  ['Sites', ({ sites }) => writeText((sites ?? []).join(', '))],
  ['Time zone', ({ timezone }) => writeText(timezone)],
  ['Status', ({ status }) => writeText(statusWords(status))],
  ['Last import', ({ lastImport }, time) => time(lastImport?.at ?? null)],
  ['Result of last import', ({ lastImport }) => writeText(lastImport === null ? '' : importWords(lastImport.state))],
]

const rowsAtOnce = 2_000

/** All users of a filter in its order as CSV, page by page: a hundred thousand are never in memory at once. */
export function streamUsersCsv(
  filter: UserFilter,
  { zone, signal, db: given }: { zone: string; signal?: AbortSignal; db?: Database },
): ReadableStream<Uint8Array> {
  const time = createTimeWriter(zone)
  return createTextStream(
    async ({ write, signal: left }) => {
      const db = given ?? (await database())
      await write(writeHead(columns.map(([head]) => head)))
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
