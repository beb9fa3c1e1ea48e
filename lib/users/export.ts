import 'server-only'
import type { FileColumn } from '@/lib/csv/pages'
import { streamPages } from '@/lib/csv/pages'
import type { SheetCell } from '@/lib/csv/xlsx'
import { database } from '@/lib/db/instance'
import type { Database } from '@/lib/db/types'
import type { PageLanguage } from '@/lib/messages/languages'
import { renderText, serverText } from '@/lib/server-text'
import { readShownColumns } from '@/lib/table/shown-columns'
import { type UserColumnId, userColumns } from './columns'
import { listUsers } from './data'
import { importWords, seatWords, statusWords } from './model'
import type { UserExportQuery, UserRow } from './schema'

type Column = readonly [head: string, value: (row: UserRow) => SheetCell]

/** The columns of a file for each column of the list, with the same labels. */
const columns: Readonly<Record<UserColumnId, readonly Column[]>> = {
  name: [[serverText('files.heads.name'), ({ name }) => name]],
  email: [[serverText('files.heads.email'), ({ email }) => email]],
  seat: [[serverText('files.heads.seat'), ({ seat }) => seatWords(seat)]],
  groups: [[serverText('files.heads.groups'), ({ groups }) => (groups ?? []).join(', ')]],
  sites: [[serverText('files.heads.sites'), ({ sites }) => (sites ?? []).join(', ')]],
  timezone: [[serverText('files.heads.timeZone'), ({ timezone }) => timezone]],
  status: [[serverText('files.heads.status'), ({ status }) => statusWords(status)]],
  imported: [
    [serverText('files.heads.lastImport'), ({ lastImport }) => (lastImport === null ? null : { time: lastImport.at })],
    [
      serverText('files.heads.resultOfLastImport'),
      ({ lastImport }) => (lastImport === null ? null : importWords(lastImport.state)),
    ],
  ],
  id: [[serverText('files.heads.userId'), ({ userId }) => userId]],
}

const rowsAtOnce = 2_000

/** All users that match a filter, with the columns and order of an address, as CSV or Excel. */
export function exportUsers(
  { tz: zone = 'UTC', format, columns: shown, ...filter }: UserExportQuery,
  { language = 'en', signal, db: given }: { language?: PageLanguage; signal?: AbortSignal; db?: Database } = {},
): ReadableStream<Uint8Array> {
  const toFile = ([head, value]: Column): FileColumn<UserRow> => ({ label: renderText(head, language), value })
  return streamPages(
    readShownColumns(userColumns, shown).flatMap(({ id }) => columns[id].map(toFile)),
    { zone, format },
    async (after) => listUsers({ ...filter, limit: rowsAtOnce, after }, { db: given ?? (await database()) }),
    signal === undefined ? {} : { signal },
  )
}
