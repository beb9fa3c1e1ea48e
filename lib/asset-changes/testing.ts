import { listAllAssets } from '@/lib/assets/listing'
import { createAssetRefresher } from '@/lib/assets/refresh'
import type { Actor } from '@/lib/access/actor'
import type { Role } from '@/lib/access/permissions'
import { createUser } from '@/lib/auth/accounts'
import type { Worker } from '@/lib/background/turn-loop'
import { systemClock, type Clock } from '@/lib/clock'
import { openTestDatabase, silentLog } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { createService } from '@/lib/service/client'
import type { Service } from '@/lib/service/types'
import { startStandin, type Standin, type StandinOptions } from '@/lib/standin/server'
import { HandClock } from '@/lib/testing/sync-world'
import { readAssetChange } from './data'
import { createStatusChange, createTypeChange } from './start-mutations'
import { retryChange } from './mutations'
import { createRemote, type Remote } from './remote'
import type { AssetChange, ChangeRetry, NewTypeChange, StartedChange } from './schema'
import { createChangeWorker } from './worker'

/** A stand-in, a database with the listed assets of the stand-in, and a worker between them, with one clock. */
export class ChangeWorld<Time extends Clock = HandClock> implements AsyncDisposable {
  readonly service: Service
  readonly remote: Remote
  readonly #workers: Worker[] = []

  constructor(
    readonly clock: Time,
    readonly standin: Standin,
    readonly db: Database,
    readonly actor: Actor,
  ) {
    this.service = createService({ baseUrl: standin.baseUrl, token: standin.token, clock })
    this.remote = createRemote(this.service)
  }

  startWorker(remote: Remote = this.remote): Worker {
    const worker = createChangeWorker({
      database: () => Promise.resolve(this.db),
      remote: () => remote,
      refreshTypes: (typeIds) => this.refreshTypes(typeIds),
      clock: this.clock,
      log: silentLog,
    })
    this.#workers.push(worker)
    worker.start()
    return worker
  }

  refreshTypes(typeIds: readonly string[]): Promise<number> {
    return createAssetRefresher({
      database: () => Promise.resolve(this.db),
      service: () => this.service,
      clock: systemClock,
      log: silentLog,
    }).listTypes(typeIds)
  }

  /** The dependencies of mutations. */
  get deps() {
    return {
      db: this.db,
      service: this.service,
      wake: () => this.wake(),
      refreshTypes: (typeIds: readonly string[]) => this.refreshTypes(typeIds),
    }
  }

  wake(): void {
    for (const worker of this.#workers) worker.wake()
  }

  /** Assets of the type with this name, as the stand-in stores them. */
  assetsOf(typeName: string) {
    const { types, assets } = this.standin.control.assetState()
    const typeId = types.find(({ name }) => name === typeName)?.id
    return assets.filter((asset) => asset.typeId === typeId)
  }

  /**
   * Adds a group with options A, B and C, and a type of this group. The type has `count` assets, all with option A,
   * which are listed in the index.
   */
  async addType(
    count: number,
    name = 'Crane',
  ): Promise<{ groupId: string; typeId: string; options: string[]; ids: string[] }> {
    const { assets } = this.standin.control
    const groupId = assets.addGroup({
      name: `${name} states`,
      options: ['A', 'B', 'C'].map((letter) => ({ name: letter, color: 'STATUS_BADGE_COLOR_GREEN' })),
    })
    const [typeId = ''] = assets.addTypes([name], groupId)
    const options = this.optionsOf(groupId)
    const ids = assets.addAssets(typeId, count, name, options[0] ?? null)
    await listAllAssets({ db: this.db, service: this.service }, { lane: 'person' })
    return { groupId, typeId, options, ids }
  }

  optionsOf(groupId: string): string[] {
    const group = this.standin.control.assetState().groups.find(({ id }) => id === groupId)
    return group?.options.map(({ id }) => id) ?? []
  }

  /** The option of each asset in the service. */
  statuses(ids: readonly string[]): Array<string | null> {
    const byId = new Map(this.standin.control.assetState().assets.map(({ id, optionId }) => [id, optionId]))
    return ids.map((id) => byId.get(id) ?? null)
  }

  groupOf(typeId: string): string | null {
    return this.standin.control.assetState().types.find(({ id }) => id === typeId)?.groupId ?? null
  }

  setStatus(ids: readonly string[], optionId: string | null, actor = this.actor): Promise<StartedChange> {
    // The cast is safe: ids of the stand-in are path segments, which the route would have checked.
    const asked = { selection: { kind: 'ids', ids }, optionId } as unknown as Parameters<typeof createStatusChange>[1]
    return createStatusChange(actor, asked, this.deps)
  }

  assign(moves: NewTypeChange['moves'], actor = this.actor): Promise<StartedChange> {
    return createTypeChange(actor, { moves } as Parameters<typeof createTypeChange>[1], this.deps)
  }

  retry(changeId: string, states: ChangeRetry['states']) {
    return retryChange(this.actor, changeId, { states }, this.deps)
  }

  read(changeId: string): Promise<AssetChange> {
    return readAssetChange(this.actor, changeId, this.db)
  }

  /** How many requests of one operation the stand-in counted. */
  count(operation: string): number {
    return this.standin.control.counts()[operation] ?? 0
  }

  /** Advances the clock of the world until `check` is true. Fails with `what` after 25 s of real time. */
  async until(what: string, check: () => boolean | Promise<boolean>, stepMs = 250): Promise<void> {
    const deadline = performance.now() + 25_000
    while (!(await check())) {
      if (performance.now() > deadline) throw new Error(`waited in vain: ${what}`)
      if (this.clock instanceof HandClock) this.clock.advance(stepMs)
      await systemClock.sleep(4)
    }
  }

  /** Waits until no step of the change is open or unknown. Returns the change as it ended. */
  async untilEnded(changeId: string): Promise<AssetChange> {
    await this.until('the change ends', async () => {
      const { open, unknown } = await this.read(changeId)
      return open + unknown === 0
    })
    return this.read(changeId)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const stopped = Promise.all(this.#workers.map((worker) => worker.stop()))
    await stopped
    await this.service.close()
    await this.standin.close()
    await this.db.close()
  }
}

export async function addPerson(db: Database, role: Role): Promise<Actor> {
  const email = `${role}.${crypto.randomUUID()}@sightline.test`
  const userId = await createUser(db, { email, name: `Robin ${role}`, role, password: `${role}-password-of-tests` })
  return { userId, email, name: `Robin ${role}`, role }
}

export async function startChangeWorld(options: StandinOptions = {}): Promise<ChangeWorld> {
  const clock = new HandClock()
  const standin = await startStandin({ inspections: 1, assets: 60, now: () => clock.now(), ...options })
  const db = await openTestDatabase()
  return new ChangeWorld(clock, standin, db, await addPerson(db, 'admin'))
}
