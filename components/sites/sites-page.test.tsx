// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRoot, type Root } from '@/components/testing-root'
import { stubTableLayout } from '@/components/ui/data-table/testing-layout'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import type { SiteRow } from '@/lib/sites/schema'
import { SitesPage } from './sites-page'

const dayMs = 86_400_000
const site = (name: string, lastDaysAgo: number | null, rest: Partial<SiteRow> = {}): SiteRow => ({
  name,
  inspections: 9,
  completed: 8,
  failed: 0,
  scorePercentage: null,
  lastInspectionAt: lastDaysAgo === null ? null : new Date(Date.now() - lastDaysAgo * dayMs).toISOString(),
  assets: 0,
  ...rest,
})
const sites = [
  site('Cork', 1, { failed: 3 }),
  site('Leeds', 20, { assets: 4 }),
  site('Lyon', 300),
  site('Ghent', null, { inspections: 0, completed: 0, assets: 2 }),
]

let container: HTMLDivElement
let root: Root
beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'))
  root = createRoot(container)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  stubTableLayout()
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(
      Response.json(
        address.startsWith('/api/sites') ? { sites } : { views: [], bar: { ordered: [], hidden: [] }, mayShare: false },
      ),
    ),
  )
})
afterEach(() => {
  act(() => root.unmount())
  container.remove()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function show(search: string) {
  act(() =>
    root.render(
      <AppRouterContext value={{ push: () => {}, prefetch: () => {} } as never}>
        <NuqsTestingAdapter searchParams={search} hasMemory>
          <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
            <TooltipProvider>
              <ToastProvider>
                <SitesPage />
              </ToastProvider>
            </TooltipProvider>
          </QueryClientProvider>
        </NuqsTestingAdapter>
      </AppRouterContext>,
    ),
  )
}
const until = (check: () => void) => act(() => vi.waitFor(check, { timeout: 20_000, interval: 10 }))

/** The first cell of each row on screen, including headers of groups with their counts. */
const list = () =>
  [...container.querySelectorAll('tbody tr')].map((row) =>
    (row.querySelector('[data-cell="site"]') ?? row.querySelector('th'))?.textContent.trim(),
  )

it.each([
  ['with failures', '?failed=1..', ['Cork']],
  ['without assets', '?assets=0', ['Cork', 'Lyon']],
  ['inspected within 30 days or never', '?last=30&last=never&sort=site', ['Ghent', 'Leeds']],
])('finds sites %s', async (_name, search, names) => {
  show(search)
  await until(() => expect(list()).toEqual(names))
})

it('offers ages of the last inspection in their order', async () => {
  show('')
  await until(() => expect(list()).toHaveLength(4))
  const filter = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Last inspection')
  await act(async () => filter?.click())
  await until(() =>
    expect([...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)).toEqual([
      'Last 7 days1',
      '8 to 30 days ago1',
      'Over 90 days ago1',
      'Never1',
    ]),
  )
})

it('groups sites by their last inspection', async () => {
  show('?groupBy=last&sort=site')
  await until(() =>
    expect(list()).toEqual([
      'Last 7 days1',
      'Cork',
      '8 to 30 days ago1',
      'Leeds',
      'Over 90 days ago1',
      'Lyon',
      'Never1',
      'Ghent',
    ]),
  )
})
