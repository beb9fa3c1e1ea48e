import { expect, it } from 'vitest'
import { createRandom } from '@/lib/db/random'
import { auditId, type AuditId } from '@/lib/ids'
import type { ReviewState } from '@/lib/review/schema'
import {
  addAct,
  currentOf,
  failAct,
  goBack,
  goNext,
  goTo,
  lastActs,
  type QueueState,
  restoreAct,
  settleAct,
  startQueue,
  tally,
  undoLast,
  type Act,
} from './queue-state'

const ids = (length: number): AuditId[] => Array.from({ length }, (_, index) => auditId.parse(`audit_${index}`))
const version = '2026-11-20T08:00:00.000Z'
let nextId = 1
const actOn = (id: AuditId, state: ReviewState = 'reviewed'): Act => ({
  id: nextId++,
  auditId: id,
  state,
  note: undefined,
  version,
  isSaved: false,
})
const at = (state: QueueState, index: number): AuditId => {
  const id = state.ids[index]
  if (id === undefined) throw new Error(`There is no number ${index}`)
  return id
}

it('the queue starts at the named inspection, or at the first one', () => {
  expect(currentOf(startQueue(ids(3), 'audit_2'))).toBe('audit_2')
  expect(currentOf(startQueue(ids(3), 'audit_9'))).toBe('audit_0')
  expect(currentOf(startQueue([], null))).toBeNull()
})

it('next skips inspections that other people have open, and ends after the last one', () => {
  const start = startQueue(ids(4))
  const taken = new Set(['audit_1', 'audit_2'])
  expect(currentOf(goNext(start, (id) => taken.has(id)))).toBe('audit_3')
  expect(currentOf(goNext(goTo(start, at(start, 3))))).toBeNull()
  expect(currentOf(goBack(goNext(goTo(start, at(start, 3)))))).toBe('audit_3')
  expect(currentOf(goNext(start, () => true))).toBeNull()
})

it('a mark that fails is reverted and kept as a trouble', () => {
  const start = startQueue(ids(2))
  const act = { ...actOn(at(start, 0), 'follow-up'), note: 'Brakes' }
  const failed = failAct(addAct(start, act), act.id, { kind: 'failed', error: null, theirs: null })
  expect(tally(failed)).toEqual({ reviewed: 0, followUp: 0, left: 2, saving: 0 })
  expect(failed.troubles.get(act.auditId)).toMatchObject({ state: 'follow-up', note: 'Brakes', kind: 'failed' })
})

it('a mark that fails after a later mark on the same inspection is no trouble', () => {
  const start = startQueue(ids(1))
  const first = actOn(at(start, 0))
  const second = actOn(at(start, 0), 'follow-up')
  const both = addAct(addAct(start, first), second)
  const failed = failAct(both, first.id, { kind: 'failed', error: null, theirs: null })
  expect(failed.troubles.size).toBe(0)
  expect(lastActs(failed).get(second.auditId)?.state).toBe('follow-up')
})

it('a mark that was undone before it failed is no trouble', () => {
  const start = startQueue(ids(1))
  const act = actOn(at(start, 0))
  const { state } = undoLast(addAct(start, act))
  expect(failAct(state, act.id, { kind: 'failed', error: null, theirs: null })).toBe(state)
})

it('an undo that fails restores the act in its earlier place', () => {
  const start = startQueue(ids(3))
  const acts = [0, 1, 2].map((index) => actOn(at(start, index)))
  const all = acts.reduce(addAct, start)
  const { state, act } = undoLast(all)
  const { state: earlier } = undoLast(state)
  if (act === null) throw new Error('There was an act')
  expect(restoreAct(earlier, act).acts.map(({ id }) => id)).toEqual([acts[0]?.id, acts[2]?.id])
})

/** The expected state after the same steps, computed simply: a list of all acts that were not undone. */
function checkAgainst(state: QueueState, log: ReadonlyArray<{ id: number; auditId: AuditId; state: ReviewState }>) {
  expect(state.at).toBeGreaterThanOrEqual(0)
  expect(state.at).toBeLessThanOrEqual(state.ids.length)
  expect(state.acts.map(({ id }) => id)).toEqual(log.map(({ id }) => id))
  const marks = new Map(log.map((act) => [act.auditId, act.state]))
  const numbers = tally(state)
  const countOf = (wanted: ReviewState) => [...marks.values()].filter((each) => each === wanted).length
  expect(numbers.reviewed).toBe(countOf('reviewed'))
  expect(numbers.followUp).toBe(countOf('follow-up'))
  expect(numbers.left + numbers.reviewed + numbers.followUp).toBe(state.ids.length)
  // A failed mark must never also count as a mark.
  for (const trouble of state.troubles.values()) expect(log.some(({ id }) => id === trouble.actId)).toBe(false)
}

it('position, counts and undo agree after any steps, and undoing everything leaves nothing marked', () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const random = createRandom(seed)
    const pick = (below: number) => Math.floor(random() * below)
    let state = startQueue(ids(pick(8)))
    let log: Array<{ id: number; auditId: AuditId; state: ReviewState }> = []
    const undone: Act[] = []
    try {
      for (let step = 0; step < 50; step += 1) {
        const current = currentOf(state)
        const choice = pick(9)
        if (choice <= 1) state = goNext(state, (id) => random() < 0.2 && id !== current)
        else if (choice === 2) state = goBack(state)
        else if (choice <= 5 && current !== null) {
          const act = actOn(current, (['reviewed', 'follow-up', 'unreviewed'] as const)[pick(3)] ?? 'reviewed')
          state = addAct(state, act)
          log.push(act)
          if (random() < 0.7) state = goNext(state)
        } else if (choice === 6) {
          const unsaved = state.acts.filter(({ isSaved }) => !isSaved)
          const act = unsaved[pick(unsaved.length)]
          if (act === undefined) continue
          if (random() < 0.5) state = settleAct(state, act.id)
          else {
            state = failAct(state, act.id, { kind: random() < 0.5 ? 'failed' : 'conflict', error: null, theirs: null })
            log = log.filter(({ id }) => id !== act.id)
          }
        } else if (choice === 7) {
          const { state: after, act } = undoLast(state)
          state = after
          expect(act?.id).toBe(log.pop()?.id)
          if (act === null) continue
          expect(currentOf(state)).toBe(act.auditId)
          undone.push(act)
        } else if (choice === 8 && random() < 0.3) {
          const act = undone.pop()
          if (act === undefined || act.id < (log.at(-1)?.id ?? 0)) continue
          state = restoreAct(state, act)
          log.push(act)
        }
        checkAgainst(state, log)
      }
      for (let { act, state: after } = undoLast(state); act !== null; { act, state: after } = undoLast(state))
        state = after
      expect(tally(state)).toEqual({ reviewed: 0, followUp: 0, left: state.ids.length, saving: 0 })
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error })
    }
  }
})
