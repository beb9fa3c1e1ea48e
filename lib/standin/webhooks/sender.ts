import { Random } from '../random'
import type { Store } from '../store'
import { eventTypesFor } from './events'
import { aboutAction, aboutInspection, makePayload } from './payload'
import { isLoopback, post, type Outcome } from './post'
import type { WebhookStore } from './store'
import type { Happening } from './watch'

/** Delivery faults for tests. Which deliveries they affect depends only on the seed. */
export interface Troubles {
  /** Share of the deliveries that are never sent. */
  drop: number
  /** Share of the deliveries that are sent twice. */
  double: number
  /** Whether later deliveries overtake earlier ones. */
  reorder: boolean
  /** How long each is delayed before its first try. */
  delayMs: number
}

export interface Delivery {
  /** Its position in the order of events. */
  number: number
  webhookId: string
  url: string
  kind: Happening['kind']
  /** The inspection or the action. */
  resourceId: string
  eventTypes: string[]
  /** True for the second copy of a delivery that was sent twice. */
  isRepeat: boolean
  /** `refused`: its address is not on this machine. */
  status: 'waiting' | 'delivered' | 'failed' | 'dropped' | 'refused'
  tries: Array<Outcome & { atMs: number }>
  /** Null until the delivery is sent. */
  body: string | null
}

export interface Pace {
  /** Delays before the retries. There are no more tries at the end of the list, and never a fifth try. */
  retryMs: readonly number[]
  timeoutMs: number
}

export const noTroubles: Troubles = { drop: 0, double: 0, reorder: false, delayMs: 0 }
/** Four tries in all. The service reportedly spreads them over about 100 s. */
export const usualPace: Pace = { retryMs: [2_000, 10_000, 60_000], timeoutMs: 10_000 }

const salt = 0xc2
const triesMax = 4
const keptMax = 5_000
const atOnceMax = 8
const heldMax = 6
const quietMs = 150

/** Sends deliveries: a few at once, each up to four times, in no reliable order. */
export class WebhookSender {
  troubles: Troubles = { ...noTroubles }
  pace: Pace
  readonly #kept: Delivery[] = []
  readonly #bodies = new WeakMap<Delivery, () => string>()
  readonly #ready: Delivery[] = []
  readonly #held: Delivery[] = []
  /** Deliveries that wait for their own delay. */
  readonly #timers = new Map<Delivery, NodeJS.Timeout>()
  readonly #waiters: Array<() => void> = []
  readonly #closing = new AbortController()
  #quiet: NodeJS.Timeout | null = null
  #sending = 0
  #numbers = 0
  #hurries = false

  constructor(
    private readonly from: { seed: number; store: Store; webhooks: WebhookStore; now: () => number; pace: Pace },
  ) {
    this.pace = from.pace
  }

  /** The last few thousand, oldest first. */
  deliveries(): Delivery[] {
    return this.#kept.map((delivery) => ({ ...delivery, tries: [...delivery.tries] }))
  }
  forget(): void {
    this.#kept.length = 0
  }

  /** Sends an event to everyone who subscribed to it. */
  notify(happening: Happening): void {
    if (this.#closing.signal.aborted) return
    const { kind } = happening
    const triggeredAtMs = this.from.now()
    for (const { id, url, triggerEvents, enabled } of this.from.webhooks.all()) {
      const eventTypes = enabled ? eventTypesFor(kind, new Set(triggerEvents)) : null
      if (eventTypes === null) continue
      const number = (this.#numbers += 1)
      const delivery: Delivery = {
        number,
        webhookId: id,
        url,
        kind,
        resourceId: 'action' in happening ? happening.action.id : happening.entry.auditId,
        eventTypes,
        isRepeat: false,
        status: 'waiting',
        tries: [],
        body: null,
      }
      const makeBody = () => makePayload({ webhookId: id, eventTypes, triggeredAtMs }, this.#describe(happening))
      const random = new Random(this.from.seed, number, salt)
      const [isDropped, isDoubled] = [random.chance(this.troubles.drop), random.chance(this.troubles.double)]
      this.#take(delivery, makeBody, isDropped)
      if (isDoubled && !isDropped) this.#take({ ...delivery, isRepeat: true, tries: [] }, makeBody, false)
    }
    this.#pump()
  }

  #describe(happening: Happening) {
    return 'action' in happening
      ? aboutAction(happening)
      : aboutInspection(happening.kind, this.from.store.document(happening.entry))
  }

  #take(delivery: Delivery, makeBody: () => string, isDropped: boolean): void {
    this.#kept.push(delivery)
    if (this.#kept.length > keptMax) this.#kept.shift()
    if (isDropped) delivery.status = 'dropped'
    else if (!isLoopback(delivery.url)) delivery.status = 'refused'
    else {
      this.#bodies.set(delivery, makeBody)
      if (this.troubles.reorder) this.#hold(delivery)
      else this.#schedule(delivery, this.troubles.delayMs)
    }
  }

  /** Holds a few back and sends them in random order. */
  #hold(delivery: Delivery): void {
    this.#held.push(delivery)
    if (this.#held.length > heldMax) this.#release()
    if (this.#quiet) clearTimeout(this.#quiet)
    this.#quiet = setTimeout(() => this.#releaseAll(), quietMs)
  }

  #release(): void {
    const random = new Random(this.from.seed, this.#held.at(-1)?.number ?? 0, salt + this.#held.length)
    const [next] = this.#held.splice(random.integer(0, this.#held.length - 1), 1)
    if (next) this.#schedule(next, this.troubles.delayMs)
  }

  #releaseAll(): void {
    if (this.#quiet) clearTimeout(this.#quiet)
    this.#quiet = null
    while (this.#held.length > 0) this.#release()
    this.#pump()
  }

  #schedule(delivery: Delivery, afterMs: number): void {
    if (afterMs <= 0 || this.#hurries) {
      this.#ready.push(delivery)
      return
    }
    const timer = setTimeout(() => {
      this.#timers.delete(delivery)
      this.#ready.push(delivery)
      this.#pump()
    }, afterMs)
    this.#timers.set(delivery, timer)
  }

  #pump(): void {
    while (this.#sending < atOnceMax) {
      const next = this.#ready.shift()
      if (!next) break
      this.#sending += 1
      void this.#try(next)
        // A document that cannot be created must not stop the others.
        .catch(() => {
          next.status = 'failed'
        })
        .finally(() => {
          this.#sending -= 1
          this.#pump()
        })
    }
    if (!this.#isIdle()) return
    this.#hurries = false
    for (const done of this.#waiters.splice(0)) done()
  }

  #isIdle(): boolean {
    return this.#sending + this.#ready.length + this.#held.length + this.#timers.size === 0
  }

  async #try(delivery: Delivery): Promise<void> {
    delivery.body ??= this.#bodies.get(delivery)?.() ?? ''
    const outcome = await this.post(delivery.url, delivery.body)
    delivery.tries.push({ ...outcome, atMs: this.from.now() })
    if (outcome.status !== null && outcome.status >= 200 && outcome.status < 300) {
      delivery.status = 'delivered'
      return
    }
    const isLast = delivery.tries.length >= triesMax || this.#closing.signal.aborted
    const wait = isLast ? undefined : this.pace.retryMs[delivery.tries.length - 1]
    if (wait === undefined) delivery.status = 'failed'
    else this.#schedule(delivery, wait)
  }

  /** POSTs a text unchanged, signed with the current secret unless other headers are given. It is not stored or retried. */
  post(url: string, body: string | Buffer, headers?: Readonly<Record<string, string>>): Promise<Outcome> {
    const signed = { 'x-safetyculture-signature': this.from.webhooks.sign(body) }
    return post(
      url,
      body,
      { 'content-type': 'application/json', 'user-agent': 'standin-webhooks', ...(headers ?? signed) },
      { timeoutMs: this.pace.timeoutMs, signal: this.#closing.signal },
    )
  }

  /** Resolves when nothing is in progress. */
  settled(): Promise<void> {
    if (this.#isIdle()) return Promise.resolve()
    return new Promise((resolve) => this.#waiters.push(resolve))
  }

  /** Skips all waiting, both delays and times between tries, and resolves when nothing is in progress. */
  flush(): Promise<void> {
    this.#hurries = !this.#isIdle()
    for (const [delivery, timer] of this.#timers) {
      clearTimeout(timer)
      this.#ready.push(delivery)
    }
    this.#timers.clear()
    this.#releaseAll()
    return this.settled()
  }

  /** Sends nothing more, and aborts what is in progress. */
  close(): void {
    this.#closing.abort()
    for (const timer of this.#timers.values()) clearTimeout(timer)
    if (this.#quiet) clearTimeout(this.#quiet)
    this.#timers.clear()
    this.#held.length = 0
    this.#ready.length = 0
    if (this.#sending === 0) for (const done of this.#waiters.splice(0)) done()
  }
}
