import 'server-only'
import type { Actor } from '@/lib/access/actor'
import type { Role } from '@/lib/access/permissions'
import type { Queryable } from '@/lib/db/types'

/**
 * Reads and writes rows of sessions. SessionStore decides which of them are valid, and caches them for two seconds.
 * Times are milliseconds since the epoch.
 */

export const sessionLimits = {
  idleMs: 30 * 60_000,
  absoluteMs: 12 * 60 * 60_000,
  rowKeptMs: 2_000,
  /**
   * How often the time of the last use is stored. This process knows the exact time, but after a restart a session may
   * expire this much early.
   */
  lastSeenWriteMs: 60_000,
} as const

/** Data of a session, without its person. */
export interface SessionInfo {
  sid: string
  /** Identifies the session in lists, so that a browser never gets the sid of another session. */
  sessionId: string
  method: SessionMethod
  hasSecondFactor: boolean
  /** When the person last gave proof, in milliseconds since the epoch. */
  provedAt: number
}

/** How a session was started. */
export type SessionMethod = 'password' | 'passkey' | 'oidc'

export interface NewSession {
  address: string
  agent: string
  method?: SessionMethod
  hasSecondFactor?: boolean
  /** Encrypted ID token of the issuer, for signing out at the issuer. */
  oidcIdToken?: Buffer
  /** The account's epoch when its password was checked. */
  epoch?: number | undefined
}

/** A valid session and its person. */
export interface FoundSession {
  actor: Actor
  info: SessionInfo
  /** The person's preferences as stored, see lib/account. */
  preferences: unknown
}

interface SessionRow {
  user_id: string
  email: string
  name: string
  role: Role
  created_ms: number
  last_seen_ms: number
  session_id: string
  method: SessionMethod
  has_second_factor: boolean
  proved_ms: number
  preferences: unknown
}

const toTime = (ms: number) => new Date(ms).toISOString()

/**
 * Stores a session, and the current time as the last time its person was seen.
 * @returns false if the person may no longer sign in; the statement waits for a concurrent change of the account, so it
 * checks the latest state
 */
export async function insertSession(
  db: Queryable,
  { sid, userId, at, from }: { sid: string; userId: string; at: number; from: NewSession },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `with seen as (
       update users set last_seen_at = $3
        where user_id = $2 and disabled_at is null and ($9::int is null or device_epoch = $9)
       returning user_id
     )
     insert into sessions (sid, user_id, created_at, last_seen_at, proved_at, address, agent, method, has_second_factor,
                           oidc_id_token)
     select $1, user_id, $3, $3, $3, $4, $5, $6, $7::boolean, $8::bytea from seen`,
    [
      sid,
      userId,
      toTime(at),
      from.address.slice(0, 100),
      from.agent.slice(0, 300),
      from.method ?? 'password',
      from.hasSecondFactor ?? false,
      from.oidcIdToken ?? null,
      from.epoch ?? null,
    ],
  )
  return rowCount > 0
}

/** A session that has not been revoked, if its person is not disabled. */
export async function readSessionRow(db: Queryable, sid: string): Promise<SessionRow | null> {
  const { rows } = await db.query<SessionRow>(
    `select u.user_id, u.email, u.name, u.role,
            (extract(epoch from s.created_at) * 1000)::float8 as created_ms,
            (extract(epoch from s.last_seen_at) * 1000)::float8 as last_seen_ms,
            (extract(epoch from s.proved_at) * 1000)::float8 as proved_ms,
            s.session_id, s.method, s.has_second_factor, u.preferences
       from sessions s join users u using (user_id)
      where s.sid = $1 and s.revoked_at is null and u.disabled_at is null
        -- However a session came to be: a service account never has one.
        and u.kind = 'person'`,
    [sid],
  )
  return rows[0] ?? null
}

/** Ends the sessions of a person except `keep`, their unfinished sign-ins and their device cookies. */
export async function revokeSessions(
  tx: Queryable,
  { userId, at, keep }: { userId: string; at: number; keep: string | null },
): Promise<number> {
  const { rowCount } = await tx.query(
    'update sessions set revoked_at = $2 where user_id = $1 and revoked_at is null and sid is distinct from $3',
    [userId, toTime(at), keep],
  )
  await tx.query('update users set device_epoch = device_epoch + 1 where user_id = $1', [userId])
  // Sign-ins that wait for their second step began before this change, so they end too.
  await tx.query('delete from sign_in_steps where user_id = $1', [userId])
  return rowCount
}

export async function writeLastSeen(
  db: Queryable,
  { sid, userId, at }: { sid: string; userId: string; at: number },
): Promise<void> {
  await db.query(
    `with seen as (update sessions set last_seen_at = $2 where sid = $1 and last_seen_at < $2)
     update users set last_seen_at = $2
      where user_id = $3 and (last_seen_at is null or last_seen_at < $2::timestamptz - make_interval(secs => $4))`,
    // A person's row is written at most once a minute, even with several sessions.
    [sid, toTime(at), userId, (sessionLimits.lastSeenWriteMs - 1_000) / 1000],
  )
}
