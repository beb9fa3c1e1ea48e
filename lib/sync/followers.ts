import 'server-only'
import * as z from 'zod'
import type { Database, Queryable } from '@/lib/db/types'

/**
 * Several consoles may share a server database, and one of them syncs. Requests to the others reach it through a table:
 * LISTEN would need its own connection, which a connection pooler does not keep.
 */

const syncStatus = z.object({
  running: z.boolean(),
  nextPassAt: z.iso.datetime().nullable(),
  /** Inspections that the running pass has yet to list; null when none runs, or before its first response. */
  rowsToList: z.number().nullable(),
  /** Documents fetched within the last minute; null when none. */
  hydratePerMinute: z.number().nullable(),
  /** Why the service refused the token, in words; null while it works. */
  tokenRefused: z.string().nullable(),
})
/** The status of the console that syncs. */
export type SyncStatus = z.infer<typeof syncStatus>

/** How long a request is valid. */
const requestLife = `interval '10 minutes'`
const auditIdsMax = 1_000

/** Asks the console that syncs for a pass now, or to read these documents first. */
export async function sendSyncRequest(
  db: Queryable,
  request: { kind: 'pass' } | { kind: 'hydrate'; auditIds: readonly string[] },
): Promise<void> {
  // If no console syncs, nobody takes requests, so old ones are deleted here.
  await db.query(`delete from sync_requests where asked_at < now() - ${requestLife}`)
  await db.query('insert into sync_requests (kind, audit_ids) values ($1, $2)', [
    request.kind,
    request.kind === 'hydrate' ? request.auditIds.slice(0, auditIdsMax) : [],
  ])
}

/** Takes the requests of other consoles, each once. `auditIds`: lists in the order of the requests. */
export async function takeSyncRequests(db: Queryable): Promise<{ wantsPass: boolean; auditIds: string[][] }> {
  const { rows } = await db.query<{ kind: 'pass' | 'hydrate'; audit_ids: string[]; request_id: number }>(
    `delete from sync_requests returning kind, audit_ids, request_id`,
  )
  const ordered = rows.sort((a, b) => a.request_id - b.request_id)
  return {
    wantsPass: ordered.some((row) => row.kind === 'pass'),
    auditIds: ordered.filter((row) => row.kind === 'hydrate').map((row) => row.audit_ids),
  }
}

/** Publishes the status of this console, which syncs, to the others. */
export async function writeLeaderStatus(db: Queryable, status: SyncStatus): Promise<void> {
  await db.query(
    `insert into sync_state (name, leader, leader_seen_at) values ('inspections', $1, now())
     on conflict (name) do update set leader = excluded.leader, leader_seen_at = excluded.leader_seen_at`,
    [status],
  )
}

/**
 * The status of the console that syncs; null when none was published recently, or by another version in another shape.
 */
export async function readLeaderStatus(db: Database): Promise<SyncStatus | null> {
  const { rows } = await db.query<{ leader: unknown }>(
    `select leader from sync_state where name = 'inspections' and leader_seen_at > now() - interval '20 seconds'`,
  )
  return syncStatus.safeParse(rows[0]?.leader).data ?? null
}
