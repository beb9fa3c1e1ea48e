import { AssetControl, type AssetState } from '@/lib/standin/assets/control'
import type { AssetStore } from '@/lib/standin/assets/store'
import { ExportDesk } from '@/lib/standin/exports/desk'
import { Faults, type FaultRequest, type FaultRule } from '@/lib/standin/faults'
import type { AnswerShape } from '@/lib/standin/handlers/asset-parts'
import type { ChangeLog } from '@/lib/standin/changes'
import type { LimitMode, Limits } from '@/lib/standin/limits'
import { LiveWork } from '@/lib/standin/live/work'
import { RecordStore } from '@/lib/standin/records/store'
import { searchEntries } from '@/lib/standin/search'
import type { Store } from '@/lib/standin/store'
import { TrainingDesk } from '@/lib/standin/training/desk'
import { UserControl, type UserState } from '@/lib/standin/users/control'
import { UserDesk } from '@/lib/standin/users/desk'
import type { UserShape } from '@/lib/standin/users/sent'
import type { UserStore } from '@/lib/standin/users/store'
import { WebhookControl } from '@/lib/standin/webhooks/control'
import { usualPace, WebhookSender, type Pace } from '@/lib/standin/webhooks/sender'
import { WebhookStore } from '@/lib/standin/webhooks/store'
import { happeningsOf } from '@/lib/standin/webhooks/watch'

export interface RecordedRequest {
  method: string
  path: string
  operation: string | null
  status: number | null
  headers: Record<string, string | string[] | undefined>
  /** The parsed body; absent when it was not read. */
  body?: unknown
}

type Permissions = 'all' | string[]

interface StandinWorld {
  store: Store
  getAssets: () => AssetStore
  getUsers: () => UserStore
  limits: Limits
  clock: () => number
  seed: number
  log: ChangeLog
  /** The start of the demo's day. */
  startMs: number
  webhookPace: Partial<Pace>
  tokens: ReadonlyArray<{ permissions: Permissions }>
}

/** The interface for tests. A production start never offers it over HTTP. */
export class StandinControl {
  readonly #faults: Faults
  readonly #counts = new Map<string, number>()
  readonly #requests: RecordedRequest[] = []
  #recording = false
  #clockOffsetMs = 0
  #lastTickMs = 0
  /** Requests in progress. */
  inFlight = 0
  /** The largest number of requests in progress since the last reset. */
  inFlightMax = 0
  throttled = 0
  /** The behavior of exports and reports. */
  readonly exports: ExportDesk
  unauthorized = 0

  /** How responses of status groups and assets are wrapped. */
  answerShape: AnswerShape = 'wrapped'
  /** Direct access to status groups, types and assets. */
  readonly assets: AssetControl

  /** How responses of upserts are wrapped. */
  userShape: UserShape = 'wrapped'
  /** Runs the upserts. */
  readonly userDesk: UserDesk
  /** Direct access to users, groups and upsert jobs. */
  readonly users: UserControl

  /** The webhook subscriptions. */
  readonly webhookStore: WebhookStore
  /** Direct access to deliveries. */
  readonly webhooks: WebhookControl
  readonly #sender: WebhookSender
  /** Links, shares, response sets and assignments. */
  readonly records: RecordStore
  /** Courses, and the results of training. */
  readonly training: TrainingDesk
  /** The organization at work. It acts on its own only when the stand-in was started live. */
  readonly live: LiveWork

  private readonly store: Store
  private readonly limits: Limits
  private readonly clock: () => number
  readonly #tokens: ReadonlyArray<{ permissions: Permissions }>

  constructor(world: StandinWorld) {
    this.store = world.store
    this.limits = world.limits
    this.clock = world.clock
    this.#tokens = world.tokens
    this.#faults = new Faults(world.seed)
    this.exports = new ExportDesk(world.seed, () => this.now())
    this.assets = new AssetControl(world.getAssets, () => this.tick())
    this.userDesk = new UserDesk(
      world.getUsers,
      () => this.now(),
      () => this.tick(),
    )
    this.users = new UserControl(this.userDesk, () => this.tick())
    const { store, seed, log } = world
    const webhooks = new WebhookStore(seed, log)
    const pace = { ...usualPace, ...world.webhookPace }
    const sender = new WebhookSender({ seed, store, webhooks, now: () => this.now(), pace })
    this.webhookStore = webhooks
    this.#sender = sender
    this.webhooks = new WebhookControl({ store, webhooks, sender, tick: () => this.tick() })
    this.records = new RecordStore(log)
    const users = () => world.getUsers().users()
    this.training = new TrainingDesk({ seed, startMs: world.startMs, users, now: () => this.now() })
    this.live = new LiveWork({ seed, store, now: () => this.now(), tick: () => this.tick() })
    store.onChange = (change, before) => {
      // Without subscriptions, the webhook events of thousands of changes need not be computed.
      if (webhooks.all().length > 0) for (const one of happeningsOf(store, change, before)) sender.notify(one)
    }
  }

  /** Stops everything that runs on its own. */
  close(): void {
    this.live.stop()
    this.#sender.close()
  }

  /** All users and groups, in a form that can be compared. */
  userState(): UserState {
    return this.users.state()
  }

  /** All status groups, types and assets, or only those of some types, in a form that can be compared. */
  assetState(typeIds?: readonly string[]): AssetState {
    return this.assets.state(typeIds)
  }

  /** Sets the permissions of a token, of the first one by default. @throws when there is no such token */
  setPermissions(permissions: Permissions, token = 0): void {
    const found = this.#tokens[token]
    if (!found) throw new Error(`there is no token ${token}`)
    found.permissions = permissions
  }

  /**
   * Makes the next writes that name one of these groups, types or assets fail, `times` for each. With `before`, the
   * write is not applied. With `after`, it is, and the response is an error or the connection closes without one.
   */
  failWrites(
    ids: readonly string[],
    how: { status?: number | undefined; when?: 'before' | 'after' | undefined; times?: number | undefined } = {},
  ): number[] {
    const { status, when = 'before', times = 1 } = how
    return ids.map((names) =>
      this.setFault({
        names,
        when: { next: times },
        action: status === undefined ? { kind: 'reset', when } : { kind: 'status', status, when },
      }),
    )
  }

  /** When the rows were modified. */
  get timeline() {
    return this.store.timeline
  }

  /** Adds a fault and returns its number. */
  setFault(rule: FaultRule): number {
    return this.#faults.set(rule)
  }
  /** Removes one fault, or all. */
  clearFaults(id?: number): void {
    this.#faults.clear(id)
  }
  faultCounts(): Record<number, number> {
    return this.#faults.counts()
  }
  drawFaults(request: FaultRequest) {
    return this.#faults.draw(request)
  }

  /** Requests by operation; requests to unknown paths are under `(none)`. */
  counts(): Record<string, number> {
    return Object.fromEntries(this.#counts)
  }
  countRequest(operation: string | null): void {
    const name = operation ?? '(none)'
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }
  /** Resets all counters and recorded requests. */
  resetCounts(): void {
    this.#counts.clear()
    this.#requests.length = 0
    this.throttled = 0
    this.unauthorized = 0
    this.inFlightMax = this.inFlight
  }
  /** Sets other limits from the next request on, until they are set again. @throws when it names an unknown bucket */
  setLimits(mode: LimitMode): void {
    this.limits.setMode(mode)
  }
  /** Closes every rate window: the next request in each bucket opens a new one. */
  resetLimits(): void {
    this.limits.clear()
  }

  record(on: boolean): void {
    this.#recording = on
    if (on) this.#requests.length = 0
  }
  requests(): readonly RecordedRequest[] {
    return this.#requests
  }
  noteRequest(request: RecordedRequest): void {
    if (this.#recording) this.#requests.push(request)
  }

  /** The stand-in's time, milliseconds since the epoch. */
  now(): number {
    return this.clock() + this.#clockOffsetMs
  }
  /** Moves the stand-in's clock, so that its time differs from ours. */
  setClockOffset(ms: number): void {
    this.#clockOffsetMs = ms
  }
  /** A time for a write, later than every write before it. */
  tick(): number {
    this.#lastTickMs = Math.max(this.now(), this.#lastTickMs + 1)
    return this.#lastTickMs
  }

  /** Creates filled inspections and returns their ids. With `stepMs` 0 they all have the same time. */
  insert(count: number, options: { at?: number; stepMs?: number; template?: string } = {}): string[] {
    const { index } = this.store.reserve()
    const at = options.at ?? this.tick()
    const stepMs = options.stepMs ?? 0
    this.store.change({ kind: 'insert', index, count, at, stepMs, template: options.template ?? null })
    this.#lastTickMs = Math.max(this.#lastTickMs, options.at === undefined ? at + stepMs * count : 0)
    return Array.from({ length: count }, (_, offset) => this.store.idAt(index + offset))
  }
  /** Creates a new version of an inspection with the same answers. Returns its modified_at. */
  touch(auditId: string, at = this.tick()): string {
    this.store.change({ kind: 'touch', id: auditId, at })
    return new Date(at).toISOString()
  }
  /** Sets answers, as PUT does. */
  answer(
    auditId: string,
    edit: { header_items?: Array<{ item_id: string }>; items?: Array<{ item_id: string }>; archived?: boolean },
    at = this.tick(),
  ): void {
    this.store.change({ kind: 'answer', id: auditId, at, ...edit })
  }
  /** Completes an inspection with the answers that it has. Returns its modified_at. */
  complete(auditId: string, at = this.tick()): string {
    this.store.change({ kind: 'complete', id: auditId, at })
    return new Date(at).toISOString()
  }
  archive(auditId: string, archived = true): void {
    this.answer(auditId, { archived })
  }
  /** Changes only the archived flag: the search lists it elsewhere, with its old modified_at. */
  setArchivedFlag(auditId: string, archived: boolean): void {
    this.store.change({ kind: 'flag', id: auditId, archived })
  }
  /** Replaces keys of the document with any values, valid or not. */
  override(auditId: string, patch: Record<string, unknown>, at = this.tick()): void {
    this.store.change({ kind: 'override', id: auditId, at, patch })
  }
  delete(auditId: string): void {
    this.store.change({ kind: 'delete', id: auditId })
  }
  /** Hides an inspection from the connected account, or shows it again, without a new modified_at. */
  hide(auditId: string, hidden = true): void {
    this.store.change({ kind: 'visibility', id: auditId, hidden })
  }

  /** All inspections that the connected account can see, oldest first; archived inspections only on request. */
  truth(archived: 'true' | 'false' | 'both' = 'false'): Array<{ audit_id: string; modified_at: string }> {
    const { entries } = searchEntries(this.store, {
      afterMs: null,
      beforeMs: null,
      templates: null,
      archived,
      completed: 'both',
      owner: 'all',
      order: 'asc',
      limit: Number.MAX_SAFE_INTEGER,
      bound: 'inclusive',
    })
    return entries.map(({ auditId, modifiedAtMs }) => ({
      audit_id: auditId,
      modified_at: new Date(modifiedAtMs).toISOString(),
    }))
  }
}
