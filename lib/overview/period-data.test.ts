import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { periodLinks, topLinks } from '@/components/overview/links'
import { openTestDatabase } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { countInspections } from '@/lib/inspections/data'
import type { ListParams } from '@/lib/inspections/schema'
import { readViewParams } from '@/lib/saved-views/model'
import { runs } from '@/lib/testing/random-runs'
import { listBuckets, periodParams } from './period-model'
import { readPeriod } from './period-data'
import { overviewPeriod, type PeriodScope } from './schema'

const now = Date.parse('2026-11-20T13:30:00.000Z')
const hourMs = 3_600_000

interface Row {
  /** Hours before now; negative values are in the future. */
  hours: number
  isCompleted: boolean
  failed: number
  score: number | null
  site: string | null
  template: string | null
  isArchived: boolean
  isMissing: boolean
  isRead: boolean
  review: 'reviewed' | 'follow-up' | null
  /** Keys of the failed questions. Ignored when `failed` is 0. */
  questions: string[]
}

const anyRow: fc.Arbitrary<Row> = fc.record({
  hours: fc.integer({ min: -30, max: 24 * 70 }),
  isCompleted: fc.boolean(),
  failed: fc.nat(2),
  score: fc.option(fc.integer({ min: 0, max: 100 })),
  site: fc.constantFrom('Cork', 'Leeds', 'Zürich', null),
  template: fc.constantFrom('template_1', 'template_2', null),
  isArchived: fc.boolean(),
  isMissing: fc.boolean(),
  isRead: fc.boolean(),
  review: fc.constantFrom('reviewed', 'follow-up', null),
  questions: fc.uniqueArray(fc.constantFrom('brakes', 'label:lights "left"', 'horn')),
})

async function add(db: Database, rows: readonly Row[]): Promise<void> {
  for (const [number, row] of rows.entries()) {
    const at = new Date(now - row.hours * hourMs).toISOString()
    await db.query(
      `insert into inspections (audit_id, modified_at, hydrated_modified_at, date_completed, failed_count, score_percentage,
                                site_name, template_id, archived, missing_at, review_state, review_version, failed_questions)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        `audit_${number}`,
        at,
        row.isRead ? at : null,
        row.isRead && row.isCompleted ? at : null,
        row.isRead ? row.failed : null,
        row.isRead ? row.score : null,
        row.isRead ? row.site : null,
        row.template,
        row.isRead ? row.isArchived : null,
        row.isMissing ? at : null,
        row.review,
        row.review === null ? null : at,
        row.isRead ? JSON.stringify(row.failed > 0 ? row.questions : []) : null,
      ],
    )
    if (row.isRead && row.failed > 0)
      await db.query(
        `insert into inspection_failures (audit_id, position, question, completed_at)
         select $1, place, question, $3 from unnest($2::text[]) with ordinality as one (question, place)`,
        [`audit_${number}`, row.questions, row.isCompleted ? at : null],
      )
  }
}

const anyRange = fc.constantFrom(
  'now-30d/d..now',
  'now-7d/d..now',
  'now-3d..now',
  'now/w',
  'now-1M/M',
  '2026-11-01..2026-11-12',
  '..2026-11-10',
)
const anyScope = fc.constantFrom<PeriodScope>({}, { site: 'Cork' }, { template: 'template_1' })
const anyZone = fc.constantFrom('UTC', 'Asia/Tokyo', 'America/New_York')

describe('the numbers of a period', () => {
  it('equal the rows of the lists that they open, in any zone', { tags: ['full'] }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRow, { maxLength: 60 }),
        anyRange,
        anyZone,
        anyScope,
        async (rows, range, zone, scope) => {
          await using db = await openTestDatabase()
          await add(db, rows)
          const period = await readPeriod({ range, zone, ...scope }, { db, nowMs: now })
          expect(overviewPeriod.parse(period)).toEqual(period)
          const count = async (href: string) =>
            (await countInspections(readViewParams(href.slice(href.indexOf('?') + 1)), { db, nowMs: now })).total
          for (const [of, figures] of [
            [range, period.now],
            [period.previous, period.before],
          ] as const) {
            if (of === null || figures === null) continue
            const links = periodLinks(of, zone, scope)
            expect(await count(links.completed)).toBe(figures.completed)
            expect(await count(links.failed)).toBe(figures.failed)
            expect(await count(links.unreviewed)).toBe(figures.unreviewed)
            expect(await count(links.scored)).toBe(figures.scored)
          }
          for (const bucket of period.buckets.filter(({ completed }) => completed > 0)) {
            const links = periodLinks(bucket.range, zone, scope)
            expect([await count(links.completed), await count(links.failed)]).toEqual([bucket.completed, bucket.failed])
          }
          for (const [name, tops] of [
            ['site', period.sites],
            ['template', period.templates],
          ] as const)
            for (const { value, completed, failed } of tops) {
              const links = topLinks(periodParams(range, zone, scope), { [name]: [value] })
              expect([await count(links.completed), await count(links.failed)]).toEqual([completed, failed])
              expect(failed).toBeGreaterThan(0)
            }
          for (const { value, templateId, completed, failed } of period.questions) {
            const template: ListParams = templateId === null ? { 'template!': ['*'] } : { template: [templateId] }
            const links = topLinks(periodParams(range, zone, scope), template, { failedQuestion: [value] })
            expect([await count(links.completed), await count(links.failed)]).toEqual([completed, failed])
          }
        },
      ),
      { numRuns: runs(60, 8) },
    )
  })

  it('have the average of the scores in the period, and no average without scores', async () => {
    await using db = await openTestDatabase()
    const row: Row = {
      hours: 5,
      isCompleted: true,
      failed: 0,
      score: 80,
      site: null,
      template: null,
      isArchived: false,
      isMissing: false,
      isRead: true,
      review: null,
      questions: [],
    }
    await add(db, [row, { ...row, score: 40 }, { ...row, score: null }, { ...row, hours: 24 * 40, score: 1 }])
    const period = await readPeriod({ range: 'now-7d/d..now', zone: 'UTC' }, { db, nowMs: now })
    expect(period.now).toMatchObject({ completed: 3, scored: 2, averageScore: 60 })
    expect(period.before).toMatchObject({ completed: 0, averageScore: null })
  })
})

describe('the bars of a trend', () => {
  it('are one per day, or one per month when there are too many days', () => {
    expect(listBuckets('2026-10-30', '2026-11-02')).toEqual({
      unit: 'day',
      ranges: ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02'],
    })
    expect(listBuckets('2025-11-15', '2026-03-01').ranges).toEqual([
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
      '2026-03',
    ])
    expect(listBuckets('1990-01-01', '2026-03-01').ranges).toHaveLength(60)
  })
})
