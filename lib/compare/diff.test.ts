import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, seed } from '@/lib/testing/random-runs'
import { diffReports, isEmptyDiff, isNews } from './diff'
import { reportDiff, type ItemDiff, type ReportDiff } from './diff-schema'
import { knownTypes } from '@/lib/report/answers'
import { buildReport } from '@/lib/report/model'
import { storedNames, writePlaceName } from '@/lib/report/names-model'
import type { Report } from '@/lib/report/schema'

interface Raw {
  item_id?: string
  parent_id?: string
  type: string
  label?: string
  [more: string]: unknown
}

const section = (id: string, label = id): Raw => ({ item_id: id, type: 'section', label })
const question = (id: string, parent: string, answer: string | null, more: Record<string, unknown> = {}): Raw => ({
  item_id: id,
  parent_id: parent,
  type: 'question',
  label: `Question ${id}`,
  responses: { selected: answer === null ? [] : [{ id: `r-${answer}`, label: answer }], failed: answer === 'No' },
  ...more,
})
const make = (items: readonly Raw[], more: Record<string, unknown> = {}): Report => buildReport({ items, ...more })

const find = (diff: ReportDiff, label: string): ItemDiff => {
  const found = diff.items.find(({ left, right }) => (right ?? left)?.label === label)
  if (found === undefined) throw new Error(`no item "${label}"`)
  return found
}
const news = (diff: ReportDiff) =>
  diff.items
    .filter(isNews)
    .map(({ left, right, kind, changed, failure }) => [
      (right ?? left)?.label ?? null,
      kind === 'changed' ? changed.join(' ') : kind,
      failure,
    ])

const entry = (id: string, answer: string): Raw[] => [
  { item_id: id, parent_id: 'group', type: 'element' },
  { ...question(`${id}-rungs`, id, answer), label: 'Rungs' },
]

const withMedia = (...ids: string[]) =>
  make([section('s'), question('a', 's', 'Yes', { media: ids.map((id) => ({ media_id: id, file_ext: 'jpg' })) })])

const makeMany = (answer: (n: number) => string, id: (n: number) => string) =>
  make([
    ...Array.from({ length: 40 }, (_, n) => section(`s${n}`, `Section ${n}`)),
    ...Array.from({ length: 2_000 }, (_, n) => ({
      ...question(id(n), `s${n % 40}`, answer(n)),
      label: `Question ${n}`,
    })),
  ])

/** A place as English screens write it. */
const writePlace = (place: ItemDiff['place']) => place.map((name) => writePlaceName(name, storedNames)).join(' › ')

describe('diffReports', () => {
  it('finds new and fixed failures, changed answers, notes and scores, and counts unchanged answers', () => {
    const left = make([
      section('s'),
      question('a', 's', 'Yes'),
      question('b', 's', 'No'),
      question('c', 's', 'Good', { scoring: { score: 1, max_score: 2 } }),
      question('d', 's', 'Yes'),
      question('e', 's', 'No'),
    ])
    const right = make([
      section('s'),
      question('a', 's', 'No'),
      question('b', 's', 'Yes'),
      question('c', 's', 'Good', {
        scoring: { score: 2, max_score: 2 },
        responses: { selected: [{ label: 'Good' }], text: 'now dry' },
      }),
      question('d', 's', 'Yes'),
      question('e', 's', 'No'),
    ])
    const diff = diffReports(left, right)
    expect(news(diff)).toEqual([
      ['Question a', 'answer failed', 'new'],
      ['Question b', 'answer failed', 'fixed'],
      ['Question c', 'note score', null],
    ])
    expect(diff.counts).toEqual({ newFailures: 1, fixed: 1, changed: 1, unchanged: 2, failedInBoth: 1 })
  })

  it('finds an item wherever it was moved, even when ids differ in case', () => {
    const left = make([section('s'), section('t'), question('ab', 's', 'Yes')])
    const right = make([section('s'), section('t'), question('AB', 't', 'No')])
    const diff = diffReports(left, right)
    expect(news(diff)).toEqual([['Question AB', 'answer failed question', 'new']])
    expect(find(diff, 'Question AB').place).toEqual([{ name: 't', entry: null }])
  })

  it('pairs entries of a repeated group and their content by id, or by order when the ids differ', () => {
    const group: Raw[] = [
      section('s'),
      { item_id: 'group', parent_id: 's', type: 'dynamicfield', label: 'Ladders', options: { element: 'Ladder' } },
    ]
    const before = make([...group, ...entry('e1', 'Yes'), ...entry('e2', 'No'), ...entry('e3', 'Yes')])
    const removed = diffReports(before, make([...group, ...entry('e2', 'No'), ...entry('e3', 'Yes')]))
    expect(removed.items.filter(isNews).map(({ left, kind }) => [left?.key, kind])).toEqual([
      ['e1', 'left-only'],
      ['e1-rungs', 'left-only'],
    ])
    const apart = diffReports(before, make([...group, ...entry('x1', 'Yes'), ...entry('x2', 'Yes')]), {
      areApart: true,
    })
    expect(
      apart.items
        .filter(isNews)
        .map(({ left, right, kind, failure, place }) => [left?.key, right?.key, kind, failure, writePlace(place)]),
    ).toEqual([
      ['e2-rungs', 'x2-rungs', 'changed', 'fixed', 's › Ladders 2 of 2'],
      ['e3', undefined, 'left-only', null, 's'],
      ['e3-rungs', undefined, 'left-only', null, 's › Ladders 3 of 3'],
    ])
  })

  it('pairs repeated ids in order, and items with a new id by their text within the section', () => {
    const left = make([
      section('s', 'Brakes'),
      question('q', 's', 'Yes'),
      question('q', 's', 'No'),
      { ...question('old', 's', 'Yes'), label: 'Foot brake' },
    ])
    const right = make([
      section('z', ' brakes'),
      question('q', 'z', 'Yes'),
      question('q', 'z', 'Yes'),
      { ...question('new', 'z', 'No'), label: 'Foot  brake' },
      { ...question('more', 'z', 'Yes'), label: 'Horn' },
    ])
    const diff = diffReports(left, right)
    expect(news(diff).filter(([label]) => label !== ' brakes' && label !== 'brakes')).toEqual([
      ['Question q', 'answer failed', 'fixed'],
      ['Foot  brake', 'answer failed question', 'new'],
      ['Horn', 'right-only', null],
    ])
    expect(diff.sections).toHaveLength(1)
  })

  it('pairs items of different templates only if they have the same text in the same section', () => {
    const left = make([
      section('a1', 'Brakes'),
      { ...question('a2', 'a1', 'Yes'), label: 'Foot brake' },
      section('a3', 'Cab'),
      { ...question('a4', 'a3', 'Yes'), label: 'Seat' },
    ])
    const right = make([
      section('b1', 'Brakes'),
      { ...question('b2', 'b1', 'No'), label: 'Foot brake' },
      section('b3', 'Mast'),
      { ...question('b4', 'b3', 'Yes'), label: 'Seat' },
    ])
    const diff = diffReports(left, right, { areApart: true })
    expect(find(diff, 'Foot brake')).toMatchObject({ kind: 'changed', failure: 'new' })
    expect(
      diff.items.filter((item) => item.left?.label === 'Seat' || item.right?.label === 'Seat').map(({ kind }) => kind),
    ).toEqual(['left-only', 'right-only'])
    expect(diff.sections.map(({ label }) => label)).toEqual(['Brakes', 'Cab', 'Mast'])
  })

  it('does not count hidden items as failures, and reports items that a condition shows or hides', () => {
    const left = make([section('s'), question('a', 's', 'No')])
    const right = make([section('s'), question('a', 's', 'No', { inactive: true })])
    expect(news(diffReports(left, right))).toEqual([['Question a', 'hidden', 'fixed']])
    const both = make([section('s'), question('a', 's', 'Yes', { inactive: true })])
    expect(news(diffReports(right, both))).toEqual([])
    expect(diffReports(right, both).counts).toMatchObject({ newFailures: 0, fixed: 0, changed: 0 })
  })

  it('lists added and removed files, but only counts files when comparing two inspections', () => {
    expect(diffReports(withMedia('m1', 'm2'), withMedia('m2', 'm3')).media).toEqual({ added: ['m3'], removed: ['m1'] })
    expect(news(diffReports(withMedia('m1', 'm2'), withMedia('m2', 'm3')))).toEqual([['Question a', 'media', null]])
    expect(news(diffReports(withMedia('m1', 'm2'), withMedia('m2', 'm1')))).toEqual([])
    expect(news(diffReports(withMedia('m1', 'm2'), withMedia('m3', 'm4'), { areApart: true }))).toEqual([])
    expect(news(diffReports(withMedia('m1', 'm2'), withMedia('m3'), { areApart: true }))).toEqual([
      ['Question a', 'media', null],
    ])
  })

  it('is empty when nothing but the time stamp changed', () => {
    const data = { audit_data: { name: 'Round', date_completed: '2026-01-01T10:00:00Z' } }
    const left = make([section('s'), question('a', 's', 'Yes')], { ...data, modified_at: '2026-01-01T00:00:00Z' })
    const right = make([section('s'), question('a', 's', 'Yes')], {
      // The same moment in another notation.
      audit_data: { ...data.audit_data, date_completed: '2026-01-01T11:00:00+01:00' },
      modified_at: '2026-01-02T00:00:00Z',
    })
    expect(isEmptyDiff(diffReports(left, right))).toBe(true)
    expect(isEmptyDiff(diffReports(left, make([section('s'), question('a', 's', 'No')], data)))).toBe(false)
  })

  it('finds changes in the header', () => {
    const left = make([], {
      audit_data: { name: 'Round', site: { name: 'Leeds' }, score: 1, total_score: 2 },
      archived: false,
    })
    const right = make([], {
      audit_data: {
        name: 'Round 7',
        site: { name: 'Leeds' },
        score: 2,
        total_score: 2,
        date_completed: '2026-01-01T00:00:00Z',
      },
      archived: true,
    })
    expect(diffReports(left, right).header.map(({ field, left: a, right: b }) => [field, a === null, b])).toEqual([
      ['title', false, 'Round 7'],
      ['completedAt', true, '2026-01-01T00:00:00Z'],
      ['score', false, expect.objectContaining({ score: 2 })],
      ['archived', false, true],
    ])
  })

  it('compares 2,000 items, half of them edited, and says how long that takes', { tags: ['full'] }, () => {
    const left = makeMany(
      () => 'Yes',
      (n) => `q${n}`,
    )
    const right = makeMany(
      (n) => (n % 2 === 0 ? 'No' : 'Yes'),
      (n) => (n % 3 === 0 ? `other${n}` : `q${n}`),
    )
    // The fastest of ten runs is measured: the code is then warm, as in a running server, and other processes use the
    // machine too.
    const tookMs = Math.min(
      ...Array.from({ length: 10 }, () => {
        const startedAt = performance.now()
        expect(diffReports(left, right).counts.newFailures).toBe(1_000)
        return performance.now() - startedAt
      }),
    )
    process.stdout.write(`diff of 2,000 items: ${tookMs.toFixed(1)} ms\n`)
  })
})

/** Few ids and words, so that repetitions, moves, cycles and missing parents are common. */
const itemId = fc.constantFrom('a', 'A', 'b', 'c', 'd', 'e', 'b/a', 'a/a', '__proto__')
const anyItem = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record(
      {
        item_id: fc.oneof(itemId, fc.constant(null)),
        parent_id: fc.oneof(itemId, fc.constant(null)),
        type: fc.constantFrom(...knownTypes, 'new-type'),
        label: fc.constantFrom('One', 'Two', ' one', '', null),
        inactive: fc.boolean(),
        media: fc.array(fc.record({ media_id: fc.constantFrom('m1', 'm2', '../m3') }), { maxLength: 2 }),
        responses: fc.record(
          {
            selected: fc.array(fc.record({ id: fc.constantFrom('r1', 'r2'), label: fc.constantFrom('Yes', 'No') }), {
              maxLength: 2,
            }),
            failed: fc.boolean(),
            text: fc.constantFrom('', 'note'),
            name: fc.constantFrom('Robin', ''),
            value: fc.constantFrom(1, 2, 'x', true),
          },
          { requiredKeys: [] },
        ),
        scoring: fc.record({ score: fc.constantFrom(0, 1), max_score: fc.constant(2) }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue() },
)
const anyDocument = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record(
      {
        header_items: fc.array(anyItem, { maxLength: 4 }),
        items: fc.array(anyItem, { maxLength: 20 }),
        audit_data: fc.record({ name: fc.constantFrom('R', 'S'), score: fc.nat(3) }, { requiredKeys: [] }),
        archived: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue() },
)

const describePair = ({ left, right, kind, changed, failure, isShown, isAnswer }: ItemDiff) =>
  JSON.stringify([left?.key, right?.key, kind, changed, failure, isShown, isAnswer])

describe('the diff of any two documents', () => {
  const options = { seed, numRuns: runs(400) }
  const mirrored = { new: 'fixed', fixed: 'new', both: 'both' } as const
  const swapped = { 'left-only': 'right-only', 'right-only': 'left-only', same: 'same', changed: 'changed' } as const
  const mirrorPair = (item: ItemDiff) =>
    describePair({
      ...item,
      left: item.right,
      right: item.left,
      kind: swapped[item.kind],
      failure: item.failure === null ? null : mirrored[item.failure],
    })

  it('is empty when both are the same', () => {
    fc.assert(
      fc.property(anyDocument, fc.boolean(), (document, areApart) => {
        const diff = diffReports(buildReport(document), buildReport(document), { areApart })
        expect(isEmptyDiff(diff)).toBe(true)
        expect(diff.items.every(({ kind }) => kind === 'same')).toBe(true)
      }),
      options,
    )
  })

  it('contains every item of both sides exactly once, in a named section, with a unique key', () => {
    fc.assert(
      fc.property(anyDocument, anyDocument, (a, b) => {
        const [left, right] = [buildReport(a), buildReport(b)]
        const diff = diffReports(left, right)
        const keys = (side: 'left' | 'right') => diff.items.flatMap((item) => item[side]?.key ?? [])
        expect(keys('left').toSorted()).toEqual(left.items.map(({ key }) => key).toSorted())
        // The reading order is that of the right side.
        expect(keys('right')).toEqual(right.items.map(({ key }) => key))
        expect(new Set(diff.items.map(({ key }) => key)).size).toBe(diff.items.length)
        const sections = new Set(diff.sections.map(({ key }) => key))
        expect(sections.size).toBe(diff.sections.length)
        for (const item of diff.items) expect(sections).toContain(item.sectionKey)
        expect(reportDiff.parse(JSON.parse(JSON.stringify(diff)))).toEqual(JSON.parse(JSON.stringify(diff)))
      }),
      options,
    )
  })

  it('is mirrored when the sides are swapped', () => {
    fc.assert(
      fc.property(anyDocument, anyDocument, fc.boolean(), (a, b, areApart) => {
        const [left, right] = [buildReport(a), buildReport(b)]
        const there = diffReports(left, right, { areApart })
        const back = diffReports(right, left, { areApart })
        expect(back.items.map(mirrorPair).toSorted()).toEqual(there.items.map(describePair).toSorted())
        expect(back.media).toEqual({ added: there.media.removed, removed: there.media.added })
        expect(back.counts).toEqual({
          ...there.counts,
          newFailures: there.counts.fixed,
          fixed: there.counts.newFailures,
        })
        expect(back.header.map(({ field, left: before, right: after }) => [field, after, before])).toEqual(
          there.header.map(({ field, left: before, right: after }) => [field, before, after]),
        )
      }),
      options,
    )
  })
})
