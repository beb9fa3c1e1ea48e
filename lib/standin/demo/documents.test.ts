import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/lib/testing/random-runs'
import { blueprints } from './blueprints'
import { templateIdOf } from './document'
import { faultsOf } from './testing'
import type { InspectionDocument, Item } from '../types'
import { readMediaId } from '@/lib/standin/media/catalog'
import { makeAuditId, readAuditId } from '@/lib/standin/random'
import { searchPage, startBench, testNow, type Bench } from '@/lib/standin/testing'
import { makeAnchor, makeTimeline } from '@/lib/standin/timeline'
import { Store } from '@/lib/standin/store'
import { memoryLog } from '@/lib/standin/changes'

function makeStore(seed: number, rows = 2400): Store {
  return new Store(makeTimeline(seed, rows, makeAnchor(testNow)), memoryLog(), () => 'http://127.0.0.1:1')
}

const itemsOf = (document: InspectionDocument): Item[] => [...document.header_items, ...document.items]

async function readDocument(bench: Bench, id: string): Promise<InspectionDocument> {
  return (await bench.json(`/audits/${id}`)) as unknown as InspectionDocument
}

describe("the demo's documents", () => {
  const store = makeStore(7)
  const documents = Array.from({ length: 300 }, (_, at) => store.document(store.rowAt(at * 8)))

  it('fit the vendor’s schema, and damaged documents do not', { tags: ['R27', 'full'], timeout: 180_000 }, () => {
    for (const document of documents) expect(faultsOf(document)).toEqual([])
    const [first] = documents
    expect(faultsOf({ ...first, audit_id: 'nonsense' })).not.toEqual([])
    expect(faultsOf({ ...first, items: [{ item_id: '1', label: '', type: 'unheard-of' }] })).not.toEqual([])
  })

  it('contain every template and every item type', () => {
    expect(new Set(documents.map(({ template_id }) => template_id)).size).toBe(blueprints.length)
    const types = new Set(documents.flatMap((document) => itemsOf(document).map(({ type }) => type)))
    const known =
      'information smartfield checkbox media textsingle element primeelement dynamicfield category section text signature switch slider drawing address list question datetime weather asset scanner'
    expect([...types].sort()).toEqual(known.split(' ').sort())
  })

  it('have scores that add up from the items to the sections and the whole', () => {
    for (const document of documents) {
      const all = itemsOf(document)
      const byId = new Map(all.map((item) => [item.item_id, item]))
      let score = 0
      let total = 0
      for (const item of all) {
        if (item.inactive) expect(item.scoring).toBeUndefined()
        score += item.scoring?.['score'] ?? 0
        total += item.scoring?.['max_score'] ?? 0
        if (item.scoring?.['combined_max_score'] === undefined) continue
        const below = (item.children ?? []).map((id) => byId.get(id)?.scoring)
        const sum = below.reduce(
          (rest, scoring) => rest + (scoring?.['combined_max_score'] ?? scoring?.['max_score'] ?? 0),
          item.scoring['max_score'] ?? 0,
        )
        expect(item.scoring['combined_max_score']).toBe(sum)
      }
      expect([document.audit_data['score'], document.audit_data['total_score']]).toEqual([score, total])
    }
  })

  it('have failures in about a fifth of the completed ones, with a note and mostly with photos', () => {
    const completed = documents.filter((document) => document.audit_data['date_completed'] !== null)
    const failedItems = completed.map((document) =>
      document.items.filter(({ responses }) => responses?.['failed'] === true),
    )
    const share = failedItems.filter((items) => items.length > 0).length / completed.length
    expect(share).toBeGreaterThan(0.14)
    expect(share).toBeLessThan(0.28)
    const flat = failedItems.flat()
    expect(flat.filter(({ responses }) => responses?.['text'] !== '').length).toBeGreaterThan(flat.length * 0.8)
    expect(flat.filter(({ media }) => (media?.length ?? 0) > 0).length).toBeGreaterThan(flat.length * 0.6)
  })

  it('list exactly the media of their items at the top, with addresses of this document', () => {
    for (const document of documents) {
      const text = JSON.stringify(itemsOf(document))
      const ids = new Set([...text.matchAll(/"media_id":"([^"]+)"/g)].map(([, id]) => id))
      expect(new Set(document.media?.map(({ media_id }) => media_id) ?? [])).toEqual(ids)
      for (const media of document.media ?? []) {
        expect(media.href).toBe(`http://127.0.0.1:1/audits/${document.audit_id}/media/${media.media_id}`)
        expect(readMediaId(media.media_id)?.ext).toBe(media.file_ext)
      }
    }
  })

  it('have parents and children that name each other, and unique ids', { tags: ['full'] }, () => {
    for (const document of documents) {
      const all = itemsOf(document)
      const byId = new Map(all.map((item) => [item.item_id, item]))
      expect(byId.size).toBe(all.length)
      for (const item of all)
        for (const child of item.children ?? []) expect(byId.get(child)?.parent_id).toBe(item.item_id)
      for (const item of all)
        if (item.parent_id !== undefined) expect(byId.get(item.parent_id)?.children).toContain(item.item_id)
    }
  })

  it('depend only on the seed and the index', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), fc.integer({ min: 0, max: 2399 }), (seed, index) => {
        const [one, other] = [makeStore(seed), makeStore(seed)]
        // Reading other rows in between must make no difference.
        other.document(other.rowAt((index + 17) % 2400))
        expect(other.document(other.rowAt(index))).toEqual(one.document(one.rowAt(index)))
        expect(faultsOf(one.document(one.rowAt(index)))).toEqual([])
      }),
      { numRuns: runs(60) },
    )
  })

  it('have ids that contain their index, and no other id contains one', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: 0, max: 2 ** 32 - 1 }),
        fc.integer({ min: 6, max: 37 }),
        (seed, index, at) => {
          const id = makeAuditId(seed, index)
          expect(readAuditId(seed, id)).toBe(index)
          const digit = id.charAt(at)
          const other = digit === '0' ? '1' : '0'
          expect(readAuditId(seed, id.slice(0, at) + other + id.slice(at + 1))).toBeNull()
          if (/[a-f]/.test(digit))
            expect(readAuditId(seed, id.slice(0, at) + digit.toUpperCase() + id.slice(at + 1))).toBeNull()
        },
      ),
    )
  })

  it('fit the schema after inspections are created and answered', async () => {
    await using bench = await startBench()
    for (const blueprint of blueprints) {
      const created = (await bench.json('/audits', {
        method: 'POST',
        body: JSON.stringify({
          template_id: templateIdOf(blueprint),
          header_items: [{ item_id: 'f3245d40-ea77-11e1-aff1-0800200c9a66', responses: { text: 'Made by hand' } }],
        }),
      })) as unknown as InspectionDocument
      expect(faultsOf(created)).toEqual([])
      expect(created.audit_data['name']).toBe('Made by hand')
      expect(created.audit_data['date_completed']).toBeNull()
      const question = created.items.find(({ type, inactive }) => type === 'question' && !inactive)
      const failing = (question?.options?.['failed_responses'] as string[] | undefined)?.[0]
      if (!question || failing === undefined) throw new Error('each template asks a question that can fail')
      await bench.ask(`/audits/${created.audit_id}`, {
        method: 'PUT',
        body: JSON.stringify({
          items: [
            { item_id: question.item_id, responses: { selected: [{ id: failing }], text: 'broken', failed: false } },
          ],
        }),
      })
      const answered = await readDocument(bench, created.audit_id)
      expect(faultsOf(answered)).toEqual([])
      expect(answered.items.find(({ item_id }) => item_id === question.item_id)?.responses).toMatchObject({
        failed: true,
        text: 'broken',
      })
      expect(Date.parse(answered.modified_at)).toBeGreaterThan(Date.parse(created.modified_at))
    }
  })

  it('open a smartfield on a failed answer and close it on a good one', async () => {
    await using bench = await startBench()
    const forklift = blueprints.find(({ key }) => key === 'forklift')
    const created = (await bench.json('/audits', {
      method: 'POST',
      body: JSON.stringify({ template_id: forklift ? templateIdOf(forklift) : '' }),
    })) as unknown as InspectionDocument
    const field = created.items.find(({ type }) => type === 'smartfield')
    const parent = created.items.find(({ item_id }) => item_id === field?.parent_id)
    const below = (document: InspectionDocument) =>
      document.items.filter(({ parent_id }) => parent_id === field?.item_id)
    expect(below(created).every(({ inactive }) => inactive === true)).toBe(true)
    const [failing] = (parent?.options?.['failed_responses'] ?? []) as string[]
    const put = (selected: unknown) =>
      bench.json(`/audits/${created.audit_id}`, {
        method: 'PUT',
        body: JSON.stringify({ items: [{ item_id: parent?.item_id, responses: { selected } }] }),
      })
    const opened = (await put([{ id: failing }])) as unknown as InspectionDocument
    expect(below(opened).length).toBeGreaterThan(0)
    expect(below(opened).some(({ inactive }) => inactive)).toBe(false)
    const closed = (await put([])) as unknown as InspectionDocument
    expect(below(closed).every(({ inactive }) => inactive === true)).toBe(true)
  })

  it('include a newest one that is only minutes old at the start and is found by a search', async () => {
    await using bench = await startBench()
    const { audits } = await searchPage(bench, 'field=audit_id&field=modified_at&order=desc&limit=1&archived=both')
    const ageMinutes = (testNow - Date.parse(audits[0]?.modified_at ?? '')) / 60_000
    expect(ageMinutes).toBeGreaterThan(0)
    expect(ageMinutes).toBeLessThan(10)
  })
})
