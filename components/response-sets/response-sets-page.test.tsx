// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { createRoot } from '@/components/testing-root'
import { stubTableLayout } from '@/components/ui/data-table/testing-layout'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import { ActorContext } from '@/lib/browser/sign-in/actor'
import { ZoneContext } from '@/lib/browser/preferences/zone'
import { listedMax } from '@/lib/response-sets/values-model'
import { ResponseSetsPage } from './response-sets-page'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const newYear = { responseSetId: 'set_1', name: 'New year', createdAt: '2023-12-31T23:30:00.000Z' }
const oldYear = { responseSetId: 'set_2', name: 'Old year', createdAt: '2023-12-31T22:30:00.000Z' }

async function show(responseSets: ReadonlyArray<typeof newYear>, searchParams: string) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  stubTableLayout()
  const views = { views: [], bar: { ordered: [], hidden: [] }, mayShare: true, counts: [] }
  vi.stubGlobal('fetch', (input: string | URL | Request) => {
    const url = input instanceof Request ? input.url : String(input)
    return Promise.resolve(Response.json(url.includes('/api/saved-views') ? views : { responseSets }))
  })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const zone = { choice: 'Europe/Berlin', preferred: 'Europe/Berlin', reported: 'UTC', setChoice: () => {} }
  await act(async () =>
    root.render(
      <AppRouterContext value={{ push: () => {}, prefetch: () => {} } as never}>
        <NuqsTestingAdapter searchParams={searchParams}>
          <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
            <ActorContext value={{ userId: 'u', name: 'Ann', email: 'a@b.test', role: 'admin' }}>
              <ZoneContext value={zone}>
                <TooltipProvider>
                  <ToastProvider>
                    <ResponseSetsPage />
                  </ToastProvider>
                </TooltipProvider>
              </ZoneContext>
            </ActorContext>
          </QueryClientProvider>
        </NuqsTestingAdapter>
      </AppRouterContext>,
    ),
  )
  return {
    container,
    close: async () => {
      await act(async () => root.unmount())
      container.remove()
    },
  }
}

it('the year of a response set is that of the day on screen, in the zone of the reader', async () => {
  const { container, close } = await show([newYear, oldYear], '?created=2024')
  await act(() => vi.waitFor(() => expect(container.textContent).toContain('1 of 2 response sets')))
  expect(container.textContent).toContain('New year')
  expect(container.textContent).not.toContain('Old year')
  expect(container.textContent).not.toContain('lists at most')
  await close()
})

it('a list that may be cut says so', async () => {
  const sets = Array.from({ length: listedMax }, (_, at) => ({ ...newYear, responseSetId: `set_${at}` }))
  const { container, close } = await show(sets, '')
  await act(() => vi.waitFor(() => expect(container.textContent).toContain('1,000 response sets')))
  expect(container.textContent).toContain('SafetyCulture lists at most 1,000 response sets.')
  await close()
})
