import {
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  integer,
  nat,
  oneof,
  option,
  record,
  subarray,
  type Arbitrary,
} from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readInstant, storeListedAssets } from '@/lib/assets/store'
import { wireAsset } from '@/lib/assets/testing'
import type { Actor } from '@/lib/access/actor'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { AppError, type ErrorCode } from '@/lib/errors'
import type { WireAsset, WireStatusGroup } from '@/lib/service/assets'
import type { Service } from '@/lib/service/types'
import { HandClock } from '@/lib/testing/sync-world'
import { runs, seed } from '@/lib/testing/random-runs'
import { readAssetChange } from './data'
import { cancelChange, createStatusChange, createTypeChange, retryChange } from './mutations'
import type { Remote } from './remote'
import type { AssetChange, ChangeRetry } from './schema'
import type { Worker } from '@/lib/background/turn-loop'
import { addPerson } from './testing'
import { createChangeWorker } from './worker'

/**
 * Whatever the service answers and wherever the console dies: no step is sent twice without a person's word, nothing is
 * sent that is not in the log, no status is cleared that was not kept, everything ends, and what a step says in the end
 * is what the service has. The service is a made-up one, so that a run depends on its seed alone.
 */
const writeOutcomes = [
  'done',
  'done',
  'done',
  'lost',
  'late',
  'never came',
  'failed',
  'failed all the same',
  'no effect',
  'throttled',
  'down',
  'refused',
  'conflict',
] as const
const readOutcomes = ['fine', 'fine', 'fine', 'down', 'throttled', 'failed'] as const
/** How long a late one takes: within the time in which a look is not believed. */
const lateMs = 4_000

interface Death {
  /** So many steps from its beginning, or at its next write: the step that must not be repeated. */
  at: number | 'write'
  when: 'before' | 'after'
}

const fail = (code: ErrorCode, retryAfterSeconds?: number) =>
  new AppError(code, `${code}.`, { details: retryAfterSeconds === undefined ? {} : { retryAfterSeconds } })

/** One console process: it can be killed between, before or after any of its steps, and then does nothing any more. */
class Console {
  isAlive = true
  pending = 0
  #stepsLeft: number
  #queue: Promise<unknown> = Promise.resolve()
  readonly worker: Worker

  constructor(
    world: ModelWorld,
    /** The step at which it dies, before or after the step took effect. */
    private readonly death: Death | null,
  ) {
    this.#stepsLeft = typeof death?.at === 'number' ? death.at : Infinity
    const db: Database = {
      kind: world.db.kind,
      query: (text, values) => this.#step(() => world.db.query(text, values)),
      transaction: (work) => this.#step(() => world.db.transaction(work)),
      close: () => Promise.resolve(),
    }
    const remote: Remote = {
      listGroups: () => this.#step(() => world.listGroups()),
      getAsset: (assetId) => this.#step(() => world.getAsset(assetId)),
      setStatus: (assetId, optionId) => this.#step(() => world.setStatus(assetId, optionId), true),
      addType: (groupId, typeId) => this.#step(() => world.assign(typeId, groupId), true),
      removeType: (_, typeId) => this.#step(() => world.assign(typeId, null), true),
      budget: () => [],
      breaker: () => ({ state: 'closed', failures: 0, nextProbeAt: null }),
    }
    this.worker = createChangeWorker({
      database: () => Promise.resolve(db),
      remote: () => remote,
      refreshTypes: (typeIds) => this.#step(async () => world.listAssets(typeIds)),
      clock: world.clock,
      log: silentLog,
      // A lock of a dead process is free at once, as its connection's is.
      lock: () => (work) => {
        const turn = this.#queue.then(work)
        this.#queue = turn.catch(() => null)
        return turn
      },
    })
    this.worker.start()
  }

  async #step<Result>(act: () => Promise<Result>, isWrite = false): Promise<Result> {
    const never = new Promise<Result>(() => undefined)
    if (!this.isAlive) return never
    this.#stepsLeft -= 1
    const isLast = this.#stepsLeft < 0 || (isWrite && this.death?.at === 'write')
    if (isLast && this.death?.when === 'before') {
      this.isAlive = false
      return never
    }
    this.pending += 1
    const result = await act().then(
      (value) => () => value,
      (error: unknown) => () => {
        throw error
      },
    )
    this.pending -= 1
    if (isLast) this.isAlive = false
    // A dead process hears nothing of what it asked for.
    return this.isAlive ? result() : never
  }
}

const groupNames = ['one', 'two'] as const
const optionOf = (group: string, letter: string) => `option_${group}_${letter}`

class ModelWorld {
  readonly clock = new HandClock()
  /** Times that a write of a thing came to the service, or may have. */
  readonly sends = new Map<string, number>()
  readonly words = new Map<string, number>()
  readonly statuses = new Map<string, string | null>()
  readonly typeGroups = new Map<string, string | null>()
  readonly typeOf = new Map<string, string>()
  /** What was sent and was not in the log. */
  readonly unlogged: string[] = []
  /** Statuses that assigning has cleared, as asset and option. */
  readonly cleared: string[] = []
  readonly #late: Array<{ at: number; act: () => void }> = []
  isCalm = false
  #console: Console
  #writeAt = 0
  #readAt = 0

  constructor(
    readonly db: TestDatabase,
    readonly actor: Actor,
    readonly script: {
      writes: ReadonlyArray<(typeof writeOutcomes)[number]>
      reads: ReadonlyArray<(typeof readOutcomes)[number]>
    },
  ) {
    this.#console = new Console(this, null)
  }

  addType(typeId: string, group: string | null, assets: number): string[] {
    this.typeGroups.set(typeId, group)
    const ids = Array.from({ length: assets }, (_, at) => `${typeId}_${at}`)
    for (const id of ids) {
      this.typeOf.set(id, typeId)
      this.statuses.set(id, group === null ? null : optionOf(group, 'a'))
    }
    return ids
  }

  #wire(assetId: string): WireAsset {
    const optionId = this.statuses.get(assetId) ?? null
    const typeId = this.typeOf.get(assetId) ?? null
    const status =
      optionId === null
        ? null
        : { optionId, name: optionId, color: 'STATUS_BADGE_COLOR_GREEN', groupId: null, groupName: null }
    return wireAsset({ assetId, typeId, typeName: typeId, status })
  }

  groups(): WireStatusGroup[] {
    return groupNames.map((name) => ({
      groupId: name,
      name: `Group ${name}`,
      description: '',
      options: ['a', 'b'].map((letter) => ({
        optionId: optionOf(name, letter),
        name: letter,
        color: 'STATUS_BADGE_COLOR_GREEN',
        rest: {},
      })),
      typeIds: [...this.typeGroups].flatMap(([typeId, group]) => (group === name ? [typeId] : [])),
      typeNames: {},
      unreadCount: 0,
      unreadTypeCount: 0,
      rest: {},
    }))
  }

  #read(): void {
    const outcome = this.isCalm ? 'fine' : (this.script.reads[this.#readAt++ % this.script.reads.length] ?? 'fine')
    if (outcome === 'down') throw fail('unavailable')
    if (outcome === 'throttled') throw fail('upstream_throttled', 2)
    if (outcome === 'failed') throw fail('upstream_failed')
  }

  // oxlint-disable-next-line typescript/require-await -- answers as a service would: later
  async listGroups(): Promise<WireStatusGroup[]> {
    this.#read()
    return this.groups()
  }

  // oxlint-disable-next-line typescript/require-await -- answers as a service would: later
  async getAsset(assetId: string): Promise<WireAsset> {
    this.#read()
    return this.#wire(assetId)
  }

  listAssets(typeIds: readonly string[]): Promise<void> {
    this.#read()
    return this.listAssetsCalmly(typeIds)
  }

  async listAssetsCalmly(typeIds: readonly string[]): Promise<void> {
    const asOf = await readInstant(this.db)
    const ids = [...this.typeOf].flatMap(([id, typeId]) => (typeIds.includes(typeId) ? [id] : []))
    await storeListedAssets(
      this.db,
      ids.map((id) => this.#wire(id)),
      asOf,
    )
  }

  async #write(thing: string, act: () => void): Promise<void> {
    const { rows } = await this.db.query(`select from activity where object_id = $1 and outcome = 'pending'`, [thing])
    if (rows.length === 0) this.unlogged.push(thing)
    const outcome = this.isCalm ? 'done' : (this.script.writes[this.#writeAt++ % this.script.writes.length] ?? 'done')
    if (outcome === 'throttled') throw fail('upstream_throttled', 3)
    if (outcome === 'down') throw fail('unavailable')
    this.sends.set(thing, (this.sends.get(thing) ?? 0) + 1)
    if (outcome === 'refused') throw fail('upstream_refused')
    if (outcome === 'conflict') throw fail('conflict')
    if (outcome === 'never came') throw fail('upstream_unknown')
    if (outcome === 'failed') throw fail('upstream_failed')
    if (outcome === 'no effect') return
    if (outcome === 'late') {
      this.#late.push({ at: this.clock.now() + lateMs, act })
      throw fail('upstream_unknown')
    }
    act()
    if (outcome === 'lost') throw fail('upstream_unknown')
    if (outcome === 'failed all the same') throw fail('upstream_failed')
  }

  async setStatus(assetId: string, optionId: string | null): Promise<WireAsset> {
    await this.#write(assetId, () => this.statuses.set(assetId, optionId))
    return this.#wire(assetId)
  }

  assign(typeId: string, group: string | null): Promise<void> {
    return this.#write(typeId, () => {
      if (this.typeGroups.get(typeId) === group) return
      this.typeGroups.set(typeId, group)
      for (const [assetId, ofType] of this.typeOf) {
        const had = this.statuses.get(assetId) ?? null
        if (ofType !== typeId || had === null) continue
        this.cleared.push(`${assetId} ${had}`)
        this.statuses.set(assetId, null)
      }
    })
  }

  crash(death: Death | null): void {
    this.#console.isAlive = false
    this.#console = new Console(this, death)
  }

  /** Lets time pass, second by second; a console that died is followed by another some seconds later. */
  async pass(seconds: number): Promise<void> {
    for (let at = 0; at < seconds; at += 1) {
      this.clock.advance(1_000)
      for (const late of this.#late.splice(0)) {
        if (late.at <= this.clock.now()) late.act()
        else this.#late.push(late)
      }
      await this.settle()
      if (!this.#console.isAlive && at % 5 === 4) this.#console = new Console(this, null)
    }
    if (!this.#console.isAlive) this.#console = new Console(this, null)
  }

  /** Until the console waits for the clock: what it does is done at real speed, which differs from machine to machine. */
  async settle(): Promise<void> {
    for (let calm = 0; calm < 3;) {
      await new Promise(setImmediate)
      calm = this.#console.pending === 0 ? calm + 1 : 0
    }
  }

  wake(): void {
    this.#console.worker.wake()
  }

  get deps() {
    const call = (name: string) =>
      Promise.resolve(
        name === 'listStatusGroups'
          ? {
              status_groups: this.groups().map((group) => ({
                id: group.groupId,
                name: group.name,
                options: group.options.map(({ optionId, name: label, color }) => ({
                  id: optionId,
                  name: label,
                  color,
                })),
                type_ids: group.typeIds,
              })),
            }
          : { type_list: [] },
      )
    // Cast: the mutations ask for two lists, and the made-up service answers those.
    return { db: this.db, service: { call } as unknown as Pick<Service, 'call'>, wake: () => this.wake() }
  }

  check(): void {
    expect(this.unlogged).toEqual([])
    for (const [thing, count] of this.sends)
      expect(count, `${thing} was sent without a word`).toBeLessThanOrEqual(1 + (this.words.get(thing) ?? 0))
  }

  async end(): Promise<void> {
    this.#console.isAlive = false
    await this.#console.worker.stop().catch(() => undefined)
  }
}

type Act =
  | { kind: 'statuses'; assets: number; clears: boolean }
  | { kind: 'types'; types: number; assets: number; to: 'two' | null }
  | { kind: 'pass'; seconds: number }
  | { kind: 'crash'; death: Death | null }
  | { kind: 'cancel'; change: number }
  | { kind: 'retry'; change: number; states: ChangeRetry['states'] }

const act: Arbitrary<Act> = oneof(
  record({ kind: constant('statuses' as const), assets: integer({ min: 1, max: 12 }), clears: boolean() }),
  record({
    kind: constant('types' as const),
    types: integer({ min: 1, max: 3 }),
    assets: nat(3),
    to: constantFrom('two' as const, null),
  }),
  record({ kind: constant('pass' as const), seconds: integer({ min: 1, max: 20 }) }),
  record({
    kind: constant('crash' as const),
    death: option(
      record({
        at: oneof(integer({ min: 0, max: 40 }), constant('write' as const)),
        when: constantFrom('before' as const, 'after' as const),
      }),
    ),
  }),
  record({ kind: constant('cancel' as const), change: nat(3) }),
  record({
    kind: constant('retry' as const),
    change: nat(3),
    states: subarray(['failed' as const, 'unknown' as const, 'cancelled' as const], { minLength: 1 }),
  }),
)

describe('the worker of changes, whatever happens', () => {
  let db: TestDatabase
  let actor: Actor
  beforeAll(async () => {
    db = await openTestDatabase()
    actor = await addPerson(db, 'admin')
  })
  afterAll(() => db.close())

  it(`sends nothing twice without a person’s word, clears nothing unkept, and ends (seed ${seed})`, async () => {
    const script = record({
      writes: array(constantFrom(...writeOutcomes), { minLength: 1, maxLength: 10 }),
      reads: array(constantFrom(...readOutcomes), { minLength: 1, maxLength: 6 }),
    })
    await assert(
      asyncProperty(script, array(act, { minLength: 3, maxLength: 10 }), async (given, acts) => {
        await db.query('truncate asset_changes, activity, assets cascade')
        const world = new ModelWorld(db, actor, given)
        try {
          await play(world, acts)
        } finally {
          await world.end()
        }
      }),
      { numRuns: runs(40), seed, endOnFailure: true },
    )
  }, 120_000)
})

/** A retry of nothing is refused; everything else must not be. */
function refusals(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'conflict') throw error
}

async function play(world: ModelWorld, acts: readonly Act[]): Promise<void> {
  const { db, actor, deps } = world
  const changes: string[] = []
  let nextId = 1
  // Cast: made-up ids are path segments, which the route would have checked.
  const createStatuses = async (count: number, clears: boolean) => {
    const typeId = `type${nextId++}`
    const ids = world.addType(typeId, 'one', count)
    await world.listAssetsCalmly([typeId])
    const asked = { selection: { kind: 'ids', ids }, optionId: clears ? null : optionOf('one', 'b') }
    return createStatusChange(actor, asked as unknown as Parameters<typeof createStatusChange>[1], deps)
  }
  const createTypes = (count: number, assets: number, to: 'two' | null) => {
    const moves = Array.from({ length: count }, () => {
      const typeId = `type${nextId++}`
      world.addType(typeId, 'one', assets)
      return { typeId, fromGroupId: 'one', toGroupId: to }
    })
    return createTypeChange(actor, { moves } as unknown as Parameters<typeof createTypeChange>[1], deps)
  }
  for (const one of [{ kind: 'statuses', assets: 3, clears: false } as const, ...acts]) {
    if (one.kind === 'pass') await world.pass(one.seconds)
    if (one.kind === 'crash') world.crash(one.death)
    if (one.kind === 'statuses') changes.push((await createStatuses(one.assets, one.clears)).change.changeId)
    if (one.kind === 'types') changes.push((await createTypes(one.types, one.assets, one.to)).change.changeId)
    if (one.kind === 'cancel' || one.kind === 'retry') {
      const changeId = changes[one.change % changes.length] ?? ''
      if (one.kind === 'cancel') await cancelChange(actor, changeId, { ...deps, wake: () => undefined })
      else {
        // What a word is given for may be sent anew. A step that changed between the reading and the retry would be sent
        // with a word that was not counted.
        await world.settle()
        const { steps } = await readAssetChange(actor, changeId, db)
        for (const { objectId, state } of steps)
          if (one.states.some((wanted) => wanted === state))
            world.words.set(objectId, (world.words.get(objectId) ?? 0) + 1)
        await retryChange(actor, changeId, { states: one.states }, deps).catch(refusals)
      }
    }
    world.check()
  }
  world.isCalm = true
  const readAll = () => Promise.all(changes.map((changeId) => readAssetChange(actor, changeId, db)))
  let all = await readAll()
  for (let round = 0; round < 20 && all.some(({ open, unknown }) => open + unknown > 0); round += 1) {
    await world.pass(30)
    all = await readAll()
  }
  world.check()
  for (const change of all) checkEnd(world, change)
  const open = await db.query(`select from activity where outcome in ('pending', 'unknown')`)
  expect(open.rows, 'entries of the log without an outcome').toEqual([])
  const kept = await db.query<{ kept: string }>(`select asset_id || ' ' || option_id as kept from status_snapshots`)
  const keptSet = new Set(kept.rows.map((row) => row.kept))
  for (const status of world.cleared) expect(keptSet, 'cleared and not kept').toContain(status)
}

/** What a step says is what the service has. */
function checkEnd(world: ModelWorld, { steps }: AssetChange): void {
  for (const { objectId, objectKind, state, note, after } of steps) {
    expect(['done', 'unchanged', 'failed', 'cancelled'], `${objectId} did not end`).toContain(state)
    const isDone =
      objectKind === 'asset'
        ? (world.statuses.get(objectId) ?? null) === (after?.optionId ?? null)
        : (world.typeGroups.get(objectId) ?? null) === (after?.groupId ?? null)
    // After a person's word a first request that was late may still have come.
    const isPlain = !world.words.has(objectId)
    if (isPlain || state === 'done' || state === 'unchanged')
      expect(isDone, `${objectId} ${state}: ${note}`).toBe(state === 'done' || state === 'unchanged')
  }
}
