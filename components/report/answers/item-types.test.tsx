// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import { ZoneContext } from '@/lib/browser/preferences/zone'
import { knownTypes } from '@/lib/report/answers'
import { buildReport } from '@/lib/report/model'
import { report as reportSchema } from '@/lib/report/schema'
import { listViewerMedia } from '@/lib/report/view'
import { renderJson } from '@/lib/server-text'
import { ReportScreen } from '@/components/report/report-screen'

/** What the report shows for each item type of SafetyCulture's reference, in one invented document with all of them. */

const at = '2026-03-04T22:58:24.000Z'
/** Ids of the condition "the answer is …" and of the standard answer No. */
const isAnswer = '3f206182-e4f6-11e1-aff1-0800200c9a66'
const no = '8bcfbf01-e11b-11e1-9b23-0800200c9a66'
const point = { type: 'Point', coordinates: [-8.4756, 51.8985] }

const item = (id: string, type: string, more: Record<string, unknown> = {}) => ({
  item_id: id,
  parent_id: 'cat',
  type,
  label: `The ${id}`,
  ...more,
})
const answered = (id: string, type: string, responses: unknown, options: unknown = {}) =>
  item(id, type, { responses, options })
const dated = (id: string, enable_date: boolean, enable_time: boolean, datetime: string) =>
  answered(id, 'datetime', { datetime }, { enable_date, enable_time })

const everyType = {
  items: [
    {
      item_id: 'sec',
      type: 'section',
      label: 'Yard',
      scoring: { combined_score: 3, combined_max_score: 4, combined_score_percentage: 75 },
    },
    {
      item_id: 'cat',
      parent_id: 'sec',
      type: 'category',
      label: 'Gates',
      scoring: { combined_score: 1, combined_max_score: 2, combined_score_percentage: 50 },
    },
    answered(
      'question',
      'question',
      { selected: [{ id: no, label: 'No', colour: '200,20,20' }], failed: true, text: 'Hinge is loose' },
      { is_mandatory: true },
    ),
    item('smart', 'smartfield', {
      parent_id: 'question',
      label: '',
      evaluation: true,
      options: { condition: isAnswer, values: [no], require_media: true, require_note: true },
    }),
    item('smart-off', 'smartfield', {
      parent_id: 'question',
      label: '',
      evaluation: false,
      options: { condition: isAnswer, values: [no, 'b5c92351-e11b-11e1-9b23-0800200c9a66'] },
    }),
    item('smart-odd', 'smartfield', {
      parent_id: 'question',
      label: '',
      evaluation: true,
      options: { condition: 'never-heard-of' },
    }),
    answered(
      'list',
      'list',
      {
        selected: [
          { id: 'r', label: 'Rust' },
          { id: 'd', label: 'Dent' },
        ],
      },
      { multiple_selection: true },
    ),
    answered('text', 'text', { text: 'First line\nsecond line' }),
    answered('textsingle', 'textsingle', { text: 'One line' }),
    answered('checkbox', 'checkbox', { value: 1 }),
    answered('switch', 'switch', { value: '0' }),
    answered('slider', 'slider', { value: 4 }, { min: 0, max: 10, increment: 2 }),
    answered('signature', 'signature', {
      name: 'Noor Vega',
      timestamp: at,
      image: { media_id: 'sign', file_ext: 'png' },
    }),
    answered('drawing', 'drawing', { image: { media_id: 'sketch', file_ext: 'png' } }),
    item('media', 'media', { media: [{ media_id: 'photo', file_ext: 'jpg' }] }),
    answered('address', 'address', { location_text: '3 Quay Road\nCork', location: { geometry: point } }),
    dated('datetime', true, true, at),
    dated('time', false, true, at),
    dated('day', true, false, at),
    dated('plain-day', true, false, '2026-03-04T00:00:00.000Z'),
    item('information', 'information', { options: { type: 'link', link: 'https://example.com/rules' } }),
    answered('weather', 'weather', {
      weather: { weather_conditions: 'Drizzle', temperature: '9 C', humidity: '88 %', geometry: point },
    }),
    answered('scanner', 'scanner', { text: '5012345678900', timestamp: at }),
    answered('asset', 'asset', { assets: [{ id: 'a1', name: 'Crane 7' }] }),
    item('group', 'dynamicfield', { label: 'Ladders', options: { element: 'Ladder' } }),
    item('pattern', 'primeelement', { parent_id: 'group', label: '', inactive: true }),
    item('entry', 'element', { parent_id: 'group', label: '' }),
    item('rung', 'textsingle', { parent_id: 'entry', responses: { text: 'Nine rungs' } }),
    item('empty', 'text', { options: { is_mandatory: true } }),
    answered('strange', 'hologram', { beam: 'green', depth: 3 }),
  ],
}

let root: Root | null = null
beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterAll(async () => {
  await close()
  vi.unstubAllGlobals()
})

async function close(): Promise<void> {
  await act(async () => root?.unmount())
  document.body.replaceChildren()
}

async function open(zone: string): Promise<void> {
  const report = reportSchema.parse(JSON.parse(renderJson(buildReport(everyType), 'en')))
  const media = listViewerMedia(report, 'audit_1', { showHidden: true, alwaysId: null })
  const zones = { choice: zone, preferred: zone, reported: zone, setChoice: () => {} }
  await close()
  const host = document.createElement('div')
  document.body.append(host)
  const made = createRoot(host)
  root = made
  await act(async () =>
    made.render(
      <QueryClientProvider client={new QueryClient()}>
        <NuqsTestingAdapter searchParams="?skipped=true" hasMemory>
          <ZoneContext value={zones}>
            <TooltipProvider>
              <ToastProvider>
                <ReportScreen
                  answer={{ auditId: 'audit_1', modifiedAt: at, source: 'index', stale: null, report }}
                  mediaCount={media.length}
                  mediaById={new Map(media.map((file) => [file.id, file]))}
                  Thumb={({ media: file, large }) => (
                    <button type="button">{`${file.id}${large === true ? ', large' : ''}`}</button>
                  )}
                  error={null}
                  onRetry={() => {}}
                  isRetrying={false}
                />
              </ToastProvider>
            </TooltipProvider>
          </ZoneContext>
        </NuqsTestingAdapter>
      </QueryClientProvider>,
    ),
  )
}

const row = (key: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[id="item=${key}"]`)
  if (found === null) throw new Error(`no row of ${key}`)
  return found
}
const words = (key: string) => (row(key).textContent ?? '').replaceAll(/\s+/g, ' ')
const moments = (key: string) => [...row(key).querySelectorAll('time')].map(({ textContent }) => textContent)

it('covers every type of the reference', () => {
  const types = new Set(everyType.items.map(({ type }) => type))
  expect([...knownTypes].filter((type) => !types.has(type))).toEqual([])
})

describe('the report shows', () => {
  beforeAll(() => open('Asia/Tokyo'))

  it('sections and categories with their total scores', () => {
    const headings = [...document.querySelectorAll('h2,h3')].map(({ textContent }) => textContent ?? '')
    expect(headings.join(' ')).toContain('Yard')
    expect(document.body.textContent).toMatch(/Yard.*3 \/ 4/s)
    expect(document.body.textContent).toMatch(/Gates.*1 \/ 2/s)
  })

  it.each([
    ['question', ['The question', 'failed No', 'Note: Hinge is loose']],
    ['list', ['Rust', 'Dent']],
    ['text', ['First line second line']],
    ['textsingle', ['One line']],
    ['checkbox', ['Checked']],
    ['switch', ['Off']],
    ['slider', ['4', 'on a scale from 0', 'to 10', 'in steps of 2']],
    ['signature', ['sign, large', 'Noor Vega', '5 Mar 2026 07:58']],
    ['drawing', ['sketch, large']],
    ['media', ['photo']],
    ['address', ['3 Quay Road Cork', '51.89850, -8.47560', 'on a map (opens in a new tab)']],
    ['information', ['Information: ', 'https://example.com/rules', '(opens in a new tab)']],
    ['weather', ['Weather: ', 'Conditions', 'Drizzle', 'Temperature', '9 C', 'Humidity', '88 %', '51.89850']],
    ['scanner', ['Scanned code: ', '5012345678900', '5 Mar 2026 07:58']],
    ['asset', ['Crane 7']],
    ['group', ['Ladders', '1 entry']],
    ['entry', ['Ladder']],
    ['rung', ['The rung', 'Nine rungs']],
    ['pattern', ['Template of the group']],
    ['empty', ['No answer · mandatory']],
    ['strange', ['The strange', 'Sightline does not support this type yet: hologram', 'beam', 'green', 'depth', '3']],
  ])('%s with %j', (key, all) => {
    for (const each of all) expect(words(key)).toContain(each)
  })

  it('lists, a scale with a picture and text, and links with the right address', () => {
    expect([...row('list').querySelectorAll('ul li')].map(({ textContent }) => textContent)).toEqual(['Rust', 'Dent'])
    expect(row('slider').querySelectorAll('svg circle')).toHaveLength(1)
    expect(row('slider').querySelectorAll('svg rect')).toHaveLength(7)
    const links = (key: string) => [...row(key).querySelectorAll('a')].map((link) => link.getAttribute('href'))
    const map = 'https://www.openstreetmap.org/?mlat=51.89850&mlon=-8.47560#map=17/51.89850/-8.47560'
    expect(links('address')).toEqual([map])
    expect(links('weather')).toEqual([map])
    expect(links('information')).toEqual(['https://example.com/rules'])
  })

  it('conditions as sentences, including conditions that did not apply or are unknown', () => {
    expect(words('smart')).toContain('Because the answer is “No”. Asks for a note, a photo or file.')
    expect(words('smart-off')).toContain('Only if the answer is “No” or “At Risk”, which did not apply.')
    expect(words('smart-odd')).toContain('Depends on the answer above.')
  })

  it('dates and times in the chosen zone with UTC beside them, as the question asked for', () => {
    expect(moments('datetime')).toEqual(['5 Mar 2026 07:58', '4 Mar 2026 22:58'])
    expect(words('datetime')).toContain('22:58 UTC')
    expect(moments('time')).toEqual(['07:58', '22:58'])
    expect(words('time')).toContain('22:58 UTC')
    expect(words('time')).not.toContain('Mar')
    // In UTC this is another day, which is shown. A day without a time is the same day everywhere.
    expect(moments('day')).toEqual(['5 Mar 2026', '4 Mar 2026'])
    expect(moments('plain-day')).toEqual(['4 Mar 2026'])
  })
})

it('a date is shown once when it is the same in UTC', { tags: ['full'] }, async () => {
  await open('UTC')
  expect([moments('datetime'), moments('time'), moments('day')]).toEqual([
    ['4 Mar 2026 22:58'],
    ['22:58'],
    ['4 Mar 2026'],
  ])
  await open('America/New_York')
  expect(moments('day')).toEqual(['4 Mar 2026'])
  expect(moments('plain-day')).toEqual(['4 Mar 2026'])
  expect(moments('time')).toEqual(['17:58', '22:58'])
})
