import 'server-only'
import { relatedKey } from '@/lib/activity/journal'
import { readStoredStatus } from '@/lib/assets/data'
import type { Queryable } from '@/lib/db/types'
import { pathId } from '@/lib/ids'
import { readAnsweredId } from '@/lib/service/status-group-shapes'
import type { OperationName } from '@/lib/service/endpoints'

/** Finds the objects with a history of their own that the path, query, body and response of a raw write name. */

export interface NamedThing {
  kind: 'inspection' | 'status-group' | 'asset' | 'asset-type' | 'user-job' | 'webhook'
  id: string
}

/** The keys of these objects in entries of the log. */
export const keysOf = (things: readonly NamedThing[]): string[] => [
  ...new Set(things.map(({ kind, id }) => relatedKey(kind, id))),
]

const kindsOfParams: Readonly<Record<string, NamedThing['kind']>> = {
  auditId: 'inspection',
  statusGroupId: 'status-group',
  assetId: 'asset',
  typeId: 'asset-type',
  webhookId: 'webhook',
}
const typesOfGroup = new Set<OperationName>(['addStatusGroupTypes', 'removeStatusGroupTypes'])
/** No person changes more objects in one request, and more would make the entry slow to write. */
const namedMax = 5_000

const toThings = (kind: NamedThing['kind'], ids: readonly unknown[]): NamedThing[] =>
  ids.flatMap((id) => (pathId.safeParse(id).success ? [{ kind, id: String(id) }] : [])).slice(0, namedMax)

function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}

function readRows(value: unknown, name: string): unknown[] {
  const rows = readField(value, name)
  return Array.isArray(rows) ? rows : []
}

/** The objects that a write names before it is sent. The ids of user jobs here differ from those at the service. */
export async function findNamed(
  db: Queryable,
  {
    name,
    params,
    search,
    body,
  }: { name: OperationName; params: Readonly<Record<string, string>>; search: string; body: unknown },
): Promise<NamedThing[]> {
  const named = Object.entries(params).flatMap(([param, id]) => {
    const kind = kindsOfParams[param]
    return kind === undefined ? [] : toThings(kind, [id])
  })
  if (typesOfGroup.has(name))
    named.push(
      ...toThings('asset-type', [...readRows(body, 'type_ids'), ...new URLSearchParams(search).getAll('type_ids')]),
    )
  if (name === 'updateAssets')
    named.push(
      ...toThings(
        'asset',
        readRows(body, 'assets').map((asset) => readField(asset, 'id')),
      ),
    )
  if (params['jobId'] !== undefined) {
    const { rows } = await db.query<{ id: string }>(
      'select distinct job_id as id from user_job_parts where remote_id = $1',
      [params['jobId']],
    )
    named.push(
      ...toThings(
        'user-job',
        rows.map(({ id }) => id),
      ),
    )
  }
  return named
}

/** The objects that were created according to a response. Empty when the response cannot be read. */
export function readMade(name: OperationName, bytes: Uint8Array | null): NamedThing[] {
  const answer = readJson(bytes)
  switch (name) {
    case 'createInspection':
      return toThings('inspection', [readField(answer, 'audit_id')])
    case 'createStatusGroup':
      return toThings('status-group', [readAnsweredId(answer)])
    case 'createAsset':
      return toThings('asset', [readAnsweredId(answer)])
    case 'createAssets':
      return toThings(
        'asset',
        readRows(answer, 'assets').map((asset) => readAnsweredId(asset)),
      )
    case 'createAssetType':
      return toThings('asset-type', [readField(readField(answer, 'type'), 'id') ?? readAnsweredId(answer)])
    case 'createWebhook':
      return toThings('webhook', [readField(readField(answer, 'webhook'), 'webhook_id')])
    default:
      return []
  }
}

function readJson(bytes: Uint8Array | null): unknown {
  if (bytes === null) return null
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as unknown
  } catch {
    return null
  }
}

interface AssetBefore {
  asset_id: string
  code: string
  type_name: string | null
  site_name: string | null
  state: string
  option_id: string | null
  option_name: string | null
  option_color: string | null
  group_id: string | null
  seen_at: string
}

const assetsMax = 100

/**
 * What the index knows about these assets or this status group, without a call of the service. For a status group these
 * are the statuses that assets have, because a write may clear them. Undefined when the index knows nothing.
 */
export async function readIndexed(db: Queryable, things: readonly NamedThing[]): Promise<unknown> {
  const idsOf = (wanted: NamedThing['kind']) => things.flatMap(({ kind, id }) => (kind === wanted ? [id] : []))
  const [assetIds, [groupId]] = [idsOf('asset').slice(0, assetsMax), idsOf('status-group')]
  if (assetIds.length > 0) {
    const { rows } = await db.query<AssetBefore>(
      `select asset_id, code, type_name, site_name, state, option_id, option_name, option_color, group_id, seen_at
       from assets where asset_id = any($1::text[]) and missing_at is null order by asset_id`,
      [assetIds],
    )
    const assets = rows.map((row) => ({
      assetId: row.asset_id,
      code: row.code,
      type: row.type_name,
      site: row.site_name,
      state: row.state,
      status: readStoredStatus(row),
      seenAt: row.seen_at,
    }))
    return assets.length === 0 ? undefined : { ofIndex: { assets } }
  }
  if (groupId === undefined) return undefined
  const { rows: statusesInUse } = await db.query(
    `select option_id as "optionId", max(option_name) as name, max(option_color) as color, count(*) as assets
     from assets where group_id = $1 and option_id is not null and missing_at is null group by 1 order by 1`,
    [groupId],
  )
  return statusesInUse.length === 0 ? undefined : { ofIndex: { statusesInUse } }
}
