import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/lib/testing/random-runs'
import { buildReport, summarizeInspection } from './model'
import { collectMedia } from './media-refs'
import { report as reportSchema } from './schema'
import { knownTypes } from './answers'

const options = { numRuns: runs(250) }

/** Only a few ids, so that repeated ids, cycles and missing parents are common. */
const itemId = fc.constantFrom('a', 'A', 'b', 'c', 'd', 'e', 'f3245d40-ea77-11e1-aff1-0800200c9a66', '__proto__')
const mediaObject = fc.record({
  media_id: fc.constantFrom('m1', 'm2', 'm3', 'm4', 'm5', '../m6'),
  file_ext: fc.constantFrom('jpg', 'MP4', 'pdf', 'heic', '', null),
  date_created: fc.constantFrom('2026-01-01T00:00:00Z', 'yesterday', null),
})
const response = fc.record({
  id: fc.constantFrom('r1', 'r2', 'R2', null),
  label: fc.oneof(fc.string(), fc.constant(null)),
  colour: fc.constantFrom('1,2,3', '1,2', '999,0,0', null, 5),
  failed: fc.constantFrom(true, false, 'true', null),
})
const shaped = fc.record(
  {
    item_id: fc.oneof(itemId, fc.constant(null)),
    parent_id: fc.oneof(itemId, fc.constant(null), fc.constant('nowhere')),
    type: fc.oneof(fc.constantFrom(...knownTypes), fc.constantFrom('new-type', 'constructor')),
    label: fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
    children: fc.array(itemId, { maxLength: 4 }),
    inactive: fc.constantFrom(true, false, 'yes'),
    evaluation: fc.boolean(),
    media: fc.array(mediaObject, { maxLength: 3 }),
    options: fc.record(
      {
        failed_responses: fc.array(fc.constantFrom('r1', 'r2')),
        media: mediaObject,
        link: fc.webUrl(),
        min: fc.double(),
      },
      { requiredKeys: [] },
    ),
    responses: fc.record(
      {
        selected: fc.array(response, { maxLength: 3 }),
        failed: fc.constantFrom(true, false, 'true'),
        text: fc.string(),
        value: fc.oneof(fc.integer(), fc.boolean(), fc.string()),
        media: fc.array(mediaObject, { maxLength: 2 }),
        image: mediaObject,
        weather: fc.object(),
        location: fc.object(),
        assets: fc.array(fc.oneof(fc.string(), fc.object())),
      },
      { requiredKeys: [] },
    ),
    scoring: fc.object(),
  },
  { requiredKeys: [] },
)
const anyItem = fc.oneof({ weight: 8, arbitrary: shaped }, { weight: 1, arbitrary: fc.jsonValue() })
const document = fc.record(
  {
    audit_id: fc.oneof(fc.constant('audit_1'), fc.jsonValue()),
    audit_data: fc.oneof(
      fc.record({ name: fc.string(), score: fc.double(), total_score: fc.double() }),
      fc.jsonValue(),
    ),
    template_data: fc.jsonValue(),
    header_items: fc.oneof(fc.array(anyItem, { maxLength: 6 }), fc.jsonValue()),
    items: fc.oneof(
      { weight: 9, arbitrary: fc.array(anyItem, { maxLength: 14 }) },
      { weight: 1, arbitrary: fc.jsonValue() },
    ),
    media: fc.array(mediaObject, { maxLength: 4 }),
  },
  { requiredKeys: [] },
)

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
const countObjects = (value: unknown) => (Array.isArray(value) ? value.filter(isObject).length : 0)

describe('any document', () => {
  it('results in a report that matches the schema and has every item exactly once', { tags: ['full'] }, () => {
    fc.assert(
      fc.property(document, (input) => {
        const report = reportSchema.parse(buildReport(input))
        expect(report.items).toHaveLength(countObjects(input.items) + countObjects(input.header_items))
        expect(new Set(report.items.map((item) => item.key)).size).toBe(report.items.length)
      }),
      options,
    )
  })

  it('of any other type or shape still results in a valid report', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.string(), fc.anything()), (input) => {
        reportSchema.parse(buildReport(input))
      }),
      options,
    )
  })

  it('has its parents before their children, and a section for every item', () => {
    fc.assert(
      fc.property(document, (input) => {
        const report = buildReport(input)
        const seen = new Set<string>()
        const sections = new Set(report.sections.map((section) => section.key))
        for (const item of report.items) {
          if (item.parentKey !== null) expect(seen.has(item.parentKey)).toBe(true)
          expect(sections.has(item.sectionKey)).toBe(true)
          seen.add(item.key)
        }
      }),
      options,
    )
  })

  it('has exactly the media ids of its items and of its own list, each once', { tags: ['full'] }, () => {
    fc.assert(
      fc.property(document, (input) => {
        const report = buildReport(input)
        const listed = report.media.map((media) => media.id)
        expect(new Set(listed).size).toBe(listed.length)
        const held = collectMedia({
          items: Array.isArray(input.items) ? input.items : [],
          header: Array.isArray(input.header_items) ? input.header_items : [],
          media: input.media,
        })
        expect(new Set(listed)).toEqual(new Set(held.map((media) => media.id)))
        for (const item of report.items) for (const id of item.mediaIds) expect(listed).toContain(id)
      }),
      options,
    )
  })

  it('has as many failures as visible items that are marked as failed, in total and by section', () => {
    fc.assert(
      fc.property(document, (input) => {
        const report = buildReport(input)
        const marked = report.items.filter((item) => item.failed && item.hidden === null).length
        expect(report.failedCount).toBe(marked)
        expect(report.sections.reduce((sum, section) => sum + section.failedCount, 0)).toBe(marked)
        expect(summarizeInspection(input).failedCount).toBe(marked)
      }),
      options,
    )
  })

  it('that was cut off or garbled never throws', { tags: ['full'] }, () => {
    fc.assert(
      fc.property(document, fc.nat(), fc.string({ maxLength: 3 }), (input, at, noise) => {
        const text = JSON.stringify(input)
        const cut = at % (text.length + 1)
        reportSchema.parse(buildReport(text.slice(0, cut)))
        reportSchema.parse(buildReport(text.slice(0, cut) + noise + text.slice(cut)))
      }),
      options,
    )
  })
})
