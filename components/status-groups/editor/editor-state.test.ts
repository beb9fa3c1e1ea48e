import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '@/lib/browser/api'
import { diffGroup } from '@/lib/status-groups/diff'
import { mergeGroups } from '@/lib/status-groups/diff-merge'
import { isSameDraft, reduceEdits, toDraft, type Draft } from '@/lib/status-groups/model'
import type { StatusGroup } from '@/lib/status-groups/schema'
import {
  openEditor,
  planUndo,
  readFailure,
  reduceEditor,
  type AnswerEvent,
  type Attempt,
  type EditAction,
  type EditorEvent,
  type EditorState,
  type Phase,
} from './editor-state'

const base: StatusGroup = {
  groupId: 'g1',
  name: 'Operational',
  description: '',
  options: [
    { optionId: 'o1', name: 'In service', color: 'GREEN' },
    { optionId: 'o2', name: 'Broken', color: 'RED' },
  ],
  typeIds: ['t1'],
}
const error = new ApiError(409, 'conflict', 'It was changed.')
const rename = (name: string): EditorEvent => ({ kind: 'edit', action: { kind: 'rename', name } })

const play = (events: readonly EditorEvent[], state = openEditor(base)) => events.reduce(reduceEditor, state)
const edited = play([rename('Mine')])
const attempt: Attempt = { base, draft: edited.edits.draft, undoes: null }
const theirs = { ...base, name: 'Theirs' }

/** The group after a save. */
function applyDraft(group: StatusGroup, draft: Draft): StatusGroup {
  const options = draft.statuses.map(({ key, name, color }) => ({ optionId: key, name, color }))
  return { ...group, name: draft.name, description: draft.description, options }
}
const written = { group: applyDraft(base, attempt.draft), activityId: 'a1', snapshotCount: 0 }

const phases: Record<Phase['kind'], EditorState> = {
  editing: edited,
  sending: play([{ kind: 'send', attempt }], edited),
  lost: play(
    [
      { kind: 'send', attempt },
      { kind: 'lost', attempt, activityId: 'a1' },
    ],
    edited,
  ),
  conflict: play(
    [
      { kind: 'send', attempt },
      { kind: 'conflict', attempt, theirs, error },
    ],
    edited,
  ),
  gone: play(
    [
      { kind: 'send', attempt },
      { kind: 'gone', attempt, error },
    ],
    edited,
  ),
}
const saved = play([{ kind: 'saved', attempt, ...written }], phases.sending)

const readSave = ({ phase }: EditorState) => {
  if (phase.kind !== 'editing' || phase.outcome?.kind !== 'saved') throw new Error('nothing was saved')
  return phase.outcome.save
}

describe('the phases of an editor', () => {
  const merged = mergeGroups(base, theirs, attempt.draft).draft
  const events: Record<string, EditorEvent> = {
    edit: rename('Another'),
    send: { kind: 'send', attempt: { ...attempt } },
    saved: { kind: 'saved', attempt, ...written },
    'already-there': { kind: 'already-there', attempt, group: written.group },
    lost: { kind: 'lost', attempt, activityId: 'a1' },
    'not-done': { kind: 'not-done', attempt, note: null },
    conflict: { kind: 'conflict', attempt, theirs, error },
    gone: { kind: 'gone', attempt, error },
    failed: { kind: 'failed', attempt, error },
    'take-over': { kind: 'take-over', draft: merged },
    back: { kind: 'back' },
    dismiss: { kind: 'dismiss' },
  }
  const answered = {
    saved: 'editing',
    'already-there': 'editing',
    lost: 'lost',
    'not-done': 'editing',
    conflict: 'conflict',
    gone: 'gone',
    failed: 'editing',
  }
  /** For each phase: the events that it handles, with the phase after them. It ignores all others. */
  const table: Record<Phase['kind'], Record<string, string>> = {
    editing: { edit: 'editing', send: 'sending' },
    sending: answered,
    lost: answered,
    conflict: { 'take-over': 'editing', back: 'editing' },
    gone: { back: 'editing' },
  }
  const cases = Object.entries(phases).flatMap(([from, state]) =>
    Object.entries(events).map(([name, event]) => {
      const to = new Map(Object.entries(table[state.phase.kind])).get(name) ?? null
      return { from, name, event, state, to }
    }),
  )

  it.each(cases)('$from: $name leads to $to', ({ state, event, to }) => {
    const next = reduceEditor(state, event)
    if (to === null) expect(next).toBe(state)
    else expect(next.phase.kind).toBe(to)
  })

  it('continue with the group that SafetyCulture has after a save', () => {
    expect(saved.edits.base).toBe(written.group)
    expect(saved.edits.draft).toEqual(toDraft(written.group))
    expect(readSave(saved)).toMatchObject({ activityId: 'a1', before: base, saved: written.group, undoes: null })
  })

  it('apply the merged draft to the group that the other person saved when a conflict is resolved', () => {
    const { edits, phase } = play([{ kind: 'take-over', draft: merged }], phases.conflict)
    expect(edits.base).toBe(theirs)
    expect(edits.draft).toEqual(merged)
    expect(phase).toEqual({ kind: 'editing', outcome: null })
  })

  it('show the error when the person returns from a conflict, until the next edit', () => {
    const back = play([{ kind: 'back' }], phases.conflict)
    expect(back.phase).toEqual({ kind: 'editing', outcome: { kind: 'failed', error } })
    expect(back.edits.draft).toBe(edited.edits.draft)
    expect(play([rename('Next')], back).phase).toEqual({ kind: 'editing', outcome: null })
  })

  it('keep the pending changes when the group cannot be read after a lost save', () => {
    const next = play([{ kind: 'already-there', attempt, group: null }], phases.lost)
    expect(next.edits).toBe(edited.edits)
  })

  it('remember that the response to a save was lost', () => {
    const found = play([{ kind: 'saved', attempt, ...written }], phases.lost)
    expect(found.phase).toMatchObject({ outcome: { kind: 'saved', wasLost: true } })
    expect(play([{ kind: 'dismiss' }], saved).phase).toEqual({ kind: 'editing', outcome: null })
  })
})

describe('undoing a save', () => {
  it('sends the group as it was before', () => {
    const plan = planUndo(saved, readSave(saved))
    if (plan.kind !== 'send') throw new Error(plan.kind)
    expect(plan.attempt.base).toBe(written.group)
    expect(plan.attempt.draft.name).toBe('Operational')
    expect(plan.attempt.undoes).toEqual(readSave(saved))
  })

  it('is refused during a save, after later changes to the group, and while there are new edits', () => {
    const save = readSave(saved)
    expect(planUndo(phases.sending, save).kind).toBe('busy')
    expect(planUndo(edited, save).kind).toBe('changed-since')
    expect(planUndo(play([rename('Later')], saved), save).kind).toBe('has-edits')
  })

  it('becomes a pending change if it would remove a status that the save had added', () => {
    const added = play([{ kind: 'edit', action: { kind: 'add', name: 'Sold', color: 'BLUE' } }])
    const adding: Attempt = { base, draft: added.edits.draft, undoes: null }
    const group = applyDraft(base, adding.draft)
    const after = play(
      [
        { kind: 'send', attempt: adding },
        { kind: 'saved', attempt: adding, ...written, group },
      ],
      added,
    )
    const save = readSave(after)
    const plan = planUndo(after, save)
    if (plan.kind !== 'stage') throw new Error(plan.kind)
    const pending = play([{ kind: 'stage-undo', save, draft: plan.draft }], after)
    expect(pending.edits.draft.statuses.map(({ name }) => name)).toEqual(['In service', 'Broken'])
    const withEdits = play([rename('Later')], after)
    expect(play([{ kind: 'stage-undo', save, draft: plan.draft }], withEdits)).toBe(withEdits)
  })
})

const conflictWith = (current: unknown) => new ApiError(409, 'conflict', 'It was changed.', { current })

describe('an error of a save', () => {
  it.each([
    { what: 'a conflict with another group', failure: conflictWith(theirs), kind: 'conflict' },
    {
      what: 'a conflict whose group already has the saved changes',
      failure: conflictWith(written.group),
      kind: 'already-there',
    },
    { what: 'a conflict without a group', failure: conflictWith(null), kind: 'gone' },
    { what: 'a conflict with a group in an unknown form', failure: conflictWith({ groupId: 7 }), kind: 'failed' },
    { what: 'not found', failure: new ApiError(404, 'not_found', 'It is gone.'), kind: 'gone' },
    { what: 'no response', failure: new ApiError(0, 'offline', 'No answer.'), kind: 'failed' },
    { what: 'an error outside the API', failure: new TypeError('x'), kind: 'failed' },
  ])('is classified as $kind: $what', ({ failure, kind }) => {
    expect(readFailure(attempt, failure).kind).toBe(kind)
  })
})

const names = ['In service', 'Parked', 'Broken', 'Lent']
const anyEdit: fc.Arbitrary<EditAction> = fc.oneof(
  fc.record({ kind: fc.constant('rename' as const), name: fc.constantFrom(...names) }),
  fc.record({ kind: fc.constant('add' as const), name: fc.constantFrom(...names), color: fc.constant('BLUE') }),
  fc.record({
    kind: fc.constant('rename-status' as const),
    key: fc.constantFrom('o1', 'o2', 'new-1'),
    name: fc.constantFrom(...names),
  }),
  fc.record({
    kind: fc.constant('remove' as const),
    key: fc.constantFrom('o1', 'o2', 'new-1'),
    replacement: fc.constant({ kind: 'clear' as const }),
  }),
  fc.record({ kind: fc.constantFrom('undo' as const, 'redo' as const, 'settle' as const) }),
)

/**
 * What a person or the network may do next. `which` picks one of the earlier saves, because a response may be late or
 * repeated.
 */
type Step =
  | { kind: 'edit'; action: EditAction }
  | { kind: 'save' | 'undo-save' | 'take-over' | 'back' | 'dismiss' }
  | { kind: 'answer'; which: number; answer: AnswerEvent['kind'] }

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('edit' as const), action: anyEdit }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'save' as const,
        'undo-save' as const,
        'take-over' as const,
        'back' as const,
        'dismiss' as const,
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      which: fc.nat(4),
      answer: fc.constantFrom<AnswerEvent['kind']>(
        'saved',
        'already-there',
        'lost',
        'not-done',
        'conflict',
        'gone',
        'failed',
      ),
    }),
  },
)

function answerOf(asked: Attempt, kind: AnswerEvent['kind'], at: number): AnswerEvent {
  const group = applyDraft(asked.base, asked.draft)
  const all: Record<AnswerEvent['kind'], AnswerEvent> = {
    saved: { kind: 'saved', attempt: asked, group, activityId: `a${at}`, snapshotCount: 0 },
    'already-there': { kind: 'already-there', attempt: asked, group: at % 2 === 0 ? group : null },
    lost: { kind: 'lost', attempt: asked, activityId: `a${at}` },
    'not-done': { kind: 'not-done', attempt: asked, note: null },
    conflict: { kind: 'conflict', attempt: asked, theirs: { ...asked.base, description: `by them ${at}` }, error },
    gone: { kind: 'gone', attempt: asked, error },
    failed: { kind: 'failed', attempt: asked, error },
  }
  return all[kind]
}

/** The event for a step in this state; null if the editor does not offer it. */
function readEvent(state: EditorState, step: Step, sent: readonly Attempt[], at: number): EditorEvent | null {
  const { edits, phase } = state
  switch (step.kind) {
    case 'edit':
      return step
    case 'save':
      return { kind: 'send', attempt: { base: edits.base, draft: edits.draft, undoes: null } }
    case 'undo-save': {
      if (phase.kind !== 'editing' || phase.outcome?.kind !== 'saved') return null
      const { save } = phase.outcome
      const plan = planUndo(state, save)
      if (plan.kind === 'send') return plan
      return plan.kind === 'stage' ? { kind: 'stage-undo', save, draft: plan.draft } : null
    }
    case 'take-over': {
      if (phase.kind !== 'conflict') return { kind: 'take-over', draft: edits.draft }
      const { draft } = mergeGroups(phase.attempt.base, phase.theirs, phase.attempt.draft)
      return { kind: 'take-over', draft }
    }
    case 'answer': {
      const asked = sent[step.which % Math.max(1, sent.length)]
      return asked === undefined ? null : answerOf(asked, step.answer, at)
    }
    default:
      return { kind: step.kind }
  }
}

const changesOf = ({ edits }: EditorState) => diffGroup(edits.base, edits.draft).changes

/** Runs steps and checks each one: state before, event, state after. */
const check = (each: (before: EditorState, event: EditorEvent, after: EditorState, sent: readonly Attempt[]) => void) =>
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 60, size: 'max' }), (played) => {
      let state = openEditor(base)
      const sent: Attempt[] = []
      for (const [at, step] of played.entries()) {
        const event = readEvent(state, step, sent, at)
        if (event === null) continue
        const after = reduceEditor(state, event)
        each(state, event, after, sent)
        if (event.kind === 'send' && after !== state) sent.push(event.attempt)
        state = after
      }
    }),
  )

describe('any sequence of events', () => {
  it('keeps unsaved edits until SafetyCulture has them or the person changes them', () => {
    check((before, event, after) => {
      if (changesOf(before).length === 0 || isSameDraft(before.edits.draft, after.edits.draft)) return
      if (event.kind === 'edit') {
        expect(before.phase.kind).toBe('editing')
        expect(after.edits).toEqual(reduceEdits(before.edits, event.action))
      } else if (event.kind === 'take-over') {
        // The merged draft contains the person's changes, applied to the other person's group.
        expect(after.edits.draft.name).toBe(before.edits.draft.name)
        expect(after.edits.draft.statuses).toEqual(before.edits.draft.statuses)
      } else {
        // SafetyCulture has the edits now, because the draft that was sent is the draft that was pending.
        expect(['saved', 'already-there']).toContain(event.kind)
        expect('attempt' in event && isSameDraft(event.attempt.draft, before.edits.draft)).toBe(true)
        expect(applyDraft(base, before.edits.draft)).toMatchObject({ ...after.edits.base, typeIds: ['t1'] })
      }
    })
  })

  it('ignores a response to any save except the pending one', () => {
    check((before, event, after) => {
      if (!('attempt' in event) || event.kind === 'send') return
      const { phase } = before
      const isAwaited = (phase.kind === 'sending' || phase.kind === 'lost') && phase.attempt === event.attempt
      if (!isAwaited) expect(after).toBe(before)
    })
  })

  it('has at most one save in progress, and during a save has no edits besides those that were sent', () => {
    check((before, event, after, sent) => {
      const { phase, edits } = after
      if (event.kind === 'send' && before.phase.kind !== 'editing') expect(after).toBe(before)
      if (phase.kind === 'editing') return
      expect([...sent, ...(event.kind === 'send' ? [event.attempt] : [])]).toContain(phase.attempt)
      // The undo of a save is sent without becoming a pending change, and only if there are no pending changes.
      if (phase.attempt.undoes === null) expect(phase.attempt.draft).toBe(edits.draft)
      else expect(changesOf(after)).toEqual([])
    })
  })
})
