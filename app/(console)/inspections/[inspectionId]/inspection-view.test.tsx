// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
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

function problem(status: number, code: string, detail: string, retryAfterSeconds?: number): () => Response {
  const body = { type: 'about:blank', title: code, status, code, detail, requestId: 'r1', retryAfterSeconds }
  return () => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/problem+json' } })
}

async function open(search = '', auditId = 'audit_7'): Promise<void> {
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <NuqsTestingAdapter searchParams={search}>
          <TooltipProvider>
            <ToastProvider>
              <InspectionView auditId={auditId} />
            </ToastProvider>
          </TooltipProvider>
        </NuqsTestingAdapter>
      </QueryClientProvider>,
    ),
  )
}

/** React paints when it gets to it: looks until the page shows the text, or does not (`isShown` false). */
async function until(text: string, isShown = true): Promise<void> {
  for (let turn = 0; turn < 200 && words().includes(text) !== isShown; turn += 1)
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)))
  if (isShown) expect(words()).toContain(text)
  else expect(words()).not.toContain(text)
}

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
  vi.stubGlobal('fetch', () => {
    const reply = replies.length > 1 ? replies.shift() : replies[0]
    return reply === undefined ? Promise.reject(new TypeError('no reply')) : Promise.resolve(reply())
  })
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

it('an inspection shows its sections, answers and failures, and names the tab', async () => {
  replies = [() => Response.json(answer())]
  await open()
  await until('Door closes')
  expect(document.title).toContain('Round 7')
  expect(words()).toContain('1 failed')
  expect(words()).not.toContain('Why not')
})

it('the view in the address decides what is shown', async () => {
  replies = [() => Response.json(answer())]
  await open('?show=failed-only&skipped=true')
  await until('Door closes')
  expect(words()).not.toContain('Sign hangs')
  await act(async () => root.render(null))
  await open('?skipped=true')
  await until('Why not')
})

it('an id that names nothing gets a page that says so', async () => {
  replies = [problem(404, 'not_found', 'The inspection service does not know this item.')]
  await open('', 'audit_nope')
  await until('There is no inspection of this id')
  expect(words()).toContain('audit_nope')
})

it.each([
  [503, 'upstream_throttled', 'The inspection service asks us to slow down.'],
  [502, 'upstream_refused', 'The inspection service refused the token.'],
  [502, 'upstream_failed', 'The inspection service failed (status 500).'],
  [503, 'unavailable', 'The inspection service cannot be reached.'],
])('trouble %i %s says what happened and offers another try', async (status, code, detail) => {
  replies = [problem(status, code, detail)]
  await open()
  await until(detail)
  expect([...document.querySelectorAll('button')].map((button) => button.textContent)).toContain('Try again')
})

it('garbage instead of an answer is trouble, not a crash', async () => {
  replies = [() => new Response('<html>oops', { status: 200 })]
  await open()
  await until('The inspection could not be loaded')
})

it('a report that was read stays when reading it again fails, and comes back by itself', async () => {
  replies = [
    () => Response.json(answer()),
    problem(503, 'unavailable', 'The inspection service cannot be reached.', 9),
    () => Response.json(answer()),
  ]
  await open()
  await until('Door closes')
  await act(() => queryClient.refetchQueries())
  await until('The report could not be read again')
  expect(words()).toContain('Door closes')
  expect(words()).toContain('by itself in')
  await act(() => queryClient.refetchQueries())
  await until('could not be read again', false)
})

it('a kept version says that it may be old, and why', async () => {
  replies = [() => Response.json(answer({ reason: 'A newer version could not be read.', retryAfterSeconds: 3 }))]
  await open()
  await until('A newer version could not be read.')
  expect(words()).toContain('Door closes')
})
