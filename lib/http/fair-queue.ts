import type { Clock } from '@/lib/clock'
import { Throttle, type BucketLimit } from '@/lib/web/throttle'

/** Limits of one person in one lane. */
export interface LaneLimits {
  /** The most requests in progress at the same time while others use the console too. */
  inWork: number
  /** The most requests in progress at the same time while nobody else uses the console. */
  inWorkAlone: number
  /** How fast requests are started while others use the console too. */
  pace: BucketLimit
  /** The most requests that may wait. Further ones are refused. */
  waitingMax: number
}

export interface FairQueueOptions {
  clock: Pick<Clock, 'now'>
  /** Runs something after this many milliseconds. With 0, it runs after earlier events were processed. */
  after: (ms: number, run: () => void) => void
}

/** A person counts as active for this long after a request. */
export const presentMs = 10_000
/**
 * A request that takes longer waits for something else: the service, or a body that is still arriving. It no longer
 * counts, so that nothing can block a person's other requests forever.
 */
export const patienceMs = 50
/**
 * A person who was refused within this time sends more than anybody needs, like a script that does not wait for
 * responses. While others are active, the person gets only a share of their pace and of their waiting places. Each
 * started request delays the requests that others send at that moment; at the full pace that would be one in five of
 * their requests.
 */
export const floodMs = 10_000
export const floodShare = 1 / 8

/** A request that waits to be started. */
export interface Turn {
  /** Called at most once, and never after `end`. */
  begin: () => void
}

interface Lane {
  key: string
  owner: string
  limits: LaneLimits
  waiting: Set<Turn>
  /** When each running turn was started, oldest first. */
  working: Map<Turn, number>
  /** When the lane is checked next, by the clock. */
  lookAt: number
  refusedAt: number
}

/** What a lane may do at a moment. */
interface Allowed {
  inWork: number
  waitingMax: number
  /** Null: requests are started as fast as they arrive. */
  pace: BucketLimit | null
  /** How long a refused request has to wait. */
  retryAfterSeconds: number
}

/**
 * Starts requests so that each person waits only behind their own requests. Every owner has a queue in each lane, first
 * come, first served. While others are active, few requests of an owner run at the same time and the rest start at a
 * pace. While an owner is alone, almost nothing waits.
 */
export class FairQueue {
  readonly #lanes = new Map<string, Lane>()
  readonly #lanesOf = new WeakMap<Turn, Lane>()
  readonly #paces: Throttle
  readonly #clock: FairQueueOptions['clock']
  readonly #after: FairQueueOptions['after']
  #last = { owner: '', at: -Infinity }
  /** When somebody other than the last owner was last active. */
  #otherAt = -Infinity

  constructor({ clock, after }: FairQueueOptions) {
    this.#clock = clock
    this.#after = after
    this.#paces = new Throttle(clock)
  }

  /** How many requests wait or run. */
  get size(): number {
    let size = 0
    for (const { waiting, working } of this.#lanes.values()) size += waiting.size + working.size
    return size
  }

  /**
   * Starts a turn at once, or queues it. `end` must always follow.
   * @returns 0 if the turn was started or queued. If too many wait already, the turn is not accepted, and the result is
   * how many seconds to wait
   */
  enter(owner: string, laneName: string, limits: LaneLimits, turn: Turn): number {
    const now = this.#clock.now()
    if (owner !== this.#last.owner) this.#otherAt = this.#last.at
    this.#last = { owner, at: now }
    const key = `${laneName} ${owner}`
    const lane = this.#lanes.get(key) ?? this.#open(key, owner, limits)
    const { waitingMax, retryAfterSeconds } = this.#allowedTo(lane, now)
    if (lane.waiting.size >= waitingMax) {
      lane.refusedAt = now
      return retryAfterSeconds
    }
    lane.waiting.add(turn)
    this.#lanesOf.set(turn, lane)
    this.#serveNext(lane)
    return 0
  }

  /** Call it when the response of a turn has begun, or when nobody waits for it any more. */
  end(turn: Turn): void {
    const lane = this.#lanesOf.get(turn)
    if (lane === undefined || !(lane.waiting.delete(turn) || lane.working.delete(turn))) return
    if (lane.waiting.size > 0) this.#plan(lane, 0)
    else this.#closeIfEmpty(lane)
  }

  #open(key: string, owner: string, limits: LaneLimits): Lane {
    const lane: Lane = {
      key,
      owner,
      limits,
      waiting: new Set(),
      working: new Map(),
      lookAt: Infinity,
      refusedAt: -Infinity,
    }
    this.#lanes.set(key, lane)
    return lane
  }

  #closeIfEmpty(lane: Lane): void {
    if (lane.waiting.size + lane.working.size > 0) return
    const floodsForMs = lane.refusedAt + floodMs - this.#clock.now()
    if (floodsForMs > 0) this.#plan(lane, Math.ceil(floodsForMs))
    // A check that was planned for a lane may run when its owner already has a newer lane.
    else if (this.#lanes.get(lane.key) === lane) this.#lanes.delete(lane.key)
  }

  #isBesideOthers(owner: string, now: number): boolean {
    return now - (owner === this.#last.owner ? this.#otherAt : this.#last.at) < presentMs
  }

  #allowedTo({ owner, limits, refusedAt }: Lane, now: number): Allowed {
    const { inWork, inWorkAlone, pace, waitingMax } = limits
    const emptyAfterSeconds = waitingMax / pace.perSecond
    if (!this.#isBesideOthers(owner, now))
      return { inWork: inWorkAlone, waitingMax, pace: null, retryAfterSeconds: Math.ceil(emptyAfterSeconds) }
    const share = now - refusedAt < floodMs ? floodShare : 1
    return {
      inWork,
      waitingMax: Math.ceil(waitingMax * share),
      pace: { ...pace, perSecond: pace.perSecond * share },
      retryAfterSeconds: Math.ceil(floodMs / 1_000 + emptyAfterSeconds),
    }
  }

  /** Starts the turns that may begin, and plans the next check if some still wait. */
  #serveNext(lane: Lane): void {
    const { key, limits, waiting, working } = lane
    const now = this.#clock.now()
    for (const [turn, since] of working) {
      if (now - since < patienceMs) break
      working.delete(turn)
    }
    const { inWork, pace } = this.#allowedTo(lane, now)
    for (const turn of waiting) {
      if (working.size >= inWork) break
      const waitSeconds = this.#paces.take(key, pace ?? limits.pace)
      if (waitSeconds > 0 && pace !== null) {
        this.#plan(lane, Math.ceil(waitSeconds * 1_000))
        return
      }
      waiting.delete(turn)
      working.set(turn, now)
      turn.begin()
    }
    const [oldest] = working.values()
    if (waiting.size > 0) this.#plan(lane, oldest === undefined ? 0 : Math.max(1, oldest + patienceMs - now))
    else this.#closeIfEmpty(lane)
  }

  #plan(lane: Lane, ms: number): void {
    const at = this.#clock.now() + ms
    if (at >= lane.lookAt) return
    lane.lookAt = at
    this.#after(ms, () => {
      if (lane.lookAt !== at) return
      lane.lookAt = Infinity
      this.#serveNext(lane)
    })
  }
}
