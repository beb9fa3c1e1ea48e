import 'server-only'
import { readInstant } from '@/lib/db/read-together'
import type { Queryable } from '@/lib/db/types'
import { foldText } from '@/lib/search/search-text'
import type { WireAsset } from '@/lib/service/assets'
import { normalizeInstant } from '@/lib/time/instants'

/**
 * Invariant: a row is as of the start of the read that returned it (`seen_at`, by the database's clock, which all
 * consoles share). A read that started before a write got its response never replaces the result of the write, no
 * matter how late the read is stored. A listing that was cut short never deletes rows.
 */

// Text of the service may contain characters that PostgreSQL does not accept.
const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()
const cleanOrNull = (text: string | null) => (text === null ? null : clean(text))

const searchCharsMax = 20_000

/**
 * The first line of a search text: the name of the status, which changes without a listing. The tab marks it; texts that
 * an earlier version stored have none, until a listing replaces them.
 */
const foldStatus = (name: string) => `\t${foldText(clean(name)).replaceAll('\n', ' ')}`

/**
 * The searchable text of an asset, normalized like every search text: status, code, names, texts of fields, and its id.
 */
export function composeSearchText(asset: WireAsset): string {
  const parts = [
    asset.code,
    asset.typeName,
    asset.siteName,
    ...asset.fields.flatMap(({ name, text }) => [name, text]),
    asset.assetId,
  ]
  // Each text is on a line of its own, so that search words never match across two texts.
  const rest = foldText(clean(parts.filter((part) => part !== null && part !== '').join('\n')))
  return `${foldStatus(asset.status?.name ?? '')}\n${rest}`.slice(0, searchCharsMax)
}

/** A search text in SQL with another first line. Texts of an earlier version stay as they are. */
const withFirstLine = (text: string, line: string) =>
  `case when left(${text}, 1) = E'\\t' then ${line} || substr(${text}, position(E'\\n' in ${text})) else ${text} end`

/**
 * How much older than the known value the modified_at of a response may be to still be stored. A listing may lag behind
 * the single read that followed a write, but a service that was restored from a backup has correct data.
 */
const lagMinutes = 5

const isNewer = `(
    (known.missing_at is null and excluded.modified_at > known.modified_at)
    or (
      excluded.seen_at >= known.seen_at
      and (
        known.missing_at is not null
        or not coalesce(
          excluded.modified_at < known.modified_at
          and known.seen_at > excluded.seen_at - interval '${lagMinutes} minutes', false)
      )
    )
  )`

// A response may name a status only by its id. The known name and color are then kept, also in the search text.
const keepKnown = (column: string) =>
  `${column} = coalesce(nullif(excluded.${column}, ''),
     case when known.option_id = excluded.option_id then known.${column} end, excluded.${column})`
const keptSearchText = `case
    when coalesce(excluded.option_name, '') = '' and known.option_id = excluded.option_id and left(known.search_text, 1) = E'\\t'
    then ${withFirstLine('excluded.search_text', `split_part(known.search_text, E'\\n', 1)`)}
    else excluded.search_text
  end`

// A listing returns the same data for most assets each time. Writing all of them again would fill the database's log
// for no reason.
const isOther = `(
    known.missing_at is not null
    or known.document::text is distinct from excluded.document::text
    or known.search_text is distinct from ${keptSearchText}
  )`

async function upsert(db: Queryable, given: readonly WireAsset[], asOf: string, isNoted: boolean): Promise<number> {
  // A page may contain an asset twice, but one statement can only write a row once. The rows are in one order, so that
  // two statements never wait for each other.
  const byId = new Map(given.map((asset) => [asset.assetId, asset]))
  const assets = [...byId.values()].sort((left, right) => (left.assetId < right.assetId ? -1 : 1))
  if (assets.length === 0) return 0
  const column = <Value>(read: (asset: WireAsset) => Value) => assets.map(read)
  const { rowCount } = await db.query(
    `insert into assets as known (
       asset_id, code, type_id, type_name, site_id, site_name, state, option_id, option_name, option_color, group_id,
       modified_at, search_text, document, seen_at)
     select listed.*, $15::timestamptz
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
       $10::text[], $11::text[], $12::timestamptz[], $13::text[], $14::json[]) as listed
     on conflict (asset_id) do update set
       code = excluded.code, type_id = excluded.type_id, type_name = excluded.type_name, site_id = excluded.site_id,
       site_name = excluded.site_name, state = excluded.state, option_id = excluded.option_id,
       ${keepKnown('option_name')}, ${keepKnown('option_color')}, ${keepKnown('group_id')},
       modified_at = excluded.modified_at, search_text = ${keptSearchText}, document = excluded.document,
       seen_at = greatest(known.seen_at, excluded.seen_at), missing_at = null
     where ${isNewer} and ($16::boolean or ${isOther})`,
    [
      column(({ assetId }) => assetId),
      column(({ code }) => clean(code)),
      column(({ typeId }) => typeId),
      column(({ typeName }) => cleanOrNull(typeName)),
      column(({ siteId }) => siteId),
      column(({ siteName }) => cleanOrNull(siteName)),
      column(({ state }) => clean(state)),
      column(({ status }) => status?.optionId ?? null),
      column(({ status }) => cleanOrNull(status?.name ?? null)),
      column(({ status }) => cleanOrNull(status?.color ?? null)),
      column(({ status }) => status?.groupId ?? null),
      column(({ modifiedAt }) => normalizeInstant(modifiedAt)),
      column(composeSearchText),
      column((asset) => JSON.stringify(asset)),
      asOf,
      isNoted,
    ],
  )
  return rowCount
}

/**
 * Stores assets that a read returned. `asOf` is `readInstant` from before the read was sent. Results of later reads and
 * writes are kept. `isNoted` also records that nothing has changed, so that no older read can replace the row; it is
 * for assets that are about to be changed. Returns how many rows were written.
 */
export function storeListedAssets(
  db: Queryable,
  assets: readonly WireAsset[],
  asOf: string,
  { isNoted = false }: { isNoted?: boolean } = {},
): Promise<number> {
  return upsert(db, assets, asOf, isNoted)
}

/**
 * Stores one asset as our write left it, from the response of the write or from a read that was sent after it. Reads
 * that began before this call no longer change it.
 */
export async function storeWrittenAsset(db: Queryable, asset: WireAsset): Promise<void> {
  await upsert(db, [asset], await readInstant(db), true)
}

/**
 * Marks assets as missing after the service said that it does not know them, or no longer. `asOf` is as for
 * `storeListedAssets`, and by default now.
 */
export async function markAssetsMissing(
  db: Queryable,
  assetIds: readonly string[],
  asOf: string | null = null,
): Promise<number> {
  if (assetIds.length === 0) return 0
  const { rowCount } = await db.query(
    `update assets set missing_at = clock_timestamp(), seen_at = coalesce($2::timestamptz, clock_timestamp())
     where asset_id = any($1::text[]) and missing_at is null and ($2::timestamptz is null or seen_at <= $2)`,
    [assetIds, asOf],
  )
  return rowCount
}

/**
 * Existing assets that a listing did not return. The listing began at `since`, ended completely, and covered some types
 * or all.
 */
export async function findUnlisted(
  db: Queryable,
  { listedIds, since, typeIds }: { listedIds: Iterable<string>; since: string; typeIds: readonly string[] | null },
): Promise<string[]> {
  const { rows } = await db.query<{ asset_id: string }>(
    `select asset_id from assets
     where missing_at is null and seen_at < $2 and ($3::text[] is null or type_id = any($3))
       and not exists (select from unnest($1::text[]) as listed (id) where listed.id collate "C" = assets.asset_id)
     order by asset_id`,
    [[...listedIds], since, typeIds],
  )
  return rows.map((row) => row.asset_id)
}

/** Updates names, colors and groups of statuses, and the search texts with these names, in the index from their groups. */
export async function storeStatusNames(
  db: Queryable,
  groups: ReadonlyArray<{ groupId: string; options: ReadonlyArray<{ optionId: string; name: string; color: string }> }>,
): Promise<number> {
  const options = groups.flatMap(({ groupId, options: own }) => own.map((option) => ({ ...option, groupId })))
  const searchText = withFirstLine('search_text', 'told.search')
  const { rowCount } = await db.query(
    `update assets set option_name = told.name, option_color = told.color, group_id = told.group_id, search_text = ${searchText}
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) as told (option_id, name, color, group_id, search)
     where assets.option_id = told.option_id collate "C"
       and (option_name, option_color, assets.group_id, search_text)
         is distinct from (told.name, told.color, told.group_id, ${searchText})`,
    [
      options.map(({ optionId }) => optionId),
      options.map(({ name }) => clean(name)),
      options.map(({ color }) => clean(color)),
      options.map(({ groupId }) => groupId),
      options.map(({ name }) => foldStatus(name)),
    ],
  )
  return rowCount
}

/** Whether an asset has a status whose name or group no listing has returned, or that is not in its search text. */
export async function hasUnnamedStatus(db: Queryable): Promise<boolean> {
  const { rows } = await db.query(
    `select from assets where option_id is not null and missing_at is null
       and (coalesce(option_name, '') = '' or group_id is null or search_text like E'\\t\\n%') limit 1`,
  )
  return rows.length > 0
}

const missingDays = 90

/** Deletes assets that have been missing for a long time. */
export async function forgetMissing(db: Queryable): Promise<void> {
  await db.query(`delete from assets where missing_at < now() - interval '${missingDays} days'`)
}
