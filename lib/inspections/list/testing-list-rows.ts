import * as fc from 'fast-check'
import type { ListParams } from '@/lib/inspections/schema'

/** Random rows and list parameters for tests. */

/** A row in the form that tests use. Without `read`, its document is not read yet and its other values are null. */
export interface ModelRow {
  auditId: string
  modifiedAt: string
  templateId: string | null
  read: {
    title: string | null
    site: string | null
    author: string | null
    text: string
    score: number | null
    failed: number
    /** Keys of failed questions, if any failed. */
    questions: string[]
    /** Keys of answered questions. */
    answered: string[]
    /** Assets that the answers name, as ids or texts. */
    assets: string[]
    media: number
    completedAt: string | null
    archived: boolean
  } | null
  missing: boolean
  hydrateError: boolean
  documentProblem: boolean
  /** The review, and whether the inspection has changed since then. */
  review: { state: 'reviewed' | 'follow-up'; isChanged: boolean } | null
}

export const nowMs = Date.parse('2026-11-20T14:35:07.123Z')
const dayMs = 86_400_000

const words = [
  'forklift',
  'Leeds',
  'Café',
  'Łódź',
  '消防点検',
  'wet',
  'floor',
  '2a5f',
  "o'brien",
  'FL-001',
  'Zürich',
] as const
const templateIds = ['template_1', 'template_2', 'template_3'] as const
const sites = ['Leeds', 'leeds', 'Cork', 'Bay 9', 'bay 10', 'Zürich Süd', 'a,b"c\\', '*star'] as const
const assetRefs = ['asset-1', 'Crane “big”'] as const
const questions = ['brakes', 'label:lights "left"'] as const
const authors = ['Ana', 'Bo', 'Çelik'] as const

// There are few different times, so that pages end between rows with equal times.
const time = fc.integer({ min: 0, max: 24 }).map((n) => new Date(nowMs - n * (dayMs / 2)).toISOString())
const microTime = fc.tuple(time, fc.constantFrom('', '456')).map(([text, micros]) => text.replace('Z', `${micros}Z`))
const text = fc.array(fc.constantFrom(...words), { maxLength: 5 }).map((list) => list.join(' '))
const hex = fc.constantFrom('a', '2', 'f', '5')

export const modelRow: fc.Arbitrary<ModelRow> = fc.record({
  auditId: fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: hex, minLength: 32, maxLength: 32 }).map((id) => `audit_${id}`) },
    fc.string({ unit: hex, minLength: 32, maxLength: 32 }).map((id) => `audit_${id.toUpperCase()}`),
  ),
  modifiedAt: microTime,
  templateId: fc.option(fc.constantFrom(...templateIds), { freq: 8 }),
  read: fc.option(
    fc.record({
      title: fc.option(text, { freq: 8 }),
      site: fc.option(fc.constantFrom(...sites), { freq: 4 }),
      author: fc.option(fc.constantFrom(...authors), { freq: 6 }),
      text,
      score: fc.option(fc.constantFrom(0, 12.5, 50, 66.666_666_666_666_67, 100), { freq: 4 }),
      failed: fc.constantFrom(0, 0, 0, 1, 3, 12),
      questions: fc.subarray([...questions]),
      answered: fc.subarray([...questions]),
      assets: fc.subarray([...assetRefs]),
      media: fc.constantFrom(0, 0, 1, 8),
      completedAt: fc.option(time, { freq: 4 }),
      archived: fc.boolean(),
    }),
    { freq: 8 },
  ),
  missing: fc.integer({ max: 9, min: 0 }).map((n) => n === 0),
  hydrateError: fc.integer({ max: 9, min: 0 }).map((n) => n === 0),
  documentProblem: fc.integer({ max: 9, min: 0 }).map((n) => n === 0),
  review: fc.option(fc.record({ state: fc.constantFrom('reviewed', 'follow-up'), isChanged: fc.boolean() })),
})

const some = <Value extends string>(...values: Value[]) => fc.subarray(values, { minLength: 1, maxLength: 2 })
const time_ = some(
  'now-3d..now',
  'now-2d/d',
  'now/w',
  '2026-11-10..2026-11-15',
  '..2026-11-12T08:00:00+01:00',
  '2026-11-19..',
  '2026-11-13',
)
const range = some('50..100', '..12.5', '0', '0..0', '13..', '66..67')
const counts = some('0', '1..', '2..11', '..0', '12')
const searched = fc.constantFrom(
  ...words,
  '"wet floor"',
  'fork*',
  '-wet',
  '-"wet floor"',
  'le*',
  '点検',
  '点',
  '2a5f',
  'audit_2a',
  '-2a5f',
)

/** Lists with conditions of all kinds. Most have few conditions, so that they match some rows. */
export const modelParams: fc.Arbitrary<ListParams> = fc
  .record(
    {
      q: fc.array(searched, { minLength: 1, maxLength: 2 }).map((list) => [list.join(' ')]),
      template: some(...templateIds, '*'),
      'template!': some(...templateIds, '*'),
      site: some(...sites, '*'),
      'site!': some(...sites, '*'),
      author: some(...authors, '*'),
      'author!': some(...authors, '*'),
      result: some('failed', 'passed', 'in-progress'),
      'result!': some('failed', 'passed', 'in-progress'),
      score: range,
      'score!': range,
      failed: counts,
      'failed!': counts,
      failedQuestion: some(...questions, 'never'),
      answeredQuestion: some(...questions, 'never'),
      asset: some(...assetRefs, 'never'),
      media: some('with', 'without'),
      completed: some('true', 'false'),
      archived: some('true', 'false'),
      modified: time_,
      'modified!': time_,
      completedAt: fc.oneof(time_, fc.constant(['*'])),
      'completedAt!': fc.oneof(time_, fc.constant(['*'])),
      missing: some('true', 'false', 'both'),
      problem: some('unreadable', 'unusual'),
      review: some('unreviewed', 'reviewed', 'follow-up', 'changed'),
      'review!': some('unreviewed', 'reviewed', 'follow-up', 'changed'),
    },
    { requiredKeys: [] },
  )
  .chain((all) => fc.subarray(Object.entries(all), { maxLength: 3 }))
  .chain((entries) =>
    fc
      .constantFrom('UTC', 'Asia/Tokyo', 'America/New_York')
      .map((tz): ListParams => Object.fromEntries([...entries, ['tz', [tz]]])),
  )
