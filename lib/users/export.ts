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
import { listUsers, readUserFacets } from './data'
import { importWords, listGroups, seatWords, statusWords } from './model'
import type { UserExportQuery, UserFacetName, UserFilter, UserRow } from './schema'

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

type ReadUsers = (filter: UserFilter, after: string | undefined) => Promise<{ rows: UserRow[]; after: string | null }>

/**
 * Reads users group by group, as the list shows them, and last those that no group has. A user with several values is
 * only in the first of their groups, so that a file has as many rows as there are users.
 */
function readInGroups(filter: UserFilter, groupBy: UserFacetName, read: ReadUsers, db: () => Promise<Database>) {
  const written = new Set<string>()
  let left: UserFilter[] | null = null
  let place: string | undefined
  return async () => {
    if (left === null) {
      const values = listGroups(await readUserFacets(filter, await db()), filter, groupBy)
      left = [...values.map(({ value }): UserFilter => Object.assign({}, filter, { [groupBy]: [value] })), filter]
    }
    const page = await read(left[0] ?? filter, place)
    place = page.after ?? undefined
    if (page.after === null) left.shift()
    const rows = page.rows.filter(({ userId }) => !written.has(userId))
    for (const { userId } of rows) written.add(userId)
    // The stream only looks at whether there is another page.
    return { rows, after: left.length === 0 ? null : '' }
  }
}

/** All users that match a filter, with the columns, groups and order of an address, as CSV or Excel. */
export function exportUsers(
  { tz: zone = 'UTC', format, columns: shown, groupBy, ...filter }: UserExportQuery,
  { language = 'en', signal, db: given }: { language?: PageLanguage; signal?: AbortSignal; db?: Database } = {},
): ReadableStream<Uint8Array> {
  const toFile = ([head, value]: Column): FileColumn<UserRow> => ({ label: renderText(head, language), value })
  const db = async () => given ?? (await database())
  const read: ReadUsers = async (within, after) =>
    listUsers({ ...within, limit: rowsAtOnce, after }, { db: await db() })
  return streamPages(
    readShownColumns(userColumns, shown).flatMap(({ id }) => columns[id].map(toFile)),
    { zone, format },
    groupBy === undefined ? (after) => read(filter, after) : readInGroups(filter, groupBy, read, db),
    signal === undefined ? {} : { signal },
  )
}
