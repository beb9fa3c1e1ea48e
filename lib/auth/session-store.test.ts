import { EventEmitter, once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { readActor } from './session'
import { SessionStore } from './session-store'
import { sessionLimits } from './session-rows'
import { HandClock, installTestAuth } from './testing'

const minute = 60_000
let db: TestDatabase

beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const ask = async (cookie: string, more: Record<string, string> = {}) => readActor(new Headers({ cookie, ...more }))

function start() {
  const clock = new HandClock()
  const auth = installTestAuth(db, clock)
  return { clock, auth }
}

describe('a session', () => {
  it('returns its person with their role', async () => {
    const { auth } = start()
    const person = await auth.addPerson('editor')
    const { cookie } = await auth.signInAs(person.userId)
    expect(await ask(cookie)).toEqual({ ...person, name: expect.any(String) as string, role: 'editor' })
  })

  it(
    'ends at once, also for copied cookies, when it or all sessions of its person are ended',
    { tags: ['S11'] },
    async () => {
      const { auth } = start()
      for (let run = 0; run < 25; run += 1) {
        const { userId } = await auth.addPerson('admin')
        const ends = [
          (sid: string) => auth.sessions.end(sid),
          () => auth.sessions.revokeUser(userId),
          async (sid: string) => {
            const { rows } = await db.query<{ id: string }>('select session_id as id from sessions where sid = $1', [
              sid,
            ])
            expect(await auth.sessions.revokeOne(userId, rows[0]?.id ?? '')).toBe(true)
            expect(await auth.sessions.revokeOne(userId, rows[0]?.id ?? '')).toBe(false)
          },
        ]
        for (const end of ends) {
          const { cookie, sid } = await auth.signInAs(userId)
          expect(await ask(cookie)).not.toBeNull()
          await end(sid)
          expect(await ask(cookie)).toBeNull()
        }
      }
    },
  )

  it('does not start if all sessions of the person ended after the password check', { tags: ['S11'] }, async () => {
    const { auth } = start()
    const { userId } = await auth.addPerson('editor')
    const epoch = async () =>
      (await db.query<{ epoch: number }>('select device_epoch as epoch from users where user_id = $1', [userId]))
        .rows[0]?.epoch
    const checked = { address: '192.0.2.1', agent: 'test', epoch: await epoch() }
    let late: Promise<unknown> = Promise.resolve()
    await db.transaction(async (tx) => {
      await auth.sessions.revokeUser(userId, tx)
      // The insert has to wait for this transaction and then sees its result.
      late = auth.sessions.create(userId, checked).catch((error: unknown) => error)
      await tx.query('select pg_sleep(0.05)')
    })
    expect(await late).toMatchObject({ code: 'unauthenticated' })
    await expect(auth.sessions.create(userId, checked)).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(auth.sessions.create(userId, { ...checked, epoch: await epoch() })).resolves.toEqual(
      expect.any(String),
    )
    await db.query('update users set disabled_at = now() where user_id = $1', [userId])
    await expect(auth.sessions.create(userId, { address: '', agent: '' })).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  })

  it('is not cached again by a read that was in progress when it was revoked', async () => {
    const { auth, clock } = start()
    const { userId } = await auth.addPerson('viewer')
    const { cookie, sid } = await auth.signInAs(userId)
    const gate = new EventEmitter()
    const held = once(gate, 'open')
    const slow = new SessionStore({
      clock,
      decode: () => Promise.resolve({ sub: userId, sid }),
      db: {
        query: async (text, values) => {
          const result = await db.query<never>(text, values)
          if (text.startsWith('select')) {
            gate.emit('read')
            await held
          }
          return result
        },
      },
    })
    const wasRead = once(gate, 'read')
    const reading = slow.read(cookie)
    await wasRead
    await slow.revokeUser(userId)
    gate.emit('open')
    expect(await reading).toBeNull()
    expect(await slow.read(cookie)).toBeNull()
  })

  it('is not returned to a later read by a read that began before the session ended', async () => {
    const { auth, clock } = start()
    const { userId } = await auth.addPerson('viewer')
    const gate = new EventEmitter()
    const signIn = async (ending: 'here' | 'elsewhere') => {
      const { cookie, sid } = await auth.signInAs(userId)
      const held = once(gate, ending)
      let reads = 0
      const store = new SessionStore({
        clock,
        decode: () => Promise.resolve({ sub: userId, sid }),
        db: {
          query: async (text, values) => {
            const result = await db.query<never>(text, values)
            if (text.startsWith('select')) {
              reads += 1
              gate.emit('read')
              // Only the first read is slow to return.
              if (reads === 1) await held
            }
            return result
          },
        },
      })
      const wasRead = once(gate, 'read')
      const early = store.read(cookie)
      await wasRead
      return { cookie, sid, store, early }
    }

    const here = await signIn('here')
    await here.store.end(here.sid)
    const late = here.store.read(here.cookie)
    gate.emit('here')
    expect(await late).toBeNull()
    expect(await here.early).toBeNull()

    const elsewhere = await signIn('elsewhere')
    await db.query('delete from sessions where sid = $1', [elsewhere.sid])
    const write = elsewhere.store.read(elsewhere.cookie, { fresh: true })
    gate.emit('elsewhere')
    expect(await write).toBeNull()
  })

  it('that another console revoked is refused at the next write, and within two seconds for reads', async () => {
    const { auth, clock } = start()
    const { userId } = await auth.addPerson('viewer')
    const { cookie, sid } = await auth.signInAs(userId)
    await ask(cookie)
    await db.query('delete from sessions where sid = $1', [sid])
    expect(await readActor(new Headers({ cookie }), { fresh: true })).toBeNull()
    const second = await auth.signInAs(userId)
    await ask(second.cookie)
    await db.query('update users set disabled_at = now() where user_id = $1', [userId])
    clock.advance(sessionLimits.rowKeptMs)
    expect(await ask(second.cookie)).toBeNull()
  })

  it('ends after exactly 30 minutes without use', { tags: ['S12'] }, async () => {
    const { auth, clock } = start()
    const { userId } = await auth.addPerson('viewer')
    const { cookie } = await auth.signInAs(userId)
    clock.advance(30 * minute - 1)
    expect(await ask(cookie)).not.toBeNull()
    clock.advance(30 * minute - 1)
    expect(await ask(cookie)).not.toBeNull()
    clock.advance(30 * minute)
    expect(await ask(cookie)).toBeNull()
    const { rows } = await db.query('select 1 from sessions where user_id = $1', [userId])
    expect(rows).toEqual([])
  })

  it('ends after 12 hours even if it is used', { tags: ['S12'] }, async () => {
    const { auth, clock } = start()
    const { userId } = await auth.addPerson('viewer')
    const { cookie } = await auth.signInAs(userId)
    for (let spent = 0; spent < 12 * 60 - 10; spent += 10) {
      clock.advance(10 * minute)
      expect(await ask(cookie)).not.toBeNull()
    }
    clock.advance(10 * minute)
    expect(await ask(cookie)).toBeNull()
  })

  it('is not kept alive by polling from a page without user input', { tags: ['S12'] }, async () => {
    const { auth, clock } = start()
    const { userId } = await auth.addPerson('viewer')
    const { cookie } = await auth.signInAs(userId)
    for (let spent = 0; spent < 29; spent += 1) {
      clock.advance(minute)
      expect(await ask(cookie, { 'x-sightline-activity': 'none' })).not.toBeNull()
    }
    clock.advance(minute)
    expect(await ask(cookie, { 'x-sightline-activity': 'none' })).toBeNull()
  })

  it('stores once a minute when it and its person were last seen', async () => {
    const { auth, clock } = start()
    const { userId } = await auth.addPerson('viewer')
    const { cookie, sid } = await auth.signInAs(userId)
    const writes: unknown[] = []
    const store = new SessionStore({
      clock,
      decode: () => Promise.resolve({ sub: userId, sid }),
      db: {
        query: (text, values) => {
          if (text.includes('update sessions set last_seen_at')) writes.push(values?.[1])
          return db.query<never>(text, values)
        },
      },
    })
    const expected: string[] = []
    for (let second = 1; second <= 300; second += 1) {
      clock.advance(1_000)
      await store.read(cookie)
      if (second % 60 === 0) expected.push(new Date(clock.now()).toISOString())
    }
    expect(writes).toEqual(expected)
    const stored = async () => {
      const { rows } = await db.query(
        `select s.last_seen_at as session, u.last_seen_at as person
           from sessions s join users u using (user_id) where sid = $1`,
        [sid],
      )
      return rows[0]
    }
    const now = new Date(clock.now()).toISOString()
    await expect.poll(stored).toEqual({ session: now, person: now })
  })

  it('is refused if its cookie is changed, truncated, repeated or renamed, or if its person was deleted', async () => {
    const { auth } = start()
    const { userId } = await auth.addPerson('viewer')
    const { cookie } = await auth.signInAs(userId)
    expect(await ask(`${cookie}x`)).toBeNull()
    expect(await ask(cookie.slice(0, -4))).toBeNull()
    expect(await ask(`${cookie}; ${cookie}`)).toBeNull()
    expect(await ask(cookie.replace('__Host-session', 'session'))).toBeNull()
    expect(await ask('__Host-session=')).toBeNull()
    await db.query('delete from users where user_id = $1', [userId])
    auth.sessions.forgetUser(userId)
    expect(await ask(cookie)).toBeNull()
  })

  it('needs no query while its row is cached', async () => {
    const { auth, clock } = start()
    const { userId } = await auth.addPerson('viewer')
    const { cookie, sid } = await auth.signInAs(userId)
    let queries = 0
    const store = new SessionStore({
      clock,
      decode: () => Promise.resolve({ sub: userId, sid }),
      db: {
        query: (text, values) => {
          queries += 1
          return db.query<never>(text, values)
        },
      },
    })
    for (let run = 0; run < 100; run += 1) await store.read(cookie)
    await Promise.all(Array.from({ length: 50 }, () => store.read(cookie)))
    expect(queries).toBe(1)
  })
})
