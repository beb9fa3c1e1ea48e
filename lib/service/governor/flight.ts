import { systemClock, type Clock } from '@/lib/clock'
import type { Lane } from '@/lib/service/operation'
import type { PendingAnswer } from '@/lib/service/transport'
import type { Ticket } from './lease'

/**
 * One exchange with the service, including its retries, and the callers that wait for it. A caller that leaves, or
 * whose deadline passes, does not affect the others; when the last has left, the exchange ends.
 */
export class Flight<Result> {
  lane: Lane
  /** The first caller, whose turn in the queue this flight uses. */
  owner = ''
  deadlineAt = 0
  phase: 'waiting' | 'sent' = 'waiting'
  /** Set while queued and while sent, so that work in progress can be ended. */
  ticket: Ticket | null = null
  pending: PendingAnswer | null = null
  /** Why the flight ended early; `isOverdue` distinguishes a deadline from callers that left. */
  ended: Error | null = null
  isOverdue = false
  #callers = 0
  #outcome: Promise<Result> | null = null
  #stop: AbortController | null = null

  constructor(
    lane: Lane,
    private readonly clock: Clock,
    private readonly onEmpty: () => void,
  ) {
    this.lane = lane
  }

  /** For waits between tries and in the queue; created on demand, because most flights never wait. */
  get signal(): AbortSignal {
    this.#stop ??= new AbortController()
    if (this.ended !== null && !this.#stop.signal.aborted) this.#stop.abort(this.ended)
    return this.#stop.signal
  }

  /** Starts the exchange. Separate from the constructor, because it needs the flight. */
  start(run: () => Promise<Result>): void {
    this.#outcome = run()
  }

  /** Waits for the outcome on behalf of one caller. */
  join(lane: Lane, deadlineMs: number, signal: AbortSignal | undefined, toOverdue: () => Error): Promise<Result> {
    if (signal?.aborted) {
      if (this.#callers === 0) this.#end(toReason(signal), false)
      return Promise.reject(toReason(signal))
    }
    this.#callers += 1
    if (lane === 'person' && this.lane === 'background') {
      this.lane = 'person'
      this.ticket?.upgrade()
    }
    return new Promise<Result>((resolve, reject) => {
      let isWaiting = true
      const leave = (reason: Error, isOverdue: boolean) => {
        if (!isWaiting) return
        settle()
        reject(reason)
        this.#callers -= 1
        if (this.#callers === 0) this.#end(reason, isOverdue)
      }
      const onAbort = () => leave(toReason(signal), false)
      const stopTimer = startTimer(this.clock, deadlineMs, () => leave(toOverdue(), true))
      const settle = () => {
        isWaiting = false
        stopTimer()
        signal?.removeEventListener('abort', onAbort)
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      const finish = (act: () => void) => {
        if (!isWaiting) return
        settle()
        act()
      }
      this.#outcome?.then(
        (result) => finish(() => resolve(result)),
        (error: unknown) => finish(() => reject(error)),
      )
    })
  }

  #end(reason: Error, isOverdue: boolean): void {
    if (this.ended !== null) return
    this.ended = reason
    this.isOverdue = isOverdue
    this.onEmpty()
    this.#stop?.abort(reason)
    this.pending?.cancel(reason)
  }
}

function toReason(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason
  return reason instanceof Error ? reason : new DOMException('The caller left', 'AbortError')
}

// The system clock's timers are set directly: a promise and a listener per request would cost more than the rest of its
// bookkeeping.
function startTimer(clock: Clock, ms: number, fire: () => void): () => void {
  if (clock === systemClock) {
    const timer = setTimeout(fire, ms)
    return () => clearTimeout(timer)
  }
  const stop = new AbortController()
  clock.sleep(ms, stop.signal).then(fire, () => {})
  return () => stop.abort()
}
