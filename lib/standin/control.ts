import { Faults, type FaultRule } from './faults'
import type { Limits } from './limits'
import { searchEntries } from './search'
import type { Store } from './store'

export interface RecordedRequest {
  method: string
  path: string
  operation: string | null
  status: number | null
  headers: Record<string, string | string[] | undefined>
}

/** What tests steer and read. It never exists over HTTP in a production start. */
export class StandinControl {
  readonly #faults: Faults
  readonly #counts = new Map<string, number>()
  readonly #requests: RecordedRequest[] = []
  #recording = false
  #clockOffsetMs = 0
  #lastTickMs = 0
  /** Requests that are being answered now. */
  inFlight = 0
  /** The most at one time since the last reset. */
  inFlightMax = 0
  throttled = 0
  unauthorized = 0

  constructor(
    private readonly store: Store,
    private readonly limits: Limits,
    private readonly clock: () => number,
    seed: number,
  ) {
    this.#faults = new Faults(seed)
  }

  /** Where the rows lie in time. */
  get timeline() {
    return this.store.timeline
  }

  /** Arms a fault and gives its number. */
  setFault(rule: FaultRule): number {
    return this.#faults.set(rule)
  }
  /** Disarms one fault, or all. */
  clearFaults(id?: number): void {
    this.#faults.clear(id)
  }
  faultCounts(): Record<number, number> {
    return this.#faults.counts()
  }
  drawFaults(request: { operation: string | null; path: string; method: string }) {
    return this.#faults.draw(request)
  }

  /** Requests by operation; paths without one under `(none)`. */
  counts(): Record<string, number> {
    return Object.fromEntries(this.#counts)
  }
  countRequest(operation: string | null): void {
    const name = operation ?? '(none)'
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }
  /** Sets all counters and recorded requests back. */
  resetCounts(): void {
    this.#counts.clear()
    this.#requests.length = 0
    this.throttled = 0
    this.unauthorized = 0
    this.inFlightMax = this.inFlight
  }
  /** Opens every rate window anew. */
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
  /** Shifts the stand-in's clock: an organization whose time is not ours. */
  setClockOffset(ms: number): void {
    this.#clockOffsetMs = ms
  }
  /** A time for a write: later than every write before it. */
  tick(): number {
    this.#lastTickMs = Math.max(this.now(), this.#lastTickMs + 1)
    return this.#lastTickMs
  }

  /** New, filled inspections; `stepMs` 0 gives all of them one timestamp. Returns their ids. */
  insert(count: number, options: { at?: number; stepMs?: number; template?: string } = {}): string[] {
    const { index } = this.store.reserve()
    const at = options.at ?? this.tick()
    const stepMs = options.stepMs ?? 0
    this.store.change({ kind: 'insert', index, count, at, stepMs, template: options.template ?? null })
    this.#lastTickMs = Math.max(this.#lastTickMs, options.at === undefined ? at + stepMs * count : 0)
    return Array.from({ length: count }, (_, offset) => this.store.idAt(index + offset))
  }
  /** A new version of an inspection with the same answers. Returns its modified_at. */
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
  archive(auditId: string, archived = true): void {
    this.answer(auditId, { archived })
  }
  /** Replaces keys of the document with whatever a test wants to see served, valid or not. */
  override(auditId: string, patch: Record<string, unknown>, at = this.tick()): void {
    this.store.change({ kind: 'override', id: auditId, at, patch })
  }
  delete(auditId: string): void {
    this.store.change({ kind: 'delete', id: auditId })
  }
  /** Takes an inspection out of the token owner's sight, or gives it back, without a new modified_at. */
  hide(auditId: string, hidden = true): void {
    this.store.change({ kind: 'visibility', id: auditId, hidden })
  }

  /** Everything an owner may see, oldest first; archived inspections only when asked for. */
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
