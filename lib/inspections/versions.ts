import 'server-only'
import type { Queryable } from '@/lib/db/types'

/** The stored versions of an inspection, and which of them a person has seen. */

export interface KeptVersion {
  modifiedAt: string
  fetchedAt: string
  /** Whether it is the newest version that the service reported. */
  isCurrent: boolean
}

/** Stored versions, newest first. Null: the inspection is not in the index. */
export async function readKeptVersions(db: Queryable, auditId: string): Promise<KeptVersion[] | null> {
  const { rows } = await db.query<{ modified_at: string | null; fetched_at: string; is_current: boolean }>(
    `select kept.modified_at, kept.fetched_at, kept.modified_at = known.modified_at as is_current
     from inspections known left join inspection_documents kept using (audit_id)
     where audit_id = $1
     order by kept.modified_at desc`,
    [auditId],
  )
  if (rows.length === 0) return null
  return rows.flatMap(({ modified_at: modifiedAt, fetched_at: fetchedAt, is_current: isCurrent }) =>
    modifiedAt === null ? [] : [{ modifiedAt, fetchedAt, isCurrent }],
  )
}

/** The documents of these versions as text, by version. Versions that are not stored are omitted. */
export async function readDocuments(
  db: Queryable,
  auditId: string,
  versions: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ modified_at: string; document: string }>(
    `select modified_at, document from inspection_documents
     where audit_id = $1 and modified_at = any($2::timestamptz[])`,
    [auditId, versions],
  )
  return new Map(rows.map((row) => [row.modified_at, row.document]))
}

export interface SeenVersion {
  version: string
  openedAt: string
}

/** The last two versions of an inspection that a person saw (or one, or none), latest first. */
export async function readSeenVersions(db: Queryable, userId: string, auditId: string): Promise<SeenVersion[]> {
  const { rows } = await db.query<{
    version: string
    opened_at: string
    previous_version: string | null
    previous_opened_at: string | null
  }>(
    `select version, opened_at, previous_version, previous_opened_at from inspection_opens
     where user_id = $1 and audit_id = $2`,
    [userId, auditId],
  )
  const row = rows[0]
  if (row === undefined) return []
  const last = { version: row.version, openedAt: row.opened_at }
  if (row.previous_version === null || row.previous_opened_at === null) return [last]
  return [last, { version: row.previous_version, openedAt: row.previous_opened_at }]
}

/**
 * Records that a person has opened a version. Opening the same version again only updates the time. Opening a newer
 * version keeps the one that was seen before. An older version, from an old page, changes nothing.
 */
export async function writeOpened(
  db: Queryable,
  open: { userId: string; auditId: string; version: string; at: Date },
): Promise<void> {
  await db.query(
    `insert into inspection_opens as seen (user_id, audit_id, version, opened_at) values ($1, $2, $3, $4)
     on conflict (user_id, audit_id) do update set
       version = excluded.version,
       opened_at = excluded.opened_at,
       previous_version = case when excluded.version > seen.version then seen.version else seen.previous_version end,
       previous_opened_at =
         case when excluded.version > seen.version then seen.opened_at else seen.previous_opened_at end
     where excluded.version >= seen.version`,
    [open.userId, open.auditId, open.version, open.at],
  )
}
