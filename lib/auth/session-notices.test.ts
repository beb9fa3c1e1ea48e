import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from '@/lib/db/listen'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { HandClock } from '@/lib/service/test-support/hand-clock'
import { createCookieDecoder } from './session'
import { listenForSessionNotices } from './session-notices'
import { type EndedSession, SessionStore } from './session-store'
import { HandClock as AuthClock, installTestAuth, type TestAuth } from './testing'

let db: TestDatabase
let auth: TestAuth
beforeAll(async () => {
  db = await openTestDatabase()
  auth = installTestAuth(db, new AuthClock())
})
afterAll(() => db.close())

/** Another console on the same database. Its clock does not move, so its cache never expires by itself. */
const otherConsole = () => new SessionStore({ db, clock: auth.clock, decode: createCookieDecoder(auth.secret) })

const token = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1)

/** Resolves when the store reports an end that `isMeant` accepts. */
const hears = (store: SessionStore, isMeant: (gone: EndedSession) => boolean) =>
  new Promise<void>((resolve) => {
    const unwatch = store.onEnd((gone) => {
      if (!isMeant(gone)) return
      unwatch()
      resolve()
    })
  })

async function signIn(store: SessionStore) {
  const { userId } = await auth.addPerson('editor')
  const { cookie, sid } = await auth.signInAs(userId)
  const actor = await store.read(token(cookie))
  expect(actor?.userId).toBe(userId)
  return { userId, sid, cookie: token(cookie) }
}

type SignedIn = Awaited<ReturnType<typeof signIn>>
const ends: Record<string, (of: SignedIn) => Promise<unknown>> = {
  'a sign-out': ({ sid }) => auth.sessions.end(sid),
  'a new role': ({ userId }) =>
    db.transaction(async (tx) => {
      await tx.query(`update users set role = 'viewer' where user_id = $1`, [userId])
      await auth.sessions.revokeUser(userId, tx)
    }),
  disabling: ({ userId }) => db.query('update users set disabled_at = now() where user_id = $1', [userId]),
  'a new password': ({ userId }) => auth.sessions.revokeUser(userId),
  'the end of one session': async ({ userId, sid }) => {
    const { rows } = await db.query<{ id: string }>('select session_id as id from sessions where sid = $1', [sid])
    await auth.sessions.revokeOne(userId, rows[0]?.id ?? '')
  },
  'a deletion by hand': ({ userId }) => db.query('delete from users where user_id = $1', [userId]),
}

describe('a change of a session by another console', () => {
  it.each(Object.entries(ends))(
    'takes effect here at the first read after its commit: %s',
    { tags: ['S11'] },
    async (_, end) => {
      const other = otherConsole()
      const notices = listenForSessionNotices(db, other)
      await notices.ready
      for (let run = 0; run < 10; run += 1) {
        const session = await signIn(other)
        const noticed = hears(other, (gone) =>
          'sid' in gone ? gone.sid === session.sid : 'userId' in gone && gone.userId === session.userId,
        )
        await end(session)
        await noticed
        expect(await other.read(session.cookie)).toBeNull()
      }
      await notices.stop()
    },
  )

  it('updates the cached name, and causes no event if it changes no cached data', async () => {
    const other = otherConsole()
    const notices = listenForSessionNotices(db, other)
    await notices.ready
    const session = await signIn(other)
    const told: EndedSession[] = []
    other.onEnd((gone) => told.push(gone))
    await db.query('update users set last_seen_at = now() where user_id = $1', [session.userId])
    await db.query('update sessions set last_seen_at = now() where sid = $1', [session.sid])
    const noticed = hears(other, () => true)
    await db.query(`update users set name = 'Grace Hopper' where user_id = $1`, [session.userId])
    await noticed
    expect(told).toEqual([{ userId: session.userId }])
    expect((await other.read(session.cookie))?.name).toBe('Grace Hopper')
    await notices.stop()
  })

  it('is not reported by a transaction that is rolled back', async () => {
    const other = otherConsole()
    const notices = listenForSessionNotices(db, other)
    await notices.ready
    const [one, two] = [await signIn(other), await signIn(other)]
    const told: EndedSession[] = []
    other.onEnd((gone) => told.push(gone))
    const noticed = hears(other, (gone) => 'sid' in gone && gone.sid === two.sid)
    const undone = db.transaction(async (tx) => {
      await tx.query('delete from sessions where sid = $1', [one.sid])
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow()
    await db.query('delete from sessions where sid = $1', [two.sid])
    await noticed
    expect(told).toEqual([{ sid: two.sid }])
    await notices.stop()
  })

  it('is noticed after a lost connection, even if its notice was missed', { tags: ['S11'] }, async () => {
    const other = otherConsole()
    const clock = new HandClock()
    const { connection } = db
    const here = {
      listen: (channel: string, ears: Parameters<typeof db.listen>[1]) =>
        listen({ connection, log: silentLog, clock, channel, ears }),
    }
    const notices = listenForSessionNotices(here, other)
    await notices.ready
    const session = await signIn(other)
    await db.query(
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity
        where application_name = 'sightline listens' and datname = current_database()`,
    )
    await db.query('delete from sessions where sid = $1', [session.sid])
    // The cached session is still valid: no notice could arrive, and the clock has not moved.
    expect(await other.read(session.cookie)).not.toBeNull()
    const checksAll = hears(other, (gone) => 'anyone' in gone)
    const over = new AbortController()
    const waiting = checksAll.finally(() => over.abort())
    while (!over.signal.aborted) await clock.advance(1_000)
    await waiting
    expect(await other.read(session.cookie)).toBeNull()
    await notices.stop()
  })
})
