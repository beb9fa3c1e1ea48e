import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openTestDatabase } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { listFollowUps } from '@/lib/review/follow-ups'
import { addInspections, addReviewer, idOf } from '@/lib/review/testing'
import { runs } from '@/lib/testing/random-runs'
import { listUserJobPage } from '@/lib/user-jobs/data'
import { readAttention } from './attention-data'
import { attention } from './schema'

const now = new Date('2026-11-20T23:30:00.000Z')

interface Job {
  kind: 'run' | 'check'
  phase: 'completed' | 'errored' | 'executing'
  failed: number
  ageDays: number
  isRetried: boolean
  /** Its cells were removed, so nothing in it can be fixed. */
  isEmptied: boolean
}

async function addJob(db: Database, job: Job): Promise<void> {
  const add = async (of: string | null) =>
    (
      await db.query<{ job_id: string }>(
        `insert into user_jobs (attempt_id, kind, way, owner_name, owner_email, source_name, header, phase, of_job_id, created_at, finished_at)
         values (gen_random_uuid(), $1, 'job', 'Robin', 'r@example.com', 'users.csv', '[]', $2, $3,
                 now() - $4 * interval '1 day', case when $2 = 'executing' then null else now() end) returning job_id`,
        [of === null ? job.kind : 'run', of === null ? job.phase : 'completed', of, job.ageDays],
      )
    ).rows[0]?.job_id ?? ''
  const jobId = await add(null)
  for (let position = 0; position < 3; position += 1)
    await db.query(
      `insert into user_job_rows (job_id, position, part, line, username, asked, had_password, cells, state)
       values ($1, $2::int, 0, $2::int + 1, 'a@example.com', '{}', false, '[]', $3)`,
      [jobId, position, position < job.failed ? 'failed' : 'ok'],
    )
  if (job.isRetried) await add(jobId)
  if (job.isEmptied) await db.query('update user_jobs set cells_removed_at = now() where job_id = $1', [jobId])
}

const anyJob: fc.Arbitrary<Job> = fc.record({
  kind: fc.constantFrom('run', 'check'),
  phase: fc.constantFrom('completed', 'errored', 'executing'),
  failed: fc.nat(2),
  ageDays: fc.constantFrom(0, 12, 29, 31),
  isRetried: fc.boolean(),
  isEmptied: fc.boolean(),
})

describe('what needs attention', () => {
  it('has the same number of overdue follow-ups as the list, in the time zone of the person', async () => {
    await using db = await openTestDatabase()
    const me = await addReviewer(db)
    const other = await addReviewer(db)
    await addInspections(db, [{}, {}, {}, {}, { isArchived: true }, { isMissing: true }, { isRead: false }])
    // In Tokyo it is already the 21st, so a follow-up that was due on the 20th is overdue there, but not in UTC.
    const due = ['2026-11-20', '2026-11-19', '2026-11-21', '2026-11-01', '2026-11-01', '2026-11-01', '2026-11-01']
    for (const [number, day] of due.entries())
      await db.query(
        `insert into inspection_reviews (audit_id, state, version, reviewer_name, reviewed_at, assignee_id, due_on)
         values ($1, 'follow-up', now(), 'Robin', now(), $2, $3)`,
        [idOf(number), number % 2 === 0 ? me.userId : other.userId, day],
      )
    await db.query(`update inspections set review_state = 'follow-up'`)
    const found = []
    for (const zone of ['UTC', 'Asia/Tokyo']) {
      const counts = await readAttention(me, { zone }, { db, now })
      const list = (assignee?: string) =>
        listFollowUps(
          { archived: ['false'], due: 'overdue', zone: [zone], ...(assignee === undefined ? {} : { assignee }) },
          { db, actor: me, nowMs: now.getTime() },
        )
      expect(counts.followUpsOverdue).toBe((await list()).total)
      expect(counts.myFollowUpsOverdue).toBe((await list('me')).total)
      found.push(counts.followUpsOverdue)
    }
    expect(found).toEqual([2, 3])
  })

  it('has the same number of imports that need a fix as the list', { tags: ['full'] }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyJob, { maxLength: 6 }), async (jobs) => {
        await using db = await openTestDatabase()
        const actor = await addReviewer(db, 'admin')
        for (const job of jobs) await addJob(db, job)
        const counts = await readAttention(actor, { zone: 'UTC' }, { db, now })
        const list = await listUserJobPage(actor, { phase: [], needs: 'fix' }, db)
        expect(counts.importsWithErrors).toBe(list.jobs.length)
        const expected = jobs.filter(
          ({ kind, phase, failed, ageDays, isRetried, isEmptied }) =>
            kind === 'run' &&
            phase !== 'executing' &&
            ageDays < 30 &&
            !isRetried &&
            !isEmptied &&
            (phase === 'errored' || failed > 0),
        )
        expect(list.jobs).toHaveLength(expected.length)
        expect(attention.parse(counts)).toEqual(counts)
      }),
      { numRuns: runs(40, 8) },
    )
  })

  it('does not include counts that the role may not see', async () => {
    await using db = await openTestDatabase()
    const viewer = await addReviewer(db, 'viewer')
    const admin = await addReviewer(db, 'admin')
    const zone = { zone: 'UTC' }
    expect(Object.values(await readAttention(admin, zone, { db, now }))).not.toContain(null)
    const seen = await readAttention(viewer, zone, { db, now })
    expect(seen.followUpsOverdue).toBe(0)
    expect(seen.webhooksFailed === null || seen.importsWithErrors === null).toBe(true)
  })
})
