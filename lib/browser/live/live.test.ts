import { afterEach, describe, expect, it, vi } from 'vitest'
import type { LiveEvent } from '@/lib/events/schema'
import { startLive, type Live, type LiveTools } from './live'
import { pollMs, readLiveState, setLiveState, type LiveState } from './state'
// Loaded before the tests, which count on messages being read at once.
import './tab-schema'

const encoder = new TextEncoder()

/** The console as the browser sees it: each request for the stream stays open until one side ends it. */
class FakeConsole {
  readonly asked: string[] = []
  readonly open = new Set<ReadableStreamDefaultController<Uint8Array>>()
  answer: 'stream' | 'mute' | number = 'stream'
  #seq = 0

  fetch: typeof fetch = async (given, init) => {
    const url = typeof given === 'string' ? given : ''
    this.asked.push(url)
    if (typeof this.answer === 'number') return new Response(null, { status: this.answer })
    let own: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        own = controller
        this.open.add(controller)
        init?.signal?.addEventListener('abort', () => {
          if (this.open.delete(controller)) controller.error(init.signal?.reason)
        })
        if (this.answer === 'stream') this.#write(controller, `event: hello\nid: a-${this.#seq}\ndata: 1\n\n`)
      },
      cancel: () => void this.open.delete(own),
    })
    return new Response(body)
  }
  notify(event: LiveEvent): string {
    this.#seq += 1
    for (const controller of this.open)
      this.#write(controller, `id: a-${this.#seq}\ndata: ${JSON.stringify(event)}\n\n`)
    return `a-${this.#seq}`
  }
  breakOff() {
    for (const controller of this.open) controller.close()
    this.open.clear()
  }
  #write(controller: ReadableStreamDefaultController<Uint8Array>, text: string) {
    controller.enqueue(encoder.encode(text))
  }
}

/** Web Locks, as far as the code uses them: one holder per name, and a queue of the others. */
function createLocks(): LiveTools['locks'] {
  const rows = new Map<string, Promise<unknown>>()
  const request = (name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) => {
    const before = rows.get(name) ?? Promise.resolve()
    const mine = before.then(() => (signal.aborted ? undefined : hold()))
    rows.set(name, mine)
    return mine
  }
  return { request: request as unknown as LockManager['request'] }
}

interface Tab {
  live: Live
  events: LiveEvent[]
  states: LiveState[]
}

let tabs: Tab[] = []
let names = 0
afterEach(() => {
  for (const { live } of tabs) live.stop()
  tabs = []
  vi.useRealTimers()
})

const openChannel = (name: string) => new BroadcastChannel(name)

function setUp() {
  names += 1
  const name = `person-${names}`
  const server = new FakeConsole()
  const locks = createLocks()
  const open = (tools: Partial<LiveTools> = {}): Tab => {
    const tab: Omit<Tab, 'live'> = { events: [], states: [] }
    const live = startLive({
      name,
      onEvent: (event) => tab.events.push(event),
      onState: (state) => tab.states.push(state),
      tools: { fetch: server.fetch, locks, channel: openChannel, ...tools },
    })
    const opened = { ...tab, live }
    tabs.push(opened)
    return opened
  }
  return { server, open }
}

const seen = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 2 })
const review = (id: string): LiveEvent => ({ kind: 'reviews', ids: [id] })

describe('tabs of a browser', () => {
  it('share one stream, and all receive its events', async () => {
    const { server, open } = setUp()
    const [one, two, three] = [open(), open(), open()]
    for (const { states } of [one, two, three]) await seen(() => expect(states.at(-1)).toBe('live'))
    server.notify(review('r1'))
    for (const { events } of [one, two, three]) await seen(() => expect(events).toEqual([review('r1')]))
    expect(server.asked).toEqual(['/api/events'])
    expect(server.open.size).toBe(1)
  })

  it('continue after the last event of the tab that had the stream', async () => {
    const { server, open } = setUp()
    const [one, two] = [open(), open()]
    await seen(() => expect(two.states.at(-1)).toBe('live'))
    const id = server.notify(review('r1'))
    await seen(() => expect(two.events).toHaveLength(1))
    one.live.stop()
    await seen(() => expect(server.asked).toEqual(['/api/events', `/api/events?after=${id}`]))
    await seen(() => expect(server.open.size).toBe(1))
    server.notify(review('r2'))
    await seen(() => expect(two.events).toEqual([review('r1'), review('r2')]))
    expect(one.events).toEqual([review('r1')])
  })

  it('receive the events that arrived while they were loading', async () => {
    const { server, open } = setUp()
    const one = open()
    await seen(() => expect(one.states.at(-1)).toBe('live'))
    server.notify(review('r1'))
    await seen(() => expect(one.events).toHaveLength(1))
    const two = open()
    await seen(() => expect(two.events).toEqual([review('r1')]))
    expect(one.events).toHaveLength(1)
  })

  it('all stop when the person signs out in one of them, no matter which one has the stream', async () => {
    const { server, open } = setUp()
    const [one, two] = [open(), open()]
    await seen(() => expect(two.states.at(-1)).toBe('live'))
    two.live.end()
    await seen(() => expect(server.open.size).toBe(0))
    expect(one.states.at(-1)).toBe('down')
    expect(server.asked).toHaveLength(1)
  })

  it('each have their own stream when the browser has no locks or no channel', async () => {
    const { server, open } = setUp()
    const [one, two] = [open({ locks: undefined }), open({ channel: undefined })]
    await seen(() => expect(server.open.size).toBe(2))
    server.notify(review('r1'))
    for (const { events } of [one, two]) await seen(() => expect(events).toEqual([review('r1')]))
  })
})

describe('an event stream in the browser', () => {
  it('continues after its last event when it is interrupted, without a visible gap', async () => {
    const { server, open } = setUp()
    const tab = open()
    await seen(() => expect(tab.states.at(-1)).toBe('live'))
    const id = server.notify(review('r1'))
    await seen(() => expect(tab.events).toHaveLength(1))
    server.breakOff()
    await seen(() => expect(server.asked.at(-1)).toBe(`/api/events?after=${id}`))
    expect(tab.states).not.toContain('down')
  })

  it('falls back to polling when there is no response, retries with growing delays, and recovers', async () => {
    vi.useFakeTimers()
    const { server, open } = setUp()
    server.answer = 502
    const tab = open({ channel: undefined })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(tab.states.at(-1)).toBe('down')
    expect(server.asked.length).toBeGreaterThan(3)
    expect(server.asked.length).toBeLessThan(10)
    const before = server.asked.length
    await vi.advanceTimersByTimeAsync(600_000)
    expect(server.asked.length - before).toBeLessThan(21)
    server.answer = 'stream'
    tab.live.retry()
    await vi.advanceTimersByTimeAsync(0)
    expect(tab.states.at(-1)).toBe('live')
  })

  it('is closed when no data arrives, at the start or later', async () => {
    vi.useFakeTimers()
    const { server, open } = setUp()
    server.answer = 'mute'
    const tab = open({ channel: undefined })
    await vi.advanceTimersByTimeAsync(10_500)
    expect(tab.states.at(-1)).toBe('down')
    server.answer = 'stream'
    await vi.advanceTimersByTimeAsync(5_000)
    expect(tab.states.at(-1)).toBe('live')
    const before = server.asked.length
    await vi.advanceTimersByTimeAsync(45_000)
    expect(server.asked.length).toBe(before + 1)
    expect(server.open.size).toBe(1)
  })

  it('is not requested again when the session is over', async () => {
    vi.useFakeTimers()
    const { server, open } = setUp()
    server.answer = 401
    const tab = open({ channel: undefined })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(tab.states.at(-1)).toBe('down')
    expect(server.asked).toHaveLength(1)
  })
})

describe('polls', () => {
  it('are rare while changes are pushed, and otherwise use the interval of their query', () => {
    expect([readLiveState(), pollMs(5_000)]).toEqual(['off', 5_000])
    setLiveState('live')
    expect([pollMs(5_000), pollMs(300_000)]).toEqual([60_000, 300_000])
    setLiveState('down')
    expect(pollMs(5_000)).toBe(5_000)
    setLiveState('off')
  })
})
