import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '@/lib/access/actor'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { listNotices } from '@/lib/inbox/data'
import { processWide } from '@/lib/process-wide'
import { applyRetention } from '@/lib/retention/store'
import { addReviewer } from '@/lib/review/testing'
import { renderText } from '@/lib/server-text'
import { listOutgoing, listTargets, readWholeOutgoing } from './data'
import {
  changeTarget,
  createTarget,
  deleteTarget,
  replayDelivery,
  rotateSecret,
  testTarget,
  type TargetWriter,
} from './mutations'
import { outgoingDeliveryQuery, type TargetFormat } from './schema'
import { sign } from './send'
import { enqueue } from './store'
import { allowLoopback, type Receiver, senderTo, startReceiver, testLocker } from './testing'
import { sendDue } from './worker'

let db: TestDatabase
let admin: Actor
let receiver: Receiver
let writer: TargetWriter

beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  admin = await addReviewer(db, 'admin')
  receiver = await startReceiver()
  writer = { db, allow: allowLoopback, locker: testLocker, wake: () => {} }
})
beforeEach(async () => {
  receiver.received.length = 0
  receiver.answer = { status: 200 }
  for (const table of ['outgoing_targets', 'notices']) await db.query(`delete from ${table}`)
})
afterAll(async () => {
  await receiver[Symbol.asyncDispose]()
  await db.close()
})

const add = (name = 'Yard', format: TargetFormat = 'json') =>
  createTarget(admin, { name, url: `https://hooks.test:${receiver.port}/secret-path`, format }, writer)
const event = {
  type: 'rule' as const,
  rule: { id: '00000000-0000-4000-8000-000000000001', name: 'Broken' },
  subject: { kind: 'inspection', id: 'audit_1', name: 'Fork <3> & more', path: '/inspections/audit_1' },
  version: '2026-11-01T00:00:00.000Z',
  details: [],
}
const list = async () => (await listOutgoing(outgoingDeliveryQuery.parse({}), db)).deliveries
const turn = () => sendDue(senderTo(db, receiver))
/** Lets time pass for all waiting deliveries. */
const passTime = (interval: string) =>
  db.query(
    `update outgoing_deliveries set next_at = next_at - $1::interval, until = until - $1::interval where state = 'waiting'`,
    [interval],
  )

describe('a target', () => {
  it('keeps its address and secret encrypted, shows the secret once, and signs with the newest secret', async () => {
    const { target, secret } = await add()
    expect(JSON.stringify(await listTargets(db))).not.toMatch(/secret-path|locked/)
    const { rows } = await db.query<{ row: string }>('select outgoing_targets::text as row from outgoing_targets')
    expect(rows[0]?.row).not.toContain('secret-path')
    const renewed = await rotateSecret(admin, target.targetId, writer)
    expect(renewed.secret).not.toBe(secret)
    await testTarget(admin, target.targetId, writer)
    expect(await turn()).toBe(1)
    const [request] = receiver.received
    const timestamp = Number(request?.headers['x-sightline-timestamp'])
    expect(request?.headers['x-sightline-signature']).toBe(sign(renewed.secret, timestamp, request?.body ?? ''))
    expect(await list()).toMatchObject([{ state: 'delivered', tries: 1, status: 200, event: { type: 'test' } }])
    const { rows: entries } = await db.query<{ row: string }>(
      `select activity::text as row from activity where object_kind = 'outgoing'`,
    )
    expect(entries).toHaveLength(3)
    expect(entries.map(({ row }) => row).join()).not.toMatch(/secret-path/)
    expect(entries.map(({ row }) => row).join()).not.toContain(renewed.secret)
  })

  it('is refused without https, with credentials or at a private address, and cannot be changed by an outdated edit', async () => {
    const refuse = (url: string) =>
      expect(
        createTarget(admin, { name: 'x', url, format: 'json' }, { ...writer, allow: { hosts: [], ranges: [] } }),
      ).rejects.toMatchObject({ code: 'invalid' })
    for (const url of ['nothing', 'http://example.com', 'https://a:b@example.com', 'https://0x7f.1/', 'https://[::1]/'])
      await refuse(url)
    const { target } = await add()
    const changed = await changeTarget(admin, target.targetId, { revision: 1, name: 'Gate', format: 'slack' }, writer)
    expect(changed).toMatchObject({ name: 'Gate', format: 'slack', host: target.host, revision: 2 })
    await expect(changeTarget(admin, target.targetId, { revision: 1, name: 'No' }, writer)).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('receives JSON, or the formats of Slack and Teams', async () => {
    for (const format of ['json', 'slack', 'teams'] as const) {
      const { target } = await add(format, format)
      await enqueue(db, [target.targetId], { cause: 'a', event })
    }
    await turn()
    const bodies = receiver.received.map(({ body }) => body)
    const find = (part: string) => bodies.find((body) => body.includes(part)) ?? '{}'
    expect(JSON.parse(find('"createdAt"'))).toMatchObject({
      type: 'rule',
      rule: { name: 'Broken' },
      subject: { name: 'Fork <3> & more', url: 'https://sightline.test/inspections/audit_1' },
    })
    expect(find('mrkdwn')).toContain('<https://sightline.test/inspections/audit_1|')
    expect(JSON.parse(find('AdaptiveCard'))).toMatchObject({
      attachments: [{ content: { actions: [{ url: 'https://sightline.test/inspections/audit_1' }] } }],
    })
    const [delivery] = await list()
    const whole = await readWholeOutgoing(delivery?.deliveryId ?? '', db, 'https://sightline.test')
    expect(bodies).toContain(whole.body)
  })
})

describe('a delivery', () => {
  it('is queued once for each cause, and not at all when its transaction fails', async () => {
    const { target } = await add()
    const ids = [target.targetId]
    expect(await enqueue(db, ids, { cause: 'a', event })).toBe(1)
    expect(await enqueue(db, ids, { cause: 'a', event })).toBe(0)
    const failing = db.transaction(async (tx) => {
      await enqueue(tx, ids, { cause: 'b', event })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await list()).toHaveLength(1)
  })

  it('is sent once by several consoles, and again when the console that claimed it died', async () => {
    const { target } = await add()
    for (let at = 0; at < 12; at += 1) await enqueue(db, [target.targetId], { cause: `n ${at}`, event })
    while ((await Promise.all([turn(), turn(), turn()])).some((count) => count > 0)) {
      // Continue until nothing is due.
    }
    expect(receiver.received).toHaveLength(12)
    // This delivery is claimed but never finished.
    await enqueue(db, [target.targetId], { cause: 'lost', event })
    await db.query(
      `update outgoing_deliveries set tries = 1, next_at = clock_timestamp() + interval '1 minute' where cause = 'lost'`,
    )
    expect(await turn()).toBe(0)
    await passTime('1 minute')
    expect(await turn()).toBe(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['x-sightline-delivery'])).size).toBe(13)
  })

  it('waits as long as the target requests, but at most an hour and at least its own retry interval', async () => {
    const { target } = await add()
    await enqueue(db, [target.targetId], { cause: 'asked', event })
    const asked = [
      ['120', 120],
      ['999999', 3_600],
      ['5', 40],
      ['Fri, 20 Nov 2026 12:10:00 GMT', 600],
      ['soon', 160],
    ] as const
    for (const [retryAfter, expected] of asked) {
      receiver.answer = { status: 429, headers: { 'retry-after': retryAfter } }
      expect(await turn()).toBe(1)
      const { rows } = await db.query<{ seconds: number }>(
        `select round(extract(epoch from next_at - clock_timestamp()))::int as seconds from outgoing_deliveries`,
      )
      expect([retryAfter, rows[0]?.seconds]).toEqual([retryAfter, expected])
      await passTime(`${expected + 1} seconds`)
    }
    // After a successful response, `retry-after` is ignored.
    receiver.answer = { status: 200, headers: { 'retry-after': '120' } }
    expect(await turn()).toBe(1)
    expect(await list()).toMatchObject([{ state: 'delivered' }])
  })

  it('is retried at growing intervals for 24 hours, then admins are notified, and a person can send it again', async () => {
    const { target } = await add()
    await enqueue(db, [target.targetId], { cause: 'a', event })
    receiver.answer = { status: 503 }
    const pauses: number[] = []
    for (let hours = 0; hours < 30;) {
      if ((await turn()) === 0) break
      const { rows } = await db.query<{ seconds: number; state: string }>(
        `select round(extract(epoch from next_at - clock_timestamp()))::int as seconds, state from outgoing_deliveries`,
      )
      const [row] = rows
      if (row?.state !== 'waiting') break
      pauses.push(row.seconds)
      hours += row.seconds / 3_600
      await passTime(`${row.seconds + 1} seconds`)
    }
    expect(pauses.slice(0, 4)).toEqual([10, 20, 40, 80])
    const total = pauses.reduce((sum, seconds) => sum + seconds, 0) / 3_600
    expect(total).toBeGreaterThan(21)
    expect(total).toBeLessThan(24)
    const [failed] = await list()
    expect(failed).toMatchObject({ state: 'failed', status: 503, nextAt: null })
    const { notices } = await listNotices(admin, { list: 'inbox' }, db)
    expect(notices.map(({ text }) => renderText(text))).toEqual(['A webhook to Yard failed for 24 hours'])

    receiver.answer = { status: 204 }
    await replayDelivery(admin, failed?.deliveryId ?? '', writer)
    await expect(replayDelivery(admin, failed?.deliveryId ?? '', writer)).rejects.toMatchObject({ code: 'conflict' })
    expect(await turn()).toBe(1)
    expect(await list()).toMatchObject([{ state: 'delivered', deliveryId: failed?.deliveryId, note: null }])
  })

  it('of a target that does not respond delays no others, and is cancelled when its target is deleted', async () => {
    const dead = await createTarget(admin, { name: 'Dead', url: 'https://unknown.test/', format: 'json' }, writer)
    const { target } = await add()
    for (let at = 0; at < 20; at += 1) await enqueue(db, [dead.target.targetId], { cause: `n ${at}`, event })
    await enqueue(db, [target.targetId], { cause: 'a', event })
    await turn()
    expect(receiver.received).toHaveLength(1)
    await deleteTarget(admin, dead.target.targetId, writer)
    const cancelled = (await list()).filter(({ state }) => state === 'cancelled')
    expect(cancelled).toHaveLength(20)
    // Nothing can be sent to a deleted target anymore, so nothing offers it.
    expect((await list()).filter(({ hasTarget }) => hasTarget)).toMatchObject([{ state: 'delivered' }])
    await expect(replayDelivery(admin, cancelled[0]?.deliveryId ?? '', writer)).rejects.toMatchObject({
      code: 'not_found',
    })
    expect((await listTargets(db)).targets.map(({ name }) => name)).toEqual(['Yard'])
    await passTime('1 day')
    expect(await turn()).toBe(0)
  })

  it('is listed in pages, and deleted after 30 days', async () => {
    const { target } = await add()
    for (let at = 0; at < 5; at += 1) await enqueue(db, [target.targetId], { cause: `n ${at}`, event })
    const first = await listOutgoing(outgoingDeliveryQuery.parse({ limit: 3 }), db)
    const second = await listOutgoing(outgoingDeliveryQuery.parse({ limit: 3, after: first.after }), db)
    const ids = [...first.deliveries, ...second.deliveries].map(({ deliveryId }) => deliveryId)
    expect([ids.length, new Set(ids).size, second.after]).toEqual([5, 5, null])
    await turn()
    await db.query(`update outgoing_deliveries set created_at = now() - interval '31 days' where state = 'delivered'`)
    await applyRetention(db, { importedCellsDays: 90, addressesDays: 180 }, Date.now())
    expect(await list()).toHaveLength(3)
  })
})
