import 'server-only'
import { type FileColumn, streamPages } from '@/lib/csv/pages'
import type { SheetCell } from '@/lib/csv/xlsx'
import { database } from '@/lib/db/instance'
import type { Database } from '@/lib/db/types'
import type { PageLanguage } from '@/lib/messages/languages'
import { renderText, serverText } from '@/lib/server-text'
import { readShownColumns } from '@/lib/table/shown-columns'
import { type AssetColumnId, assetColumns } from './columns'
import { listAssets } from './data'
import type { AssetExportQuery, AssetRow } from './schema'

const states: Readonly<Record<string, string>> = {
  active: serverText('files.values.active'),
  archived: serverText('files.values.archived'),
}

type Column = readonly [head: string, value: (row: AssetRow) => SheetCell]

/** Header and value of each column of the list in files. */
const columns: Readonly<Record<AssetColumnId, Column>> = {
  code: [serverText('files.heads.code'), ({ code }) => code],
  type: [serverText('files.heads.type'), ({ typeName, typeId }) => typeName ?? typeId],
  site: [serverText('files.heads.site'), ({ siteName, siteId }) => siteName ?? siteId],
  status: [serverText('files.heads.status'), ({ status }) => status?.name ?? null],
  // SafetyCulture may have more states, which are written unchanged.
  state: [serverText('files.heads.state'), ({ state }) => states[state] ?? state],
  modified: [
    serverText('files.heads.modified'),
    ({ modifiedAt }) => (modifiedAt === null ? null : { time: modifiedAt }),
  ],
  id: [serverText('files.heads.assetId'), ({ assetId }) => assetId],
}

const rowsAtOnce = 2_000

/** Writes all assets that match a filter as CSV or Excel, with the columns of an address and in its order. */
export function exportAssets(
  { tz: zone = 'UTC', format, columns: shown, ...filter }: AssetExportQuery,
  { language = 'en', signal, db: given }: { language?: PageLanguage; signal?: AbortSignal; db?: Database } = {},
): ReadableStream<Uint8Array> {
  const toFile = ([head, value]: Column): FileColumn<AssetRow> => ({
    label: renderText(head, language),
    value: (row) => {
      const cell = value(row)
      return typeof cell === 'string' ? renderText(cell, language) : cell
    },
  })
  return streamPages(
    readShownColumns(assetColumns, shown).map(({ id }) => toFile(columns[id])),
    { zone, format },
    async (after) => listAssets({ ...filter, limit: rowsAtOnce, after }, given ?? (await database())),
    signal === undefined ? {} : { signal },
  )
}
