// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NuqsTestingAdapter, type OnUrlUpdateFunction } from 'nuqs/adapters/testing'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRoot, type Root } from '@/components/testing-root'
import { stubTableLayout } from '@/components/ui/data-table/testing-layout'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import { ConnectionsPage } from './connections-page'

const connections = [
  { connectionId: 'role_1', name: 'Night shift', kind: 'group' },
  { connectionId: 'role_2', name: 'Acme', kind: 'organisation' },
  { connectionId: 'role_3', name: 'Day shift', kind: 'group' },
  { connectionId: 'role_4', name: 'Robo', kind: 'bot' },
]
/** Saved views of connections. */
const saves = {
  views: [
    {
      viewId: '11111111-1111-4111-8111-111111111111',
      list: 'connections',
      name: 'Teams',
      query: 'kind=group',
      isShared: false,
      sharedWith: [],
      isMine: true,
      mayEdit: true,
      ownerName: 'Ada',
      revision: 1,
    },
  ],
  bar: { ordered: [], hidden: [] },
  mayShare: false,
}
let container: HTMLDivElement
let root: Root
const saved: Blob[] = []
const onUrlUpdate = vi.fn<OnUrlUpdateFunction>()

beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'))
  root = createRoot(container)
  saved.length = 0
  onUrlUpdate.mockClear()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  stubTableLayout()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob)
    return 'blob:file'
  })
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(Response.json(address.startsWith('/api/saved-views?') ? saves : { connections })),
  )
})
afterEach(() => {
  act(() => root.unmount())
  container.remove()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const until = (check: () => void) =>
  act(async () => {
    await vi.waitFor(check, { timeout: 20_000, interval: 10 })
  })

async function show(search = '') {
  act(() =>
    root.render(
      <AppRouterContext value={{ push: () => {}, prefetch: () => {} } as never}>
        <NuqsTestingAdapter searchParams={search} onUrlUpdate={onUrlUpdate} hasMemory>
          <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
            <TooltipProvider>
              <ToastProvider>
                <ConnectionsPage />
              </ToastProvider>
            </TooltipProvider>
          </QueryClientProvider>
        </NuqsTestingAdapter>
      </AppRouterContext>,
    ),
  )
  await until(() => expect(container.querySelector('output')?.textContent).not.toBe(''))
}

/** The first cell of each row on screen, including headers of groups with their counts. */
const list = () =>
  [...container.querySelectorAll('tbody tr')].map((row) =>
    (row.querySelector('[data-cell="name"]') ?? row.querySelector('th'))?.textContent.trim(),
  )
const button = (name: string) => {
  const found = [...document.querySelectorAll<HTMLElement>('button, [role="menuitem"], [role="menuitemradio"]')].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent).trim() === name,
  )
  if (found === undefined) throw new Error(`no button ${name}`)
  return found
}
const press = (name: string) => act(() => button(name).click())
const address = () => onUrlUpdate.mock.lastCall?.[0].searchParams.toString()

it('sorts by every column, and keeps the order in the address', async () => {
  await show()
  expect(list()).toEqual(['Acme', 'Day shift', 'Night shift', 'Robo'])
  expect(container.querySelector('output')?.textContent).toBe('4 connections')
  act(() => container.querySelector<HTMLElement>('thead [data-head="kind"]')?.click())
  await until(() => expect(address()).toBe('sort=kind'))
  // Sorted by the displayed kind, also if Sightline does not know the kind.
  expect(list()).toEqual(['Robo', 'Day shift', 'Night shift', 'Acme'])
})

it('filters by the values in the address, which can be removed together', async () => {
  await show('?kind=bot&kind=group&q=shift')
  expect(list()).toEqual(['Day shift', 'Night shift'])
  expect(container.querySelector('output')?.textContent).toBe('2 of 4 connections')
  const chips = () =>
    [...container.querySelectorAll('ul[aria-label="Filters"] li')].map(({ textContent }) => textContent)
  expect(chips()).toEqual(['Type: bot', 'Type: Group'])
  press('Remove filter Type: Group')
  await until(() => expect(chips()).toEqual(['Type: bot']))
  // The focus stays among the chips, and moves to the search with the last one.
  expect(document.activeElement).toBe(button('Remove filter Type: bot'))
  press('Clear all')
  await until(() => expect(list()).toHaveLength(4))
  expect(document.activeElement).toBe(container.querySelector('input[type=search]'))
})

const views = () =>
  [...container.querySelectorAll('nav[aria-label="Saved views"] a')].map(({ textContent }) => textContent)

it('has saved views with their number of rows', async () => {
  await show()
  await until(() => expect(views()).toEqual(['All4', 'Teams2']))
})

it('groups rows under headers with counts, which close and open', { tags: ['full'] }, async () => {
  await show('?groupBy=kind')
  expect(list()).toEqual(['bot1', 'Robo', 'Group2', 'Day shift', 'Night shift', 'Organization1', 'Acme'])
  press('Group2')
  expect(list()).toEqual(['bot1', 'Robo', 'Group2', 'Organization1', 'Acme'])
  expect(button('Group2').getAttribute('aria-expanded')).toBe('false')
  press('Group2')
  expect(list()).toHaveLength(7)
})

it('saves the shown rows in their order, with the shown columns', { tags: ['full'] }, async () => {
  await show('?kind=group&sort=-name&columns=name,kind')
  press('Export')
  await until(() => expect(button('CSV')).toBeDefined())
  press('CSV')
  await until(() => expect(saved).toHaveLength(1))
  expect(await saved[0]?.text()).toContain('Name,Type\r\nNight shift,Group\r\nDay shift,Group\r\n')
})

it('saves a grouped list as it is shown, with the rows of closed groups', { tags: ['full'] }, async () => {
  await show('?groupBy=kind&columns=name,kind')
  press('Group2')
  press('Export')
  await until(() => expect(button('CSV')).toBeDefined())
  press('CSV')
  await until(() => expect(saved).toHaveLength(1))
  const rows = 'Robo,bot\r\nDay shift,Group\r\nNight shift,Group\r\nAcme,Organization\r\n'
  expect(await saved[0]?.text()).toContain(`Name,Type\r\n${rows}`)
})
