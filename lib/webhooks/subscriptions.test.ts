import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readActivity, type KeptActivity } from '@/lib/activity/journal'
import type { Actor } from '@/lib/access/actor'
import { createUser } from '@/lib/auth/accounts'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { parseSettings } from '@/lib/env'
import { processWide } from '@/lib/process-wide'
import { serverText } from '@/lib/server-text'
import { createService } from '@/lib/service/client'
import type { Service } from '@/lib/service/types'
import { startStandin, type Standin } from '@/lib/standin/server'
import { listSubscriptions } from './data'
import { subscribeDemo } from './demo'
import { recheckWebhook } from './recheck'
import { changeSubscription, createSubscription, deleteSubscription, replayDelivery, writeSecret } from './mutations'
import { readKeptSecrets } from './secrets'
import { makeBody, makeRequest, openDoor, sign, testLocker } from './testing'
import type { WriteOptions } from './write'

vi.setConfig({ testTimeout: 30_000 })

const settings = parseSettings({ NEXTAUTH_SECRET: 'x'.repeat(32), NEXTAUTH_URL: 'http://127.0.0.1:3000' })
const url = 'http://127.0.0.1:3000/api/webhooks/service'
const kinds = ['TRIGGER_EVENT_INSPECTION']

let db: TestDatabase
let standin: Standin
let service: Service
let actor: Actor
let forgotten = 0
let given: WriteOptions

beforeAll(async () => {
  db = await openTestDatabase()
  const password = 'a-long-password'
  const userId = await createUser(db, { email: 'ada@example.org', name: 'Ada', role: 'admin', password })
  actor = { userId, email: 'ada@example.org', name: 'Ada', role: 'admin' }
  processWide('settings', () => settings)
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  processWide('webhook-locker', () => testLocker)
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.query('truncate webhook_secrets, webhook_deliveries')
  standin = await startStandin({
    inspections: 1,
    limits: 'off',
    tokens: [
      { token: 'strong-token', permissions: 'all' },
      { token: 'weak-token', permissions: [] },
    ],
  })
  service = createService({ baseUrl: standin.baseUrl, token: 'strong-token', limits: { other: 1e6 } })
  forgotten = 0
  given = {
    db,
    service,
    locker: testLocker,
    url,
    recheckDelaysMs: [0, 5, 10],
    onSecret: () => {
      forgotten += 1
    },
  }
})
afterEach(async () => {
  await service.close()
  await standin.close()
})

const list = () => listSubscriptions({ service, url })
const ours = async () => (await list()).subscriptions.filter(({ isOurs }) => isOurs)
const create = () => createSubscription(actor, { triggerEvents: kinds }, given)
const entryOf = async ({ activityId }: { activityId: string }): Promise<KeptActivity> => {
  const entry = await readActivity(db, activityId)
  if (entry === null) throw new Error('the log has no such entry')
  return entry
}

const kept = async () => (await readKeptSecrets(db, testLocker)).accepted

describe('subscriptions', () => {
  it('are created, changed, disabled and deleted at the service, each with a log entry', async () => {
    const made = await create()
    expect(made).toMatchObject({
      outcome: 'done',
      subscription: { url, triggerEvents: kinds, enabled: true, isOurs: true },
    })
    const webhookId = made.subscription?.webhookId ?? ''
    expect(await entryOf(made)).toMatchObject({ action: 'webhook.create', outcome: 'done', objectId: webhookId })
    await expect(create()).rejects.toMatchObject({ code: 'conflict' })

    const off = await changeSubscription(actor, webhookId, { enabled: false }, given)
    expect(off).toMatchObject({ outcome: 'done', note: null, subscription: { enabled: false, triggerEvents: kinds } })
    const more = [...kinds, 'TRIGGER_EVENT_INSPECTION_ARCHIVED_STATUS']
    const changed = await changeSubscription(actor, webhookId, { triggerEvents: more }, given)
    expect(changed.subscription).toMatchObject({ enabled: false, triggerEvents: more })
    expect(await entryOf(changed)).toMatchObject({
      before: { triggerEvents: kinds, enabled: false },
      after: { triggerEvents: more, enabled: false },
    })

    const ended = await deleteSubscription(actor, webhookId, given)
    expect(ended).toMatchObject({ outcome: 'done', subscription: null })
    expect(await ours()).toEqual([])
    await expect(deleteSubscription(actor, webhookId, given)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('of other consoles are shown and left unchanged', async () => {
    const id = standin.control.webhooks.subscribe('https://elsewhere.example/hook')
    expect((await list()).subscriptions).toMatchObject([{ webhookId: id, isOurs: false }])
    await expect(changeSubscription(actor, id, { enabled: false }, given)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(deleteSubscription(actor, id, given)).rejects.toMatchObject({ code: 'forbidden' })
  })

  it.each(['before', 'after'] as const)('are rechecked if the response is lost %s they were created', async (when) => {
    standin.control.setFault({ operation: 'createWebhook', action: { kind: 'reset', when }, when: { next: 1 } })
    const outcome = await create().catch((error: unknown) => error)
    if (when === 'before') expect(outcome).toMatchObject({ code: 'upstream_failed' })
    else expect(outcome).toMatchObject({ outcome: 'done', note: serverText('common.wasDone') })
    expect(await ours()).toHaveLength(when === 'before' ? 0 : 1)
    expect(standin.control.counts()['createWebhook']).toBe(1)
  })

  it('stay unknown while no recheck is possible, and the log gets the outcome later', async () => {
    standin.control.setFault({
      operation: 'createWebhook',
      action: { kind: 'reset', when: 'after' },
      when: { next: 1 },
    })
    let lists = 0
    const call: Service['call'] = (name, ...rest) => {
      if (name === 'listWebhooks') lists += 1
      return lists > 1 ? Promise.reject(new Error('away')) : service.call(name, ...rest)
    }
    const lost = await createSubscription(actor, { triggerEvents: kinds }, { ...given, service: { call } })
    expect(lost).toMatchObject({ outcome: 'unknown', subscription: null })
    const open = await entryOf(lost)
    expect(open.outcome).toBe('unknown')
    const signal = new AbortController().signal
    const [made] = await ours()
    await expect(recheckWebhook(open, { db, service, signal })).resolves.toMatchObject({
      outcome: 'done',
      objectId: made?.webhookId,
    })
    await expect(
      recheckWebhook({ ...open, action: 'webhook.delete', objectId: made?.webhookId ?? '' }, { db, service, signal }),
    ).resolves.toBeNull()
  })

  it('cannot be managed if the service has no endpoint for them or refuses the token, and the reason is given', async () => {
    for (const status of [404, 501]) {
      const fault = standin.control.setFault({ path: '/webhooks/', action: { kind: 'status', status } })
      expect((await list()).unavailable).toMatchObject({ reason: 'absent' })
      await expect(create()).rejects.toMatchObject({
        message: expect.stringContaining('no endpoint for managing webhooks'),
      })
      standin.control.clearFaults(fault)
    }
    standin.control.setFault({ path: '/webhooks/', action: { kind: 'status', status: 403 } })
    expect((await list()).unavailable).toMatchObject({ reason: 'forbidden' })
    await expect(writeSecret(actor, 'fetch', given)).rejects.toMatchObject({
      message: expect.stringContaining('administrator permission set'),
    })
  })
})

describe('the secret', () => {
  it('is fetched and rotated: the old and the new one are accepted, and neither is logged', async () => {
    const first = standin.control.webhooks.token()
    const fetched = await writeSecret(actor, 'fetch', given)
    expect(fetched).toMatchObject({ outcome: 'done', isNew: true })
    expect(await writeSecret(actor, 'fetch', given)).toMatchObject({ outcome: 'done', isNew: false })
    const rotated = await writeSecret(actor, 'rotate', given)
    const second = standin.control.webhooks.token()
    expect(second).not.toBe(first)
    expect(await kept()).toEqual([second, first])
    expect(forgotten).toBe(3)
    const { rows } = await db.query<{ whole: string }>('select activity::text as whole from activity')
    const told = JSON.stringify([fetched, rotated, rows])
    for (const secret of [first, second]) expect(told).not.toContain(secret)
  })

  it.each(['before', 'after'] as const)('is reread if the response is lost %s its rotation', async (when) => {
    await writeSecret(actor, 'fetch', given)
    standin.control.setFault({ operation: 'resetWebhookToken', action: { kind: 'reset', when }, when: { next: 1 } })
    const outcome = await writeSecret(actor, 'rotate', given).catch((error: unknown) => error)
    expect(outcome).toMatchObject(when === 'before' ? { code: 'upstream_failed' } : { outcome: 'done', isNew: true })
    expect((await kept())[0]).toBe(standin.control.webhooks.token())
    expect(standin.control.counts()['resetWebhookToken']).toBe(1)
  })

  it('is the newest one in the end, even if a recheck of an older log entry overlaps with a rotation', async () => {
    const fetched = await writeSecret(actor, 'fetch', given)
    const entry = await entryOf({ activityId: fetched.activityId })
    const gate = new EventTarget()
    const [read, released] = [once(gate, 'read'), once(gate, 'released')]
    const call: Service['call'] = async (name, ...rest) => {
      const answer = await service.call(name, ...rest)
      gate.dispatchEvent(new Event('read'))
      await released
      return answer
    }
    const signal = new AbortController().signal
    const recheck = recheckWebhook(entry, { db, service: { call }, signal })
    await read
    const rotation = writeSecret(actor, 'rotate', given)
    // The rotation waits for the recheck or ends before it. In both cases its new secret is the signing one.
    await Promise.race([rotation, new Promise((resolve) => setTimeout(resolve, 500))])
    gate.dispatchEvent(new Event('released'))
    await Promise.all([recheck, rotation])
    expect((await kept())[0]).toBe(standin.control.webhooks.token())
  })
})

describe('the demo', () => {
  it('subscribes itself once, and does nothing if the service sends no webhooks', async () => {
    const around = { service, log: silentLog }
    await expect(subscribeDemo(around)).resolves.toBe(true)
    await expect(subscribeDemo(around)).resolves.toBe(true)
    expect(await ours()).toHaveLength(1)
    expect((await readKeptSecrets(db, testLocker)).accepted).toEqual([standin.control.webhooks.token()])
    standin.control.setFault({ path: '/webhooks/', action: { kind: 'status', status: 404 } })
    await expect(subscribeDemo(around)).resolves.toBe(false)
  })
})

describe('a replay', () => {
  it('causes a delivery to be processed again, and is logged', async () => {
    const body = makeBody({ id: 'audit_1' })
    await openDoor(db).send(makeRequest(body))
    await db.query(`update webhook_deliveries set state = 'failed', tries = 14, note = 'no', handled_at = now()`)
    const { rows } = await db.query<{ id: string }>('select delivery_id as id from webhook_deliveries')
    const id = rows[0]?.id ?? ''
    let woken = 0
    const replayed = await replayDelivery(actor, id, { db, onKept: () => (woken += 1) })
    expect(replayed).toMatchObject({ state: 'waiting', tries: 0, handledAt: null, note: null })
    expect(woken).toBe(1)
    const log = await db.query(`select action, object_id as id, outcome from activity where action like '%replay'`)
    expect(log.rows).toEqual([{ action: 'webhook-delivery.replay', id, outcome: 'done' }])
  })

  it('of an unreadable delivery is refused', async () => {
    await openDoor(db).send(makeRequest('x', { 'x-safetyculture-signature': sign('x') }))
    const { rows } = await db.query<{ id: string }>('select delivery_id as id from webhook_deliveries')
    await expect(replayDelivery(actor, rows[0]?.id ?? '', { db })).rejects.toMatchObject({ code: 'conflict' })
  })
})
