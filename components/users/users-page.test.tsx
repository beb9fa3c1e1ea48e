// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NuqsTestingAdapter, type OnUrlUpdateFunction } from 'nuqs/adapters/testing'
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubTableLayout } from '@/components/ui/data-table/testing-layout'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import type { Role } from '@/lib/access/permissions'
import { ActorContext } from '@/lib/browser/sign-in/actor'
import type { UserDetail, UserFacets, UserPage as Page, UserReach, UserRow } from '@/lib/users/schema'
import { userAddress } from './address'
import { UserPage } from './user-page'
import { UsersPage } from './users-page'

const at = '2026-11-20T10:00:00.000Z'
const jobId = '6f1b2a52-1111-4222-8333-444455550001'
const reach: UserReach = { refreshedAt: at, trouble: null, message: null, readCount: null, groupsTrouble: null }
const row = (name: string, more: Partial<UserRow> = {}): UserRow => ({
  userId: `user_${name}`,
  name,
  email: `${name.toLowerCase()}@x.example`,
  seat: 'full',
  groups: ['Night shift', 'First aiders'],
  sites: null,
  timezone: 'Europe/London',
  status: 'active',
  lastImport: null,
  ...more,
})
const rows = [
  row('Ann', { lastImport: { jobId, at, state: 'warned' } }),
  row('Bob', { status: 'removed' }),
  row('Cy', { status: 'deactivated', seat: null, groups: [] }),
]
const detail: UserDetail = {
  ...row('Ann'),
  firstName: 'Ann',
  lastName: null,
  locale: 'en-GB',
  groupList: [{ id: 'role_1', name: 'Night shift' }],
  rest: { org_id: 'role_9', badge: 7 },
  seenAt: at,
  removedAt: null,
  imports: [{ jobId, at, state: 'ok', sourceName: 'staff.csv', kind: 'run', line: 12 }],
  reach,
}

const router = { push: () => {}, prefetch: () => {} }
let container: HTMLDivElement
let root: Root
let page: Page
let facets: UserFacets
/** The rows of requests with a query. */
let ofGroup: Record<string, UserRow[]>
const asked: string[] = []
const onUrlUpdate = vi.fn<OnUrlUpdateFunction>()

beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'))
  root = createRoot(container)
  page = { rows, after: null, total: rows.length, missing: [], reach }
  facets = { seat: [{ value: 'full', count: 2 }], group: [], site: [], timezone: [], status: [] }
  ofGroup = {}
  asked.length = 0
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  stubTableLayout()
  vi.stubGlobal('fetch', (input: string | URL | Request) => {
    const url = input instanceof Request ? input.url : String(input)
    asked.push(url)
    if (url.includes('/api/saved-views'))
      return Promise.resolve(Response.json({ views: [], bar: { ordered: [], hidden: [] }, mayShare: true, counts: [] }))
    const inGroup = Object.entries(ofGroup).find(([query]) => url.includes(query))
    const body = url.includes('/facets')
      ? facets
      : url.includes('/api/users/user_')
        ? detail
        : url.includes('after=p2')
          ? { ...page, rows: [row('Dee')], after: null }
          : inGroup === undefined
            ? page
            : { ...page, rows: inGroup[1], after: inGroup[1].length === 200 ? 'p2' : null }
    return Promise.resolve(Response.json(body))
  })
})
afterEach(() => {
  act(() => root.unmount())
  container.remove()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function show(element: React.ReactNode, { role = 'viewer', search = '' }: { role?: Role; search?: string } = {}) {
  act(() =>
    root.render(
      <AppRouterContext value={router as never}>
        <NuqsTestingAdapter searchParams={search} onUrlUpdate={onUrlUpdate} hasMemory>
          <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
            <TooltipProvider>
              <ToastProvider>
                <ActorContext value={{ userId: jobId, name: 'A', email: 'a@x.example', role }}>{element}</ActorContext>
              </ToastProvider>
            </TooltipProvider>
          </QueryClientProvider>
        </NuqsTestingAdapter>
      </AppRouterContext>,
    ),
  )
  await until(() => expect(container.textContent).toContain('Ann'))
}
/** Waits until the screen shows the responses. */
const until = (check: () => void) =>
  act(async () => {
    await vi.waitFor(check, { timeout: 20_000, interval: 10 })
  })
const text = () => container.textContent ?? ''
const button = (name: string) =>
  [...container.querySelectorAll('button')].find((one) => one.textContent === name || one.ariaLabel === name)

it(
  'shows each user with name, email, seat, groups, sites, time zone, status and last import',
  { tags: ['full'] },
  async () => {
    await show(<UsersPage />)
    const heads = [...container.querySelectorAll('thead th')].map((head) => head.textContent)
    expect(heads).toEqual(['', 'Name', 'Email', 'Seat', 'Groups', 'Sites', 'Time zone', 'Status', 'Last import'])
    const [first, second] = [...container.querySelectorAll('tbody tr')].map((line) => line.textContent)
    for (const word of [
      'Ann',
      'ann@x.example',
      'Full',
      'Night shift, First aiders',
      'Europe/London',
      'Active',
      'Done, with warnings',
    ])
      expect(first).toContain(word)
    expect(second).toContain('Removed')
    expect(text()).toContain('3 users')
  },
)

const panel = () => container.querySelector('aside')

it('shows a user beside the list, with the values of hidden columns and a link to the page', async () => {
  await show(<UsersPage />, { search: '?row=user_Cy' })
  await until(() => expect(panel()?.querySelector('h2 a')?.getAttribute('href')).toBe('/users/user_Cy'))
  const values = [...(panel()?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent)
  expect(values).toContain('cy@x.example')
  expect(values).toContain('user_Cy')
})

it('offers to refresh the list only to people who may import users', { tags: ['full'] }, async () => {
  await show(<UsersPage />)
  expect(button('Refresh')).toBeUndefined()
  act(() => root.unmount())
  root = createRoot(container)
  await show(<UsersPage />, { role: 'admin' })
  act(() => button('Refresh')?.click())
  await until(() => expect(asked.some((url) => url.includes('/api/users/refresh'))).toBe(true))
})

it.each([
  ['refused', 'The connected account lacks the permission “Platform management: Users”'],
  ['failed', 'Refresh failed: showing data from'],
] as const)('says above the rows what happened to the refresh: %s', async (trouble, words) => {
  page = { ...page, reach: { ...reach, trouble, message: 'The service is down.' } }
  await show(<UsersPage />)
  expect(text()).toContain(words)
  expect(text()).toContain('Refresh failed')
})

it('shows the progress of a refresh, and which pasted addresses were not found', { tags: ['full'] }, async () => {
  page = { ...page, missing: ['no@x.example'], reach: { ...reach, readCount: 1_200 } }
  await show(<UsersPage />, { search: '?q=no@x.example,ann@x.example' })
  expect(text()).toContain('Refreshing: 1,200 users read')
  expect(text()).toContain('1 of 2 email addresses not found')
})

const item = () =>
  [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(
    ({ textContent }) => textContent === 'Excel (.xlsx)',
  )

it('keeps filters and order in the address, and downloads the list with them', { tags: ['full'] }, async () => {
  await show(<UsersPage />, { search: '?seat=full&q=ash' })
  expect(asked.find((url) => url.includes('/api/users?'))).toMatch(/seat=full/)
  act(() => button('Email')?.click())
  await until(() => expect(onUrlUpdate.mock.lastCall?.[0].queryString).toBe('?seat=full&q=ash&sort=email'))
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(this.getAttribute('href') ?? '')
  })
  act(() => button('Export')?.click())
  await until(() => expect(item()).toBeDefined())
  act(() => item()?.click())
  expect(saved).toEqual([expect.stringMatching(/^\/api\/users\/export\?.*seat=full.*format=xlsx/)])
})

const toolbar = () => document.querySelector<HTMLElement>('[role=toolbar][aria-label="Selected users"]')
const boxes = () => [...container.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]')]
const menuEntry = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(({ textContent }) => textContent === name)
async function choose(trigger: string, name: string) {
  const opener = [...(toolbar()?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === trigger)
  await act(async () => opener?.click())
  await until(() => expect(menuEntry(name)).toBeDefined())
  await act(async () => menuEntry(name)?.click())
}

it('copies texts of selected users, or of all matching users except some, also if they are not loaded yet', async () => {
  const writeText = vi.fn<(lines: string) => Promise<void>>(() => Promise.resolve())
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { clipboard: { writeText } }))
  page = { ...page, after: 'p2', total: 4 }
  await show(<UsersPage />, { search: '?seat=full' })
  await act(async () => boxes()[2]?.click())
  await act(async () => boxes()[0]?.click())
  await until(() => expect(toolbar()?.textContent).toContain('2 selected'))
  await choose('Copy', 'Email addresses')
  await until(() => expect(writeText).toHaveBeenLastCalledWith('cy@x.example\nann@x.example'))
  await until(() => expect(document.body.textContent).toContain('Copied 2 lines'))
  act(() => button('Select all 4')?.click())
  await until(() => expect(toolbar()?.textContent).toContain('All 4 matching selected'))
  await act(async () => boxes()[1]?.click())
  await choose('Copy', 'Links')
  const links = ['Ann', 'Cy', 'Dee'].map((name) => `${location.origin}/users/user_${name}`)
  await until(() => expect(writeText).toHaveBeenLastCalledWith(links.join('\n')))
  expect(asked.filter((url) => url.includes('after=p2')).every((url) => url.includes('seat=full'))).toBe(true)
})

it('saves selected users as JSON with all their fields', async () => {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return 'blob:x'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await show(<UsersPage />)
  await act(async () => boxes()[1]?.click())
  await choose('Export', 'JSON')
  await until(() => expect(saved).toHaveLength(1))
  expect(JSON.parse((await saved[0]?.text()) ?? '')).toEqual([rows[1]])
})

const headers = () =>
  [...container.querySelectorAll<HTMLElement>('tbody th button')].map((head) => ({
    text: head.textContent,
    isOpen: head.getAttribute('aria-expanded') === 'true',
    click: () => act(async () => head.click()),
  }))
const shownLines = () =>
  [...container.querySelectorAll('tbody tr')].map((line) => line.querySelector('a, th')?.textContent)

const rowRequests = () => asked.filter((url) => url.includes('/api/users?') && url.includes('seat='))

it('groups the list with the counts of the server, and loads the rows of a group when it opens', async () => {
  ofGroup = {
    'seat=full': [row('Ann'), row('Bob')],
    'seat=none': [row('Cy', { seat: null })],
  }
  facets.seat = [
    { value: 'full', count: 2 },
    { value: 'none', count: 1 },
  ]
  await show(<UsersPage />, { search: '?groupBy=seat&status=active' })
  await until(() => expect(shownLines()).toEqual(['Full2', 'Ann', 'Bob', 'No seat1']))
  expect(button('Grouped by Seat')).toBeDefined()
  expect(rowRequests()).toEqual([expect.stringContaining('seat=full&status=active')])
  await headers()[1]?.click()
  await until(() => expect(shownLines()).toEqual(['Full2', 'Ann', 'Bob', 'No seat1', 'Cy']))
  expect(rowRequests()).toHaveLength(2)
  await headers()[0]?.click()
  await until(() => expect(shownLines()).toEqual(['Full2', 'No seat1', 'Cy']))
  expect(headers().map(({ isOpen }) => isOpen)).toEqual([false, true])
  // "All matching" are the users of the list, also those of closed groups.
  await act(async () => boxes()[0]?.click())
  act(() => button('Select all 3')?.click())
  await until(() => expect(toolbar()?.textContent).toContain('All 3 matching selected'))
})

const choice = () =>
  [...document.querySelectorAll<HTMLElement>('[role=menuitemradio]')].find((each) => each.textContent === 'Group')

it(
  'shows a user below each of their groups, continues a long group, and keeps the groups in the address',
  { tags: ['full'] },
  async () => {
    const many = Array.from({ length: 201 }, (_, place) => row(`P${place}`))
    ofGroup = { 'group=Night+shift': many.slice(0, 200), 'group=First+aiders': [row('P0')] }
    facets.group = [
      { value: 'Night shift', count: 201 },
      { value: 'First aiders', count: 1 },
    ]
    await show(<UsersPage />)
    await act(async () => button('Group by')?.click())
    await until(() => expect(choice()).toBeDefined())
    await act(async () => choice()?.click())
    await until(() => expect(onUrlUpdate.mock.lastCall?.[0].queryString).toBe('?groupBy=group'))
    await until(() => expect(shownLines().slice(0, 2)).toEqual(['Night shift201', 'P0']))
    const scroller = container.querySelector('[role=grid]')?.parentElement
    await act(async () => {
      if (scroller !== null && scroller !== undefined) scroller.scrollTop = 195 * 40
      scroller?.dispatchEvent(new Event('scroll', { bubbles: true }))
    })
    await until(() => expect(shownLines()).toContain('P199'))
    await until(() => expect(shownLines().slice(-2)).toEqual(['Dee', 'First aiders1']))
    await headers().at(-1)?.click()
    await until(() => expect(shownLines().slice(-2)).toEqual(['First aiders1', 'P0']))
  },
)

it('falls back to the default list for an address with unknown values', () => {
  const address: Record<string, string[]> = { sort: ['password'], seat: ['full', 'full', ''], q: [' ash '] }
  expect(userAddress.read(address)).toMatchObject({ sort: 'name', seat: ['full'], q: 'ash' })
})

it('shows the fields, unknown fields and imports of one user', async () => {
  await show(<UserPage userId="user_Ann" />)
  for (const word of [
    'Ann',
    'ann@x.example',
    'Full',
    'Night shift',
    'en-GB',
    'More fields (2)',
    '"badge": 7',
    'staff.csv',
    '12',
  ])
    expect(text()).toContain(word)
  expect(container.querySelector(`a[href="/users/imports/${jobId}"]`)).not.toBeNull()
  expect(button('Copy ID')).toBeDefined()
})
