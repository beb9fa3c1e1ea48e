import { array, assert, asyncProperty, constantFrom, integer, option, property, record, subarray } from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '@/lib/access/actor'
import { HandClock, installTestAuth } from '@/lib/auth/testing'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import type { Mail } from '@/lib/mail/types'
import { processWide } from '@/lib/process-wide'
import { addReviewer } from '@/lib/review/testing'
import { serverText } from '@/lib/server-text'
import { runs, seed } from '@/lib/testing/random-runs'
import { sendNext } from './email-worker'
import { nextMailAt } from './mail-time-model'
import { chooseNotices, setQuietHours } from './mutations'
import { quietHours, type NoticeKind } from './schema'
import { addNotices } from './store'
import { changeDays, expectedMailAt, testZones } from './testing-emails'

let db: TestDatabase
let ada: Actor

beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  installTestAuth(db, new HandClock())
  ada = await addReviewer(db)
})
afterAll(() => db.close())

const minuteMs = 60_000
/** An instant within two days of a clock change, to the millisecond. */
const instant = record({
  day: constantFrom(...changeDays),
  minute: integer({ min: -2_880, max: 2_880 }),
  ms: integer({ min: 0, max: 59_999 }),
}).map(({ day, minute, ms }) => Date.parse(`${day}T00:00:00Z`) + minute * minuteMs + ms)
const quarter = integer({ min: 0, max: 95 }).map((at) => at * 15)
const quiet = option(
  record({ from: quarter, to: quarter, days: subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }) }).filter(
    (given) => quietHours.safeParse(given).success,
  ),
)
const every = constantFrom('now' as const, 'hourly' as const, 'daily' as const, 'weekly' as const)
const zone = constantFrom(...testZones)

describe('a notice', () => {
  it(`may be emailed in the first window after it, outside quiet hours, even on days with a clock change (seed ${seed})`, () => {
    assert(
      property(every, instant, quiet, zone, (choice, atMs, hours, place) => {
        const around = { quiet: hours, zone: place }
        const [found, expected] = [nextMailAt(choice, atMs, around), expectedMailAt(choice, atMs, around)]
        expect(new Date(found).toISOString()).toBe(new Date(expected).toISOString())
      }),
      { numRuns: runs(2_000, 150), seed },
    )
  })

  it(
    `is emailed exactly once at that time, even if two consoles check simultaneously (seed ${seed})`,
    { timeout: 120_000 },
    async () => {
      const kinds = ['mention', 'rule', 'due'] as const
      const one = record({ kind: constantFrom<NoticeKind>(...kinds), minute: integer({ min: 0, max: 4_320 }) })
      await assert(
        asyncProperty(
          array(every, { minLength: kinds.length, maxLength: kinds.length }),
          quiet,
          zone,
          constantFrom(...changeDays),
          array(one, { minLength: 1, maxLength: 8 }),
          async (choices, hours, place, day, given) => {
            await db.query('delete from notices')
            await db.query(`update users set preferences = jsonb_build_object('zone', $2::text) where user_id = $1`, [
              ada.userId,
              place,
            ])
            const choiceOf = (kind: NoticeKind) => choices[kinds.findIndex((other) => other === kind)] ?? 'now'
            for (const kind of kinds) await chooseNotices(ada, { kind, inInbox: true, email: choiceOf(kind) }, db)
            await setQuietHours(ada, hours, db)
            const firstMs = Date.parse(`${day}T00:00:00Z`) - 1_440 * minuteMs
            const notices = given.map(({ kind, minute }, at) => {
              const atMs = firstMs + minute * minuteMs
              return {
                kind,
                atMs,
                cause: `cause-${at}.`,
                mailAt: expectedMailAt(choiceOf(kind), atMs, { quiet: hours, zone: place }),
              }
            })
            // Consoles check at every time at which something happens, and just before.
            const times = [...new Set(notices.flatMap(({ atMs, mailAt }) => [atMs, mailAt - 1, mailAt]))]
            const mailed = new Map<string, number[]>()
            for (const nowMs of times.toSorted((a, b) => a - b)) {
              for (const { kind, cause } of notices.filter(({ atMs }) => atMs === nowMs)) {
                const text = serverText('inbox.notices.due', { title: cause })
                await addNotices(db, [{ userIds: [ada.userId], kind, cause, text, target: null }], nowMs)
              }
              const send = (mail: Mail) => {
                for (const { cause } of notices)
                  if (mail.text.includes(cause)) mailed.set(cause, [...(mailed.get(cause) ?? []), nowMs])
                return Promise.resolve()
              }
              const look = async () => {
                while (
                  await sendNext(
                    db,
                    { send, close: () => undefined },
                    { publicUrl: 'https://a.example', now: new Date(nowMs) },
                  )
                ) {
                  // Continue until nothing is due.
                }
              }
              await Promise.all([look(), look()])
            }
            expect(Object.fromEntries(mailed)).toEqual(
              Object.fromEntries(notices.map(({ cause, mailAt }) => [cause, [mailAt]])),
            )
          },
        ),
        { numRuns: runs(120, 12), seed, endOnFailure: true },
      )
    },
  )

  it('waits for the end of quiet hours that were chosen after it became due, and quiet hours cannot cover the whole week', async () => {
    await db.query('delete from notices')
    await db.query(`update users set preferences = '{"zone": "UTC"}' where user_id = $1`, [ada.userId])
    await chooseNotices(ada, { kind: 'due', inInbox: true, email: 'now' }, db)
    await setQuietHours(ada, null, db)
    const text = serverText('inbox.notices.due', { title: 'late' })
    const nowMs = Date.parse('2026-11-26T21:59:00Z')
    await addNotices(db, [{ userIds: [ada.userId], kind: 'due', cause: 'late', text, target: null }], nowMs)
    await setQuietHours(ada, { from: 22 * 60, to: 6 * 60, days: [3] }, db)
    const sent: string[] = []
    const look = async (now: string) => {
      const send = () => Promise.resolve(void sent.push(now))
      while (
        await sendNext(db, { send, close: () => undefined }, { publicUrl: 'https://a.example', now: new Date(now) })
      ) {
        // Continue until nothing is due.
      }
    }
    for (const now of ['2026-11-26T22:00:00Z', '2026-11-27T05:59:59Z', '2026-11-27T06:00:00Z']) await look(now)
    expect(sent).toEqual(['2026-11-27T06:00:00Z'])
    expect(quietHours.safeParse({ from: 60, to: 60, days: [0, 1, 2, 3, 4, 5, 6] }).success).toBe(false)
  })
})
