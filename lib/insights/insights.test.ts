import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openTestDatabase, silentLog } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { countInspections } from '@/lib/inspections/data'
import type { ListParams } from '@/lib/inspections/schema'
import { reindexDocuments } from '@/lib/sync/documents/reindex'
import { runs } from '@/lib/testing/random-runs'
import { readQuestionInsight, readRepeatInsight } from './failures-data'
import {
  answeredOf,
  failedOf,
  inRange,
  insightParams,
  questionOf,
  repeatOf,
  reviewLists,
  scoredOf,
  withValue,
} from './model'
import { countMonths, listDueMonths } from './months-store'
import {
  authorInsight,
  questionInsight,
  repeatInsight,
  repeatPlaces,
  reviewInsight,
  siteInsight,
  trendInsight,
  type Comparison,
  type InsightFigures,
  type TrendUnit,
} from './schema'
import { comparisons, trendUnits } from './values-model'
import { readAuthorInsight, readSiteInsight } from './sites-data'
import {
  anyFilter,
  anyVersion,
  completedMs,
  isAnswered,
  listCurrent,
  assets,
  makeVersion,
  markSome,
  nowMs,
  onlyOnce,
  questions,
  storeVersions,
  type Version,
} from './testing'
import { readReviewInsight, readTrendInsight } from './trend-data'

interface Asked {
  params: ListParams
  compare: Comparison
  unit: TrendUnit | undefined
}

/** Every number of every insight, with the list that it opens. */
async function listNumbers(db: Database, { params, compare, unit }: Asked): Promise<Array<[number, ListParams]>> {
  const period = insightParams(params)
  const asked = { ...params, compare }
  const source = { db, nowMs }
  const numbers: Array<[number, ListParams]> = []
  const addFigures = ({ completed, failed, scored }: InsightFigures, list: ListParams) =>
    numbers.push([completed, list], [failed, failedOf(list)], [scored, scoredOf(list)])

  const found = questionInsight.parse(await readQuestionInsight(asked, source))
  for (const { value, templateId, failed, completed, answered, ...question } of found.questions) {
    const list = withValue(period, 'template', templateId)
    numbers.push([completed, list], [failed, questionOf(list, value)], [answered ?? -1, answeredOf(list, value)])
    if (found.before === null) continue
    const before = inRange(list, found.before)
    numbers.push(
      [question.completedBefore ?? -1, before],
      [question.failedBefore ?? -1, questionOf(before, value)],
      [question.answeredBefore ?? -1, answeredOf(before, value)],
    )
  }

  for (const at of repeatPlaces) {
    const { repeats } = repeatInsight.parse(await readRepeatInsight({ ...asked, at, times: 2 }, source))
    for (const row of repeats) {
      const list = repeatOf(period, row)
      numbers.push([row.completed, list], [row.failed, questionOf(list, row.value)])
      expect([row.failed >= 2, row.asset === null]).toEqual([true, at === 'site'])
    }
  }

  const { sites, templates, cells } = siteInsight.parse(await readSiteInsight(asked, source))
  for (const { value, completed, failed } of sites) {
    const list = withValue(period, 'site', value)
    numbers.push([completed, list], [failed, failedOf(list)])
  }
  for (const { value, completed, failed } of templates) {
    const list = withValue(period, 'template', value)
    numbers.push([completed, list], [failed, failedOf(list)])
  }
  for (const { site, template, completed, failed } of cells) {
    const row = withValue(period, 'site', sites[site]?.value ?? null)
    const list = withValue(row, 'template', templates[template]?.value ?? null)
    numbers.push([completed, list], [failed, failedOf(list)])
  }

  const trend = trendInsight.parse(await readTrendInsight({ ...asked, unit }, source))
  addFigures(trend.now, period)
  if (trend.before !== null && trend.earlier !== null) addFigures(trend.earlier, inRange(period, trend.before))
  for (const point of trend.points.filter(({ completed }) => completed > 0))
    addFigures(point, inRange(period, point.range))
  expect(trend.points.reduce((sum, { completed }) => sum + completed, 0)).toBe(trend.now.completed)

  const { authors, before } = authorInsight.parse(await readAuthorInsight(asked, source))
  for (const { value, completed, failed, scored, completedBefore } of authors) {
    const list = withValue(period, 'author', value)
    numbers.push([completed, list], [failed, failedOf(list)], [scored, scoredOf(list)])
    if (before !== null) numbers.push([completedBefore ?? -1, inRange(list, before)])
  }

  const reviews = reviewInsight.parse(await readReviewInsight(asked, source))
  for (const [counts, list] of [
    [reviews.now, reviewLists(period)],
    [reviews.earlier, reviewLists(inRange(period, reviews.before ?? ''))],
  ] as const)
    if (counts !== null)
      numbers.push(
        [counts.failed, list.failed],
        [counts.reviewed, list.reviewed],
        [counts.followUps, list.followUps],
        [counts.unreviewed, list.unreviewed],
      )
  return numbers
}

const anyAsked: fc.Arbitrary<Asked> = fc.record({
  params: anyFilter,
  compare: fc.constantFrom(...comparisons),
  unit: fc.option(fc.constantFrom(...trendUnits), { nil: undefined }),
})
const anyWorld = fc.array(anyVersion, { minLength: 30, maxLength: 90 }).map(onlyOnce)

/** Checks that each number equals the rows of its list. Zeros are skipped, because they are not links. */
async function expectRows(db: Database, asked: Asked): Promise<void> {
  const counted = new Map<string, number>()
  for (const [number, list] of await listNumbers(db, asked)) {
    if (number === 0) continue
    const key = JSON.stringify(list)
    const total = counted.get(key) ?? (await countInspections(list, { db, nowMs })).total
    counted.set(key, total)
    expect({ list, number }).toEqual({ list, number: total })
  }
}

/**
 * Periods without filters, which are read from counted months. Results are cached for a moment, so each zone is
 * requested only once.
 */
const listPlain = (...zones: string[]): Asked[] =>
  ['*', '..2026-11-10', 'now-1M/M', 'now-90d/d..now', '2026-08-15..2026-10-31'].flatMap((range, at) =>
    zones.map((zone) => ({
      params: { completedAt: [range], tz: [zone] },
      compare: 'previous' as const,
      unit: trendUnits[at % trendUnits.length],
    })),
  )

const sorted = (list: ReadonlyArray<{ value: string; templateId: string | null }>) =>
  list.toSorted((a, b) => (`${a.templateId} ${a.value}` < `${b.templateId} ${b.value}` ? -1 : 1))

describe('the numbers of insights', () => {
  it('equal the rows of the lists that they open, for random filters and periods', { tags: ['R35'] }, async () => {
    // 10 organizations with 50 filters each in the full tier.
    await fc.assert(
      fc.asyncProperty(anyWorld, fc.array(anyAsked, { minLength: 50, maxLength: 50 }), async (versions, filters) => {
        await using db = await openTestDatabase()
        await storeVersions(db, versions)
        await markSome(db, listCurrent(versions))
        for (const asked of filters.slice(0, runs(50, 20))) await expectRows(db, asked)
      }),
      { numRuns: runs(4, 1), endOnFailure: true },
    )
  })

  it(
    'equal the rows of those lists when months were counted before, and some have changed since',
    { tags: ['R35'], timeout: 900_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(anyWorld, fc.integer({ min: 5, max: 25 }), fc.boolean(), async (versions, half, isMarked) => {
          await using db = await openTestDatabase()
          await storeVersions(db, versions.slice(0, half))
          await countMonths(db, nowMs)
          await storeVersions(db, versions.slice(half))
          if (isMarked) await markSome(db, listCurrent(versions))
          for (const asked of listPlain('UTC', 'America/New_York', 'Asia/Kolkata')) await expectRows(db, asked)
          await countMonths(db, nowMs)
          expect(await listDueMonths(db, nowMs)).toEqual([])
          for (const asked of listPlain('Europe/Berlin', 'Australia/Adelaide')) await expectRows(db, asked)
        }),
        { numRuns: runs(6, 1), endOnFailure: true },
      )
    },
  )

  it('equal a count over the documents after any order of versions, even after indexing them again', async () => {
    await fc.assert(
      fc.asyncProperty(anyWorld, fc.boolean(), async (versions, isIndexedAgain) => {
        await using db = await openTestDatabase()
        await storeVersions(db, versions)
        if (isIndexedAgain) {
          await db.query('delete from inspection_failures')
          await db.query('delete from inspection_assets')
          await db.query('delete from question_sets')
          await db.query('update inspections set search_version = 4, answered_set = null')
          await reindexDocuments({ db, log: silentLog, signal: new AbortController().signal })
        }
        const source = { db, nowMs }
        const asked = { completedAt: ['*'], compare: 'none' } as const
        const completed = listCurrent(versions).filter((one) => completedMs(one) !== null)
        const count = (holds: (one: (typeof completed)[number]) => boolean) => completed.filter(holds).length
        const trend = await readTrendInsight(asked, source)
        expect(trend.now).toMatchObject({
          completed: completed.length,
          failed: count(({ failed }) => failed.length > 0),
          scored: count(({ score }) => score !== null),
        })
        const { repeats } = await readRepeatInsight({ ...asked, at: 'asset', times: 2 }, source)
        const again = assets.flatMap((label) =>
          [0, 1, 2].flatMap((template) =>
            questions.flatMap((value) => {
              const failed = count(
                (one) => one.template === template && one.assets.includes(label) && one.failed.includes(value),
              )
              return failed < 2 ? [] : [[label, template, value, failed].join()]
            }),
          ),
        )
        const shown = repeats.map(({ asset, templateId, value, failed }) =>
          [asset?.label, templateId?.slice('template_'.length), value, failed].join(),
        )
        expect(shown.toSorted()).toEqual(again.toSorted())
        const found = await readQuestionInsight(asked, source)
        const expected = [0, 1, 2].flatMap((template) =>
          questions.flatMap((value) => {
            const failed = count((one) => one.template === template && one.failed.includes(value))
            if (failed === 0) return []
            const label = `Are the ${value} fine?`
            const ofTemplate = count((one) => one.template === template)
            const answered = count((one) => one.template === template && isAnswered(one, value))
            return [{ value, label, templateId: `template_${template}`, failed, answered, completed: ofTemplate }]
          }),
        )
        expect(sorted(found.questions)).toMatchObject(sorted(expected))
        const seconds = completed.flatMap(({ minutes }) => (minutes === null ? [] : minutes * 60))
        if (seconds.length > 0)
          expect(trend.now.averageSeconds).toBeCloseTo(seconds.reduce((sum, each) => sum + each, 0) / seconds.length, 3)
      }),
      { numRuns: runs(40, 4), endOnFailure: true },
    )
  })

  it('do not include how often a question was answered while a document of its template waits to be indexed again', async () => {
    await using db = await openTestDatabase()
    const versions = [0, 1, 2].map((id): Version =>
      Object.assign(makeVersion(id), { template: id % 2, failed: ['horn'] }),
    )
    await storeVersions(db, versions)
    await db.query(`update inspections set answered_set = null where audit_id = 'audit_0002'`)
    const { questions: found } = await readQuestionInsight({ completedAt: ['*'], compare: 'none' }, { db, nowMs })
    expect(found.map(({ templateId, answered, completed }) => [templateId, answered, completed])).toEqual([
      ['template_0', null, 2],
      ['template_1', 1, 1],
    ])
  })
})
