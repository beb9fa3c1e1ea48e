import type { AuditId } from '@/lib/ids'
import type { Review, ReviewState } from '@/lib/review/schema'

/**
 * One pass through a snapshot of inspections, as values. What an inspection is marked as is never stored: it is what the
 * last act on it says, so that taking an act away takes its mark, its number and its place in the undo along.
 */
export interface QueueState {
  ids: readonly AuditId[]
  /** The one on screen; `ids.length` when the pass is through. */
  at: number
  /** What was done and not taken back, in the order it was done. */
  acts: readonly Act[]
  /** What could not be kept, by inspection: the latest wish. */
  troubles: ReadonlyMap<AuditId, Trouble>
}

export interface Wish {
  state: ReviewState
  /** Undefined: the note stays as it is. */
  note: string | undefined
  /** The version that was on screen. */
  version: string
  /** Of a follow-up. Undefined: both stay as they are. */
  assigneeId?: string | null | undefined
  dueOn?: string | null | undefined
}

/** The wish alone of an act or of a trouble. */
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
  /** The act that it was. */
  actId: number
  /** `conflict`: somebody else marked it meanwhile, as `theirs` says. `failed`: it did not arrive. */
  kind: 'failed' | 'conflict'
  error: unknown
  theirs: Review | null
}

/** A pass from the start, or from `firstId` where that is in it. */
export function startQueue(ids: readonly AuditId[], firstId: string | null = null): QueueState {
  const at = firstId === null ? 0 : ids.findIndex((id) => id === firstId)
  return { ids, at: Math.max(0, at), acts: [], troubles: new Map() }
}

/** The inspection on screen; null at the end. */
export function currentOf(state: QueueState): AuditId | null {
  return state.ids[state.at] ?? null
}

/** One further, past those that `isTaken` says somebody else has open; the end is a place too. */
export function goNext(state: QueueState, isTaken: (id: AuditId) => boolean = () => false): QueueState {
  let at = Math.min(state.at + 1, state.ids.length)
  for (let id = state.ids[at]; id !== undefined && isTaken(id); id = state.ids[at]) at += 1
  return { ...state, at }
}

/** One back; the first has none before it. */
export function goBack(state: QueueState): QueueState {
  return { ...state, at: Math.max(0, state.at - 1) }
}

/** To one inspection; an unknown one moves nothing. */
export function goTo(state: QueueState, auditId: AuditId): QueueState {
  const at = state.ids.indexOf(auditId)
  return at === -1 ? state : { ...state, at }
}

/** Marks at once; what was not kept of an older wish for the same inspection is no longer wanted. */
export function addAct(state: QueueState, act: Act): QueueState {
  return { ...state, acts: [...state.acts, act], troubles: without(state.troubles, act.auditId) }
}

/** The mark is stored. */
export function settleAct(state: QueueState, actId: number): QueueState {
  return { ...state, acts: state.acts.map((act) => (act.id === actId ? { ...act, isSaved: true } : act)) }
}

/** The mark is not stored: it is taken back, and what was wanted is kept. An act that was undone meanwhile is no trouble. */
export function failAct(
  state: QueueState,
  actId: number,
  trouble: Pick<Trouble, 'kind' | 'error' | 'theirs'>,
): QueueState {
  const act = state.acts.find(({ id }) => id === actId)
  if (act === undefined) return state
  const { auditId } = act
  // A later wish for the same inspection stands in its place.
  const isOver = state.acts.some((other) => other.auditId === auditId && other.id > actId)
  return {
    ...state,
    acts: state.acts.filter(({ id }) => id !== actId),
    troubles: isOver
      ? state.troubles
      : new Map(state.troubles).set(auditId, { auditId, actId, ...readWish(act), ...trouble }),
  }
}

/** Takes the last act away and goes back to its inspection. */
export function undoLast(state: QueueState): { state: QueueState; act: Act | null } {
  const act = state.acts.at(-1)
  if (act === undefined) return { state, act: null }
  return { state: goTo({ ...state, acts: state.acts.slice(0, -1) }, act.auditId), act }
}

/** An act that could not be undone is there again, where it stood. */
export function restoreAct(state: QueueState, act: Act): QueueState {
  return { ...state, acts: [...state.acts, act].toSorted((a, b) => a.id - b.id) }
}

/** Nobody wants any more what could not be kept. */
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
  /** Not marked in this pass. */
  left: number
  /** On their way to the server. */
  saving: number
}

/** What this pass has made of its inspections. */
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
