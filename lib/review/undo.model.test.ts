import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '@/lib/access/actor'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import type { AuditId } from '@/lib/ids'
import { queryInspections } from '@/lib/inspections/data'
import { reviewFilters } from '@/lib/inspections/schema'
import { runs } from '@/lib/testing/random-runs'
import { markInspections } from './bulk'
import { readReviewDetail } from './data'
import { markInspection, undoMarks } from './mutations'
import type { ReviewState } from './schema'
import { reviewStates } from './values-model'
import { addInspections, addReviewer, firstVersion, idOf, readShown, touch } from './testing'

let db: TestDatabase
let actors: Actor[]
beforeAll(async () => {
  db = await openTestDatabase()
  actors = [await addReviewer(db), await addReviewer(db)]
})
afterAll(() => db.close())

const size = 4
const who = fc.nat(1)
const at = fc.nat(size - 1)
const state = fc.constantFrom(...reviewStates)
/** Undefined: the assignee is unchanged. Otherwise one of the two people, or null for no assignee. */
const assigneeAt = fc.option(fc.constantFrom(0, 1, null), { nil: undefined })
const dueOn = fc.option(fc.constantFrom('2026-11-20', '2026-12-01', null), { nil: undefined })
const note = fc.option(fc.constantFrom('', 'Call.', 'Done.'), { nil: undefined })
const act = fc.oneof(
  // `seen` is the revision that the person saw: the current one, the one before, or one that never existed.
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('mark' as const),
      who,
      at,
      state,
      note,
      assigneeAt,
      dueOn,
      seen: fc.constantFrom('now' as const, 'now' as const, 'before' as const, 'never' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('many' as const),
      who,
      some: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
      state,
      note,
      assigneeAt,
      dueOn,
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('undo' as const), batch: fc.nat(20) }) },
  // The last mark is sent again because its response was lost.
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('again' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('touch' as const), at }) },
)

/** A review as a person expects it. */
interface Plain {
  state: ReviewState
  note: string
  version: number
  assigneeId: string | null
  dueOn: string | null
  who: string
}

interface Said {
  state: ReviewState
  note: string | undefined
  assigneeAt: number | null | undefined
  dueOn: string | null | undefined
}
/** The request of a mark, in the form that the mutations accept. */
const assignmentOf = ({ assigneeAt: index, dueOn: day }: Pick<Said, 'assigneeAt' | 'dueOn'>) => ({
  ...(index === undefined ? {} : { assigneeId: index === null ? null : (actors[index]?.userId ?? null) }),
  ...(day === undefined ? {} : { dueOn: day }),
})
/** Assignee and due date after a mark. Only follow-ups have them, and values that are left out stay unchanged. */
function assignmentAfter(said: Said, before: Plain | null): Pick<Plain, 'assigneeId' | 'dueOn'> {
  if (said.state !== 'follow-up') return { assigneeId: null, dueOn: null }
  return { assigneeId: before?.assigneeId ?? null, dueOn: before?.dueOn ?? null, ...assignmentOf(said) }
}
interface Known {
  version: number
  /** Null if it was never marked. */
  review: Plain | null
  /** The number of the last change and its author. The author of an undo is the person who undid. */
  changes: number
  changedBy: string
}
interface Batch {
  id: string
  actor: Actor
  acts: Array<{ at: number; changes: number; before: Plain | null; isUndone: boolean }>
}

describe('reviews behave like a simple list of actions', () => {
  it('after any sequence of marks, undos and changes', { tags: ['full'] }, async () => {
    const done = { undone: 0, kept: 0, conflicts: 0, repeated: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), async (acts) => {
        await db.query('delete from inspections')
        const ids = await addInspections(
          db,
          Array.from({ length: size }, () => ({})),
        )
        const versions = ids.map((_, index) => [firstVersion(index)])
        const known: Known[] = ids.map(() => ({ version: 0, review: null, changes: 0, changedBy: '' }))
        const batches: Batch[] = []
        const of = (index: number): Known => known[index] ?? { version: 0, review: null, changes: 0, changedBy: '' }
        const versionOf = (index: number, version: number) => versions[index]?.[version] ?? ''
        const say = (actor: Actor, index: number, fields: Said) => {
          const one = of(index)
          const before = one.review
          one.review = {
            state: fields.state,
            note: fields.note ?? before?.note ?? '',
            version: one.version,
            ...assignmentAfter(fields, before),
            who: actor.name,
          }
          one.changes += 1
          one.changedBy = actor.name
          return { at: index, changes: one.changes, before, isUndone: false }
        }

        let last: {
          batchId: string
          at: number
          changes: number
          send: () => ReturnType<typeof markInspection>
        } | null = null
        for (const step of acts) {
          if (step.kind === 'again') {
            if (last === null || of(last.at).changes !== last.changes) continue
            const { batchId, review } = await last.send()
            expect([batchId, review.revision]).toEqual([last.batchId, last.changes])
            done.repeated += 1
          } else if (step.kind === 'touch') {
            versions[step.at]?.push(await touch(db, idOf(step.at)))
            of(step.at).version += 1
          } else if (step.kind === 'mark') {
            const actor = actors[step.who] as Actor
            const one = of(step.at)
            const { version } = one
            const shift = { now: 0, before: -1, never: 1 }[step.seen]
            const revision = one.changes + shift > 0 ? one.changes + shift : null
            const isSeen =
              revision === null ? (one.review?.state ?? 'unreviewed') === 'unreviewed' : revision === one.changes
            const send = () =>
              markInspection(
                actor,
                idOf(step.at),
                {
                  state: step.state,
                  version: versionOf(step.at, version),
                  revision,
                  ...(step.note === undefined ? {} : { note: step.note }),
                  ...assignmentOf(step),
                },
                db,
              )
            const asked = send()
            // Repeating one's own last mark causes no conflict and no change.
            const isSame =
              step.seen === 'before' &&
              one.review !== null &&
              one.changedBy === actor.name &&
              one.review.state === step.state &&
              one.review.version === one.version &&
              (step.note === undefined || step.note === one.review.note) &&
              isSameAssignment(assignmentAfter(step, one.review), one.review)
            if (isSeen) {
              const { batchId } = await asked
              batches.push({ id: batchId, actor, acts: [say(actor, step.at, step)] })
              // Removing a review that does not exist is a new change each time, because nothing distinguishes the
              // repetition.
              last =
                step.state === 'unreviewed' && revision === null
                  ? null
                  : { batchId, at: step.at, changes: one.changes, send }
            } else if (isSame) {
              expect((await asked).review.revision).toBe(one.changes)
              done.repeated += 1
            } else {
              await expect(asked).rejects.toMatchObject({ code: 'conflict' })
              done.conflicts += 1
            }
          } else if (step.kind === 'many') {
            const actor = actors[step.who] as Actor
            const changing = step.some.filter((index) => {
              const { review, version } = of(index)
              const newNote = step.note ?? review?.note ?? ''
              return (
                (review?.state ?? 'unreviewed') !== step.state ||
                (review?.note ?? '') !== newNote ||
                !isSameAssignment(assignmentAfter(step, review), review) ||
                (step.state !== 'unreviewed' && review?.version !== version)
              )
            })
            const answer = await markInspections(
              actor,
              {
                selection: { kind: 'ids', ids: step.some.map(idOf) },
                state: step.state,
                note: step.note,
                ...assignmentOf(step),
              },
              { db },
            )
            expect(answer).toMatchObject({
              changed: changing.length,
              unchanged: step.some.length - changing.length,
              unknown: 0,
            })
            if (changing.length > 0)
              batches.push({ id: answer.batchId, actor, acts: changing.map((index) => say(actor, index, step)) })
          } else {
            const batch = batches[step.batch % Math.max(1, batches.length)]
            if (batch === undefined) continue
            const open = batch.acts.filter(({ isUndone }) => !isUndone)
            const standing = open.filter((one) => of(one.at).changes === one.changes)
            const answer = await undoMarks(batch.actor, batch.id, db)
            expect(answer).toEqual({ restored: standing.length, kept: open.length - standing.length })
            done.undone += answer.restored
            done.kept += answer.kept
            for (const one of standing) {
              one.isUndone = true
              const now = of(one.at)
              now.changes += 1
              now.changedBy = batch.actor.name
              now.review = one.before ?? {
                state: 'unreviewed',
                note: '',
                version: now.review?.version ?? 0,
                assigneeId: null,
                dueOn: null,
                who: batch.actor.name,
              }
            }
          }
        }
        await compare(ids, known, versionOf)
      }),
      { numRuns: runs(60) },
    )
    // The test would prove nothing if the sequences included none of these.
    expect([done, Object.values(done).every((count) => count > runs(5, 0))]).toEqual([done, true])
  })
})

function isSameAssignment(
  is: Pick<Plain, 'assigneeId' | 'dueOn'>,
  was: Pick<Plain, 'assigneeId' | 'dueOn'> | null,
): boolean {
  return is.assigneeId === (was?.assigneeId ?? null) && is.dueOn === (was?.dueOn ?? null)
}

async function compare(
  ids: readonly AuditId[],
  known: readonly Known[],
  versionOf: (index: number, version: number) => string,
): Promise<void> {
  const expected: Record<string, string[]> = Object.fromEntries(reviewFilters.map((name) => [name, []]))
  for (const [index, { review, version, changes }] of known.entries()) {
    const id = idOf(index)
    const stored = (await readReviewDetail(id, db)).review
    const isReviewed = review !== null && review.state !== 'unreviewed'
    const isChanged = isReviewed && review.version < version
    if (review === null) expect(stored).toBeNull()
    else
      expect(stored).toMatchObject({
        state: review.state,
        note: review.note,
        version: versionOf(index, review.version),
        assignee: review.assigneeId === null ? null : { userId: review.assigneeId },
        dueOn: review.dueOn,
        reviewerName: review.who,
        revision: changes,
        isChangedSince: isChanged,
      })
    expect(await readShown(db, id)).toEqual({
      review_state: isReviewed ? review.state : null,
      review_version: isReviewed ? versionOf(index, review.version) : null,
    })
    expected[isReviewed ? review.state : 'unreviewed']?.push(id)
    if (isChanged) expected['changed']?.push(id)
  }
  for (const name of reviewFilters) {
    const page = await queryInspections(db, { review: [name], limit: 10 })
    expect([name, page.rows.map(({ auditId }) => auditId).toSorted()]).toEqual([name, expected[name]])
  }
  expect(ids).toHaveLength(known.length)
}
