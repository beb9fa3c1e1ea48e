// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { act, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FollowUpsLink } from '@/components/review/follow-ups-link'
import { until } from '@/components/inspections/testing-list'
import { createRoot, type Root } from '@/components/testing-root'
import { TooltipProvider } from '@/components/ui/tooltip'
import { useLeaveGuard } from '@/lib/browser/leave-guard'
import { overviewQueries } from '@/lib/overview/queries'
import { reviewQueries } from '@/lib/review/queries'
import { BottomBar } from './bottom-bar'
import { useNavBadges } from './nav-badge'
import { listNavItems } from './nav-items'
import { Rail } from './rail'

const pushed: string[] = []
let container: HTMLDivElement
let root: Root
let client: QueryClient

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  container = document.body.appendChild(document.createElement('div'))
  root = createRoot(container)
})
afterEach(() => {
  act(() => root.unmount())
  client.clear()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

function Desktop() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Rail
      items={listNavItems('admin')}
      badges={useNavBadges()}
      isCollapsed={false}
      onToggle={() => {}}
      isDeveloperOpen={isOpen}
      onToggleDeveloper={() => setOpen(!isOpen)}
      mode="service"
    />
  )
}

function Phone() {
  return <BottomBar items={listNavItems('admin')} badges={useNavBadges()} />
}

function Editing() {
  const { isAsking } = useLeaveGuard(true)
  return (
    <>
      <Phone />
      <output>{isAsking ? 'asks' : 'quiet'}</output>
    </>
  )
}

async function show({ unreviewed = 0, overdue = 0, imports = 0, failed = 0, path = '/inspections', page = <Phone /> }) {
  client.setQueryData(reviewQueries.counts().queryKey, {
    failedUnreviewed: 0,
    unreviewed,
    followUps: 0,
    myFollowUps: 0,
    newMentions: 0,
    changedSince: 0,
  })
  client.setQueryData(overviewQueries.attention('UTC').queryKey, {
    followUpsOverdue: overdue,
    myFollowUpsOverdue: overdue,
    importsWithErrors: imports,
    webhooksFailed: failed,
  })
  await act(async () =>
    root.render(
      <AppRouterContext value={{ push: (href: string) => pushed.push(href), prefetch: () => {} } as never}>
        <PathnameContext value={path}>
          <QueryClientProvider client={client}>
            <TooltipProvider>
              {page}
              <FollowUpsLink />
            </TooltipProvider>
          </QueryClientProvider>
        </PathnameContext>
      </AppRouterContext>,
    ),
  )
}
const review = () => container.querySelector('a[href="/review"]')
const more = () => container.querySelector('button')
const followUps = () => container.querySelector('a[href^="/review/follow-ups"]')

it('the bottom bar of phones has the number to review, and a dot on More for the pages behind it', async () => {
  await show({ unreviewed: 14, imports: 2 })
  expect(review()?.textContent).toBe('14Review')
  expect(review()?.getAttribute('aria-description')).toBe('14 to review')
  expect(more()?.getAttribute('aria-description')).toBe('2 imports have errors')
  expect(more()?.querySelector('[title="2 imports have errors"]')).not.toBeNull()
})

const lastItem = () => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].at(-1)

it('the pages behind More ask before unsaved changes are lost', async () => {
  await show({ page: <Editing /> })
  await act(async () => more()?.click())
  await until(() => expect(lastItem()).toBeDefined())
  await act(async () => lastItem()?.click())
  expect(container.querySelector('output')?.textContent).toBe('asks')
  expect(pushed).toEqual([])
})

it('the bottom bar of phones has no badges when nothing needs attention', async () => {
  await show({})
  expect(container.querySelector('[title], [aria-description]')).toBeNull()
  expect(followUps()?.getAttribute('href')).toBe('/review/follow-ups')
})

it('Review counts what is to review, and its link to follow-ups counts and opens the overdue ones', async () => {
  await show({ unreviewed: 14, overdue: 3 })
  expect(review()?.textContent).toBe('14Review')
  expect(review()?.getAttribute('aria-description')).toBe('14 to review · 3 of your follow-ups are overdue')
  expect(followUps()?.textContent).toBe('Follow-ups3')
  expect(followUps()?.getAttribute('href')).toBe('/review/follow-ups?archived=false&assignee=me&due=overdue')
})

it('Review is marked without a number when only follow-ups need attention', async () => {
  await show({ overdue: 1 })
  expect(review()?.textContent).toBe('Review')
  expect(review()?.getAttribute('aria-description')).toBe('1 of your follow-ups is overdue')
})

const group = () => container.querySelector<HTMLElement>('button[aria-label=Developer]')
const pages = () =>
  [...container.querySelectorAll('ul[aria-label=Developer] a')].map((link) => link.getAttribute('href'))

it('the rail shows the pages for developers on request, and their badges on the closed group', async () => {
  await show({ failed: 2, page: <Desktop /> })
  expect(pages()).toEqual([])
  expect(group()?.getAttribute('aria-description')).toBe('2 webhook deliveries failed')
  await act(async () => group()?.click())
  expect(pages()).toEqual(['/webhooks', '/outgoing', '/explorer', '/system'])
  expect(group()?.getAttribute('aria-expanded')).toBe('true')
  expect(group()?.getAttribute('aria-description')).toBeNull()
})

it('the rail always shows the pages for developers on one of them', async () => {
  await show({ path: '/system', page: <Desktop /> })
  expect(container.querySelector('button[aria-label=Developer]')).toBeNull()
  expect(container.querySelector('a[href="/system"]')?.getAttribute('aria-current')).toBe('page')
})
