import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRandom } from '@/lib/db/random'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { HandClock } from '@/lib/testing/sync-world'
import { seed } from '@/lib/testing/random-runs'
import { listDeliveries } from './data'
import { bodyBytesMax } from './receive'
import { keepSecret } from './secrets'
import { makeBody, makeRequest, openDoor, sign, testLocker, testSecret, type TestDoor } from './testing'
import { isGenuine, type Verification } from './verify'

const hmac: Verification = { scheme: 'hmac-sha256', header: 'x-webhook-secret' }
const shared: Verification = { scheme: 'header', header: 'x-webhook-secret' }

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())
beforeEach(() => db.query('truncate webhook_deliveries, webhook_secrets'))

async function countRows(): Promise<number> {
  const { rows } = await db.query<{ n: number }>('select count(*) as n from webhook_deliveries')
  return rows[0]?.n ?? 0
}

/** Refills the tokens that refused requests cost, by advancing the clock. */
function refill(clock: HandClock): void {
  clock.advance(60_000)
}

const pick = <Value>(random: () => number, values: readonly Value[]): Value => {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined) throw new Error('there is nothing to pick from')
  return value
}

/** Changes, adds or removes one byte or digit. */
function mutateBytes(random: () => number, bytes: Buffer): Buffer<ArrayBuffer> {
  const copy = Buffer.from(bytes)
  const at = Math.floor(random() * copy.length)
  switch (Math.floor(random() * 4)) {
    case 0:
      copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(random() * 8))
      return copy
    case 1:
      return Buffer.concat([copy.subarray(0, at), copy.subarray(at + 1)])
    case 2:
      return Buffer.concat([copy.subarray(0, at), Buffer.from([Math.floor(random() * 256)]), copy.subarray(at)])
    default:
      return Buffer.concat([copy, Buffer.from(pick(random, [' ', '\n', '\0', '{}']))])
  }
}

function mutateSignature(random: () => number, signature: string): string {
  const at = Math.floor(random() * signature.length)
  const digit = signature[at] ?? '0'
  switch (Math.floor(random() * 6)) {
    case 0:
      return signature.slice(0, at) + (digit === 'f' ? '0' : 'f') + signature.slice(at + 1)
    case 1:
      return signature.slice(0, at) + signature.slice(at + 1)
    case 2:
      return `sha256=${signature}`
    case 3:
      return `${signature}, ${signature}`
    case 4:
      return Buffer.from(signature, 'hex').toString('base64')
    default:
      return signature.toUpperCase()
  }
}

/** Returns a secret that is nearly the right one, or one that a careless check would accept. */
function mutateSecret(random: () => number): string {
  return pick(random, [
    '',
    ' ',
    'undefined',
    'null',
    testSecret.slice(1),
    testSecret.slice(0, -1),
    `${testSecret} `,
    testSecret.toUpperCase(),
    `${testSecret}${Math.floor(random() * 10)}`,
  ])
}

describe('genuine deliveries that arrive at once', () => {
  it('share the statements that store them, and equal bodies among them are stored once', async () => {
    let statements = 0
    const counting: Database = {
      ...db,
      query: (text, values) => {
        if (text.startsWith('insert into webhook_deliveries')) statements += 1
        return db.query(text, values)
      },
    }
    const door = openDoor(counting)
    const bodies = Array.from({ length: 40 }, (_, n) => makeBody({ id: `audit_${n % 20}` }))
    const answers = await Promise.all([...bodies, 'no delivery'].map((body) => door.send(makeRequest(body))))
    const verdicts = answers.map(({ verdict }) => verdict)
    expect(verdicts.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'accepted'))
    expect(verdicts.slice(20)).toEqual([...Array.from({ length: 20 }, () => 'repeated'), 'unreadable'])
    expect(await countRows()).toBe(21)
    expect(statements).toBeLessThanOrEqual(5)
  })
})

describe('S23: forged deliveries', { tags: ['S23'] }, () => {
  it(`are all refused: 10,000 mutations of body, signature and secret (seed ${seed})`, () => {
    const random = createRandom(seed)
    let accepted = 0
    let tried = 0
    for (let round = 0; round < 10_000; round += 1) {
      const body = Buffer.from(makeBody({ id: `audit_${Math.floor(random() * 1e9)}` }))
      const kind = round % 3
      const sent = kind === 0 ? mutateBytes(random, body) : body
      const signature = kind === 2 ? sign(body, mutateSecret(random)) : sign(body)
      const value = kind === 1 ? mutateSignature(random, signature) : signature
      // The mutation replaced a byte by the same value.
      if (sent.equals(body) && value === sign(body)) continue
      tried += 1
      if (isGenuine(hmac, { value, body: sent }, [testSecret, 'the-secret-before-that-one'])) accepted += 1
    }
    expect(accepted).toBe(0)
    expect(tried).toBeGreaterThan(9_900)
  })

  it('are all refused by the receiver, which writes nothing', async () => {
    const random = createRandom(seed)
    const clock = new HandClock()
    const door = openDoor(db, { clock, previousSecret: 'the-secret-before-that-one' })
    for (let round = 0; round < 300; round += 1) {
      if (round % 50 === 0) refill(clock)
      const body = Buffer.from(makeBody({ id: `audit_${round}` }))
      const sent = round % 3 === 0 ? mutateBytes(random, body) : body
      const signed = round % 3 === 2 ? sign(body, mutateSecret(random)) : sign(body)
      const value = round % 3 === 1 ? mutateSignature(random, signed) : signed
      if (sent.equals(body) && value === sign(body)) continue
      await expect(door.send(makeRequest(sent, { 'x-safetyculture-signature': value }))).resolves.toMatchObject({
        status: 401,
      })
    }
    await expect(door.send(makeRequest('{}', {}))).resolves.toMatchObject({ status: 401 })
    await expect(door.send(makeRequest('{}', { 'x-webhook-secret': testSecret }))).resolves.toMatchObject({
      status: 401,
    })
    expect(await countRows()).toBe(0)
    expect(door.verdicts.read().counts).toMatchObject({ accepted: 0, 'no-signature': 2 })
  })

  it('are distinguished from those signed with the current or the previous secret', async () => {
    const door = openDoor(db, { previousSecret: 'the-secret-before-that-one' })
    const [first, second] = [makeBody({ id: 'audit_1' }), makeBody({ id: 'audit_2' })]
    await expect(door.send(makeRequest(first))).resolves.toEqual({ status: 202, verdict: 'accepted' })
    const before = { 'x-safetyculture-signature': sign(second, 'the-secret-before-that-one') }
    await expect(door.send(makeRequest(second, before))).resolves.toEqual({ status: 202, verdict: 'accepted' })
    expect(await countRows()).toBe(2)
  })

  it('are refused with 503 if no secret is known, even if they are signed with an empty secret', async () => {
    const clock = new HandClock()
    const door = openDoor(db, { secret: null, clock })
    const body = makeBody({ id: 'audit_1' })
    for (const value of [sign(body), sign(body, ''), sign(body, 'null'), ''])
      await expect(door.send(makeRequest(body, { 'x-safetyculture-signature': value }))).resolves.toMatchObject({
        status: 503,
      })
    await expect(door.send(makeRequest(body, {}))).resolves.toMatchObject({ status: 503 })
    expect(isGenuine(hmac, { value: sign(body, ''), body: Buffer.from(body) }, [''])).toBe(false)
    expect(isGenuine(hmac, { value: sign(body, ''), body: Buffer.from(body) }, [])).toBe(false)
    expect(await countRows()).toBe(0)
  })
})

const signedBy = (body: string, secret: string) =>
  makeRequest(body, { 'x-safetyculture-signature': sign(body, secret) })

describe('secrets of the service', () => {
  it('are accepted at once, remain accepted for a day after being replaced, and are stored encrypted', async () => {
    const clock = new HandClock()
    const door = openDoor(db, { secret: null, clock })
    await expect(door.send(signedBy(makeBody({ id: 'a' }), 'first-secret'))).resolves.toMatchObject({ status: 503 })
    await expect(keepSecret(db, testLocker, 'first-secret')).resolves.toBe(true)
    await expect(keepSecret(db, testLocker, 'first-secret')).resolves.toBe(false)
    refill(clock)
    await expect(door.send(signedBy(makeBody({ id: 'a' }), 'first-secret'))).resolves.toMatchObject({ status: 202 })

    // Another console has fetched the next secret. The database is read again before its signatures are refused.
    await keepSecret(db, testLocker, 'second-secret')
    clock.advance(2_000)
    await expect(door.send(signedBy(makeBody({ id: 'b' }), 'second-secret'))).resolves.toMatchObject({ status: 202 })
    await expect(door.send(signedBy(makeBody({ id: 'c' }), 'first-secret'))).resolves.toMatchObject({ status: 202 })
    await db.query(`update webhook_secrets set retired_at = retired_at - interval '25 hours'`)
    refill(clock)
    await expect(door.send(signedBy(makeBody({ id: 'd' }), 'first-secret'))).resolves.toMatchObject({ status: 401 })

    const { rows } = await db.query<{ whole: string }>(`select encode(locked, 'escape') as whole from webhook_secrets`)
    for (const { whole } of rows) expect(whole).not.toContain('secret')
  })

  it('do not count if they were encrypted with another console secret', async () => {
    await keepSecret(db, { ...testLocker, lock: (text) => Buffer.from(`not locked ${text}, and long enough`) }, 'other')
    const door = openDoor(db, { secret: null })
    await expect(door.send(signedBy(makeBody({ id: 'a' }), 'other'))).resolves.toMatchObject({ status: 503 })
  })
})

describe('the scheme of a shared secret', () => {
  it('accepts only the secret itself, and only in its header', async () => {
    const door = openDoor(db, { verification: shared })
    const body = makeBody({ id: 'audit_1' })
    const sent = (value: string) => door.send(makeRequest(body, { 'x-webhook-secret': value }))
    for (const value of [`${testSecret}x`, testSecret.slice(1), testSecret.toUpperCase(), 'x'])
      await expect(sent(value)).resolves.toMatchObject({ status: 401 })
    await expect(door.send(makeRequest(body))).resolves.toMatchObject({ status: 401 })
    await expect(sent(testSecret)).resolves.toEqual({ status: 202, verdict: 'accepted' })
  })
})

const listKinds = async (kind: string) =>
  (await listDeliveries({ kind, limit: 50 }, db)).deliveries.map(({ eventTypes }) => eventTypes)

describe('the receiver', () => {
  let clock: HandClock
  let door: TestDoor
  beforeEach(() => {
    clock = new HandClock()
    door = openDoor(db, { clock })
  })

  it('reads at most 256 KB of a body, with or without a declared length', async () => {
    const fits = `{"event":{"event_types":["X"]},"x":"${'x'.repeat(bodyBytesMax - 38)}"}`
    expect(fits).toHaveLength(bodyBytesMax)
    await expect(door.send(makeRequest(fits))).resolves.toMatchObject({ status: 202 })
    await expect(door.send(makeRequest(`${fits} `))).resolves.toMatchObject({ status: 413 })
    let read = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        read += 1
        controller.enqueue(new Uint8Array(65_536))
      },
    })
    const headers = { 'x-safetyculture-signature': sign('') }
    const request = new Request('http://x/', { method: 'POST', headers, body: endless, duplex: 'half' } as RequestInit)
    await expect(door.send(request)).resolves.toMatchObject({ status: 413 })
    expect(read).toBeLessThan(10)
    expect(await countRows()).toBe(1)
  })

  it.each([
    ['not JSON', 'hello'],
    ['an array', '[1]'],
    ['an object without fields of a delivery', '{"a":1}'],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x00, 0x7d])],
  ])('stores a signed body as unreadable: %s', async (_, body) => {
    await expect(door.send(makeRequest(body))).resolves.toEqual({ status: 202, verdict: 'unreadable' })
    const { rows } = await db.query('select state, handled_at is not null as ended from webhook_deliveries')
    expect(rows).toEqual([{ state: 'unreadable', ended: true }])
  })

  it('stores an unknown format if it says what it is about', async () => {
    const bodies = [
      {
        version: '1.0.0',
        workflow_id: 'w',
        data: { audit: { audit_id: 'audit_old', modified_at: '2026-01-01T00:00:00Z' } },
      },
      { event: { event_types: ['TRIGGER_EVENT_ACTION_CREATED', 7] }, resource: { id: 'action_1', type: 'ACTION' } },
      { webhook_id: 5, event: 'x', resource: { id: 'audit\u0000_1' }, more: { of: ['it'] } },
    ]
    for (const body of bodies) await door.send(makeRequest(JSON.stringify(body)))
    const { rows } = await db.query(
      `select resource_type as type, resource_id as id, event_types as kinds, state, resource_version as version, body::json as body
       from webhook_deliveries order by received_at`,
    )
    expect(rows).toEqual([
      {
        type: 'INSPECTION',
        id: 'audit_old',
        kinds: [],
        state: 'waiting',
        version: '2026-01-01T00:00:00.000Z',
        body: bodies[0],
      },
      {
        type: 'ACTION',
        id: 'action_1',
        kinds: ['TRIGGER_EVENT_ACTION_CREATED'],
        state: 'waiting',
        version: null,
        body: bodies[1],
      },
      { type: null, id: 'audit_1', kinds: [], state: 'waiting', version: null, body: bodies[2] },
    ])
  })

  it('lists deliveries by event, and by the families of events that Sightline does not use', async () => {
    const sent = [
      ['TRIGGER_EVENT_ACTION_CREATED'],
      ['MEDIA_UPLOADED'],
      ['TRIGGER_EVENT_INSPECTION', 'TRIGGER_EVENT_INSPECTION_ITEM_ACTION'],
      ['TRIGGER_EVENT_ACTIONS'],
    ]
    for (const kinds of sent)
      await door.send(makeRequest(JSON.stringify({ event: { event_types: kinds }, resource: { id: kinds[0] } })))
    expect(await listKinds('ACTION')).toEqual([sent[0]])
    expect(await listKinds('trigger_event_media')).toEqual([sent[1]])
    expect(await listKinds('INCIDENT')).toEqual([])
    expect(await listKinds('INSPECTION')).toEqual([sent[2]])
    expect(await listKinds('ACTION_CREATED')).toEqual([sent[0]])
  })

  it(
    'does not query the database for a flood of wrong signatures, and still accepts deliveries from the service',
    { tags: ['S25'] },
    async () => {
      let asked = 0
      const watched: Database = {
        ...db,
        kind: db.kind,
        transaction: (work) => db.transaction(work),
        close: () => db.close(),
        query: (text, values) => {
          asked += 1
          return db.query(text, values)
        },
      }
      const own = openDoor(watched, { clock })
      const flood = async () => {
        const headers = { 'x-safetyculture-signature': 'f'.repeat(64), 'x-sightline-peer': '203.0.113.7' }
        return (await own.send(makeRequest('{}', headers))).status
      }
      const statuses = []
      for (let n = 0; n < 400; n += 1) statuses.push(await flood())
      expect(asked).toBe(0)
      expect(statuses.filter((status) => status === 401)).toHaveLength(100)
      expect(statuses.filter((status) => status === 429)).toHaveLength(300)
      expect(own.verdicts.read()).toMatchObject({
        counts: { 'bad-signature': 100, throttled: 300 },
        refusals: [
          { verdict: 'throttled', address: '203.0.113.7' },
          { verdict: 'bad-signature', address: '203.0.113.7' },
        ],
      })
      // Genuine deliveries cost no tokens. The service may send them at any rate, even from an address that it shares
      // with a flood because of a proxy.
      for (let n = 0; n < 100; n += 1) {
        const body = makeBody({ id: `audit_${n}` })
        const peer = n % 2 === 0 ? '198.51.100.1' : '203.0.113.7'
        const headers = { 'x-safetyculture-signature': sign(body), 'x-sightline-peer': peer }
        expect((await own.send(makeRequest(body, headers))).status).toBe(202)
        expect(await flood()).toBe(429)
      }
      expect(asked).toBe(100)
    },
  )

  it('returns a problem that says what is wrong and how long to wait', async () => {
    for (let n = 0; n < 100; n += 1) await door.send(makeRequest('{}', {}))
    const response = await door.receiver.receive(makeRequest('{}', {}), 'request-7')
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await response.json()).toMatchObject({ status: 429, code: 'throttled', requestId: 'request-7' })
  })
})
