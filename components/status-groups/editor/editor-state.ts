import { ApiError } from '@/lib/browser/api'
import { diffGroup, invertSave } from '@/lib/status-groups/diff'
import { mergeGroups } from '@/lib/status-groups/diff-merge'
import {
  isSameDraft,
  listRemoved,
  openEdits,
  reduceEdits,
  toDraft,
  type Draft,
  type Replacement,
  type EditState,
  type DraftAction,
} from '@/lib/status-groups/model'
import { statusGroup, type StatusGroup, type StatusOption } from '@/lib/status-groups/schema'

/** The state machine of a group's editor: the pending changes and the progress of saving them. No network, no React. */

/** One save: the edit from `base` to `draft`. Its response is recognized by the identity of this object. */
export interface Attempt {
  base: StatusGroup
  draft: Draft
  /** The save that this one undoes; otherwise null. */
  undoes: LastSave | null
}

export interface LastSave {
  activityId: string
  before: StatusGroup
  saved: StatusGroup
  removed: readonly StatusOption[]
  replacement: Replacement | null
  snapshotCount: number
  undoes: LastSave | null
}

/** How the last save ended. */
export type Outcome =
  /** `wasLost`: the response was lost, but SafetyCulture’s data shows that the save was done. */
  | { kind: 'saved'; save: LastSave; wasLost: boolean }
  /** SafetyCulture already had this version. */
  | { kind: 'already-there' }
  /** The response was lost, and SafetyCulture's data shows that the save was not done. */
  | { kind: 'not-done'; note: string | null }
  | { kind: 'failed'; error: Error }

export type Phase =
  | { kind: 'editing'; outcome: Outcome | null }
  | { kind: 'sending'; attempt: Attempt }
  /** The response was lost; the log entry `activityId` will have the outcome. */
  | { kind: 'lost'; attempt: Attempt; activityId: string }
  /** Another person saved `theirs` after the base of the attempt was read. */
  | { kind: 'conflict'; attempt: Attempt; theirs: StatusGroup; error: Error | null }
  /** The group was deleted. */
  | { kind: 'gone'; attempt: Attempt; error: Error | null }

export interface EditorState {
  edits: EditState
  phase: Phase
}

export type EditAction = Exclude<DraftAction, { kind: 'rebase' }>

/** The result of a save. Ignored unless the editor waits for exactly this save. */
export type AnswerEvent = { attempt: Attempt } &
  /** `group` is the current group at SafetyCulture. */
  (
    | { kind: 'saved'; group: StatusGroup; activityId: string; snapshotCount: number }
    /** `group` is null if the group could not be read. */
    | { kind: 'already-there'; group: StatusGroup | null }
    | { kind: 'lost'; activityId: string }
    | { kind: 'not-done'; note: string | null }
    | { kind: 'conflict'; theirs: StatusGroup; error: Error }
    | { kind: 'gone'; error: Error | null }
    | { kind: 'failed'; error: Error }
  )

export type EditorEvent =
  | AnswerEvent
  | { kind: 'edit'; action: EditAction }
  | { kind: 'send'; attempt: Attempt }
  /** In a conflict: applies the merged draft to the current group. */
  | { kind: 'take-over'; draft: Draft }
  /** Leaves a conflict or a deletion and keeps the edits. */
  | { kind: 'back' }
  /** Makes the opposite of a save a pending change instead of sending it. */
  | { kind: 'stage-undo'; save: LastSave; draft: Draft }
  | { kind: 'dismiss' }

/** The editor of a group that has just been loaded. */
export function openEditor(group: StatusGroup): EditorState {
  return { edits: openEdits(group), phase: { kind: 'editing', outcome: null } }
}

/** The state after an event. An event that does not fit the phase returns the same object. */
export function reduceEditor(state: EditorState, event: EditorEvent): EditorState {
  const { edits, phase } = state
  switch (event.kind) {
    case 'edit':
      return reduceEdit(state, event.action)
    case 'send':
      return phase.kind === 'editing' ? { edits, phase: { kind: 'sending', attempt: event.attempt } } : state
    case 'take-over':
      return phase.kind === 'conflict' ? rebase(state, phase.theirs, null, event.draft) : state
    case 'back':
      return phase.kind === 'conflict' || phase.kind === 'gone'
        ? { edits, phase: { kind: 'editing', outcome: phase.error && { kind: 'failed', error: phase.error } } }
        : state
    case 'stage-undo':
      return phase.kind === 'editing' && planUndo(state, event.save).kind === 'stage'
        ? rebase(state, event.save.saved, phase.outcome, event.draft)
        : state
    case 'dismiss':
      if (phase.kind !== 'editing' || phase.outcome?.kind !== 'saved') return state
      return { edits, phase: { kind: 'editing', outcome: phase.outcome.wasLost ? { kind: 'already-there' } : null } }
    default:
      return reduceAnswer(state, event)
  }
}

/**
 * Edits change the draft only in the editing phase; in other phases the draft is what was sent. Any edit, and leaving a
 * field, removes the notice of a failure.
 */
function reduceEdit(state: EditorState, action: EditAction): EditorState {
  const { edits, phase } = state
  if (phase.kind === 'editing')
    return {
      edits: reduceEdits(edits, action),
      phase: phase.outcome?.kind === 'failed' ? { kind: 'editing', outcome: null } : phase,
    }
  if ((phase.kind === 'conflict' || phase.kind === 'gone') && action.kind === 'settle')
    return { edits: reduceEdits(edits, action), phase: { ...phase, error: null } }
  return state
}

function reduceAnswer(state: EditorState, event: AnswerEvent): EditorState {
  const { edits, phase } = state
  const isAwaited = (phase.kind === 'sending' || phase.kind === 'lost') && phase.attempt === event.attempt
  if (!isAwaited) return state
  const { attempt } = event
  switch (event.kind) {
    case 'saved': {
      const { group, activityId, snapshotCount } = event
      const save = describeSave(attempt, group, activityId, snapshotCount)
      return rebase(state, group, { kind: 'saved', save, wasLost: phase.kind === 'lost' })
    }
    case 'already-there':
      return event.group === null
        ? { edits, phase: { kind: 'editing', outcome: { kind: 'already-there' } } }
        : rebase(state, event.group, { kind: 'already-there' })
    case 'lost':
      return { edits, phase: { kind: 'lost', attempt, activityId: event.activityId } }
    case 'not-done':
      return { edits, phase: { kind: 'editing', outcome: { kind: 'not-done', note: event.note } } }
    case 'conflict':
      return { edits, phase: { kind: 'conflict', attempt, theirs: event.theirs, error: event.error } }
    case 'gone':
      return { edits, phase: { kind: 'gone', attempt, error: event.error } }
    default:
      return { edits, phase: { kind: 'editing', outcome: { kind: 'failed', error: event.error } } }
  }
}

/** Continues editing on the current group; without a draft nothing is pending. */
function rebase({ edits }: EditorState, base: StatusGroup, outcome: Outcome | null, draft?: Draft): EditorState {
  const action = draft === undefined ? { base } : { base, draft }
  return { edits: reduceEdits(edits, { kind: 'rebase', ...action }), phase: { kind: 'editing', outcome } }
}

/** A successful save, with what is needed to undo it. `group` is the group after it. */
export function describeSave(
  { base, draft, undoes }: Attempt,
  group: StatusGroup,
  activityId: string,
  snapshotCount: number,
): LastSave {
  return {
    activityId,
    before: base,
    saved: group,
    removed: listRemoved(base, draft),
    replacement: draft.replacement,
    snapshotCount,
    undoes,
  }
}

/** Classifies an error of a save. If SafetyCulture already has what the save would write, there is no conflict. */
export function readFailure(attempt: Attempt, error: Error): AnswerEvent {
  if (!(error instanceof ApiError)) return { kind: 'failed', attempt, error }
  const current = statusGroup.safeParse(error.current)
  if (error.code === 'not_found' || (error.code === 'conflict' && error.current === null))
    return { kind: 'gone', attempt, error }
  if (error.code !== 'conflict' || !current.success) return { kind: 'failed', attempt, error }
  const theirs = current.data
  const { draft: merged, conflicts } = mergeGroups(attempt.base, theirs, attempt.draft)
  return conflicts.length === 0 && isSameDraft(merged, toDraft(theirs))
    ? { kind: 'already-there', attempt, group: theirs }
    : { kind: 'conflict', attempt, theirs, error }
}

export type UndoPlan =
  | { kind: 'busy' }
  /** The group was changed again since that save. */
  | { kind: 'changed-since' }
  /** There are edits that the undo would discard. */
  | { kind: 'has-edits' }
  /**
   * The undo removes statuses that the save added. Assets may have them, so the person has to review the undo first.
   */
  | { kind: 'stage'; draft: Draft }
  | { kind: 'send'; attempt: Attempt }

/** How a save can be undone now. */
export function planUndo({ edits, phase }: EditorState, save: LastSave): UndoPlan {
  const { before, saved } = save
  if (phase.kind !== 'editing') return { kind: 'busy' }
  if (edits.base !== saved) return { kind: 'changed-since' }
  if (diffGroup(edits.base, edits.draft).changes.length > 0) return { kind: 'has-edits' }
  const draft = invertSave(before, saved)
  return listRemoved(saved, draft).length > 0
    ? { kind: 'stage', draft }
    : { kind: 'send', attempt: { base: saved, draft, undoes: save } }
}
