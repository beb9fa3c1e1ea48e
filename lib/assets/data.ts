import 'server-only'
import { database } from '@/lib/db/instance'
import { readInstant, readTogether } from '@/lib/db/read-together'
import type { Database, Queryable } from '@/lib/db/types'
import { AppError, isAbort } from '@/lib/errors'
import { readCursor, writeAfter, writeAfterInGroups, writeCursor, writeOrder, writeOrderName } from '@/lib/db/keyset'
import { Values } from '@/lib/db/values'
import { getAsset, type WireAsset } from '@/lib/service/assets'
import { service } from '@/lib/service/instance'
import { areWritesRefused } from '@/lib/service/refusals'
import type { Service } from '@/lib/service/types'
import type { Reach } from '@/lib/status-groups/schema'
import { isAppError } from '@/lib/background/trouble'
import { serverText } from '@/lib/server-text'
import { countAssetFacets } from './facets'
import { assetKeyset, groupKeyOf, writeAssetWhere } from './filter-sql'
import { assetListing } from './listing-state'
import type { AssetDetail, AssetFacets, AssetFilter, AssetPage, AssetRow, AssetStatus } from './schema'
import { markAssetsMissing, storeListedAssets } from './store'
import { readUncounted } from './uncounted'

interface StoredAsset {
  asset_id: string
  code: string
  type_id: string | null
  type_name: string | null
  site_id: string | null
  site_name: string | null
  state: string
  option_id: string | null
  option_name: string | null
  option_color: string | null
  group_id: string | null
  modified_at: string | null
}

const shown = `asset_id, code, type_id, type_name, site_id, site_name, state, option_id, option_name, option_color, group_id,
  modified_at`

/** Reads the status from a row of the index. */
export function readStoredStatus(
  row: Pick<StoredAsset, 'option_id' | 'option_name' | 'option_color' | 'group_id'>,
): AssetStatus | null {
  const { option_id: optionId, group_id: groupId } = row
  return optionId === null ? null : { optionId, name: row.option_name ?? '', color: row.option_color ?? '', groupId }
}

function toRow(row: StoredAsset): AssetRow {
  return {
    assetId: row.asset_id,
    code: row.code,
    typeId: row.type_id,
    typeName: row.type_name,
    siteId: row.site_id,
    siteName: row.site_name,
    state: row.state,
    status: readStoredStatus(row),
    modifiedAt: row.modified_at,
  }
}

/**
 * After a failed listing, the last complete one stays in use for this long. Then its data is too old to show counts.
 */
const failedAfterMinutes = 30

/** Which assets are known, and as of when. */
export async function readReach(db: Queryable): Promise<Pick<Reach, 'assets' | 'assetsAsOf' | 'areWritesRefused'>> {
  const { finishedAt, trouble, ageMinutes } = await assetListing.read(db)
  const isFailed = trouble === 'failed' && (ageMinutes === null || ageMinutes > failedAfterMinutes)
  return {
    assets: trouble === 'refused' ? 'refused' : isFailed ? 'failed' : finishedAt === null ? 'pending' : 'listed',
    assetsAsOf: finishedAt,
    areWritesRefused: areWritesRefused('assets'),
  }
}

/** How many assets match a filter. The order of the filter has no effect. */
export async function countAssets(db: Queryable, filter: AssetFilter): Promise<number> {
  const values = new Values()
  const { rows } = await db.query<{ n: number }>(
    `select count(*) as n from assets where ${writeAssetWhere(filter, values)}`,
    values.list,
  )
  return rows[0]?.n ?? 0
}

/**
 * Lists a page of the index in the requested order.
 * @throws AppError invalid, naming `after`
 */
export async function listAssets(
  { after, limit, ...filter }: AssetFilter & { after?: string | undefined; limit: number },
  given?: Database,
): Promise<AssetPage> {
  const group = groupKeyOf(filter)
  const groupName = group === null ? '' : (filter.groupBy ?? '')
  const position = after === undefined ? null : readCursor(assetKeyset, filter.sort, after, groupName)
  return readTogether(given ?? (await database()), async (tx) => {
    const values = new Values()
    const { key, groupKey, order } = writeOrder(assetKeyset, filter.sort, group)
    const where = [
      writeAssetWhere(filter, values),
      ...(position === null
        ? []
        : [
            group === null
              ? writeAfter(assetKeyset, filter.sort, position, values)
              : writeAfterInGroups(assetKeyset, filter.sort, group, position, values),
          ]),
    ].join(' and ')
    const { rows } = await tx.query<StoredAsset & { sorted_by: string | null; group_name: string | null }>(
      `select ${shown}, ${key} as sorted_by, ${groupKey} as group_name from assets where ${where} order by ${order}
       limit ${values.add(limit + 1, 'int8')}`,
      values.list,
    )
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const isLast = rows.length <= limit || last === undefined
    return {
      rows: page.map(toRow),
      after: isLast
        ? null
        : writeCursor(writeOrderName(filter.sort, groupName), {
            value: last.sorted_by,
            id: last.asset_id,
            group: group === null ? undefined : last.group_name,
          }),
      total: position === null && isLast ? page.length : await countAssets(tx, filter),
      reach: await readReach(tx),
    }
  })
}

/** Values for the filters of a list, each with its count under all other filters. */
export async function readAssetFacets(filter: AssetFilter, given?: Database): Promise<AssetFacets> {
  return readTogether(given ?? (await database()), (tx) => countAssetFacets(tx, filter))
}

/** Documents in the index are assets as `lib/service/assets.ts` reads them. Only `store.ts` writes them. */
const readDocument = (document: unknown) => document as WireAsset

async function readKept(db: Queryable, assetId: string, stale: string | null): Promise<AssetDetail | null> {
  const { rows } = await db.query<StoredAsset & { document: unknown }>(
    `select ${shown}, document from assets where asset_id = $1 and missing_at is null`,
    [assetId],
  )
  const [row] = rows
  if (row === undefined) return null
  const { createdAt, inspectedAt, isExternal, fields, mediaNames, rest } = readDocument(row.document)
  return { ...toRow(row), createdAt, inspectedAt, isExternal, fields, mediaNames, rest: { ...rest }, stale }
}

/**
 * Returns one asset as the service has it now, or from the newest listing, with the reason in `stale`.
 * @throws AppError not_found when the service does not know the asset, or no longer; as `Service.call` when the index
 * does not know it either
 */
export async function readAsset(
  assetId: string,
  {
    db: given,
    service: from = service(),
    signal,
  }: { db?: Database; service?: Pick<Service, 'call'>; signal?: AbortSignal } = {},
): Promise<AssetDetail> {
  const db = given ?? (await database())
  const asOf = await readInstant(db)
  let stale: string | null = null
  try {
    const asset = await getAsset(from, assetId, signal === undefined ? {} : { signal })
    await storeListedAssets(db, [asset], asOf, { isNoted: true })
  } catch (error) {
    if (isAbort(error) || !isAppError(error)) throw error
    if (error.code === 'not_found') {
      await markAssetsMissing(db, [assetId], asOf)
      throw new AppError('not_found', serverText('assets.notFound'), { cause: error })
    }
    stale = serverText('assets.stale', { reason: error.text })
    const kept = await readKept(db, assetId, stale)
    if (kept === null) throw error
    return kept
  }
  const kept = await readKept(db, assetId, stale)
  // The asset was stored just now, so another read must have found it deleted since.
  if (kept === null) throw new AppError('not_found', serverText('assets.deleted'))
  return kept
}

/** Counts assets by their status, including archived ones. */
export async function countByOption(db: Queryable): Promise<Map<string, number>> {
  const { rows } = await db.query<{ id: string; n: number }>(
    `select option_id as id, count(*) as n from assets where missing_at is null and option_id is not null group by option_id`,
  )
  return new Map(rows.map(({ id, n }) => [id, n]))
}

export interface TypeCounts {
  assetCount: number
  /** Counts by the id of the status. Assets without a status are left out. */
  counts: Record<string, number>
}

/** Counts the assets of each type, in total and by their status, including archived ones. */
export async function countByTypeAndOption(db: Queryable): Promise<Map<string, TypeCounts>> {
  const { rows } = await db.query<{ type_id: string; option_id: string | null; n: number }>(
    `select type_id, option_id, count(*) as n from assets where missing_at is null and type_id is not null
     group by type_id, option_id`,
  )
  const types = new Map<string, TypeCounts>()
  for (const { type_id: typeId, option_id: optionId, n } of rows) {
    const known = types.get(typeId) ?? { assetCount: 0, counts: {} }
    known.assetCount += n
    if (optionId !== null) known.counts[optionId] = n
    types.set(typeId, known)
  }
  return types
}

/**
 * Counts assets by type and by status, and lists types whose statuses are unknown because their listing after a write
 * has not ended. All are read from one snapshot of the index, so that a listing that ends in between is never counted
 * in part.
 */
export function readCounts(
  db: Database,
): Promise<{ byOption: Map<string, number>; byType: Map<string, TypeCounts>; uncounted: Set<string> }> {
  return readTogether(db, async (tx) => ({
    uncounted: await readUncounted(tx),
    byOption: await countByOption(tx),
    byType: await countByTypeAndOption(tx),
  }))
}

/**
 * Ids of the assets that match a filter, in its order, except some. `total` is the number of all; `ids` are the first
 * `max`.
 */
export async function selectAssetIds(
  db: Queryable,
  filter: AssetFilter,
  except: readonly string[],
  max: number,
): Promise<{ ids: string[]; total: number }> {
  const values = new Values()
  const where = writeAssetWhere(filter, values)
  const { order } = writeOrder(assetKeyset, filter.sort, groupKeyOf(filter))
  const { rows } = await db.query<{ asset_id: string; total: number }>(
    `select asset_id, count(*) over () as total from assets
     where ${where} and asset_id <> all (${values.add(except, 'text[]')})
     order by ${order} limit ${values.add(max, 'int8')}`,
    values.list,
  )
  return { ids: rows.map((row) => row.asset_id), total: rows[0]?.total ?? 0 }
}

/** Assets by id, in the order of the ids. Assets that do not exist, or no longer, are left out. */
export async function readAssetsById(db: Queryable, assetIds: readonly string[]): Promise<AssetRow[]> {
  const { rows } = await db.query<StoredAsset>(
    `select ${shown} from assets where asset_id = any($1::text[]) and missing_at is null`,
    [assetIds],
  )
  const found = new Map(rows.map((row) => [row.asset_id, row]))
  return assetIds.flatMap((id) => {
    const row = found.get(id)
    return row === undefined ? [] : [toRow(row)]
  })
}

/**
 * All assets that have one of some statuses, including archived assets. If these statuses are removed, these assets are
 * moved or lose their status.
 */
export async function listAssetsOfOptions(db: Queryable, optionIds: readonly string[]): Promise<AssetRow[]> {
  const { rows } = await db.query<StoredAsset>(
    `select ${shown} from assets where option_id = any($1::text[]) and missing_at is null order by asset_id`,
    [optionIds],
  )
  return rows.map(toRow)
}
