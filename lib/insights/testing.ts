import * as fc from 'fast-check'
import type { Database } from '@/lib/db/types'
import { auditId } from '@/lib/ids'
import type { ListParams } from '@/lib/inspections/schema'
import { storeDocuments, type StoredDocument } from '@/lib/sync/documents/documents'
import { readDocument } from '@/lib/sync/documents/read-document'

/**
 * Inspections of a small organization, stored as the sync stores them, and the expected insights, counted directly over
 * their documents.
 */

export const nowMs = Date.parse('2026-11-20T13:30:00.000Z')
const hourMs = 3_600_000
export const assets = ['Forklift 3', 'Van 12', 'Crane'] as const
export const questions = ['brakes', 'horn', 'lights "left"'] as const

/** One version of an inspection. */
export interface Version {
  id: number
  version: number
  template: number
  site: string | null
  author: string | null
  /** When the inspection was completed, in hours before now; null: it is in progress. */
  completedHours: number | null
  minutes: number | null
  score: number | null
  failed: readonly string[]
  /** Questions without an answer, unless they failed. */
  blank: readonly string[]
  assets: readonly string[]
  isArchived: boolean
}

export const anyVersion: fc.Arbitrary<Version> = fc.record({
  id: fc.nat(39),
  version: fc.integer({ min: 1, max: 5 }),
  template: fc.nat(2),
  site: fc.constantFrom('Cork', 'Leeds', 'Zürich', null),
  author: fc.constantFrom('Ann', 'Bo', null),
  completedHours: fc.option(fc.integer({ min: -5, max: 24 * 120 }), { freq: 8 }),
  minutes: fc.option(fc.nat(300)),
  score: fc.option(fc.integer({ min: 0, max: 100 })),
  failed: fc.oneof(fc.constant([]), fc.uniqueArray(fc.constantFrom(...questions))),
  blank: fc.uniqueArray(fc.constantFrom(...questions)),
  assets: fc.uniqueArray(fc.constantFrom(...assets)),
  isArchived: fc.boolean(),
})

/** The first version of an inspection that was completed a month before now. */
export const makeVersion = (id: number): Version => ({
  id,
  version: 1,
  template: 0,
  site: 'Cork',
  author: 'Ann',
  completedHours: 24 * 30 + id,
  minutes: 5,
  score: 50,
  failed: [],
  blank: [],
  assets: [],
  isArchived: false,
})

export const isAnswered = ({ failed, blank }: Version, question: string) =>
  failed.includes(question) || !blank.includes(question)

const idOf = (id: number) => auditId.parse(`audit_${String(id).padStart(4, '0')}`)
export const completedMs = ({ completedHours }: Version) =>
  completedHours === null ? null : nowMs - completedHours * hourMs

function toDocument(one: Version): StoredDocument {
  const completed = completedMs(one)
  const modifiedAt = new Date(nowMs + one.version * 1_000).toISOString()
  const text = JSON.stringify({
    audit_id: idOf(one.id),
    template_id: `template_${one.template}`,
    created_at: new Date(nowMs).toISOString(),
    modified_at: modifiedAt,
    archived: one.isArchived,
    audit_data: {
      name: `Round ${one.id}`,
      ...(one.site !== null && { site: { name: one.site } }),
      ...(one.author !== null && { authorship: { author: one.author } }),
      ...(one.score !== null && { score: one.score, total_score: 100, score_percentage: one.score }),
      ...(completed !== null && { date_completed: new Date(completed).toISOString() }),
      ...(completed !== null &&
        one.minutes !== null && { date_started: new Date(completed - one.minutes * 60_000).toISOString() }),
    },
    template_data: { metadata: { name: `Template ${one.template}` } },
    header_items: [],
    items: [
      // The service gives the last item no id.
      {
        item_id: 'asset',
        type: 'asset',
        responses: { assets: one.assets.map((name) => (name === 'Crane' ? { name } : { id: `id of ${name}`, name })) },
      },
      ...questions.map((question) => ({
        item_id: question,
        type: 'question',
        label: `Are the ${question} fine?`,
        responses: {
          selected: one.blank.includes(question) ? [] : [{ id: 'r1', label: 'Answer' }],
          failed: one.failed.includes(question),
        },
      })),
    ],
  })
  const { document: _, ownId: __, isLikely: ___, ...read } = readDocument(text)
  return { ...read, auditId: idOf(one.id), text, bytes: null, modifiedAt }
}

/** A version never changes, so only the first of several with the same number is kept. */
export const onlyOnce = (given: readonly Version[]) => [
  ...new Map(given.toReversed().map((one) => [`${one.id} ${one.version}`, one])).values(),
]

/** The current version of each inspection. */
export function listCurrent(versions: readonly Version[]): Version[] {
  const newest = new Map<number, Version>()
  for (const one of versions) if (one.version > (newest.get(one.id)?.version ?? 0)) newest.set(one.id, one)
  return [...newest.values()]
}

/** Stores the versions in the given order, some of them reviewed, missing or without a document. */
export async function storeVersions(db: Database, versions: readonly Version[]): Promise<void> {
  for (let from = 0; from < versions.length; from += 7)
    await storeDocuments(db, versions.slice(from, from + 7).map(toDocument), nowMs)
}

/** Changes some inspections as people and full reconciliations do. */
export async function markSome(db: Database, current: readonly Version[]): Promise<void> {
  const states = ['reviewed', 'follow-up'] as const
  for (const { id } of current.filter((one) => one.id % 3 > 0)) {
    const state = states[id % 2] ?? states[0]
    await db.query(
      `update inspections set review_state = $2, review_version = modified_at - interval '1 second' * $3 where audit_id = $1`,
      [idOf(id), state, id % 4],
    )
    await db.query(
      `insert into inspection_reviews (audit_id, state, version, reviewer_name, reviewed_at)
       values ($1, $2, now(), 'Robin', $3)`,
      [idOf(id), state, new Date(nowMs + id * hourMs).toISOString()],
    )
  }
  await db.query(`update inspections set missing_at = now() where audit_id like '%7'`)
  await db.query(
    `insert into inspections (audit_id, modified_at, template_id) values ('audit_9999', now(), 'template_1')`,
  )
}

const names = (...values: string[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 })
/** Leaves out most filters, because all of them together would match nothing. */
const often = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })

/** Parameters that an address may have. */
export const anyFilter: fc.Arbitrary<ListParams> = fc
  .record({
    completedAt: fc.option(
      fc.constantFrom(
        'now-30d/d..now',
        'now-7d/d..now',
        'now-3d..now',
        'now/w',
        'now-1M/M',
        '2026-10-07..2026-11-12',
        '..2026-11-10',
        '2026-10-10T09:00Z..',
        '*',
      ),
      { freq: 6, nil: undefined },
    ),
    tz: fc.constantFrom('UTC', 'Asia/Tokyo', 'America/New_York'),
    template: often(names('template_0', 'template_1', '*')),
    'template!': often(names('template_2')),
    site: often(names('Cork', 'Leeds', '*')),
    'site!': often(names('Zürich')),
    author: often(names('Ann', 'Bo')),
    'author!': often(names('Ann', '*')),
    result: often(names('failed', 'passed')),
    score: often(names('50..', '..80', '*')),
    failed: often(names('1..', '2')),
    failedQuestion: often(names(...questions)),
    answeredQuestion: often(names(...questions)),
    asset: often(names('id of Forklift 3', 'Crane')),
    archived: often(names('false', 'true')),
    review: often(names('unreviewed', 'changed', 'reviewed', 'follow-up')),
    q: often(names('round', '-horn')),
  })
  .map((given) =>
    Object.fromEntries(
      Object.entries(given).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, typeof value === 'string' ? [value] : value]],
      ),
    ),
  )
