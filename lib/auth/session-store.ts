import 'server-only'
import { randomBytes } from 'node:crypto'
import type { Clock } from '@/lib/clock'
import type { Queryable } from '@/lib/db/types'
import type { Actor } from '@/lib/access/actor'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import {
  type FoundSession,
  insertSession,
  type NewSession,
  readSessionRow,
  revokeSessions,
  sessionLimits,
  writeLastSeen,
} from './session-rows'

const entriesMax = 5_000

/** The content of the cookie. Permissions are not part of it; they are read from the database. */
export interface SessionToken {
  sub: string
  sid: string
}

interface KnownSession extends FoundSession {
  createdAt: number
  lastSeenAt: number
  writtenAt: number
  readAt: number
}

interface ReadOptions {
  fresh?: boolean
  active?: boolean
}

/** One session, all sessions of a person, or possibly any session (`anyone`) because notices may have been missed. */
export type EndedSession = { sid: string } | { userId: string } | { anyone: true }

export interface SessionStoreOptions {
  db: Queryable
  clock: Clock
  /** Decodes the cookie; null if it is invalid or expired. */
  decode: (cookie: string) => Promise<SessionToken | null>
  onError?: (error: unknown) => void
}

/** Limits the size of a map by dropping the oldest entry. */
function evict(map: Map<string, unknown>): void {
  if (map.size < entriesMax) return
  const oldest = map.keys().next().value
  if (oldest !== undefined) map.delete(oldest)
}

/**
 * A cookie is valid as long as the row of its session is. The content of a cookie never changes, so decoded cookies
 * stay cached as long as there is room. Rows are cached for two seconds for reads and not at all for writes. A
 * revocation in this process clears the cache at once. A revocation elsewhere clears it with its commit, through a
 * notice (session-notices.ts). Without the notice, it takes effect at the next write and within two seconds for reads.
 */
export class SessionStore {
  readonly #tokens = new Map<string, SessionToken>()
  readonly #known = new Map<string, KnownSession>()
  readonly #reading = new Map<string, Promise<KnownSession | null>>()
  readonly #db: Queryable
  readonly #clock: Clock
  readonly #decode: SessionStoreOptions['decode']
  readonly #endListeners = new Set<(gone: EndedSession) => void>()
  readonly #onError: (error: unknown) => void
  /** Number of revocations. A row that was read before a revocation must not be cached after it. */
  #revocations = 0

  constructor({ db, clock, decode, onError }: SessionStoreOptions) {
    this.#db = db
    this.#clock = clock
    this.#decode = decode
    this.#onError = onError ?? (() => undefined)
  }

  /**
   * Starts a session and returns its sid, which goes into the cookie.
   * @throws AppError unauthenticated if the person was disabled or all their sessions ended after the password check
   */
  async create(userId: string, from: NewSession): Promise<string> {
    const sid = randomBytes(24).toString('base64url')
    const isStarted = await insertSession(this.#db, { sid, userId, at: this.#clock.now(), from })
    if (!isStarted) throw new AppError('unauthenticated', serverText('auth.notStarted'))
    return sid
  }

  /**
   * The person of a cookie, or null if the cookie is not valid.
   * @param options.fresh reads the row even if it is cached (for requests that change something)
   * @param options.active false does not reset the idle time (for requests that no person caused)
   * @throws AppError unavailable when the database cannot be reached
   */
  async read(cookie: string, options: ReadOptions = {}): Promise<Actor | null> {
    return (await this.readSession(cookie, options))?.actor ?? null
  }

  /** Like `read`, with data of the session itself. */
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

  /** The session id in a cookie of Sightline, even if the session has ended. */
  async sidOf(cookie: string): Promise<string | null> {
    return (this.#tokens.get(cookie) ?? (await this.#open(cookie)))?.sid ?? null
  }

  /** Ends a session permanently: after sign-out, or when it has expired. */
  async end(sid: string): Promise<void> {
    this.forgetSession(sid)
    await this.#db.query('delete from sessions where sid = $1', [sid])
    this.forgetSession(sid)
  }

  /** Records that the person of a session has just given proof. */
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
   * Ends every session of a person and invalidates their device cookies, after a change of role, disabling or a new
   * password. `keep` is the sid of a session that continues.
   * @returns the number of ended sessions
   */
  async revokeUser(userId: string, tx: Queryable = this.#db, keep: string | null = null): Promise<number> {
    const count = await revokeSessions(tx, { userId, at: this.#clock.now(), keep })
    this.forgetUser(userId)
    return count
  }

  /** Ends one session of a person by its public id. False if it had already ended. */
  async revokeOne(userId: string, sessionId: string, tx: Queryable = this.#db): Promise<boolean> {
    const { rows } = await tx.query<{ sid: string }>(
      `update sessions set revoked_at = $3 where user_id = $1 and session_id = $2 and revoked_at is null returning sid`,
      [userId, sessionId, new Date(this.#clock.now()).toISOString()],
    )
    for (const { sid } of rows) this.forgetSession(sid)
    return rows.length > 0
  }

  /** Drops cached data of a person. Call it again after the commit of the transaction that changed the person. */
  forgetUser(userId: string): void {
    this.#revocations += 1
    this.#reading.clear()
    for (const [sid, session] of this.#known) if (session.actor.userId === userId) this.#known.delete(sid)
    for (const listener of this.#endListeners) listener({ userId })
  }

  /**
   * Reports sessions that may have ended. Some are reported twice, before and after their row is written. Sessions that
   * another console ended are reported when their notice arrives (session-notices.ts).
   * @returns a function that unsubscribes
   */
  onEnd(listener: (gone: EndedSession) => void): () => void {
    this.#endListeners.add(listener)
    return () => this.#endListeners.delete(listener)
  }

  /** Deletes rows that can never be valid again. */
  async sweep(): Promise<void> {
    await this.#db.query('delete from sessions where created_at < $1', [
      new Date(this.#clock.now() - sessionLimits.absoluteMs).toISOString(),
    ])
  }

  /** Drops cached data of a session that ended elsewhere. */
  forgetSession(sid: string): void {
    this.#revocations += 1
    this.#reading.delete(sid)
    this.#known.delete(sid)
    for (const listener of this.#endListeners) listener({ sid })
  }

  /** Drops the whole cache, because any session may have ended without a notice. */
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
      // A session was revoked during the read, so the row may be out of date and is read again.
      if (seen !== this.#revocations) continue
      if (session === null) this.#known.delete(sid)
      else this.#known.set(sid, session)
      return session
    }
  }

  /** Shares a read that is in progress, unless the caller needs a fresh row. */
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
    const row = await readSessionRow(this.#db, sid)
    if (row === null) return null
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
      // The write of this process may still be in progress when the row is read again.
      writtenAt: Math.max(row.last_seen_ms, before?.writtenAt ?? 0),
      readAt,
    }
  }

  #touch(sid: string, session: KnownSession, now: number): void {
    session.lastSeenAt = now
    if (now - session.writtenAt < sessionLimits.lastSeenWriteMs) return
    session.writtenAt = now
    writeLastSeen(this.#db, { sid, userId: session.actor.userId, at: now }).catch(this.#onError)
  }
}
