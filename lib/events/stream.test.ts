import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { pipeToNodeResponse } from 'next/dist/server/pipe-readable'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { GET } from '@/app/api/events/route'
import { roles, type Role } from '@/lib/access/permissions'
import { HandClock as AuthClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { listenForSessionNotices } from '@/lib/auth/session-notices'
import { readFeed, type FeedMessage } from '@/lib/browser/live/feed'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { processWide } from '@/lib/process-wide'
import { configureThrottle } from '@/lib/web/throttle'
import { HandClock } from '@/lib/service/test-support/hand-clock'
import { watchEventStreams } from './cut'
import { createEventHub, type EventHub } from './hub'
import { publishEvents } from './publish'
import { streamsOfOneMax } from './stream'

let db: TestDatabase
let auth: TestAuth
let hub: EventHub
let server: Server
let origin: string
const clock = new HandClock()
const authClock = new AuthClock()
const people = new Map<Role, { cookie: string; sid: string }>()

beforeAll(async () => {
  db = await openTestDatabase()
  auth = installTestAuth(db, authClock)
  hub = createEventHub({ database: async () => db, clock, log: silentLog })
  processWide('events', () => ({ hub, clock }))
  watchEventStreams()
  // These tests open more streams at once than one person may.
  configureThrottle({ general: { burst: 1e9, perSecond: 1e9 } })
  for (const role of roles) people.set(role, await auth.signInAs((await auth.addPerson(role)).userId))
  // Handles a response as Next does, with Next's own pipe.
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const headers = new Headers(request.headers as Record<string, string>)
    const answer = await GET(new Request(new URL(request.url ?? '/', origin), { headers, signal: gone.signal }), {
      params: Promise.resolve({}),
    })
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    if (answer.body === null) response.end()
    else await pipeToNodeResponse(answer.body, response)
  }
  server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await hub.stop()
  server.closeAllConnections()
  server.close()
  await db.close()
})

const until = (check: () => unknown) =>
  vi.waitFor(
    async () => {
      await clock.advance(300)
      await check()
    },
    { timeout: 20_000, interval: 10 },
  )

class Screen {
  readonly got: FeedMessage[] = []
  isOver = false
  readonly response: Response
  readonly #leave: AbortController
  constructor(response: Response, leave: AbortController) {
    this.response = response
    this.#leave = leave
    void this.#read()
  }
  async #read() {
    try {
      if (this.response.body !== null) for await (const message of readFeed(this.response.body)) this.got.push(message)
    } catch {
      // The connection was closed.
    }
    this.isOver = true
  }
  leave() {
    this.#leave.abort()
  }
  events = () => this.got.filter(({ event }) => event === 'message').map(({ data }) => JSON.parse(data) as unknown)
}

async function open(role: Role, given: { query?: string; headers?: Record<string, string> } = {}): Promise<Screen> {
  const leave = new AbortController()
  const response = await fetch(`${origin}/api/events${given.query ?? ''}`, {
    headers: { cookie: people.get(role)?.cookie ?? '', ...given.headers },
    signal: leave.signal,
  })
  return new Screen(response, leave)
}

const idle = () => vi.waitFor(() => expect(hub.count()).toBe(0), { timeout: 20_000 })

describe('GET /api/events', { timeout: 120_000 }, () => {
  it('requires a signed-in person', async () => {
    expect((await fetch(`${origin}/api/events`)).status).toBe(401)
    expect(
      (await fetch(`${origin}/api/events?after=a&after=b`, { headers: { cookie: people.get('viewer')?.cookie ?? '' } }))
        .status,
    ).toBe(422)
  })

  it('starts at once, sends heartbeats, and is neither cached nor changed by proxies', async () => {
    const screen = await open('viewer')
    const { headers } = screen.response
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(headers.get('cache-control')).toBe('private, no-store, no-transform')
    expect(headers.get('x-accel-buffering')).toBe('no')
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{16}$/)
    await vi.waitFor(() => expect(screen.got.map(({ event }) => event)).toEqual(['hello']), { timeout: 20_000 })
    await until(() => expect(screen.got.map(({ event }) => event)).toEqual(['hello', 'beat']))
    screen.leave()
    await idle()
  })

  it('continues where a screen stopped, by header or query, and sends each role what it may read', async () => {
    const first = await open('viewer')
    const admin = await open('admin')
    await publishEvents(db, [
      { kind: 'inspections', ids: ['i1'] },
      { kind: 'webhooks', ids: ['w1'] },
    ])
    await until(() => expect(admin.events()).toHaveLength(2))
    expect(first.events()).toEqual([{ kind: 'inspections', ids: ['i1'] }])
    const { id } = first.got.at(-1) ?? { id: '' }
    first.leave()
    await publishEvents(db, [{ kind: 'reviews' }])
    await until(() => expect(admin.events()).toHaveLength(3))
    const [byHeader, byAddress, lost] = await Promise.all([
      open('viewer', { headers: { 'last-event-id': id } }),
      open('viewer', { query: `?after=${id}` }),
      open('viewer', { query: '?after=elsewhere-3' }),
    ])
    for (const screen of [byHeader, byAddress])
      await until(() => expect(screen.events()).toEqual([{ kind: 'reviews', ids: null }]))
    await until(() => expect(lost.events()).toEqual([{ kind: 'reset', ids: null }]))
    for (const screen of [admin, byHeader, byAddress, lost]) screen.leave()
    await idle()
  })

  it('ends at once with its session, and leaves other sessions connected', async () => {
    const { userId } = await auth.addPerson('editor')
    const [one, two, other] = [await auth.signInAs(userId), await auth.signInAs(userId), people.get('viewer')]
    const screens = await Promise.all(
      [one, two, other].map((who) => open('viewer', { headers: { cookie: who?.cookie ?? '' } })),
    )
    const ended = () => screens.map(({ isOver }) => isOver)
    for (const screen of screens) await until(() => expect(screen.got).not.toEqual([]))
    // The console's clock does not advance.
    await auth.sessions.end(one.sid)
    await vi.waitFor(() => expect(ended()).toEqual([true, false, false]), { timeout: 20_000 })
    await auth.sessions.revokeUser(userId)
    await vi.waitFor(() => expect(ended()).toEqual([true, true, false]), { timeout: 20_000 })
    screens[2]?.leave()
    await idle()
    expect((await fetch(`${origin}/api/events`, { headers: { cookie: one.cookie } })).status).toBe(401)
  })

  it('ends at once when another console ends its session or disables its person', { tags: ['S11'] }, async () => {
    const notices = listenForSessionNotices(db, auth.sessions)
    await notices.ready
    const ends = [
      'delete from sessions where user_id = $1',
      'update sessions set revoked_at = now() where user_id = $1',
      'update users set disabled_at = now() where user_id = $1',
      `update users set role = 'viewer' where user_id = $1`,
    ]
    for (const end of ends) {
      const { userId } = await auth.addPerson('editor')
      const screen = await open('viewer', { headers: { cookie: (await auth.signInAs(userId)).cookie } })
      await until(() => expect(screen.got).not.toEqual([]))
      // Neither clock advances.
      await db.query(end, [userId])
      await vi.waitFor(() => expect(screen.isOver).toBe(true), { timeout: 20_000 })
    }
    await idle()
    await notices.stop()
  })

  it('ends within 15 seconds when another console ended its session and the notice was lost', async () => {
    const { cookie, sid } = await auth.signInAs((await auth.addPerson('editor')).userId)
    const screen = await open('viewer', { headers: { cookie } })
    await until(() => expect(screen.got).not.toEqual([]))
    await db.query('delete from sessions where sid = $1', [sid])
    expect(screen.isOver).toBe(false)
    authClock.advance(2_000)
    await until(() => expect(screen.isOver).toBe(true))
    await idle()
  })

  it('is refused to a person with two hundred streams until one of them ends', { tags: ['full'] }, async () => {
    const { cookie } = await auth.signInAs((await auth.addPerson('viewer')).userId)
    const screens = await Promise.all(
      Array.from({ length: streamsOfOneMax }, () => open('viewer', { headers: { cookie } })),
    )
    expect((await fetch(`${origin}/api/events`, { headers: { cookie } })).status).toBe(429)
    screens[0]?.leave()
    await vi.waitFor(() => expect(hub.count()).toBe(streamsOfOneMax - 1), { timeout: 20_000 })
    screens.push(await open('viewer', { headers: { cookie } }))
    expect(screens.at(-1)?.response.status).toBe(200)
    for (const screen of screens) screen.leave()
    await idle()
  })

  it('disconnects a reader that does not read', { tags: ['S21', 'full'] }, async () => {
    const other = await open('viewer')
    const socket: Socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1' })
    socket.pause()
    const isCut = once(socket, 'close')
    socket.on('error', () => undefined)
    socket.write(`GET /api/events HTTP/1.1\r\nhost: x\r\ncookie: ${people.get('viewer')?.cookie}\r\n\r\n`)
    await vi.waitFor(() => expect(hub.count()).toBe(2), { timeout: 20_000 })
    const ids = Array.from({ length: 200 }, (_, at) => `${'x'.repeat(300)}${at}`)
    for (let round = 0; round < 400 && hub.count() === 2; round += 1) {
      await publishEvents(db, [{ kind: 'assets', ids }])
      await until(() => expect(other.events().length).toBeGreaterThan(round))
    }
    expect(hub.count()).toBe(1)
    socket.resume()
    await isCut
    expect(other.isOver).toBe(false)
    other.leave()
    await idle()
  })

  it('ends when the console stops, and is refused from then on', async () => {
    const screen = await open('viewer')
    await until(() => expect(screen.got).not.toEqual([]))
    void hub.stop()
    await vi.waitFor(() => expect(screen.isOver).toBe(true), { timeout: 20_000 })
    expect(
      (await fetch(`${origin}/api/events`, { headers: { cookie: people.get('viewer')?.cookie ?? '' } })).status,
    ).toBe(503)
  })
})
