// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import * as fc from 'fast-check'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import { knownTypes } from '@/lib/report/answers'
import { buildReport } from '@/lib/report/model'
import { reportAnswer } from '@/lib/report/schema'
import { listViewerMedia } from '@/lib/report/view'
import { longDocument } from '@/lib/testing/long-documents'
import { runs } from '@/lib/testing/random-runs'
import { ReportScreen, type ReportSlots } from './report-screen'

/** Real documents: see lib/report/fixtures.test.ts. */
const folder = process.env['INSPECTION_FIXTURES']
const files = folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.json'))

let root: Root

async function open(document: unknown, search = '', slots: ReportSlots = {}): Promise<void> {
  const report = buildReport(document)
  const answer = reportAnswer.parse({
    auditId: 'audit_1',
    modifiedAt: '2026-01-01T00:00:00.000Z',
    source: 'index',
    stale: null,
    report,
  })
  const media = listViewerMedia(answer.report, 'audit_1', { showHidden: true })
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <NuqsTestingAdapter searchParams={search} hasMemory>
          <TooltipProvider>
            <ToastProvider>
              <ReportScreen
                answer={answer}
                mediaCount={media.length}
                mediaById={new Map(media.map((file) => [file.id, file]))}
                Thumb={({ media: file }) => <button type="button">{file.title}</button>}
                slots={slots}
                error={null}
                onRetry={() => {}}
                isRetrying={false}
              />
            </ToastProvider>
          </TooltipProvider>
        </NuqsTestingAdapter>
      </QueryClientProvider>,
    ),
  )
}

const squeeze = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const words = () => squeeze(document.body.textContent)
const press = (target: EventTarget, key: string, shiftKey = false) =>
  act(
    async () =>
      void target.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true })),
  )
const row = (key: string) => document.querySelector<HTMLElement>(`[id="item=${key}"]`)
const button = (name: string) =>
  [...document.querySelectorAll('button')].find((each) => squeeze(each.textContent) === name) ?? null

/** Types into a field. React listens to the event of the native setter. */
async function write(text: string): Promise<HTMLInputElement> {
  const input = document.querySelector<HTMLInputElement>('input[type=search]')
  if (input === null) throw new Error('The report has no search')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  return input
}

const scrolled: Element[] = []
const countRows = () => document.querySelectorAll('[id^="item="]').length

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  window.history.replaceState(null, '', '/')
  scrolled.length = 0
  Element.prototype.scrollIntoView = function note() {
    scrolled.push(this)
  }
  const host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
})

afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const grouped = {
  items: [
    { item_id: 's', type: 'section', label: 'Appliances' },
    { item_id: 'g', parent_id: 's', type: 'dynamicfield', label: 'Appliance' },
    { item_id: 'e1', parent_id: 'g', type: 'element' },
    { item_id: 'n1', parent_id: 'e1', type: 'text', label: 'Name', responses: { text: 'Kettle' } },
    { item_id: 'e2', parent_id: 'g', type: 'element' },
    { item_id: 'n2', parent_id: 'e2', type: 'text', label: 'Name', responses: { text: 'Café grinder' } },
    {
      item_id: 'q2',
      parent_id: 'e2',
      type: 'question',
      label: 'Cable',
      responses: { selected: [{ id: 'n', label: 'Worn' }], failed: true, text: 'Kettle cord\nis frayed' },
    },
  ],
}
const isFolded = (key: string) => row(key)?.closest('[hidden="until-found"]') != null

it('shows the parts that the page adds', async () => {
  const slots = {
    hint: 'a hint',
    review: 'a review',
    actions: 'an action',
    changes: 'the changes',
    media: 'the files',
  }
  await open({ items: [{ item_id: 'm', type: 'media', label: 'M', media: [{ media_id: 'f' }] }] }, '', slots)
  for (const name of ['a hint', 'a review', 'an action', 'History']) expect(words()).toContain(name)
  await act(async () => root.render(null))
  await open({ items: [{ item_id: 'm', type: 'media', label: 'M', media: [{ media_id: 'f' }] }] }, '?tab=media', slots)
  expect(words()).toContain('the files')
  await act(async () => root.render(null))
  await open({ items: [] }, '?tab=changes', slots)
  expect(words()).toContain('the changes')
})

it(
  'draws only a part of a long report, and each item that a link, a jump or the search leads to',
  { tags: ['R36'] },
  async () => {
    const observers: Array<(entries: object[]) => void> = []
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(callback: (typeof observers)[number]) {
          observers.push(callback)
        }
        observe() {}
        unobserve() {}
      },
    )
    await open(longDocument(600))
    expect(countRows()).toBeLessThan(100)
    await act(async () => {
      window.location.hash = 'item=item-345'
      window.dispatchEvent(new HashChangeEvent('hashchange'))
    })
    expect(document.activeElement?.id).toBe('item=item-345')
    await press(document.body, 'p')
    expect(row('item-594')).not.toBeNull()
    const input = await write('bay 504')
    expect(words()).toContain('1 of 1')
    expect(row('item-504')).not.toBeNull()
    await press(input, 'Escape')
    expect(document.activeElement?.id).toBe('item=item-504')
    expect(countRows()).toBeLessThan(200)
  },
)

describe('entries of a repeated group', () => {
  it('collapse alone and all together, and stay on the page for the browser to find', async () => {
    await open(grouped)
    await act(async () => button('Appliance 2 of 2')?.click())
    expect([isFolded('n1'), isFolded('n2')]).toEqual([false, true])
    expect(button('Appliance 2 of 2')?.getAttribute('aria-expanded')).toBe('false')
    await act(async () => button('Collapse all')?.click())
    expect([isFolded('n1'), isFolded('n2')]).toEqual([true, true])
    expect(words()).toContain('Kettle')
    await act(async () => button('Expand all')?.click())
    expect([isFolded('n1'), isFolded('n2')]).toEqual([false, false])
  })

  it('expand for the browser’s own search, for a jump to a failure, and for a link', async () => {
    await open(grouped)
    const foldAll = async () => {
      await act(async () => (button('Collapse all') ?? button('Appliance 2 of 2'))?.click())
      expect(isFolded('q2')).toBe(true)
    }
    await foldAll()
    await act(async () => row('q2')?.closest('[hidden]')?.dispatchEvent(new Event('beforematch')))
    expect([isFolded('q2'), isFolded('n1')]).toEqual([false, true])
    await act(async () => button('Appliance 2 of 2')?.click())
    await press(document.body, 'n')
    expect(isFolded('q2')).toBe(false)
    expect(document.activeElement?.id).toBe('item=q2')
    await act(async () => button('Appliance 2 of 2')?.click())
    await act(async () => {
      window.location.hash = 'item=n2'
      window.dispatchEvent(new HashChangeEvent('hashchange'))
    })
    expect(isFolded('n2')).toBe(false)
  })
})

describe('find in the report', () => {
  it(
    'finds labels, answers, notes and ids in any case and without accents, and expands entries',
    { tags: ['full'] },
    async () => {
      await open(grouped)
      await act(async () => button('Collapse all')?.click())
      await press(document.body, '/')
      expect(document.activeElement).toBe(document.querySelector('input[type=search]'))
      const input = await write('cafe')
      expect(words()).toContain('1 of 1')
      expect(isFolded('n2')).toBe(false)
      await write('KETTLE')
      expect(words()).toContain('1 of 2')
      await press(input, 'Enter')
      expect(words()).toContain('2 of 2')
      expect(scrolled.at(-1)?.closest('li')?.id).toBe('item=q2')
      await press(input, 'Enter')
      await press(input, 'Enter', true)
      expect(words()).toContain('2 of 2')
      await write('cord is')
      expect(words()).toContain('1 of 1')
      await write('nowhere')
      expect(words()).toContain('Not found')
    },
  )

  it('finds what a long answer does not show, and expands the answer', async () => {
    const text = `${'Checked. '.repeat(300)}The fuse is missing.`
    await open({
      items: [
        { item_id: 'long', type: 'text', label: 'Remarks', responses: { text } },
        { item_id: 'short', type: 'text', label: 'Fuse', responses: { text: 'Fitted' } },
      ],
    })
    expect(words()).not.toContain('The fuse is missing.')
    await write('fuse')
    expect(words()).toContain('1 of 2')
    expect(words()).toContain('The fuse is missing.')
    expect(scrolled.at(-1)?.closest('li')?.id).toBe('item=long')
    await write('checked. the')
    expect(words()).toContain('1 of 1')
  })

  it('finds an item by its id', async () => {
    await open({
      items: [
        { item_id: '1B0E22C4-aa', type: 'text', label: 'A' },
        { item_id: 'x', type: 'text', label: 'B' },
      ],
    })
    await write('1b0e22c4')
    expect(words()).toContain('1 of 1')
  })

  it('moves the focus to the match when it closes', async () => {
    await open(grouped)
    const input = await write('frayed')
    await press(input, 'Escape')
    expect(input.value).toBe('')
    expect(document.activeElement?.id).toBe('item=q2')
  })

  it('counts the matches that this view hides, and shows them', async () => {
    await open(grouped, '?show=failed-only')
    await write('kettle')
    expect(words()).toContain('1 of 1')
    await act(async () => button('Show 1 hidden match')?.click())
    expect(words()).toContain('1 of 2')
  })
})

describe('the items of a report', () => {
  it('each have a link to copy, whatever their type', async () => {
    const items = [...knownTypes, 'new-type'].map((type, at) => ({
      item_id: `i${at}`,
      type,
      label: `Item ${at}`,
      evaluation: true,
    }))
    await open({ items }, '?skipped=true')
    const linked = new Set(
      [...document.querySelectorAll('[id^="item="]')].flatMap((element) =>
        element.querySelector('button[aria-label^="Copy link"]') === null ? [] : element.id.slice(5),
      ),
    )
    const drawn = items.filter(({ type }) => type !== 'section' && type !== 'category').map((item) => item.item_id)
    expect([...linked].toSorted()).toEqual(drawn.toSorted())
  })

  it('are rendered with every label and without errors in any document', { tags: ['full'] }, async () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.object({ maxDepth: 1 }))
    const item = fc.record(
      {
        item_id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
        parent_id: fc.constantFrom('a', 'b', 'c', 'd', null),
        type: fc.constantFrom(...knownTypes, 'new-type'),
        label: fc.stringMatching(/^[a-z]{4,8}$/),
        inactive: fc.boolean(),
        evaluation: fc.boolean(),
        options: fc.record(
          { min: value, max: value, increment: value, condition: value, values: value, link: value, media: value },
          { requiredKeys: [] },
        ),
        responses: fc.record(
          {
            value,
            text: value,
            selected: fc.array(value),
            image: value,
            location: value,
            weather: value,
            assets: value,
          },
          { requiredKeys: [] },
        ),
        scoring: fc.dictionary(fc.constantFrom('score', 'max_score', 'combined_score', 'combined_max_score'), value),
      },
      { requiredKeys: ['item_id', 'type', 'label'] },
    )
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
    await fc.assert(
      fc.asyncProperty(fc.array(item, { maxLength: 8 }), async (items) => {
        await open({ items }, '?skipped=true')
        for (const { label } of items) expect(words()).toContain(label)
        await act(async () => root.render(null))
        // Complaints of React, such as invalid nesting of elements.
        expect(complaints.mock.calls.filter(([text]) => !String(text).startsWith('The tag <%s>'))).toEqual([])
      }),
      { numRuns: runs(25) },
    )
    complaints.mockRestore()
  })
})

describe.skipIf(folder === undefined)('real documents (skipped: INSPECTION_FIXTURES names no folder)', () => {
  it.each(files)('%s is rendered with all its labels in each view', async (name) => {
    const document_ = JSON.parse(readFileSync(path.join(folder ?? '', name), 'utf8')) as unknown
    const { items } = buildReport(document_)
    await open(document_, '?skipped=true')
    for (const { label, key, hidden } of items)
      if (label !== null) expect(words(), `${key} ${hidden}`).toContain(squeeze(label))
    for (const show of ['failed-first', 'failed-only']) {
      await act(async () => root.render(null))
      await open(document_, `?show=${show}`)
      for (const { label, failed, hidden } of items)
        if (label !== null && failed && hidden === null) expect(words()).toContain(squeeze(label))
    }
  })
})
