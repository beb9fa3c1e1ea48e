// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import { inspectionRow } from '@/lib/inspections/schema'
import { buildReport } from '@/lib/report/model'
import { InspectionView } from './inspection-view'

const document7 = {
  audit_data: { name: 'Round 7' },
  template_data: { metadata: { name: 'Fire round' } },
  items: [
    { item_id: 's', type: 'section', label: 'Doors' },
    {
      item_id: 'q',
      parent_id: 's',
      type: 'question',
      label: 'Door closes',
      responses: { selected: [{ id: 'n', label: 'No' }], failed: true },
    },
    {
      item_id: 'r',
      parent_id: 's',
      type: 'question',
      label: 'Sign hangs',
      responses: { selected: [{ id: 'y', label: 'Yes' }] },
    },
    { item_id: 'off', parent_id: 's', type: 'text', label: 'Why not', inactive: true },
  ],
}
const answer = (stale: unknown = null) => ({
  auditId: 'audit_7',
  modifiedAt: '2026-01-01T00:00:00.000Z',
  source: 'index',
  stale,
  report: buildReport(document7),
})

let root: Root
let queryClient: QueryClient
let replies: Array<() => Response>
/** Responses for other addresses, by a part of the address. */
let others: Record<string, (url: string) => Response>
const router = { replace: vi.fn(), push: vi.fn(), prefetch: vi.fn(), refresh: vi.fn(), back: vi.fn(), forward: vi.fn() }
/** The address that the page last set. */
let address: URLSearchParams

function problem(status: number, code: string, detail: string, retryAfterSeconds?: number): () => Response {
  const body = { type: 'about:blank', title: code, status, code, detail, requestId: 'r1', retryAfterSeconds }
  return () => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/problem+json' } })
}

async function open(search = '', auditId = 'audit_7'): Promise<void> {
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <AppRouterContext value={router as never}>
          <NuqsTestingAdapter
            searchParams={search}
            hasMemory
            onUrlUpdate={(event) => {
              address = event.searchParams
            }}
          >
            <TooltipProvider>
              <ToastProvider>
                <InspectionView auditId={auditId} />
              </ToastProvider>
            </TooltipProvider>
          </NuqsTestingAdapter>
        </AppRouterContext>
      </QueryClientProvider>,
    ),
  )
}

/** React paints later, so this checks until the page shows the text, or no longer shows it (`isShown` false). */
async function until(text: string, isShown = true): Promise<void> {
  for (let turn = 0; turn < 200 && words().includes(text) !== isShown; turn += 1)
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)))
  if (isShown) expect(words()).toContain(text)
  else expect(words()).not.toContain(text)
}

const isAnswered = () => queryClient.getQueriesData({ queryKey: ['inspections', 'neighbours'] })[0]?.[1] !== undefined
const words = () => document.body.textContent

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  // The last reply stays: polls and retries get it again.
  vi.stubGlobal('fetch', (input: string | URL | Request) => {
    const url = input instanceof Request ? input.url : String(input)
    const other = Object.entries(others).find(([part]) => url.includes(part))?.[1]
    if (other !== undefined) return Promise.resolve(other(url))
    if (!url.includes('/report')) return Promise.resolve(new Response('{}', { status: 404 }))
    const reply = replies.length > 1 ? replies.shift() : replies[0]
    return reply === undefined ? Promise.reject(new TypeError('no reply')) : Promise.resolve(reply())
  })
  others = {}
  address = new URLSearchParams()
  router.replace.mockClear()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
  Element.prototype.scrollIntoView = () => {}
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
})

afterEach(async () => {
  await act(async () => root.unmount())
  queryClient.clear()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

it('shows the sections, answers and failures of an inspection, and names the tab', async () => {
  replies = [() => Response.json(answer())]
  await open()
  await until('Door closes')
  expect(document.title).toContain('Round 7')
  expect(words()).toContain('1 failed')
  expect(words()).not.toContain('Why not')
})

it('shows the view that the address names', { tags: ['full'] }, async () => {
  replies = [() => Response.json(answer())]
  await open('?show=failed-only&skipped=true')
  await until('Door closes')
  expect(words()).not.toContain('Sign hangs')
  await act(async () => root.render(null))
  await open('?skipped=true')
  await until('Why not')
})

it('says that no inspection has this id', async () => {
  replies = [problem(404, 'not_found', 'SafetyCulture cannot find this item.')]
  await open('', 'audit_nope')
  await until('Inspection not found')
  expect(words()).toContain('audit_nope')
})

it.each([
  [503, 'upstream_throttled', 'SafetyCulture received too many requests.'],
  [502, 'upstream_refused', 'SafetyCulture rejected the API token.'],
  [502, 'upstream_failed', 'SafetyCulture failed (status 500).'],
  [503, 'unavailable', 'SafetyCulture cannot be reached.'],
])('says what happened and offers a retry after status %i (%s)', async (status, code, detail) => {
  replies = [problem(status, code, detail)]
  await open()
  await until(detail)
  expect([...document.querySelectorAll('button')].map((button) => button.textContent)).toContain('Retry')
})

it('shows an error instead of crashing when the response is not valid', async () => {
  replies = [() => new Response('<html>oops', { status: 200 })]
  await open()
  await until('Could not load the inspection')
})

it('keeps a loaded report when a refresh fails, and recovers on its own', async () => {
  replies = [
    () => Response.json(answer()),
    problem(503, 'unavailable', 'SafetyCulture cannot be reached.', 9),
    () => Response.json(answer()),
  ]
  await open()
  await until('Door closes')
  await act(() => queryClient.refetchQueries())
  await until('The report could not be refreshed')
  expect(words()).toContain('Door closes')
  expect(words()).toContain('Trying again in')
  await act(() => queryClient.refetchQueries())
  await until('could not be refreshed', false)
})

it('says that a stored version may be old, and why', async () => {
  replies = [() => Response.json(answer({ reason: 'A newer version could not be loaded.', retryAfterSeconds: 3 }))]
  await open()
  await until('A newer version could not be loaded.')
  expect(words()).toContain('Door closes')
})

const row = (auditId: string, title: string) => ({
  // The other fields of a row may be null.
  ...Object.fromEntries(Object.keys(inspectionRow.shape).map((name) => [name, null])),
  auditId,
  title,
  modifiedAt: '2026-01-01T00:00:00.000Z',
  hydrated: true,
})
const press = (key: string) =>
  act(
    async () =>
      void document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
  )

const titlePage = () => document.querySelector<HTMLElement>('[id="item=by"]')?.closest('[hidden]') ?? null

describe('a failed inspection', () => {
  const failed7 = {
    ...document7,
    template_id: 'template_9',
    audit_data: { name: 'Round 7', date_completed: '2026-01-01T10:00:00.000Z' },
    header_items: [
      { item_id: 'title', type: 'section', label: 'Title Page' },
      { item_id: 'by', parent_id: 'title', type: 'textsingle', label: 'Conducted by', responses: { text: 'Noor' } },
    ],
  }
  beforeEach(() => {
    replies = [() => Response.json({ ...answer(), report: buildReport(failed7) })]
  })

  it('opens with its failures first and the title page collapsed, and says Failed instead of Completed', async () => {
    await open()
    await until('Failed answers')
    expect(document.querySelector('header')?.textContent).toContain('Failed')
    expect([...document.querySelectorAll('[role=tabpanel] h2')].map(({ textContent }) => textContent)).toEqual([
      'Failed answers',
      'Title Page',
      'Doors',
    ])
    expect(titlePage()?.getAttribute('hidden')).toBe('until-found')
    const toggle = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Title Page')
    await act(async () => toggle?.click())
    expect(titlePage()).toBeNull()
    // A failure is marked only once, on its answer.
    expect(document.querySelector('[id="item=q"]')?.textContent?.match(/failed/gi)).toHaveLength(1)
    expect(document.querySelector('details')?.textContent).toContain('template_9')
  })

  it('is shown in its original order when the address asks for it', async () => {
    await open('?show=filled')
    await until('Conducted by')
    expect(words()).not.toContain('Failed answers')
    expect(titlePage()).toBeNull()
  })

  it('opens the title page for a link to an item on it', { tags: ['full'] }, async () => {
    window.history.replaceState(null, '', '/#item=by')
    await open()
    await until('Conducted by')
    expect(document.activeElement?.id).toBe('item=by')
    expect(titlePage()).toBeNull()
  })

  it('says how often a question failed before, with a link to exactly these inspections', async () => {
    others = {
      '/earlier': () =>
        Response.json({
          earlier: [
            { auditId: 'audit_1', failedQuestions: ['q'] },
            { auditId: 'audit_2', failedQuestions: [] },
            { auditId: 'audit_3', failedQuestions: ['q', 'x'] },
          ],
        }),
    }
    await open()
    await until('Failed in 2 of the last 3 here')
    const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === '2 of the last 3')
    expect(link?.getAttribute('href')).toBe('/inspections?q=audit_1+audit_3')
  })
})

describe('the list that led here', () => {
  const asked: string[] = []
  const neighbours = (isListed: boolean) => (url: string) => {
    asked.push(url)
    return Response.json({ previous: null, next: row('audit_8', 'Round 8'), isListed })
  }
  beforeEach(() => {
    asked.length = 0
    replies = [() => Response.json(answer())]
  })

  it('links to its next inspection with its groups, is written to the address, and preloads the next report', async () => {
    sessionStorage.setItem('sightline.list-address', '?result=failed&columns=title&sort=-score&groupBy=site')
    others = {
      neighbours: neighbours(true),
      'audit_8/report': () => Response.json({ ...answer(), auditId: 'audit_8' }),
    }
    await open()
    await until('Door closes')
    for (let turn = 0; turn < 200 && address.get('list') === null; turn += 1)
      await act(() => new Promise((resolve) => setTimeout(resolve, 5)))
    expect(address.get('list')).toBe('result=failed&sort=-score&groupBy=site')
    expect(asked[0]).toMatch(/result=failed.*of=audit_7.*groupBy=site/)
    await press('k')
    expect(router.replace).not.toHaveBeenCalled()
    await press('j')
    expect(router.replace).toHaveBeenCalledWith(
      '/inspections/audit_8?list=result%3Dfailed%26sort%3D-score%26groupBy%3Dsite',
    )
    expect(queryClient.getQueryData(['inspections', 'report', 'audit_8'])).toBeDefined()
  })

  it('is kept by the links of Compare to earlier versions', async () => {
    const versions = ['2026-01-01T00:00:00.000Z', '2025-12-01T00:00:00.000Z'].map((modifiedAt, at) => ({
      modifiedAt,
      fetchedAt: modifiedAt,
      isCurrent: at === 0,
    }))
    others = {
      neighbours: neighbours(true),
      'audit_7/versions': () =>
        Response.json({ auditId: 'audit_7', versions, versionsMax: 5, opened: null, seenBefore: null }),
    }
    await open('?list=result%3Dfailed')
    await until('Door closes')
    const compare = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Compare')
    await act(async () => compare?.click())
    await until('1 Dec 2025')
    const link = document.querySelector('[role=dialog] a')?.getAttribute('href') ?? ''
    expect(Object.fromEntries(new URLSearchParams(link.split('?')[1]))).toEqual({
      tab: 'changes',
      from: '2025-12-01T00:00:00.000Z',
      list: 'result=failed',
    })
  })

  it('reports that this inspection is no longer in it', async () => {
    others = { neighbours: neighbours(false), 'audit_8/report': () => new Response('', { status: 503 }) }
    await open('?list=result%3Dfailed')
    await until('No longer in the list')
    await press('j')
    expect(router.replace).toHaveBeenCalledTimes(1)
  })

  it("does not exist when this inspection was never in the tab's list, or no list was open", async () => {
    others = { neighbours: neighbours(false) }
    sessionStorage.setItem('sightline.list-address', '?result=failed')
    await open()
    await until('Door closes')
    for (let turn = 0; turn < 200 && !isAnswered(); turn += 1)
      await act(() => new Promise((resolve) => setTimeout(resolve, 5)))
    expect(isAnswered()).toBe(true)
    await act(() => new Promise((resolve) => setTimeout(resolve, 0)))
    await press('j')
    expect(router.replace).not.toHaveBeenCalled()
    expect(address.get('list')).toBeNull()
    await act(async () => root.render(null))
    sessionStorage.clear()
    asked.length = 0
    await open()
    await until('Door closes')
    expect(asked).toEqual([])
  })
})

describe('a link to an item', () => {
  beforeEach(() => {
    replies = [() => Response.json(answer())]
  })

  it(
    'shows and marks the item, even when the view or a condition hides it, until another view is chosen',
    { tags: ['full'] },
    async () => {
      window.history.replaceState(null, '', '/#item=r')
      await open('?show=failed-only')
      await until('Sign hangs')
      expect(document.activeElement?.id).toBe('item=r')
      expect(document.querySelector('[id="item=r"]')?.className).toContain('bg-accent-soft')
      const only = document.querySelector<HTMLInputElement>('input[type=radio][value=failed-only]')
      await act(async () => only?.click())
      await until('Sign hangs', false)
      expect(window.location.hash).toBe('')
      await act(async () => root.render(null))
      window.history.replaceState(null, '', '/#item=off')
      await open()
      await until('Why not')
    },
  )

  it('reports an item that this version does not have, and shows the report', async () => {
    window.history.replaceState(null, '', '/#item=gone')
    await open()
    await until('not in this version')
    expect(words()).toContain('Sign hangs')
  })

  it('is copied without the other parts of the address', async () => {
    const writeText = vi.fn(() => Promise.resolve())
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    window.history.replaceState(null, '', '/inspections/audit_7?list=result%3Dfailed&media=m&skipped=true')
    await open()
    await until('Door closes')
    const button = [...document.querySelectorAll('button')].find(
      (each) => each.getAttribute('aria-label') === 'Copy link to Door closes',
    )
    await act(async () => button?.click())
    expect(writeText).toHaveBeenCalledWith('http://localhost:3000/inspections/audit_7?skipped=true#item=q')
  })
})
