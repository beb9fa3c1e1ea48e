import 'server-only'
import { randomBytes } from 'node:crypto'
import type { Clock } from '@/lib/clock'
import type { Queryable } from '@/lib/db/types'
import type { Actor } from '@/lib/access/actor'
import type { Role } from '@/lib/access/permissions'
import { AppError } from '@/lib/errors'

/**
 * A cookie counts only while its row does. What a cookie says (sid) never changes, so decoding is kept as long as there
 * is room; what the row says is kept for two seconds for reads and not at all for writes. A revocation clears what is kept:
 * at once in this process, and with its commit when another console or somebody by hand made it (session-notices.ts).
 * Where such a notice cannot arrive it holds at the next write and within two seconds for reads.
 */
export const sessionLimits = {
  idleMs: 30 * 60_000,
  absoluteMs: 12 * 60 * 60_000,
  rowKeptMs: 2_000,
  /** Last-seen is exact in this process and written at most this often; after a restart a session may end this much early. */
  lastSeenWriteMs: 60_000,
} as const

const entriesMax = 5_000

/** What the signed cookie holds, and nothing else: permissions are read from the row. */
export interface SessionToken {
  sub: string
  sid: string
}

/** What is known of a session beside its person. */
export interface SessionInfo {
  sid: string
  /** Names the session to browsers, which never hear the sid of another one. */
  sessionId: string
  method: SessionMethod
  hasSecondFactor: boolean
  /** When the person last proved who they are, in milliseconds since the epoch. */
  provedAt: number
}

/** How a session was started. */
export type SessionMethod = 'password' | 'passkey' | 'oidc'

export interface NewSession {
  address: string
  agent: string
  method?: SessionMethod
  hasSecondFactor?: boolean
  /** ID token of the issuer, encrypted, for signing out there. */
  oidcIdToken?: Buffer
  /** Of the account when its password was checked. */
  epoch?: number | undefined
}

/** Who a session stands for, and what pages need of them. */
export interface FoundSession {
  actor: Actor
  info: SessionInfo
  /** Of the person, as stored: see lib/account. */
  preferences: unknown
}

interface KnownSession extends FoundSession {
  createdAt: number
  lastSeenAt: number
  writtenAt: number
  readAt: number
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

interface ReadOptions {
  fresh?: boolean
  active?: boolean
}

/** One session, all of a person, or any: what ended while nobody could tell. */
export type GoneSession = { sid: string } | { userId: string } | { anyone: true }

export interface SessionStoreOptions {
  db: Queryable
  clock: Clock
  /** Opens the signed cookie; null when it is not ours, or too old. */
  decode: (cookie: string) => Promise<SessionToken | null>
  onError?: (error: unknown) => void
}

/** Keeps a map at its size by dropping what was put in first. */
function evict(map: Map<string, unknown>): void {
  if (map.size < entriesMax) return
  const oldest = map.keys().next().value
  if (oldest !== undefined) map.delete(oldest)
}

export class SessionStore {
  readonly #tokens = new Map<string, SessionToken>()
  readonly #known = new Map<string, KnownSession>()
  readonly #reading = new Map<string, Promise<KnownSession | null>>()
  readonly #db: Queryable
  readonly #clock: Clock
  readonly #decode: SessionStoreOptions['decode']
  readonly #endListeners = new Set<(gone: GoneSession) => void>()
  readonly #onError: (error: unknown) => void
  /** Counts revocations, so that a row read before one is not kept after it. */
  #revocations = 0

  constructor({ db, clock, decode, onError }: SessionStoreOptions) {
    this.#db = db
    this.#clock = clock
    this.#decode = decode
    this.#onError = onError ?? (() => undefined)
  }

  /**
   * Starts a session and returns its sid, which goes into the cookie.
   * @throws AppError unauthenticated when the person was disabled, or all their sessions ended, since they were checked: the
   * update waits for whoever is doing that, and looks again
   */
  async create(userId: string, from: NewSession): Promise<string> {
    const sid = randomBytes(24).toString('base64url')
    const now = new Date(this.#clock.now()).toISOString()
    const { rowCount } = await this.#db.query(
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
        now,
        from.address.slice(0, 100),
        from.agent.slice(0, 300),
        from.method ?? 'password',
        from.hasSecondFactor ?? false,
        from.oidcIdToken ?? null,
        from.epoch ?? null,
      ],
    )
    if (rowCount === 0) throw new AppError('unauthenticated', 'This account cannot sign in at the moment. Try again.')
    return sid
  }

  /**
   * Who a cookie stands for, or null when it does not count any more.
   * @param options.fresh reads the row even when one is kept (for requests that change something)
   * @param options.active false leaves the idle time running (for requests no person caused)
   * @throws AppError unavailable when the database cannot be reached
   */
  async read(cookie: string, options: ReadOptions = {}): Promise<Actor | null> {
    return (await this.readSession(cookie, options))?.actor ?? null
  }

  /** As `read`, with what is known of the session itself. */
  async readSession(cookie: string, options: ReadOptions = {}): Promise<FoundSession | null> {
    const sid = (this.#tokens.get(cookie) ?? (await this.#open(cookie)))?.sid
    if (sid === undefined) return null
    const now = this.#clock.now()
    let session = this.#known.get(sid)
    if (session === undefined || options.fresh === true || now - session.readAt >= sessionLimits.rowKeptMs) {
      const stored = await this.#load(sid, options.fresh === true)
      if (stored === null) return null
      session = stored
    }
    if (now - session.createdAt >= sessionLimits.absoluteMs || now - session.lastSeenAt >= sessionLimits.idleMs) {
      await this.end(sid)
      return null
    }
    if (options.active !== false && now > session.lastSeenAt) this.#touch(sid, session, now)
    return session
  }

  /** The sid in a cookie that is ours, whether or not its row still counts. */
  async sidOf(cookie: string): Promise<string | null> {
    return (this.#tokens.get(cookie) ?? (await this.#open(cookie)))?.sid ?? null
  }

  /** Ends a session for good: sign-out, and what ran out. */
  async end(sid: string): Promise<void> {
    this.forgetSession(sid)
    await this.#db.query('delete from sessions where sid = $1', [sid])
    this.forgetSession(sid)
  }

  /** Notes that the person of a session has just proved who they are. */
  async prove(sid: string): Promise<void> {
    await this.#db.query('update sessions set proved_at = $2 where sid = $1', [
      sid,
      new Date(this.#clock.now()).toISOString(),
    ])
    this.#revocations += 1
    this.#reading.delete(sid)
    this.#known.delete(sid)
  }

  /**
   * Ends every session of a person, and what their browsers are known by: role change, disabling, new password. `keep` names a
   * session that goes on.
   * @returns how many ended
   */
  async revokeUser(userId: string, tx: Queryable = this.#db, keep: string | null = null): Promise<number> {
    const { rowCount } = await tx.query(
      'update sessions set revoked_at = $2 where user_id = $1 and revoked_at is null and sid is distinct from $3',
      [userId, new Date(this.#clock.now()).toISOString(), keep],
    )
    await tx.query('update users set device_epoch = device_epoch + 1 where user_id = $1', [userId])
    // A sign-in that waits for its second step began under what has just changed.
    await tx.query('delete from sign_in_steps where user_id = $1', [userId])
    this.forgetUser(userId)
    return rowCount
  }

  /** Ends one session of a person, by what browsers know of it. False when it has ended already. */
  async revokeOne(userId: string, sessionId: string, tx: Queryable = this.#db): Promise<boolean> {
    const { rows } = await tx.query<{ sid: string }>(
      `update sessions set revoked_at = $3 where user_id = $1 and session_id = $2 and revoked_at is null returning sid`,
      [userId, sessionId, new Date(this.#clock.now()).toISOString()],
    )
    for (const { sid } of rows) this.forgetSession(sid)
    return rows.length > 0
  }

  /** Drops what is kept about a person; call it again after the transaction that changed them commits. */
  forgetUser(userId: string): void {
    this.#revocations += 1
    this.#reading.clear()
    for (const [sid, session] of this.#known) if (session.actor.userId === userId) this.#known.delete(sid)
    for (const listener of this.#endListeners) listener({ userId })
  }

  /**
   * Tells of sessions that may have ended: of some before their row says so, and then once more when it does. What another
   * console ends is told where session-notices.ts listens.
   * @returns how to hear no more
   */
  onEnd(listener: (gone: GoneSession) => void): () => void {
    this.#endListeners.add(listener)
    return () => this.#endListeners.delete(listener)
  }

  /** Deletes rows that can never count again. */
  async sweep(): Promise<void> {
    await this.#db.query('delete from sessions where created_at < $1', [
      new Date(this.#clock.now() - sessionLimits.absoluteMs).toISOString(),
    ])
  }

  /** Drops what is kept about a session that ended elsewhere. */
  forgetSession(sid: string): void {
    this.#revocations += 1
    this.#reading.delete(sid)
    this.#known.delete(sid)
    for (const listener of this.#endListeners) listener({ sid })
  }

  /** Drops everything that is kept: any of it may have ended unheard. */
  forgetAll(): void {
    this.#revocations += 1
    this.#reading.clear()
    this.#known.clear()
    for (const listener of this.#endListeners) listener({ anyone: true })
  }

  async #open(cookie: string): Promise<SessionToken | null> {
    const token = await this.#decode(cookie)
    if (token === null) return null
    evict(this.#tokens)
    this.#tokens.set(cookie, token)
    return token
  }

  async #load(sid: string, fresh: boolean): Promise<KnownSession | null> {
    for (;;) {
      const seen = this.#revocations
      const session = await this.#readShared(sid, fresh)
      // Someone was revoked while we read: what we hold may be from before. Look again.
      if (seen !== this.#revocations) continue
      if (session === null) this.#known.delete(sid)
      else this.#known.set(sid, session)
      return session
    }
  }

  /** Joins a read that is under way, unless it may have begun before something that the caller must not miss. */
  #readShared(sid: string, fresh: boolean): Promise<KnownSession | null> {
    const running = fresh ? undefined : this.#reading.get(sid)
    if (running !== undefined) return running
    const reading = this.#query(sid).finally(() => {
      if (this.#reading.get(sid) === reading) this.#reading.delete(sid)
    })
    this.#reading.set(sid, reading)
    return reading
  }

  async #query(sid: string): Promise<KnownSession | null> {
    const readAt = this.#clock.now()
    const { rows } = await this.#db.query<SessionRow>(
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
    const [row] = rows
    if (row === undefined) return null
    const before = this.#known.get(sid)
    if (before === undefined) evict(this.#known)
    return {
      actor: Object.freeze({ userId: row.user_id, email: row.email, name: row.name, role: row.role }),
      info: Object.freeze({
        sid,
        sessionId: row.session_id,
        method: row.method,
        hasSecondFactor: row.has_second_factor,
        provedAt: row.proved_ms,
      }),
      preferences: row.preferences,
      createdAt: row.created_ms,
      lastSeenAt: Math.max(row.last_seen_ms, before?.lastSeenAt ?? 0),
      // Our own write may still be under way when the row is read again.
      writtenAt: Math.max(row.last_seen_ms, before?.writtenAt ?? 0),
      readAt,
    }
  }

  #touch(sid: string, session: KnownSession, now: number): void {
    session.lastSeenAt = now
    if (now - session.writtenAt < sessionLimits.lastSeenWriteMs) return
    session.writtenAt = now
    this.#db
      .query(
        `with seen as (update sessions set last_seen_at = $2 where sid = $1 and last_seen_at < $2)
         update users set last_seen_at = $2
          where user_id = $3 and (last_seen_at is null or last_seen_at < $2::timestamptz - make_interval(secs => $4))`,
        // A person with several sessions is written as seldom as one session.
        [sid, new Date(now).toISOString(), session.actor.userId, (sessionLimits.lastSeenWriteMs - 1_000) / 1000],
      )
      .catch(this.#onError)
  }
}
