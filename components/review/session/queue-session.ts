import type { Assignment } from '@/components/review/assignment'
import { describeError } from '@/lib/browser/describe-error'
import type { AuditId } from '@/lib/ids'
import { readConflict } from '@/lib/review/queries'
import type { Marked, Review, ReviewMark, ReviewUndone } from '@/lib/review/schema'
import {
  addAct,
  type Act,
  dropTrouble,
  failAct,
  lastActs,
  readWish,
  type QueueState,
  restoreAct,
  settleAct,
  startQueue,
  type Trouble,
  undoLast,
  type Wish,
} from './queue-state'

/** The requests that a session sends. */
export interface SessionCalls {
  mark: (auditId: AuditId, mark: ReviewMark) => Promise<Marked>
  undo: (batchId: string) => Promise<ReviewUndone>
  /** The stored review. */
  readReview: (auditId: AuditId) => Promise<Review | null>
}

/** The events of a session. */
export interface SessionEvents {
  /** `review` is stored; undefined: the stored review has changed and must be loaded again. */
  onStored: (auditId: AuditId, review: Review | undefined) => void
  onTrouble: (trouble: Trouble) => void
  /** `kept`: another person has changed it since, so it stays. `failed`: the undo did not reach the server. */
  onUndone: (act: Act, outcome: { kind: 'undone' | 'kept' } | { kind: 'failed'; error: unknown }) => void
}

/**
 * The work on one batch. What the person does shows at once and is sent in the same order, one request at a time for
 * each inspection. Failures are reverted and kept as troubles. A session lives as long as the page, not only as long as
 * the screen.
 */
export class QueueSession {
  state: QueueState
  /** The inspection that the address named last. */
  address: string | null
  /** Notes that are not saved yet. */
  readonly drafts = new Map<AuditId, string>()
  /** Assignees and due dates that are not saved yet. */
  readonly assignments = new Map<AuditId, Assignment>()
  readonly #calls: SessionCalls
  readonly #listeners = new Set<() => void>()
  readonly #chains = new Map<AuditId, Promise<void>>()
  /** The result of each stored act, and the review before it. */
  readonly #done = new Map<number, { batchId: string; revision: number; before: Review | null }>()
  /** What this session itself stored last, which is newer than anything read before. */
  readonly #stored = new Map<AuditId, Review | null>()
  /** The review that the person saw when they acted, for sending the act again. */
  readonly #seen = new Map<number, Review | null>()
  #events: SessionEvents | null = null
  #nextActId = 1

  constructor(ids: readonly AuditId[], firstId: string | null, calls: SessionCalls) {
    this.state = startQueue(ids, firstId)
    this.address = firstId
    this.#calls = calls
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  read = (): QueueState => this.state

  noteAddress(auditId: string | null): void {
    this.address = auditId
  }

  /** Sets who receives the outcomes; null when the screen is closed. */
  listen(events: SessionEvents | null): void {
    this.#events = events
  }

  change(update: (state: QueueState) => QueueState): void {
    const next = update(this.state)
    if (next === this.state) return
    this.state = next
    for (const listener of this.#listeners) listener()
  }

  /**
   * Marks an inspection. `seen` is the review as the person saw it: a newer one of another person is not overwritten.
   */
  mark(auditId: AuditId, wish: Wish, seen: Review | null): Promise<void> {
    const act: Act = { ...wish, id: this.#nextActId++, auditId, isSaved: false }
    this.change((state) => addAct(state, act))
    this.#seen.set(act.id, seen)
    if (wish.note !== undefined) this.drafts.delete(auditId)
    this.assignments.delete(auditId)
    return this.#after(auditId, () => this.#save(act))
  }

  /** Sends a failed mark again. */
  retry(auditId: AuditId): Promise<void> {
    const trouble = this.state.troubles.get(auditId)
    if (trouble === undefined) return Promise.resolve()
    const { actId } = trouble
    // After a conflict, the person decides with the review that they were just shown.
    const seen = trouble.kind === 'conflict' ? trouble.theirs : (this.#seen.get(actId) ?? null)
    return this.mark(auditId, readWish(trouble), seen)
  }

  /** Drops a failed mark. Its note stays as a draft. */
  discard(auditId: AuditId): void {
    const note = this.state.troubles.get(auditId)?.note
    if (note !== undefined && note !== '') this.drafts.set(auditId, note)
    this.change((state) => dropTrouble(state, auditId))
  }

  /** Undoes the last act; null when there is none. */
  undo(): Act | null {
    const { state, act } = undoLast(this.state)
    if (act === null) return null
    this.change(() => state)
    void this.#after(act.auditId, () => this.#takeBack(act))
    return act
  }

  /** Resolves when every pending request has succeeded or failed. */
  async settle(): Promise<void> {
    await Promise.all(this.#chains.values())
  }

  #after(auditId: AuditId, job: () => Promise<void>): Promise<void> {
    const next = (this.#chains.get(auditId) ?? Promise.resolve()).then(job)
    this.#chains.set(auditId, next)
    void next.then(() => {
      if (this.#chains.get(auditId) === next) this.#chains.delete(auditId)
      return undefined
    })
    return next
  }

  async #save(act: Act): Promise<void> {
    const { auditId, state, note, version, assigneeId, dueOn } = act
    const seen = findNewer(this.#stored.get(auditId) ?? null, this.#seen.get(act.id) ?? null)
    try {
      const { batchId, review } = await this.#calls.mark(auditId, {
        state,
        version,
        revision: seen?.revision ?? null,
        ...(note === undefined ? {} : { note }),
        ...(assigneeId === undefined ? {} : { assigneeId }),
        ...(dueOn === undefined ? {} : { dueOn }),
      })
      this.#done.set(act.id, { batchId, revision: review.revision, before: seen })
      this.#stored.set(auditId, review)
      this.change((now) => settleAct(now, act.id))
      this.#events?.onStored(auditId, review)
    } catch (error) {
      const isConflict = describeError(error).code === 'conflict'
      if (isConflict) this.#stored.delete(auditId)
      this.#fail(act, isConflict ? 'conflict' : 'failed', error, await readConflict(error))
    }
  }

  #fail(act: Act, kind: Trouble['kind'], error: unknown, theirs: Review | null): void {
    const wasWanted = this.state.acts.some(({ id }) => id === act.id)
    this.change((now) => failAct(now, act.id, { kind, error, theirs }))
    const trouble = this.state.troubles.get(act.auditId)
    if (wasWanted && trouble?.actId === act.id) this.#events?.onTrouble(trouble)
    this.#events?.onStored(act.auditId, undefined)
  }

  async #takeBack(act: Act): Promise<void> {
    const { auditId } = act
    const done = this.#done.get(act.id)
    // It was never stored, so there is nothing to undo on the server.
    if (done === undefined) {
      this.#events?.onUndone(act, { kind: 'undone' })
      return
    }
    const stored = this.#stored.get(auditId)
    try {
      // If this session has undone a later mark of its own, the server would treat that as a change by another person.
      const isRestored =
        stored === undefined || stored === null || stored.revision === done.revision
          ? await this.#undoStored(auditId, done)
          : await this.#putBack(act, done.before, stored.revision)
      this.#done.delete(act.id)
      this.#events?.onUndone(act, { kind: isRestored ? 'undone' : 'kept' })
    } catch (error) {
      this.change((state) => restoreAct(state, { ...act, isSaved: true }))
      this.#events?.onUndone(act, { kind: 'failed', error })
    }
    this.#events?.onStored(auditId, undefined)
  }

  /** Undoes an act on the server; false if another person has changed the review since. */
  async #undoStored(auditId: AuditId, done: { batchId: string; revision: number }): Promise<boolean> {
    const { restored } = await this.#calls.undo(done.batchId)
    this.#stored.delete(auditId)
    if (restored === 0) return false
    try {
      const review = await this.#calls.readReview(auditId)
      // The undo is the next revision. A later one is from another person and was not seen here, so a mark must ask.
      if (review?.revision === done.revision + 1) this.#stored.set(auditId, review)
    } catch {
      // The undo itself succeeded. The next mark is compared with what the screen shows.
    }
    return true
  }

  /** Writes the review as it was before an act; false if another person has changed it since. */
  async #putBack(act: Act, before: Review | null, revision: number): Promise<boolean> {
    const { state, note, version } = before ?? { state: 'unreviewed', note: '', version: act.version }
    const assignment = { assigneeId: before?.assignee?.userId ?? null, dueOn: before?.dueOn ?? null }
    try {
      const { review } = await this.#calls.mark(act.auditId, { state, note, version, revision, ...assignment })
      this.#stored.set(act.auditId, review)
      return true
    } catch (error) {
      if (describeError(error).code !== 'conflict') throw error
      this.#stored.delete(act.auditId)
      return false
    }
  }
}

/** Whether leaving the page now would lose something. */
export function hasUnsaved({ state }: QueueSession): boolean {
  return state.troubles.size > 0 || [...lastActs(state).values()].some(({ isSaved }) => !isSaved)
}

/** The newer of two versions of one review. */
function findNewer(a: Review | null, b: Review | null): Review | null {
  return (a?.revision ?? 0) >= (b?.revision ?? 0) ? a : b
}
