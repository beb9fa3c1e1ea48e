import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DELETE, GET, PATCH, POST, PUT } from '@/app/api/service/[...path]/route'
import { installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { systemClock } from '@/lib/clock'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { processWide } from '@/lib/process-wide'
import { operationNames, operationOf } from '@/lib/service/endpoints'
import { service, setServiceTarget } from '@/lib/service/instance'
import { configureThrottle } from '@/lib/web/throttle'
import { renderText, serverText } from '@/lib/server-text'

let db: TestDatabase
let auth: TestAuth
let admin: string
/** Requests that arrived, with the number of open log entries at that time. */
let arrived: Array<{ url: string; body: string; open: number }> = []
let answer: (request: IncomingMessage, response: ServerResponse) => void

const upstream = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const url = request.url ?? ''
    const arrive = async () => {
      const { rows } = await db.query("select from activity where outcome = 'pending'")
      arrived.push({ url, body: Buffer.concat(chunks).toString(), open: rows.length })
      answer(request, response)
    }
    void arrive()
  })
})

const json = (response: ServerResponse, status: number, value: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

beforeAll(async () => {
  db = await openTestDatabase()
  processWide('database', () => ({ log: silentLog, opening: Promise.resolve(db) }))
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await service().close()
  upstream.closeAllConnections()
  upstream.close()
  await db.close()
})
beforeEach(async () => {
  arrived = []
  answer = (_request, response) => json(response, 200, { id: 'made_1' })
  auth = installTestAuth(db, systemClock)
  configureThrottle({ general: { burst: 1e9, perSecond: 1e9 }, exports: { burst: 1e9, perSecond: 1e9 } })
  const { port } = upstream.address() as AddressInfo
  const limits = Object.fromEntries(operationNames.map((name) => [operationOf(name).bucket, 1e6]))
  setServiceTarget({ baseUrl: `http://127.0.0.1:${port}`, token: 'tok_canary_0123456789abcdef', limits })
  admin = (await auth.signInAs((await auth.addPerson('admin')).userId)).cookie
  await db.query('truncate activity cascade')
})

const handlers = { DELETE, GET, PATCH, POST, PUT }
function ask(method: keyof typeof handlers, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const request = new Request(`http://127.0.0.1:3000/api/service${path}`, {
    method,
    headers: method === 'GET' ? { cookie: admin } : auth.honest(admin),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  })
  return handlers[method](request, { params: Promise.resolve({}) })
}

async function readLog() {
  const { rows } = await db.query(
    'select action, object_kind, object_id, object_name, after, outcome, outcome_note, request_id from activity order by at',
  )
  return rows
}

describe('a write through the pass-through', () => {
  it('is logged without secrets before it is sent, and its outcome is logged afterwards', async () => {
    const users = [{ user: { username: 'sam@x.test', password: 'hunter2hunter2' } }]
    const response = await ask('POST', '/users/v1/users/upsert', { users, validate_only: true })
    expect(response.status).toBe(200)
    expect(arrived).toMatchObject([{ url: '/users/v1/users/upsert', open: 1 }])
    expect(arrived[0]?.body).toContain('hunter2')
    expect(await readLog()).toEqual([
      {
        action: 'service.upsertUsers',
        object_kind: 'service',
        object_id: null,
        object_name: 'Create or update up to 10 users',
        after: { users: [{ user: { username: 'sam@x.test', password: '[redacted]' } }], validate_only: true },
        outcome: 'done',
        outcome_note: null,
        request_id: response.headers.get('x-request-id'),
      },
    ])
  })

  it('is logged with the object in its path and with its query as requested', async () => {
    await ask('DELETE', '/assets/v1/status-groups/group_1/types?type_ids=a&type_ids=b&__proto__=c')
    expect(await readLog()).toMatchObject([
      {
        action: 'service.removeStatusGroupTypes',
        object_id: 'group_1',
        after: { query: { type_ids: ['a', 'b'] } },
        outcome: 'done',
      },
    ])
  })

  it.each([
    [400, 'failed', 'status 400. SafetyCulture says: options: at most 10'],
    [404, 'failed', 'status 404. SafetyCulture says: options: at most 10'],
    [403, 'failed', 'SafetyCulture responded with status 403.'],
    [500, 'unknown', 'It is unknown whether the change was made.'],
    [502, 'unknown', 'It is unknown whether the change was made.'],
  ])('with the response status %s is logged as %s', async (status, outcome, note) => {
    answer = (_request, response) => json(response, status, { code: 3, message: 'options: at most 10' })
    await ask('DELETE', '/assets/v1/status-groups/group_1')
    const [entry] = await readLog()
    expect(entry).toMatchObject({ action: 'service.deleteStatusGroup', outcome })
    expect(renderText(String(entry?.['outcome_note']))).toContain(note)
    expect(arrived).toHaveLength(1)
  })

  it('whose response is lost is logged as unknown, with a note', async () => {
    answer = (request) => request.socket.destroy()
    expect((await ask('DELETE', '/assets/v1/status-groups/group_1')).status).toBe(504)
    expect(await readLog()).toMatchObject([{ outcome: 'unknown', outcome_note: serverText('service.outcomeUnknown') }])
    expect(arrived).toHaveLength(1)
  })

  it('continues when its page is closed, and its outcome is logged', async () => {
    const leaving = new AbortController()
    const held: ServerResponse[] = []
    answer = (_request, response) => void held.push(response)
    const asking = ask('DELETE', '/assets/v1/status-groups/group_1', undefined, leaving.signal)
    await vi.waitFor(() => expect(arrived).toHaveLength(1), { timeout: 20_000 })
    leaving.abort()
    for (const response of held) json(response, 200, {})
    await asking
    expect(await readLog()).toMatchObject([{ outcome: 'done' }])
  })

  it('is not sent when it cannot be logged', async () => {
    await db.query('alter table activity rename to activity_away')
    try {
      expect((await ask('DELETE', '/assets/v1/status-groups/group_1')).status).toBeGreaterThanOrEqual(500)
    } finally {
      await db.query('alter table activity_away rename to activity')
    }
    expect(arrived).toEqual([])
  })

  it('with invalid input is refused with the name of the field, and is neither sent nor logged', async () => {
    const wrong: Array<[keyof typeof handlers, string, unknown, string]> = [
      ['POST', '/audits', {}, 'template_id'],
      ['POST', '/users/v1/users/upsert', { users: Array.from({ length: 11 }, () => ({ user: {} })) }, 'users'],
      ['POST', '/assets/v1/status-groups/g/types', { type_ids: [] }, 'type_ids'],
      ['PATCH', '/assets/v1/status-groups/g', { status_group: { name: 'x' } }, 'update_mask'],
      ['DELETE', '/assets/v1/status-groups/g/types', undefined, 'type_ids'],
      ['POST', '/audits/a/export?format=exe', undefined, 'format'],
    ]
    for (const [method, path, body, field] of wrong) {
      const response = await ask(method, path, body)
      const { message } = (await response.json()) as { message: string }
      expect([path, response.status, /^"([^"]+)" /.exec(message)?.[1]]).toEqual([path, 400, field])
    }
    expect(arrived).toEqual([])
    expect(await readLog()).toEqual([])
  })
})

describe('a read through the pass-through', () => {
  it('passes on unknown parameters byte for byte, and is not logged', async () => {
    const path = '/audits/search?field=audit_id&field=modified_at&beta=1&beta=2&__proto__=x&limit=50'
    expect((await ask('GET', path)).status).toBe(200)
    expect(arrived.map(({ url }) => url)).toEqual([path])
    expect(await readLog()).toEqual([])
  })
})
