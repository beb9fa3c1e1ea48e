import { describe, expect, it } from 'vitest'
import { renderText } from '@/lib/server-text'
import { buildReport, summarizeInspection } from './model'
import { looseSectionKey } from './items-model'
import { report as reportSchema } from './schema'

const yes = { id: 'r-yes', label: 'Yes', short_label: 'Y', colour: '61,192,139', score: 1, enable_score: true }
const no = { id: 'r-no', label: 'No', short_label: 'N', colour: '198,0,34', score: 0, enable_score: true }

type Item = Record<string, unknown>

function document(items: Item[], rest: Item = {}): Item {
  return { audit_id: 'audit_1', template_id: 'template_1', header_items: [], items, ...rest }
}

function question(id: string, rest: Item = {}): Item {
  return { item_id: id, label: id, type: 'question', responses: { selected: [yes] }, options: {}, ...rest }
}

function keys(items: Item[]): string[] {
  return buildReport(document(items)).items.map((item) => item.key)
}

const photo = (id: string, ext = 'jpg') => ({
  media_id: id,
  file_ext: ext,
  label: 'no label',
  date_created: '2026-01-02T03:04:05.000Z',
  href: 'https://elsewhere.example/steal',
})

const readItem = (type: string, rest: Item) =>
  buildReport(document([{ item_id: 'x', label: 'X', type, ...rest }])).items[0]

const isOn = (value: unknown) => {
  const answer = readItem('switch', { responses: { value } })?.answer
  return answer?.kind === 'toggle' ? answer.on : undefined
}

const headerItem = (id: string, text: string) => ({ item_id: id, label: 'L', type: 'textsingle', responses: { text } })

describe('the order of items', () => {
  it('follows the children lists, not the order of the file', () => {
    const items = [
      { item_id: 'b', parent_id: 's', type: 'text', label: '' },
      { item_id: 's', type: 'section', label: 'S', children: ['a', 'b'] },
      { item_id: 'a', parent_id: 's', type: 'text', label: '' },
    ]
    expect(keys(items)).toEqual(['s', 'a', 'b'])
  })

  it('keeps children that the list lacks, after the listed ones', () => {
    const items = [
      { item_id: 's', type: 'section', label: 'S', children: ['b'] },
      { item_id: 'a', parent_id: 's', type: 'text', label: '' },
      { item_id: 'b', parent_id: 's', type: 'text', label: '' },
    ]
    expect(keys(items)).toEqual(['s', 'b', 'a'])
  })

  it('finds a parent by its children list when the child does not name it', () => {
    const items = [
      { item_id: 'a', type: 'text', label: '' },
      { item_id: 'S', type: 'section', label: 'S', children: ['A'] },
    ]
    const { items: read } = buildReport(document(items))
    expect(read.map((item) => [item.key, item.parentKey])).toEqual([
      ['S', null],
      ['a', 'S'],
    ])
  })

  it('gives each item of a cycle one place and reports the cycle', () => {
    const items = [
      { item_id: 'a', parent_id: 'c', type: 'text', label: '' },
      { item_id: 'b', parent_id: 'a', type: 'text', label: '' },
      { item_id: 'c', parent_id: 'b', type: 'text', label: '' },
      { item_id: 'self', parent_id: 'self', type: 'text', label: '' },
    ]
    const report = buildReport(document(items))
    expect(report.items.map((item) => item.key).toSorted()).toEqual(['a', 'b', 'c', 'self'])
    expect(report.oddities.map((oddity) => renderText(oddity))).toContain(
      '1 item is its own ancestor, and is shown where it occurs first.',
    )
  })

  it('gives items with the same id different keys and keeps both answers', () => {
    const report = buildReport(
      document([question('x'), question('x', { responses: { selected: [no], failed: true } })]),
    )
    expect(report.items.map((item) => [item.key, item.failed])).toEqual([
      ['x', false],
      ['x~2', true],
    ])
  })

  it('supports 20,000 nested items without running out of stack', { tags: ['full'] }, () => {
    const items = Array.from({ length: 20_000 }, (_, index) => ({
      item_id: `i${index}`,
      parent_id: index === 0 ? null : `i${index - 1}`,
      type: 'text',
      label: 'deep',
    }))
    expect(buildReport(document(items)).items).toHaveLength(20_000)
  })

  it('has one section for items outside of all sections', () => {
    const report = buildReport(document([question('a')]))
    expect(report.sections.map((section) => section.key)).toEqual([looseSectionKey])
    expect(report.sections[0]?.answerCount).toBe(1)
  })
})

describe('failures', () => {
  it.each([
    ['the failed mark of an answer', { responses: { selected: [no], failed: true } }, true],
    [
      'a selected id in failed_responses',
      { options: { failed_responses: ['R-NO'] }, responses: { selected: [no] } },
      true,
    ],
    ['the failed mark of a selected response', { responses: { selected: [{ ...no, failed: true }] } }, true],
    [
      'a selected id outside failed_responses',
      { options: { failed_responses: ['r-no'] }, responses: { selected: [yes] } },
      false,
    ],
    ['only a low score', { responses: { selected: [no] }, scoring: { score: 0, max_score: 1 } }, false],
    ['a failed mark of another type', { responses: { selected: [no], failed: 'no' } }, false],
  ])('are recognized or ruled out by %s', (_, rest, failed) => {
    const report = buildReport(document([question('q', rest)]))
    expect(report.items[0]?.failed).toBe(failed)
    expect(report.failedCount).toBe(failed ? 1 : 0)
  })

  it('of inactive items and patterns, and of all items below these, are not counted', () => {
    const failed = { responses: { selected: [no], failed: true } }
    const items = [
      question('skipped', { ...failed, inactive: true }),
      question('below', { ...failed, parent_id: 'skipped' }),
      { item_id: 'group', type: 'dynamicfield', label: 'Ladder', children: ['pattern', 'one'] },
      { item_id: 'pattern', parent_id: 'group', type: 'primeelement', label: '' },
      question('in-pattern', { ...failed, parent_id: 'pattern' }),
      { item_id: 'one', parent_id: 'group', type: 'element', label: '' },
      question('in-one', { ...failed, parent_id: 'one' }),
    ]
    const report = buildReport(document(items))
    expect(report.failedCount).toBe(1)
    expect(report.items.filter((item) => item.hidden !== null).map((item) => [item.key, item.hidden])).toEqual([
      ['skipped', 'inactive'],
      ['below', 'inactive'],
      ['pattern', 'pattern'],
      ['in-pattern', 'pattern'],
    ])
    expect(report.items.find((item) => item.key === 'one')?.answer).toEqual({
      kind: 'instance',
      name: 'Ladder',
      ordinal: 1,
      of: 1,
    })
  })
})

describe('media', () => {
  it('is found once in any field of an item, and its href is never used', () => {
    const items = [
      question('q', {
        media: [photo('m1'), photo('m2')],
        responses: { selected: [yes], media: [photo('m1'), photo('m3', 'MP4')], image: photo('m4', 'png') },
        options: { media: photo('m5', 'pdf') },
      }),
    ]
    const report = buildReport(document(items, { media: [photo('m1'), photo('m6', 'heic'), photo('../m7')] }))
    expect(report.media.map((media) => [media.id, media.kind, media.itemKey])).toEqual([
      ['m1', 'image', 'q'],
      ['m2', 'image', 'q'],
      ['m3', 'video', 'q'],
      ['m4', 'image', 'q'],
      ['m5', 'pdf', 'q'],
      ['m6', 'file', null],
      ['../m7', 'image', null],
    ])
    expect(report.media.map((media) => media.isFetchable)).toEqual([true, true, true, true, true, true, false])
    expect(JSON.stringify(report)).not.toContain('elsewhere.example')
    expect(report.media[0]?.label).toBeNull()
  })

  it('of a hidden item belongs to the visible item that also has it', () => {
    const items = [
      question('off', { inactive: true, media: [photo('m1'), photo('m2')] }),
      question('on', { media: [photo('m1')] }),
    ]
    const report = buildReport(document(items))
    expect(report.media.map((media) => [media.id, media.itemKey, media.hidden])).toEqual([
      ['m2', 'off', true],
      ['m1', 'on', false],
    ])
    expect(summarizeInspection(document(items)).mediaCount).toBe(1)
  })
})

describe('answers', () => {
  it('of an unknown type show all of their fields', () => {
    const item = readItem('temperature', { responses: { celsius: 21.5 }, options: { unit: 'C' }, sensor: { id: 4 } })
    expect(item?.answer).toEqual({
      kind: 'other',
      fields: [
        { name: 'celsius', value: '21.5' },
        { name: 'options.unit', value: 'C' },
      ],
    })
    expect(item?.extra).toEqual([{ name: 'sensor', value: '{"id":4}' }])
  })

  it('keep values of an unexpected shape as text', () => {
    const item = readItem('text', { responses: { text: { html: '<b>' }, edited: true } })
    expect(item?.isAnswered).toBe(false)
    expect(item?.extra).toEqual([
      { name: 'text', value: '{"html":"<b>"}' },
      { name: 'edited', value: 'true' },
    ])
  })

  it('treat a type with the name of a property of Object.prototype as unknown', () => {
    for (const type of ['constructor', '__proto__', 'toString']) expect(readItem(type, {})?.answer.kind).toBe('other')
  })

  it.each([
    ['http://google.com', 'http://google.com/'],
    ['google.com/a?b', 'https://google.com/a?b'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
    ['javascript:alert(1)', null],
    [' JaVaScRiPt:alert(1)', null],
    ['java\nscript:alert(1)', null],
    ['data:text/html,<script>1</script>', null],
    ['vbscript:x', null],
    ['file:///etc/passwd', null],
    ['//evil.example', null],
    ['not a link', null],
  ])('treat the link %s as followable only if no browser runs it as code', (link, expected) => {
    const answer = readItem('information', { options: { type: 'link', link } })?.answer
    expect(answer).toEqual({ kind: 'information', link: expected, linkText: link.trim() })
  })

  it('of switches and checkboxes can be 0, 1, these numbers as text, and booleans', () => {
    expect([isOn(1), isOn('1'), isOn(true), isOn(0), isOn('0'), isOn(false), isOn(null), isOn('maybe')]).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      null,
      null,
    ])
  })
})

describe('the summary', () => {
  it('takes missing names from the title page', () => {
    const summary = summarizeInspection({
      header_items: [
        headerItem('F3245D40-EA77-11E1-AFF1-0800200C9A66', 'From the title page'),
        headerItem('f3245d41-ea77-11e1-aff1-0800200c9a66', 'Leeds'),
        headerItem('f3245d43-ea77-11e1-aff1-0800200c9a66', 'Ann'),
        headerItem('f3245d46-ea77-11e1-aff1-0800200c9a66', '000017'),
      ],
      audit_data: { name: '', score: 3, total_score: 4, date_completed: '2026-02-30T00:00:00Z' },
    })
    expect(summary).toMatchObject({
      title: 'From the title page',
      siteName: 'Leeds',
      authorName: 'Ann',
      documentNo: '000017',
      scorePercentage: 75,
      completedAt: null,
      itemCount: 4,
    })
  })

  it('contains only what the database can store', () => {
    const summary = summarizeInspection({
      audit_id: '../x',
      created_at: '0000-01-01T00:00:00Z',
      modified_at: '2026-01-01T00:00:00+15:30',
      audit_data: { name: `\u0000nul${'x'.repeat(9_000)}`, score: '1e999', total_score: Number.NaN },
    })
    expect(summary).toMatchObject({ auditId: null, createdAt: null, modifiedAt: null, score: null })
    expect(summary.title).toHaveLength(500)
    expect(summary.title).not.toContain('\u0000')
  })

  it.each([
    [null],
    [undefined],
    [42],
    ['not json'],
    ['[1]'],
    [[]],
    [{ items: 'x', header_items: { a: 1 }, audit_data: [] }],
  ])('of %j is empty and not an error', (input) => {
    expect(summarizeInspection(input)).toMatchObject({ auditId: null, title: null, failedCount: 0, itemCount: 0 })
    expect(() => reportSchema.parse(buildReport(input))).not.toThrow()
  })
})
