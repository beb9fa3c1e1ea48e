import { boolean, constant, constantFrom, integer, nat, oneof, record } from 'fast-check'
import { expect } from 'vitest'
import { readInstant } from '@/lib/db/read-together'
import { storeListedAssets } from '@/lib/assets/store'
import { wireAsset } from '@/lib/assets/testing'
import type { WireAsset, WireStatusGroup } from '@/lib/service/assets'
import type { Service } from '@/lib/service/types'
import { describeWorkerModel } from '@/lib/testing/worker-model'
import { ModelWorld, type ModelProcess, type ModelScript, type RetryState } from '@/lib/testing/worker-model-world'
import { readAssetChange } from './data'
import { cancelChange, retryChange } from './mutations'
import { createStatusChange, createTypeChange } from './start-mutations'
import type { Remote } from './remote'
import type { AssetChange } from './schema'
import { createChangeWorker } from './worker'

const writes = [
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
const reads = ['fine', 'fine', 'fine', 'down', 'throttled', 'failed'] as const

type Script = ModelScript<(typeof writes)[number], (typeof reads)[number]>
type Job =
  | { kind: 'statuses'; assets: number; clears: boolean }
  | { kind: 'types'; types: number; assets: number; to: 'two' | null }

const groupNames = ['one', 'two'] as const
const optionOf = (group: string, letter: string) => `option_${group}_${letter}`

/**
 * Invariants: no step is sent twice, nothing is sent without a log entry, no status is cleared without being recorded,
 * and the final state of a step matches the service.
 */
class ChangeModel extends ModelWorld<Job, Script> {
  readonly #statuses = new Map<string, string | null>()
  readonly #typeGroups = new Map<string, string | null>()
  readonly #typeOf = new Map<string, string>()
  /** Requests that were sent without a log entry. */
  readonly #unlogged: string[] = []
  /** Statuses that an assignment of a group cleared, as asset and option. */
  readonly #cleared: string[] = []
  #nextId = 1

  protected createWorker(process: ModelProcess) {
    const remote: Remote = {
      listGroups: () => process.step(() => this.#listGroups()),
      getAsset: (assetId) => process.step(() => this.#getAsset(assetId)),
      setStatus: (assetId, optionId) => process.step(() => this.#setStatus(assetId, optionId), true),
      addType: (groupId, typeId) => process.step(() => this.#assign(typeId, groupId), true),
      removeType: (_, typeId) => process.step(() => this.#assign(typeId, null), true),
      budget: () => [],
      breaker: () => ({ state: 'closed', failures: 0, nextProbeAt: null }),
    }
    let queue: Promise<unknown> = Promise.resolve()
    return createChangeWorker({
      ...this.base(process),
      remote: () => remote,
      refreshTypes: (typeIds) =>
        process.step(async () => {
          this.read()
          await this.#listAssets(typeIds)
        }),
      // The database releases the lock of a dead process at once, because the process's connection is closed.
      lock: () => (work) => {
        const turn = queue.then(work)
        queue = turn.catch(() => null)
        return turn
      },
    })
  }

  #addType(typeId: string, group: string | null, assets: number): string[] {
    this.#typeGroups.set(typeId, group)
    const ids = Array.from({ length: assets }, (_, at) => `${typeId}_${at}`)
    for (const id of ids) {
      this.#typeOf.set(id, typeId)
      this.#statuses.set(id, group === null ? null : optionOf(group, 'a'))
    }
    return ids
  }

  #wire(assetId: string): WireAsset {
    const optionId = this.#statuses.get(assetId) ?? null
    const typeId = this.#typeOf.get(assetId) ?? null
    const status =
      optionId === null
        ? null
        : { optionId, name: optionId, color: 'STATUS_BADGE_COLOR_GREEN', groupId: null, groupName: null }
    return wireAsset({ assetId, typeId, typeName: typeId, status })
  }

  #groups(): WireStatusGroup[] {
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
      typeIds: [...this.#typeGroups].flatMap(([typeId, group]) => (group === name ? [typeId] : [])),
      unreadCount: 0,
      rest: {},
    }))
  }

  // oxlint-disable-next-line typescript/require-await -- answers as a service would: later
  async #listGroups(): Promise<WireStatusGroup[]> {
    this.read()
    return this.#groups()
  }

  // oxlint-disable-next-line typescript/require-await -- answers as a service would: later
  async #getAsset(assetId: string): Promise<WireAsset> {
    this.read()
    return this.#wire(assetId)
  }

  async #listAssets(typeIds: readonly string[]): Promise<void> {
    const asOf = await readInstant(this.db)
    const ids = [...this.#typeOf].flatMap(([id, typeId]) => (typeIds.includes(typeId) ? [id] : []))
    await storeListedAssets(
      this.db,
      ids.map((id) => this.#wire(id)),
      asOf,
    )
  }

  async #send(thing: string, act: () => void): Promise<void> {
    const { rows } = await this.db.query(`select from activity where object_id = $1 and outcome = 'pending'`, [thing])
    if (rows.length === 0) this.#unlogged.push(thing)
    this.write(
      (word) => {
        if (word !== 'no effect') act()
      },
      { sent: () => this.note(thing) },
    )
  }

  async #setStatus(assetId: string, optionId: string | null): Promise<WireAsset> {
    await this.#send(assetId, () => this.#statuses.set(assetId, optionId))
    return this.#wire(assetId)
  }

  #assign(typeId: string, group: string | null): Promise<void> {
    return this.#send(typeId, () => {
      if (this.#typeGroups.get(typeId) === group) return
      this.#typeGroups.set(typeId, group)
      for (const [assetId, ofType] of this.#typeOf) {
        const had = this.#statuses.get(assetId) ?? null
        if (ofType !== typeId || had === null) continue
        this.#cleared.push(`${assetId} ${had}`)
        this.#statuses.set(assetId, null)
      }
    })
  }

  get #deps() {
    const call = (name: string) =>
      Promise.resolve(
        name === 'listStatusGroups'
          ? {
              status_groups: this.#groups().map((group) => ({
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
    // The cast is safe: the mutations request two lists, and the simulated service returns both.
    return { db: this.db, service: { call } as unknown as Pick<Service, 'call'>, wake: () => this.wake() }
  }

  async add(job: Job): Promise<string> {
    if (job.kind === 'statuses') {
      const typeId = `type${this.#nextId++}`
      const ids = this.#addType(typeId, 'one', job.assets)
      await this.#listAssets([typeId])
      // The cast here and below is safe: made-up ids are valid path segments, which the route would have checked.
      const asked = { selection: { kind: 'ids', ids }, optionId: job.clears ? null : optionOf('one', 'b') }
      const statusChange = asked as unknown as Parameters<typeof createStatusChange>[1]
      return (await createStatusChange(this.actor, statusChange, this.#deps)).change.changeId
    }
    const moves = Array.from({ length: job.types }, () => {
      const typeId = `type${this.#nextId++}`
      this.#addType(typeId, 'one', job.assets)
      return { typeId, fromGroupId: 'one', toGroupId: job.to }
    })
    const typeChange = { moves } as unknown as Parameters<typeof createTypeChange>[1]
    return (await createTypeChange(this.actor, typeChange, this.#deps)).change.changeId
  }

  cancel(changeId: string) {
    return cancelChange(this.actor, changeId, { ...this.#deps, wake: () => undefined })
  }

  async retry(changeId: string, states: RetryState[]) {
    const { steps } = await readAssetChange(this.actor, changeId, this.db)
    for (const { objectId, state } of steps) if (states.some((wanted) => wanted === state)) this.allow(objectId)
    return retryChange(this.actor, changeId, { states }, this.#deps)
  }

  #readAll(): Promise<AssetChange[]> {
    return Promise.all(this.jobIds.map((changeId) => readAssetChange(this.actor, changeId, this.db)))
  }

  async isOpen() {
    return (await this.#readAll()).some(({ open, unknown }) => open + unknown > 0)
  }

  override checkNow(): void {
    expect(this.#unlogged).toEqual([])
  }

  async checkEnd() {
    for (const change of await this.#readAll()) this.#checkChange(change)
    const open = await this.db.query(`select from activity where outcome in ('pending', 'unknown')`)
    expect(open.rows, 'entries of the log without an outcome').toEqual([])
    const kept = await this.db.query<{ kept: string }>(
      `select asset_id || ' ' || option_id as kept from status_snapshots`,
    )
    const keptSet = new Set(kept.rows.map((row) => row.kept))
    for (const status of this.#cleared) expect(keptSet, 'cleared and not kept').toContain(status)
  }

  /** Checks that the state of each step matches the service. */
  #checkChange({ steps }: AssetChange): void {
    for (const { objectId, objectKind, state, note, after } of steps) {
      expect(['done', 'unchanged', 'failed', 'cancelled'], `${objectId} did not end`).toContain(state)
      const isDone =
        objectKind === 'asset'
          ? (this.#statuses.get(objectId) ?? null) === (after?.optionId ?? null)
          : (this.#typeGroups.get(objectId) ?? null) === (after?.groupId ?? null)
      // If a person retried the step, the first request may still have arrived late.
      const isPlain = !this.allowed.has(objectId)
      if (isPlain || state === 'done' || state === 'unchanged')
        expect(isDone, `${objectId} ${state}: ${note}`).toBe(state === 'done' || state === 'unchanged')
    }
  }
}

describeWorkerModel({
  name: 'the worker of changes, in any order of events',
  role: 'admin',
  writes,
  reads,
  job: oneof(
    record({ kind: constant('statuses' as const), assets: integer({ min: 1, max: 12 }), clears: boolean() }),
    record({
      kind: constant('types' as const),
      types: integer({ min: 1, max: 3 }),
      assets: nat(3),
      to: constantFrom('two' as const, null),
    }),
  ),
  firstJob: { kind: 'statuses', assets: 3, clears: false },
  createWorld: (db, actor, script) => new ChangeModel(db, actor, script),
  clear: (db) => db.query('truncate asset_changes, activity, assets cascade'),
})
