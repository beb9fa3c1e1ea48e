import { createActivityRechecker, type ActivityRechecker } from '@/lib/activity/recheck'
import { readActivityEntry } from '@/lib/activity/data'
import type { ActivityEntry } from '@/lib/activity/schema'
import { listAllAssets } from '@/lib/assets/listing'
import { createAssetRefresher } from '@/lib/assets/refresh'
import type { Actor } from '@/lib/access/actor'
import { createUser } from '@/lib/auth/accounts'
import { systemClock } from '@/lib/clock'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import { createService } from '@/lib/service/client'
import type { Service } from '@/lib/service/types'
import { renderText } from '@/lib/server-text'
import { startStandin, type Standin, type StandinOptions } from '@/lib/standin/server'
import { readStatusGroup, readStatusGroupBoard } from './data'
import { recheckStatusGroup, recheckTypeGroup } from './recheck'
import { createStatusGroup, deleteStatusGroup, saveStatusGroup } from './mutations'
import { recreateStatusGroup } from './recreate'
import type { StatusGroup, StatusGroupEdit } from './schema'
import { newStatusGroup, statusGroupEdit } from './schema'
import type { WriteOptions } from './write'

/** Requests are fast in tests, so lost responses need no long recheck. */
const recheckDelaysMs = [0, 5, 10, 20]
const writes = ['createStatusGroup', 'updateStatusGroup', 'deleteStatusGroup', 'addStatusGroupTypes'] as const

/** A stand-in over HTTP and a database, with functions to write groups. */
export class GroupWorld implements AsyncDisposable {
  readonly service: Service
  /** All requests that were sent to the service. */
  readonly sent: Array<{ name: string; body: unknown }> = []
  readonly #lookers: ActivityRechecker[] = []

  constructor(
    readonly standin: Standin,
    readonly db: TestDatabase,
    readonly actor: Actor,
  ) {
    this.service = createService({ baseUrl: standin.baseUrl, token: standin.token, limits: { other: 1e6 } })
  }

  get given(): WriteOptions {
    const call: Service['call'] = (name, ...rest) => {
      this.sent.push({ name, body: rest[0]?.body })
      return this.service.call(name, ...rest)
    }
    return { db: this.db, service: { call }, recheckDelaysMs, refresh: this.refresh }
  }

  readonly refresh = (typeIds: readonly string[], signal?: AbortSignal): Promise<number> =>
    createAssetRefresher({
      database: () => Promise.resolve(this.db),
      service: () => this.service,
      clock: systemClock,
      log: silentLog,
    }).listTypes(typeIds, signal)

  create = (asked: Parameters<typeof newStatusGroup.parse>[0], given: Partial<WriteOptions> = {}) =>
    createStatusGroup(this.actor, newStatusGroup.parse(asked), { ...this.given, ...given })

  save = (groupId: string, asked: StatusGroupEdit, given: Partial<WriteOptions> = {}) =>
    saveStatusGroup(this.actor, groupId, statusGroupEdit.parse(asked), { ...this.given, ...given })

  remove = (base: StatusGroup, confirmedName = base.name, given: Partial<WriteOptions> = {}) =>
    deleteStatusGroup(this.actor, base.groupId, { base, confirmedName }, { ...this.given, ...given })

  recreate = (activityId: string, given: Partial<WriteOptions> = {}) =>
    recreateStatusGroup(this.actor, activityId, { ...this.given, ...given })

  async open(groupId: string): Promise<StatusGroup> {
    return (await readStatusGroup(groupId, { service: this.service })).group
  }

  board() {
    return readStatusGroupBoard({ db: this.db, service: this.service })
  }

  /** A log entry with its note in English. */
  async entry(activityId: string): Promise<ActivityEntry> {
    const entry = await readActivityEntry(this.actor, activityId, this.db)
    return { ...entry, outcomeNote: entry.outcomeNote && renderText(entry.outcomeNote) }
  }

  /** Adds a group with options A, B and C, and a type with `onEach` assets for each option. */
  async addGroup(onEach = 0, name = 'Crane'): Promise<{ group: StatusGroup; typeId: string; assetIds: string[] }> {
    const { assets } = this.standin.control
    const groupId = assets.addGroup({
      name: `${name} states`,
      options: ['A', 'B', 'C'].map((letter) => ({ name: letter, color: 'STATUS_BADGE_COLOR_GREEN' })),
    })
    const [typeId = ''] = assets.addTypes([name], groupId)
    const group = await this.open(groupId)
    const assetIds = group.options.flatMap((option) =>
      onEach === 0 ? [] : assets.addAssets(typeId, onEach, `${name}-${option.name}`, option.optionId),
    )
    return { group, typeId, assetIds }
  }

  /** The group at the stand-in. */
  truth(groupId: string) {
    return this.standin.control.assetState().groups.find(({ id }) => id === groupId)
  }

  statuses(assetIds: readonly string[]): Array<string | null> {
    const byId = new Map(this.standin.control.assetState().assets.map(({ id, optionId }) => [id, optionId]))
    return assetIds.map((id) => byId.get(id) ?? null)
  }

  listAssets(): Promise<unknown> {
    return listAllAssets({ db: this.db, service: this.service }, { lane: 'person' })
  }

  /** The stand-in's counts of write requests since the last reset. */
  writes(): Record<string, number> {
    const counts = this.standin.control.counts()
    return Object.fromEntries(writes.flatMap((name) => (counts[name] === undefined ? [] : [[name, counts[name]]])))
  }

  startLooker(): ActivityRechecker {
    const looker = createActivityRechecker({
      database: () => Promise.resolve(this.db),
      service: () => this.service,
      clock: systemClock,
      log: silentLog,
      lookups: { 'status-group': recheckStatusGroup, 'asset-type': recheckTypeGroup },
    })
    this.#lookers.push(looker)
    looker.start()
    return looker
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const stopped = Promise.all(this.#lookers.map((looker) => looker.stop()))
    await stopped
    await this.service.close()
    await this.standin.close()
    await this.db.close()
  }
}

export async function startGroupWorld(options: StandinOptions = {}): Promise<GroupWorld> {
  const standin = await startStandin({ inspections: 1, assets: 30, limits: { other: 1e6 }, ...options })
  const db = await openTestDatabase()
  const who = { email: `admin.${crypto.randomUUID()}@sightline.test`, name: 'Robin', role: 'admin' } as const
  const userId = await createUser(db, { ...who, password: 'admin-password-of-tests' })
  return new GroupWorld(standin, db, { ...who, userId })
}
