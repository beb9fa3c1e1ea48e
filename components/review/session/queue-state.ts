import type { AuditId } from '@/lib/ids'
import type { Review, ReviewState } from '@/lib/review/schema'

/**
 * The state of one batch, as immutable values. The mark of an inspection is never stored: it follows from the last act on
 * it. So removing an act also removes its mark, its count and its undo.
 */
export interface QueueState {
  ids: readonly AuditId[]
  /** Position of the inspection on screen; `ids.length` at the end of the batch. */
  at: number
  /** What was done and not undone, in order. */
  acts: readonly Act[]
  /** The latest mark of each inspection that could not be stored. */
  troubles: ReadonlyMap<AuditId, Trouble>
}

export interface Wish {
  state: ReviewState
  /** Undefined: the note stays unchanged. */
  note: string | undefined
  /** The version that was on screen. */
  version: string
  /** For a follow-up. Undefined: both stay unchanged. */
  assigneeId?: string | null | undefined
  dueOn?: string | null | undefined
}

/** Only the wish of an act or of a trouble. */
export const readWish = ({ state, note, version, assigneeId, dueOn }: Wish): Wish => ({
  state,
  note,
  version,
  assigneeId,
  dueOn,
})

export interface Act extends Wish {
  id: number
  auditId: AuditId
  isSaved: boolean
}

export interface Trouble extends Wish {
  auditId: AuditId
  /** The act that failed. */
  actId: number
  /** `conflict`: another person stored `theirs` first. `failed`: the mark did not reach the server. */
  kind: 'failed' | 'conflict'
  error: unknown
  theirs: Review | null
}

/** A batch from the start, or from `firstId` if the batch contains it. */
export function startQueue(ids: readonly AuditId[], firstId: string | null = null): QueueState {
  const at = firstId === null ? 0 : ids.findIndex((id) => id === firstId)
  return { ids, at: Math.max(0, at), acts: [], troubles: new Map() }
}

/** Adds inspections after the last one. */
export function addIds(state: QueueState, ids: readonly AuditId[]): QueueState {
  return { ...state, ids: [...state.ids, ...ids] }
}

/** The inspection on screen; null at the end. */
export function currentOf(state: QueueState): AuditId | null {
  return state.ids[state.at] ?? null
}

/** Moves to the next inspection, skipping those that another person has open (`isTaken`). The end is a position too. */
export function goNext(state: QueueState, isTaken: (id: AuditId) => boolean = () => false): QueueState {
  let at = Math.min(state.at + 1, state.ids.length)
  for (let id = state.ids[at]; id !== undefined && isTaken(id); id = state.ids[at]) at += 1
  return { ...state, at }
}

/** Moves to the previous inspection; the first one has none. */
export function goBack(state: QueueState): QueueState {
  return { ...state, at: Math.max(0, state.at - 1) }
}

/** Moves to one inspection. An unknown id changes nothing. */
export function goTo(state: QueueState, auditId: AuditId): QueueState {
  const at = state.ids.indexOf(auditId)
  return at === -1 ? state : { ...state, at }
}

/** Adds a mark. It replaces an older failed mark of the same inspection. */
export function addAct(state: QueueState, act: Act): QueueState {
  return { ...state, acts: [...state.acts, act], troubles: without(state.troubles, act.auditId) }
}

/** The mark is stored. */
export function settleAct(state: QueueState, actId: number): QueueState {
  return { ...state, acts: state.acts.map((act) => (act.id === actId ? { ...act, isSaved: true } : act)) }
}

/** The mark was not stored: reverts it and keeps it as a trouble, unless it was undone in the time between. */
export function failAct(
  state: QueueState,
  actId: number,
  trouble: Pick<Trouble, 'kind' | 'error' | 'theirs'>,
): QueueState {
  const act = state.acts.find(({ id }) => id === actId)
  if (act === undefined) return state
  const { auditId } = act
  // A later mark of the same inspection replaces it.
  const isOver = state.acts.some((other) => other.auditId === auditId && other.id > actId)
  return {
    ...state,
    acts: state.acts.filter(({ id }) => id !== actId),
    troubles: isOver
      ? state.troubles
      : new Map(state.troubles).set(auditId, { auditId, actId, ...readWish(act), ...trouble }),
  }
}

/** Removes the last act and returns to its inspection. */
export function undoLast(state: QueueState): { state: QueueState; act: Act | null } {
  const act = state.acts.at(-1)
  if (act === undefined) return { state, act: null }
  return { state: goTo({ ...state, acts: state.acts.slice(0, -1) }, act.auditId), act }
}

/** Restores an act whose undo failed, in its earlier place. */
export function restoreAct(state: QueueState, act: Act): QueueState {
  return { ...state, acts: [...state.acts, act].toSorted((a, b) => a.id - b.id) }
}

/** Drops a mark that could not be stored. */
export function dropTrouble(state: QueueState, auditId: AuditId): QueueState {
  return { ...state, troubles: without(state.troubles, auditId) }
}

/** The last act on each inspection. */
export function lastActs(state: QueueState): ReadonlyMap<AuditId, Act> {
  return new Map(state.acts.map((act) => [act.auditId, act]))
}

export interface QueueTally {
  reviewed: number
  followUp: number
  /** Not marked in this batch. */
  left: number
  /** Not stored yet. */
  saving: number
}

/** Counts the marks of this batch. */
export function tally(state: QueueState): QueueTally {
  const states = [...lastActs(state).values()].map((act) => act.state)
  const reviewed = states.filter((each) => each === 'reviewed').length
  const followUp = states.filter((each) => each === 'follow-up').length
  return {
    reviewed,
    followUp,
    left: state.ids.length - reviewed - followUp,
    saving: state.acts.filter(({ isSaved }) => !isSaved).length,
  }
}

function without(troubles: QueueState['troubles'], auditId: AuditId): QueueState['troubles'] {
  if (!troubles.has(auditId)) return troubles
  const rest = new Map(troubles)
  rest.delete(auditId)
  return rest
}
