import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemClock } from '@/lib/clock'
import { openTestDatabase } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { auditId as auditIdShape } from '@/lib/ids'
import type { RawAnswer, Service } from '@/lib/service/types'
import { fetchDocument, storeDocument, type FetchedDocument } from '@/lib/sync/documents/documents'
import { runPass } from '@/lib/sync/pass'
import { createPassStore } from '@/lib/sync/store'
import type { Search } from '@/lib/sync/types'
import { HandClock } from '@/lib/testing/sync-world'
import { runs, seed } from '@/lib/testing/random-runs'
import { createInbox, type Inbox } from './inbox'
import { makeBody, makeRequest, openDoor, type TestDelivery } from './testing'

/**
 * R13: the index ends up equal to the service without a full reconciliation, in any order of webhooks and passes.
 * Webhooks may be repeated, late, or arrive during reads, and the console may crash.
 */

const interleavings = runs(1_000, 5)
/** Parallel runs. They spend most of their time waiting for their databases. */
const lanes = 8
const limit = 5

interface Item {
  auditId: string
  modifiedAt: string
  archived: boolean
  hidden: boolean
}

/** The service in memory, which sends a webhook for every change. */
class Upstream {
  readonly items = new Map<string, Item>()
  /** Bodies of webhooks that were sent but not yet delivered. */
  readonly told: string[] = []

  constructor(readonly clock: HandClock) {}

  #deliver(id: string, kind: string, modifyTime: string | null): void {
    const triggeredAt = new Date(this.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z')
    const asked: TestDelivery = { id, kinds: ['INSPECTION', kind], modifyTime, triggeredAt }
    this.told.push(makeBody(asked))
  }

  write(auditId: string, tellsVersion = true): void {
    const known = this.items.get(auditId)
    const modifiedAt = new Date(this.clock.now()).toISOString()
    this.items.set(auditId, { auditId, archived: false, hidden: false, ...known, modifiedAt })
    this.#deliver(auditId, 'INSPECTION_ITEM_UPDATED', tellsVersion ? modifiedAt : null)
  }

  change(auditId: string, patch: Partial<Item>): void {
    const known = this.items.get(auditId)
    if (known === undefined) return
    this.items.set(auditId, { ...known, ...patch })
    const kind = 'hidden' in patch ? 'INSPECTION_ACCESS' : 'INSPECTION_ARCHIVED_STATUS'
    this.#deliver(auditId, kind, known.modifiedAt)
  }

  remove(auditId: string): void {
    const known = this.items.get(auditId)
    if (!this.items.delete(auditId) || known === undefined) return
    this.#deliver(auditId, 'INSPECTION_DELETED_STATUS', known.modifiedAt)
  }

  visible(): Item[] {
    return [...this.items.values()].filter((item) => !item.hidden)
  }

  readonly search: Search = (query) => {
    const matching = this.visible()
      .filter(
        ({ modifiedAt }) =>
          (query.modifiedAfter === undefined || modifiedAt >= query.modifiedAfter) &&
          (query.modifiedBefore === undefined || modifiedAt <= query.modifiedBefore) &&
          query.completed !== 'true',
      )
      .sort((a, b) => (a.modifiedAt + a.auditId < b.modifiedAt + b.auditId ? -1 : 1))
    const rows = matching.slice(0, query.limit).map(({ auditId, modifiedAt }) => ({
      auditId,
      modifiedAt,
      templateId: 'template_1',
    }))
    return Promise.resolve({ rows, total: matching.length, count: rows.length, unreadable: 0 })
  }

  answer(id: string): RawAnswer {
    const item = this.items.get(id)
    const status = item === undefined ? 404 : item.hidden ? 403 : 200
    const document = {
      audit_id: item?.auditId,
      template_id: 'template_1',
      modified_at: item?.modifiedAt,
      archived: item?.archived,
      audit_data: { name: `${item?.auditId} of ${item?.modifiedAt}` },
      template_data: {},
      header_items: [],
      items: [],
    }
    const bytes = Buffer.from(JSON.stringify(status === 200 ? document : {}))
    return { status, headers: {}, bytes, stream: null }
  }
}

/** A read that already has its response, and ends when the test releases it. */
interface Read {
  auditId: string | null
  release: () => void
  done: Promise<unknown>
}

const turnOfNode = () => new Promise<'not yet'>((resolve) => setImmediate(() => resolve('not yet')))

/** Repeats a call until `work` has ended. */
async function drive(work: Promise<unknown>, push: () => void): Promise<void> {
  do push()
  while ((await Promise.race([work, turnOfNode()])) === 'not yet')
}

/** One console that syncs with the upstream. Its parts advance only when the test calls them. */
class Console {
  readonly #stopping = new AbortController()
  readonly #passes = { begun: 0, ended: 0 }
  /** Reads of passes, hydration and rereads that have their response but have not stored it yet. */
  reads: Read[] = []
  #inbox: Inbox
  #rereads: Array<Promise<void>> = []
  #documents: Array<Promise<void>> = []
  isPoked = false

  constructor(
    private readonly db: Database,
    private readonly upstream: Upstream,
  ) {
    this.#inbox = this.#createInbox()
  }

  #createInbox(): Inbox {
    return createInbox({
      database: () => Promise.resolve(this.db),
      service: () => ({ raw: this.#raw }),
      clock: this.upstream.clock,
      sync: () => ({
        leads: () => true,
        poke: () => {
          this.isPoked = true
        },
        hydrateFirst: () => undefined,
        passes: () => ({ ...this.#passes }),
        afterReads: (auditId) =>
          Promise.all(this.reads.filter((read) => (read.auditId ?? auditId) === auditId).map(({ done }) => done)).then(
            () => undefined,
          ),
      }),
      run: (task) => this.#rereads.push(task()),
    })
  }

  /** Takes the response of the service at once, and returns it when the test releases it. */
  readonly #raw: Service['raw'] = (_operation, input) => {
    const answer = this.upstream.answer(input?.params?.['auditId'] ?? '')
    // Two rereads of one inspection never run at the same time, so none has to wait for another.
    return this.#hold('reread', () => Promise.resolve(answer))
  }

  #hold<Value>(auditId: string | null, work: () => Promise<Value>): Promise<Value> {
    const gate = new AbortController()
    const done = new Promise((resolve) => gate.signal.addEventListener('abort', resolve, { once: true })).then(work)
    const read: Read = { auditId, release: () => gate.abort(), done: done.catch(() => null) }
    this.reads.push(read)
    return done.finally(() => {
      this.reads = this.reads.filter((one) => one !== read)
    })
  }

  async #pass(search: Search): Promise<void> {
    this.#passes.begun += 1
    const number = this.#passes.begun
    const nowMs = this.upstream.clock.now()
    await runPass({ search, store: createPassStore(this.db), signal: this.#stopping.signal, limit, nowMs })
    this.#passes.ended = number
  }

  /** Reads and stores one pass. Passes do not overlap. */
  async pass(): Promise<void> {
    await this.endPass()
    this.isPoked = false
    await this.#pass(this.upstream.search)
  }

  #passUnderWay: Promise<void> | null = null

  /** Starts a pass that has already read its responses, and stores them when it is released. */
  async beginPass(): Promise<void> {
    await this.endPass()
    this.isPoked = false
    const search: Search = async (query, signal) => {
      const answer = await this.upstream.search(query, signal)
      return this.#hold(null, () => Promise.resolve(answer))
    }
    this.#passUnderWay = this.#pass(search)
  }

  async endPass(): Promise<void> {
    const running = this.#passUnderWay
    if (running === null) return
    this.#passUnderWay = null
    await drive(running, () => {
      for (const read of this.reads) if (read.auditId === null) read.release()
    })
  }

  /** Reads a document for the hydration, and stores it when it is released. */
  async fetch(auditId: string): Promise<void> {
    const service = { raw: () => Promise.resolve(this.upstream.answer(auditId)) }
    const options = { lane: 'background', signal: this.#stopping.signal } as const
    const fetched = await fetchDocument(service, auditIdShape.parse(auditId), options).catch(() => null)
    if (fetched !== null) this.#documents.push(this.#hold(auditId, () => this.#store(fetched)))
  }

  async #store(fetched: FetchedDocument): Promise<void> {
    if (fetched.modifiedAt === null) return
    await storeDocument(this.db, { ...fetched, modifiedAt: fetched.modifiedAt }, this.upstream.clock.now())
  }

  release(at: number): void {
    const open = this.reads.filter(({ auditId }) => auditId !== null)
    open[open.length === 0 ? 0 : at % open.length]?.release()
  }

  async turn(): Promise<void> {
    this.upstream.clock.advance(150)
    await this.#inbox.turn(this.#stopping.signal)
  }

  /** The process dies: its memory is lost, and its running rereads never end. */
  restart(): void {
    this.#inbox = this.#createInbox()
    this.#rereads = []
    this.reads = this.reads.filter(({ auditId }) => auditId !== 'reread')
  }

  async #hydrate(): Promise<void> {
    const { rows } = await this.db.query<{ audit_id: string }>(
      `select audit_id from inspections where hydrated_modified_at is distinct from modified_at and missing_at is null`,
    )
    for (const { audit_id } of rows) await this.fetch(audit_id)
    if (rows.length > 0) await this.endReads()
  }

  /** Delivers everything that was sent and ends all work in progress. Nothing changes after that. */
  async settle(deliver: (body: string) => Promise<void>): Promise<void> {
    for (const body of this.upstream.told.splice(0)) await deliver(body)
    for (let round = 0; round < 100; round += 1) {
      await this.endPass()
      await this.endReads()
      await this.turn()
      await this.endReads()
      if (this.isPoked) await this.pass()
      await this.#hydrate()
      const { rows } = await this.db.query(`select from webhook_deliveries where state = 'waiting' limit 1`)
      if (rows.length === 0) return
      this.upstream.clock.advance(1_000)
    }
  }

  /** Ends the running rereads but no other read. Rereads that wait for another read keep waiting. */
  async endRereads(): Promise<void> {
    for (let round = 0; round < 50; round += 1) {
      for (const read of this.reads) if (read.auditId === 'reread') read.release()
      await systemClock.sleep(2)
    }
  }

  async endReads(): Promise<void> {
    await drive(Promise.all([...this.#rereads, ...this.#documents]), () => {
      for (const read of this.reads) read.release()
    })
    this.#rereads = []
    this.#documents = []
  }
}

const anyId = fc.nat(5).map((n) => `audit_${String(n).repeat(4)}`)
const at = fc.nat(7)
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('write' as const), id: anyId, tells: fc.boolean() }) },
  fc.record({ kind: fc.constant('delete' as const), id: anyId }),
  fc.record({ kind: fc.constant('hide' as const), id: anyId, flag: fc.boolean() }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('archive' as const), id: anyId, flag: fc.boolean() }) },
  fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(0, 1, 5, 400, 2_500) }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('deliver' as const), at, twice: fc.boolean() }) },
  fc.record({ kind: fc.constantFrom('pass' as const, 'begin' as const, 'end' as const) }),
  fc.record({ kind: fc.constant('fetch' as const), id: anyId }),
  fc.record({ kind: fc.constant('release' as const), at }),
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('turn' as const) }) },
  fc.record({ kind: fc.constant('restart' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

type Deliver = (body: string) => Promise<void>

async function act(next: Step, own: Console, upstream: Upstream, deliver: Deliver): Promise<void> {
  switch (next.kind) {
    case 'write':
      upstream.write(next.id, next.tells)
      break
    case 'delete':
      upstream.remove(next.id)
      break
    case 'hide':
      upstream.change(next.id, { hidden: next.flag })
      break
    case 'archive':
      upstream.change(next.id, { archived: next.flag })
      break
    case 'wait':
      upstream.clock.advance(next.ms)
      break
    case 'deliver': {
      const { told } = upstream
      const place = told.length === 0 ? 0 : next.at % told.length
      const body = told[place]
      if (body === undefined) break
      await deliver(body)
      // A repeated webhook stays in the list, so that it is delivered once more later, in any order.
      if (!next.twice) told.splice(place, 1)
      break
    }
    case 'pass':
      await own.pass()
      break
    case 'begin':
      await own.beginPass()
      break
    case 'end':
      await own.endPass()
      break
    case 'fetch':
      await own.fetch(next.id)
      break
    case 'release':
      own.release(next.at)
      break
    case 'turn':
      await own.turn()
      break
    case 'restart':
      own.restart()
  }
}

/** Runs a share of the interleavings on its own database. Returns how many rows ended up marked as missing. */
async function runLane(laneSeed: number): Promise<number> {
  await using db = await openTestDatabase()
  let marked = 0

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
      await db.query(
        `delete from inspections; delete from sync_state; delete from sync_gaps; delete from webhook_deliveries`,
      )
      const upstream = new Upstream(new HandClock())
      const door = openDoor(db, { clock: upstream.clock })
      const deliver = async (body: string) => {
        const { status } = await door.send(makeRequest(body))
        expect([200, 202]).toContain(status)
      }
      for (const first of ['audit_0000', 'audit_1111', 'audit_2222']) upstream.write(first)
      const own = new Console(db, upstream)
      await own.pass()
      for (const next of steps) await act(next, own, upstream, deliver)
      await own.settle(deliver)

      const { rows } = await db.query<Omit<Item, 'hidden'> & { title: string | null; missing: boolean }>(
        `select audit_id as "auditId", modified_at as "modifiedAt", coalesce(archived, false) as archived,
           missing_at is not null as missing, title
         from inspections order by audit_id`,
      )
      const fresh = rows.filter((row) => !row.missing)
      expect(fresh.map(({ auditId, modifiedAt, archived }) => ({ auditId, modifiedAt, archived }))).toEqual(
        upstream
          .visible()
          .map(({ auditId, modifiedAt, archived }) => ({ auditId, modifiedAt, archived }))
          .sort((a, b) => (a.auditId < b.auditId ? -1 : 1)),
      )
      for (const row of fresh) expect(row.title).toBe(`${row.auditId} of ${row.modifiedAt}`)
      const open = await db.query(`select state, note from webhook_deliveries where state <> 'done'`)
      expect(open.rows).toEqual([])
      marked += rows.length - fresh.length
    }),
    { numRuns: Math.ceil(interleavings / lanes), seed: laneSeed },
  )
  return marked
}

describe('one inspection', () => {
  const id = 'audit_0000'

  /** Returns the row of the inspection when all work that `story` started has ended. */
  async function tellStory(
    story: (own: Console, upstream: Upstream, deliverAll: () => Promise<void>) => Promise<void>,
  ): Promise<unknown> {
    await using db = await openTestDatabase()
    const upstream = new Upstream(new HandClock())
    const door = openDoor(db, { clock: upstream.clock })
    const deliver = async (body: string) => void (await door.send(makeRequest(body)))
    upstream.write(id)
    const own = new Console(db, upstream)
    await own.pass()
    await own.settle(deliver)
    await story(own, upstream, async () => {
      for (const body of upstream.told.splice(0)) await deliver(body)
    })
    await own.settle(deliver)
    const { rows } = await db.query(
      'select coalesce(archived, false) as archived, missing_at is not null as missing from inspections',
    )
    return rows[0]
  }

  it(
    'is not archived in the index after it was archived and restored within one second, with identical deliveries',
    { tags: ['full'] },
    async () => {
      const story = tellStory(async (own, upstream, deliverAll) => {
        upstream.clock.advance(1_000 - (upstream.clock.now() % 1_000))
        upstream.change(id, { archived: true })
        await deliverAll()
        await own.turn()
        await own.endReads()
        upstream.change(id, { archived: false })
        await deliverAll()
      })
      await expect(story).resolves.toEqual({ archived: false, missing: false })
    },
  )

  it.each([
    ['document', { archived: true, missing: false }, (own: Console) => own.fetch(id)],
    ['pass', { archived: false, missing: true }, (own: Console) => own.beginPass()],
  ])('keeps the newer state if a %s from before a change is stored after a reread', async (what, row, read) => {
    const story = tellStory(async (own, upstream, deliverAll) => {
      if (what === 'pass') {
        // A pass only stores rows that are newer than the index.
        upstream.clock.advance(10)
        upstream.write(id)
        upstream.told.splice(0)
      }
      await read(own)
      if (what === 'pass') upstream.remove(id)
      else upstream.change(id, { archived: true })
      await deliverAll()
      upstream.clock.advance(5_000)
      await own.turn()
      await own.endRereads()
    })
    await expect(story).resolves.toEqual(row)
  })
})

it(
  `R13: ${interleavings} interleavings end in the same index (seed ${seed})`,
  { tags: ['R13'], timeout: 900_000 },
  async () => {
    const marked = await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(seed + lane)))
    expect(marked.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(interleavings / 10)
  },
)
