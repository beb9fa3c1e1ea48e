import { describe, expect, it } from 'vitest'
import { createDatabase } from '@/lib/db/database'
import { openTestDatabase } from '@/lib/db/testing'
import { queryInspections } from '@/lib/inspections/data'
import { auditId, type AuditId } from '@/lib/ids'
import { startStandin } from '@/lib/standin/server'
import { startWorld, World } from '@/lib/testing/sync-world'
import { markInspections } from './bulk'
import { readReviewDetail } from './data'
import { markInspection, undoMarks } from './mutations'
import { addReviewer, readShown } from './testing'

const idsOf = async (world: World) => (await world.index()).map((row) => auditId.parse(row.audit_id))
const reviewed = async (world: World, name: string) =>
  new Set(
    (await queryInspections(world.db, { review: [name], archived: [], limit: 200 })).rows.map((row) => row.auditId),
  )

describe('reviews during the sync', () => {
  it(
    'survive passes, documents and full reconciliations, and report what has changed since',
    { timeout: 60_000 },
    async () => {
      await using world = await startWorld({ inspections: 40 })
      await world.finishPass()
      const ada = await addReviewer(world.db)
      const ids = await idsOf(world)
      const [unread, read, gone, still] = ids as [AuditId, AuditId, AuditId, AuditId, ...AuditId[]]
      const mark = async (id: AuditId, state: 'reviewed' | 'follow-up') => {
        const { rows } = await world.db.query<{ modified_at: string }>(
          'select modified_at from inspections where audit_id = $1',
          [id],
        )
        return markInspection(
          ada,
          id,
          { state, note: `Of ${id}`, version: rows[0]?.modified_at ?? '', revision: null },
          world.db,
        )
      }
      // The first mark is made before any document was read. Then all documents are read.
      const first = await mark(unread, 'reviewed')
      const sync = world.createSync()
      sync.start()
      await world.until(
        'all documents are read',
        async () => (await world.count('hydrated_modified_at = modified_at')) === ids.length,
      )
      await sync.stop()
      expect((await readReviewDetail(unread, world.db)).review).toEqual(first.review)
      await mark(read, 'follow-up')
      await mark(gone, 'reviewed')
      await mark(still, 'reviewed')
      expect(await reviewed(world, 'changed')).toEqual(new Set())

      // Both are modified at the service. One pass reports it, and reading their documents changes nothing about the
      // reviews.
      for (const id of [unread, read]) world.standin.control.touch(id)
      await world.finishPass()
      expect(await reviewed(world, 'changed')).toEqual(new Set([unread, read]))
      const again = world.createSync()
      again.start()
      await world.until(
        'both are read again',
        async () => (await world.count('hydrated_modified_at = modified_at')) === ids.length,
      )
      await again.stop()
      expect(await reviewed(world, 'changed')).toEqual(new Set([unread, read]))
      expect((await readReviewDetail(read, world.db)).review).toMatchObject({
        state: 'follow-up',
        isChangedSince: true,
      })

      // One is deleted at the service, and restored.
      world.standin.control.hide(gone)
      await world.reconcile()
      expect(await world.count('missing_at is not null')).toBe(1)
      expect(await readShown(world.db, gone)).toMatchObject({ review_state: 'reviewed' })
      world.standin.control.hide(gone, false)
      await world.reconcile()
      expect(await world.count('missing_at is not null')).toBe(0)
      expect(await reviewed(world, 'reviewed')).toEqual(new Set([unread, gone, still]))
      expect((await readReviewDetail(still, world.db)).review).toMatchObject({
        isChangedSince: false,
        note: `Of ${still}`,
      })
    },
  )

  it(
    'are written at the same time as passes and documents without a deadlock',
    { tags: ['full'], timeout: 60_000 },
    async () => {
      const standin = await startStandin({ inspections: 60, limits: 'off' })
      const plain = await openTestDatabase()
      const told: string[] = []
      // A deadlock is retried, so it is only visible in this log.
      const db = createDatabase({
        kind: 'embedded',
        connection: plain.connection,
        log: {
          info: (fields, message) => void told.push(`${message} ${JSON.stringify(fields)}`),
          warn: () => {},
          error: () => {},
        },
      })
      await using world = new World(standin, db)
      await world.finishPass()
      const ada = await addReviewer(db)
      const ids = await idsOf(world)
      const sync = world.createSync()
      sync.start()
      let isDone = false
      const marking = (async () => {
        for (let round = 0; round < 8; round += 1) {
          const some = ids.toSorted(() => (round % 2 === 0 ? -1 : 1)).slice(round)
          const [one, two] = await Promise.all([
            markInspections(
              ada,
              { selection: { kind: 'ids', ids: some }, state: 'reviewed', note: `${round}` },
              { db },
            ),
            markInspections(
              ada,
              { selection: { kind: 'ids', ids: some.toReversed() }, state: 'follow-up', note: `${round}` },
              { db },
            ),
          ])
          await Promise.all([undoMarks(ada, one.batchId, db), undoMarks(ada, two.batchId, db)])
          for (const id of ids.slice(0, 20)) standin.control.touch(id)
          await world.finishPass()
        }
        isDone = true
      })()
      await world.until('all is marked', () => isDone)
      await marking
      await sync.stop()
      expect(told).toEqual([])
      await plain.close()
    },
  )
})
