import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { systemClock } from '@/lib/clock'
import { createDatabase } from '@/lib/db/database'
import { createRandom } from '@/lib/db/random'
import { runs } from '@/lib/testing/random-runs'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import type { Database, Queryable } from '@/lib/db/types'
import { HandClock } from '@/lib/service/test-support/hand-clock'
import { createEventHub, type EventHub } from './hub'
import { publishEvents } from './publish'
import { liveEvent, type EventKind } from './schema'
import { eventKinds } from './values-model'
import { kindsOf } from './stream'

let db: TestDatabase
/** A connection of its own, like that of another process. */
let other: Database
const hubs: EventHub[] = []

beforeAll(async () => {
  db = await openTestDatabase()
  other = createDatabase({ kind: 'embedded', connection: db.connection, log: silentLog })
})
afterEach(async () => {
  await Promise.all(hubs.splice(0).map((hub) => hub.stop()))
  await db.query('truncate events')
})
afterAll(async () => {
  await other.close()
  await db.close()
})

function addHub(given: Queryable = db, pollMs = 1): EventHub {
  const hub = createEventHub({ database: async () => given, clock: systemClock, log: silentLog, pollMs })
  hubs.push(hub)
  return hub
}

const everything: ReadonlySet<EventKind> = new Set(eventKinds)
const decoder = new TextDecoder()

/** A screen that listens, leaves, and returns with its last id. */
class Reader {
  got: string[] = []
  resets = 0
  id: string | null = null
  isEnded = false
  /** Events published since the screen first connected, and not yet covered by a reset. */
  readonly expected = new Set<string>()
  #leave: (() => void) | null = null

  constructor(readonly kinds = everything) {}

  come(hub: EventHub): void {
    this.go()
    this.#leave = hub.listen(
      { kinds: this.kinds, send: (bytes) => this.#take(decoder.decode(bytes)), end: () => (this.isEnded = true) },
      this.id,
    )
  }
  go(): void {
    this.#leave?.()
    this.#leave = null
  }

  #take(text: string): void {
    const id = /^id: (.*)$/m.exec(text)?.[1]
    if (id !== undefined) this.id = id
    const data = /^data: (.*)$/m.exec(text)?.[1] ?? ''
    if (/^event: /m.test(text)) return
    const event = liveEvent.parse(JSON.parse(data))
    if (event.kind === 'reset') {
      this.resets += 1
      // The screen reads everything again, so earlier events no longer matter and may be repeated.
      this.expected.clear()
      this.got = []
    } else this.got.push(...(event.ids ?? []))
  }
}

/** A promise with its resolve function. */
function createGate(): { open: () => void; passed: Promise<void> } {
  const gate: { open?: () => void } = {}
  const passed = new Promise<void>((resolve) => {
    gate.open = resolve
  })
  return { passed, open: () => gate.open?.() }
}

const heard = async (readers: readonly Reader[], id: string) =>
  vi.waitFor(() => expect(readers.filter((reader) => !reader.got.includes(id))).toEqual([]), {
    timeout: 20_000,
    interval: 1,
  })

describe('the hub', { timeout: 120_000 }, () => {
  it(
    'misses nothing and sends nothing twice when screens reconnect, however late a commit is',
    { timeout: 120_000 },
    async () => {
      const random = createRandom(7)
      const pick = <Value>(values: readonly Value[]): Value => {
        const value = values[Math.floor(random() * values.length)]
        if (value === undefined) throw new Error('nothing to pick from')
        return value
      }
      const processes = [addHub(), addHub(other)]
      const [first, second] = processes
      if (first === undefined || second === undefined) throw new Error('two hubs')
      const readers = Array.from({ length: 4 }, () => new Reader())
      const at = new Map<Reader, EventHub>(readers.map((reader, index) => [reader, index === 0 ? second : first]))
      for (const [reader, hub] of at) reader.come(hub)
      let number = 0
      const next = () => {
        number += 1
        const id = `e${number}`
        for (const reader of readers) reader.expected.add(id)
        return id
      }
      const open: Array<{ commit: () => void; done: Promise<void> }> = []
      /** The event gets its number at once, and becomes visible when it is released. */
      const publishLate = async (from: Database) => {
        const [gate, begun] = [createGate(), createGate()]
        const id = next()
        const done = from.transaction(async (tx) => {
          await tx.query(`insert into events (kind, ids) values ('reviews', array[$1])`, [id])
          begun.open()
          await gate.passed
        })
        await begun.passed
        open.push({ commit: gate.open, done })
      }
      const settleLate = async () => {
        const late = open.splice(Math.floor(random() * open.length), 1)[0]
        late?.commit()
        await late?.done
      }

      for (let round = 0; round < runs(1_000); round += 1) {
        for (let step = 0; step < 3; step += 1) {
          const reader = pick(readers)
          const what = random()
          if (what < 0.35) await publishEvents(pick([db, other]), [{ kind: 'reviews', ids: [next()] }])
          else if (what < 0.55) reader.go()
          else if (what < 0.75) reader.come(at.get(reader) ?? first)
          else if (what < 0.78) {
            at.set(reader, pick([first, second]))
            reader.come(at.get(reader) ?? first)
          } else if (what < 0.9 && open.length < 3) await publishLate(pick([db, other]))
          else await settleLate()
        }
        if (round % 10 !== 9) continue
        while (open.length > 0) await settleLate()
        for (const reader of readers) reader.come(at.get(reader) ?? first)
        const last = next()
        await publishEvents(db, [{ kind: 'reviews', ids: [last] }])
        await heard(readers, last)
        for (const reader of readers) {
          const missed = [...reader.expected].filter((id) => !reader.got.includes(id))
          expect([round, missed]).toEqual([round, []])
          expect([round, new Set(reader.got).size]).toEqual([round, reader.got.length])
          reader.got = []
          reader.expected.clear()
        }
      }
      expect(readers.some(({ resets }) => resets > 0)).toBe(true)
    },
  )

  it('sends a reset to a screen that was away longer than the hub remembers, or that comes from another process', async () => {
    const hub = addHub()
    const [away, there] = [new Reader(), new Reader()]
    away.come(hub)
    there.come(hub)
    await publishEvents(db, [{ kind: 'reviews', ids: ['seen'] }])
    await heard([away, there], 'seen')
    away.go()
    for (let batch = 0; batch < 4; batch += 1) {
      await publishEvents(db, [
        ...Array.from({ length: 600 }, () => ({ kind: 'assets', ids: [] }) as const),
        { kind: 'reviews', ids: [`batch ${batch}`] },
      ])
      await heard([there], `batch ${batch}`)
    }
    const before = there.resets
    away.come(hub)
    expect(away.resets).toBe(1)
    expect(away.got).toEqual([])
    away.come(addHub())
    expect(away.resets).toBe(2)
    away.id = 'no id at all'
    away.come(hub)
    expect(away.resets).toBe(3)
    expect(there.resets).toBe(before)
  })

  it('sends a reset when there are too many events to send one by one', async () => {
    const hub = addHub()
    const reader = new Reader()
    reader.come(hub)
    await publishEvents(db, [{ kind: 'reviews', ids: ['here'] }])
    await heard([reader], 'here')
    await publishEvents(
      db,
      Array.from({ length: 1_500 }, () => ({ kind: 'assets', ids: ['many'] }) as const),
    )
    await vi.waitFor(() => expect(reader.resets).toBe(1), { timeout: 20_000 })
    expect(reader.got).not.toContain('many')
    await publishEvents(db, [{ kind: 'reviews', ids: ['after'] }])
    await heard([reader], 'after')
  })

  it('sends a new screen the events from while it was loading, and repeats nothing for a connected screen', async () => {
    const early = addHub()
    const witness = new Reader()
    witness.come(early)
    await publishEvents(db, [{ kind: 'reviews', ids: ['just before'] }])
    await heard([witness], 'just before')
    const fresh = new Reader()
    fresh.come(early)
    expect(fresh.got).toContain('just before')
    const told = witness.got.length
    witness.come(early)
    expect(witness.got).toHaveLength(told)
  })

  it('sends each kind only to people who may read it', async () => {
    const hub = addHub()
    const [viewer, admin] = [new Reader(kindsOf({ role: 'viewer' })), new Reader(kindsOf({ role: 'admin' }))]
    viewer.come(hub)
    admin.come(hub)
    await publishEvents(db, [
      { kind: 'webhooks', ids: ['a delivery'] },
      { kind: 'inspections', ids: ['an inspection'] },
    ])
    await heard([viewer, admin], 'an inspection')
    expect(admin.got).toContain('a delivery')
    expect(viewer.got).not.toContain('a delivery')
  })

  it('does not read the table while nobody listens, and continues where it stopped', async () => {
    let reads = 0
    const counting: Queryable = {
      query: (text, values) => {
        reads += 1
        return db.query(text, values)
      },
    }
    const clock = new HandClock()
    const hub = createEventHub({ database: async () => counting, clock, log: silentLog })
    hubs.push(hub)
    const reader = new Reader()
    reader.come(hub)
    await publishEvents(db, [{ kind: 'reviews', ids: ['one'] }])
    await vi.waitFor(
      async () => {
        await clock.advance(300)
        expect(reader.got).toContain('one')
      },
      { timeout: 20_000 },
    )
    reader.go()
    await clock.advance(10_000)
    const before = reads
    await publishEvents(db, [{ kind: 'reviews', ids: ['two'] }])
    await clock.advance(60_000)
    expect(reads).toBe(before)
    reader.come(hub)
    await vi.waitFor(
      async () => {
        await clock.advance(300)
        expect(reader.got).toContain('two')
      },
      { timeout: 20_000 },
    )
    expect(reader.resets).toBe(0)
  })

  it('disconnects everybody at once when it stops, and accepts no more', () => {
    const hub = addHub()
    const reader = new Reader()
    reader.come(hub)
    void hub.stop()
    expect(reader.isEnded).toBe(true)
    expect(hub.listen({ kinds: everything, send: () => undefined, end: () => undefined }, null)).toBeNull()
  })

  it('deletes events that are older than an hour', async () => {
    await db.query(`insert into events (at, kind) values (now() - interval '61 minutes', 'assets')`)
    const hub = addHub()
    hub.start()
    await vi.waitFor(
      async () => {
        const { rows } = await db.query(`select from events where at < now() - interval '1 hour'`)
        expect(rows).toEqual([])
      },
      { timeout: 20_000 },
    )
  })
})
