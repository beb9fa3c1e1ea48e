import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/lib/testing/random-runs'
import { blueprints } from './demo/blueprints'
import { ownerId, templateIdOf } from './demo/document'
import type { InspectionDocument } from './types'
import { searchPage, startBench, testNow, type Bench } from './testing'
import { makeAnchor, makeTimeline } from './timeline'

/**
 * Pages through everything as an exporter does: from the last time seen, without repeats. Stops when a page adds nothing.
 */
async function readAll(bench: Bench, limit: number, afterStep = 0): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  let after = ''
  for (let page = 0; page < 500; page += 1) {
    const { audits } = await searchPage(bench, `field=audit_id&field=modified_at&limit=${limit}${after}`)
    const before = found.size
    for (const { audit_id, modified_at } of audits) found.set(audit_id, modified_at ?? '')
    const last = audits.at(-1)?.modified_at
    if (last === undefined || (found.size === before && audits.length < limit)) return found
    if (found.size === before) return found
    after = `&modified_after=${new Date(Date.parse(last) + afterStep).toISOString()}`
  }
  throw new Error('paging never ends')
}

const holds = (wanted: string, value: boolean) => wanted === 'both' || wanted === String(value)

describe("the stand-in's search", () => {
  it('finds everything when paging by time with the inclusive bound and dropping repeats', async () => {
    await using bench = await startBench()
    const truth = bench.standin.control.truth()
    expect([...(await readAll(bench, 1000))]).toHaveLength(truth.length)
    expect(await readAll(bench, 100)).toEqual(
      new Map(truth.map(({ audit_id, modified_at }) => [audit_id, modified_at])),
    )
  })

  it('loses rows at the edge when paging from the last time with the exclusive bound, but not from 1 ms before', async () => {
    await using bench = await startBench({ bound: 'exclusive' })
    const truth = bench.standin.control.truth()
    const lossy = await readAll(bench, 100)
    expect(lossy.size).toBeLessThan(truth.length)
    expect(await readAll(bench, 100, -1)).toEqual(
      new Map(truth.map(({ audit_id, modified_at }) => [audit_id, modified_at])),
    )
  })

  it('has rows with the same time across each edge of a thousand', () => {
    const timeline = makeTimeline(7, 5000, makeAnchor(testNow))
    for (const edge of [1000, 2000, 3000, 4000]) expect(timeline.modifiedAt(edge - 1)).toBe(timeline.modifiedAt(edge))
  })

  it('returns times that never decrease with the index, whatever the seed, size and day', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: 1, max: 5000 }),
        fc.integer({ min: 0, max: 4000 }),
        (seed, rows, hours) => {
          const now = testNow + hours * 3_600_000
          const timeline = makeTimeline(seed, rows, makeAnchor(now), 20)
          for (let at = 1; at < timeline.rows; at += 1) {
            if (timeline.modifiedAt(at) < timeline.modifiedAt(at - 1)) throw new Error(`falls at ${at}`)
          }
          expect(timeline.modifiedAt(rows - 1)).toBeLessThanOrEqual(now)
          const middle = timeline.modifiedAt(rows >> 1)
          const first = timeline.indexAt(middle)
          expect(timeline.modifiedAt(first)).toBe(middle)
          if (first > 0) expect(timeline.modifiedAt(first - 1)).toBeLessThan(middle)
        },
      ),
      { numRuns: runs(40) },
    )
  })

  it('counts archived rows of a period exactly, as if each were read', () => {
    const timeline = makeTimeline(3, 4000, makeAnchor(testNow))
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4000 }), fc.integer({ min: 0, max: 4000 }), (from, to) => {
        let count = 0
        for (let at = from; at < to; at += 1) if (timeline.isArchived(at)) count += 1
        expect(timeline.countArchived(from, to)).toBe(count)
      }),
    )
  })

  it(
    'returns total for the query and count for the page, and every filter agrees with a plain scan',
    { tags: ['full'], timeout: 180_000 },
    async () => {
      await using bench = await startBench({ inspections: 600 })
      const { control } = bench.standin
      const all = control.truth('both')
      control.touch(all[10]?.audit_id ?? '')
      control.archive(all[20]?.audit_id ?? '')
      control.delete(all[30]?.audit_id ?? '')
      control.hide(all[40]?.audit_id ?? '')
      control.insert(7)
      const everything = (await searchPage(bench, 'archived=both&field=audit_id&field=template_id&field=modified_at'))
        .audits
      expect(everything).toHaveLength(600 - 2 + 7)
      const inOrder = everything.toSorted((a, b) =>
        `${a.modified_at} ${a.audit_id}` < `${b.modified_at} ${b.audit_id}` ? -1 : 1,
      )
      expect(everything).toEqual(inOrder)
      // The filters must find what the documents themselves contain.
      const rows = await Promise.all(
        everything.map(async ({ audit_id }) => {
          const document = (await bench.json(`/audits/${audit_id}`)) as unknown as InspectionDocument
          const authorship = document.audit_data['authorship'] as { owner_id: string }
          return {
            audit_id,
            template_id: document.template_id,
            modified_at: document.modified_at,
            facts: {
              archived: document.archived,
              completed: document.audit_data['date_completed'] !== null,
              own: authorship.owner_id === ownerId,
            },
          }
        }),
      )
      const flag = fc.constantFrom('true', 'false', 'both')
      await fc.assert(
        fc.asyncProperty(
          fc.record({
            archived: flag,
            completed: flag,
            owner: fc.constantFrom('me', 'other', 'all'),
            order: fc.constantFrom('asc', 'desc'),
            limit: fc.integer({ min: 1, max: 1000 }),
            templates: fc.subarray(blueprints.map(templateIdOf), { maxLength: 3 }),
            span: fc.tuple(fc.integer({ min: 0, max: 604 }), fc.integer({ min: 0, max: 604 })),
          }),
          async ({ archived, completed, owner, order, limit, templates, span }) => {
            const low = rows[Math.min(...span)]?.modified_at ?? ''
            const high = rows[Math.max(...span)]?.modified_at ?? ''
            const query = new URLSearchParams({
              archived,
              completed,
              owner,
              order,
              limit: String(limit),
              modified_after: low,
              modified_before: high,
            })
            for (const field of ['audit_id', 'template_id', 'modified_at']) query.append('field', field)
            for (const template of templates) query.append('template', template)
            const expected = rows
              .filter(({ facts }) => holds(archived, facts.archived) && holds(completed, facts.completed))
              .filter(({ facts }) => owner === 'all' || facts.own === (owner === 'me'))
              .filter(({ template_id }) => templates.length === 0 || templates.includes(template_id))
              .filter(({ modified_at }) => modified_at >= low && modified_at <= high)
              .map(({ audit_id, template_id, modified_at }) => ({ audit_id, modified_at, template_id }))
            const page = await searchPage(bench, query.toString())
            expect(page.total).toBe(expected.length)
            expect(page.count).toBe(Math.min(limit, expected.length))
            expect(page.audits).toEqual((order === 'asc' ? expected : expected.toReversed()).slice(0, limit))
          },
        ),
        { numRuns: runs(200) },
      )
      // Thousands of searches: slow when other test files run at the same time.
    },
  )

  it('returns more than a page of inspections with one time in a stable order', async () => {
    await using bench = await startBench({ inspections: 10 })
    bench.standin.control.insert(2500)
    const first = await searchPage(bench, 'limit=1000&order=desc')
    const again = await searchPage(bench, 'limit=1000&order=desc')
    expect(first.total).toBe(bench.standin.control.truth().length)
    expect(again).toEqual(first)
    expect(new Set(first.audits.map(({ modified_at }) => modified_at)).size).toBe(1)
  })

  it('returns the requested fields, and refuses a field list without audit_id', async () => {
    await using bench = await startBench()
    const page = await searchPage(bench, 'field=audit_id&limit=1')
    expect(Object.keys(page.audits[0] ?? {})).toEqual(['audit_id'])
    expect((await bench.ask('/audits/search?field=modified_at')).status).toBe(400)
    expect((await bench.ask('/audits/search?field=audit_id&field=nonsense')).status).toBe(400)
    expect((await bench.ask('/audits/search?limit=1')).status).toBe(200)
    await using strict = await startBench({ requireField: true })
    expect((await strict.ask('/audits/search?limit=1')).status).toBe(400)
  })

  it('reads a date as its first instant in UTC, a time without an offset as UTC, and an empty time as none', async () => {
    await using bench = await startBench()
    for (const name of ['modified_after', 'modified_before'])
      for (const [path, day] of [
        ['/audits/search', new Date(testNow - 30 * 86_400_000).toISOString().slice(0, 10)],
        ['/templates/search', '2025-04-15'],
      ] as const) {
        const ask = (value: string) => bench.json(`${path}?${name}=${value}`)
        const wanted = await ask(`${day}T00:00:00.000Z`)
        for (const spelled of [
          day,
          `${day}T00:00`,
          `${day}T00:00:00`,
          `${day}T00:00:00.000`,
          `${day}T02:00:00%2B02:00`,
        ])
          expect([spelled, await ask(spelled)]).toEqual([spelled, wanted])
        expect(await ask('')).toEqual(await bench.json(path))
        expect(wanted['total']).not.toBe((await ask(''))['total'])
      }
  })

  it('refuses wrong parameters with 400', async () => {
    await using bench = await startBench()
    for (const query of [
      'limit=0',
      'limit=1001',
      'limit=x',
      'order=up',
      'archived=maybe',
      'modified_after=yesterday',
      'modified_after=2026-13-01',
      'modified_after=2026-01-01T',
      'modified_after=2026-01-01T25:00',
      'modified_after=01/02/2026',
      'limit=1&limit=2',
    ]) {
      expect([query, (await bench.ask(`/audits/search?${query}`)).status]).toEqual([query, 400])
    }
  })

  it('serves a million rows without keeping them in memory', async () => {
    // Warm-up: media, templates and code are loaded before the first measurement.
    await using small = await startBench({ inspections: 10 })
    await searchPage(small, 'limit=10')
    global.gc?.()
    const before = process.memoryUsage().heapUsed
    await using bench = await startBench({ inspections: 1_000_000 })
    const { timeline } = bench.standin.control
    let asked = 0
    const inner = timeline.modifiedAt
    timeline.modifiedAt = (index) => {
      asked += 1
      return inner(index)
    }
    const newest = await searchPage(bench, 'limit=100&order=desc')
    const middle = await searchPage(
      bench,
      `limit=1000&modified_after=${new Date(testNow - 200 * 86_400_000).toISOString()}`,
    )
    expect(newest.total).toBe(1_000_000 - timeline.countArchived(0, 1_000_000))
    expect(middle.count).toBe(1000)
    // Two searches of 1,100 rows. Reading each row would be a million reads.
    expect(asked).toBeLessThan(20_000)
    global.gc?.()
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(50_000_000)
  })
})
