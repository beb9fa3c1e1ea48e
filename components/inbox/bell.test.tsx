// @vitest-environment jsdom
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { showEvent } from '@/components/shell/live-queries'
import { createRoot, type Root } from '@/components/testing-root'
import { TooltipProvider } from '@/components/ui/tooltip'
import { createRefresher, type Refresher } from '@/lib/browser/live/refresh'
import { useLeaveGuard } from '@/lib/browser/leave-guard'
import { turnOffSystemNotices, turnOnSystemNotices } from '@/lib/browser/preferences/system-notices'
import { createQueryClient } from '@/lib/browser/query-client'
import { Bell } from './bell'

let container: HTMLDivElement
let root: Root
let refresher: Refresher
const client = createQueryClient()
const shown: string[] = []
const reads: string[] = []
const pushed: string[] = []
const notifications: EventTarget[] = []
let answerCount: () => Response
const notices = ['Fire door 2 failed', 'Fire door 1 failed'].map((text, at) => ({
  noticeId: `00000000-0000-4000-8000-00000000000${at}`,
  kind: 'rule',
  at: '2026-11-27T10:00:00.000Z',
  text,
  detail: null,
  target: null,
  isRead: false,
  isArchived: false,
}))
class FakeNotification extends EventTarget {
  static permission = 'granted'
  close = () => undefined
  constructor(title: string) {
    super()
    shown.push(title)
    notifications.push(this)
  }
}
/** A query that is on screen and polls, as those of every page do. */
function Other() {
  useQuery({ queryKey: ['inbox', 'choices'], queryFn: () => reads.push('choices'), refetchInterval: 60_000 })
  return null
}
/** A page with unsaved changes. */
function Editing() {
  const { isAsking } = useLeaveGuard(true)
  return <output>{isAsking ? 'asks' : 'quiet'}</output>
}
const router = { push: (href: string) => pushed.push(href), prefetch: () => {} } as never
const unreadOf = (unread: number) => () => Response.json({ unread, isQuiet: false })

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('Notification', FakeNotification)
  answerCount = unreadOf(1)
  vi.stubGlobal('fetch', (url: string) => {
    if (!url.includes('/count')) return Promise.resolve(Response.json({ notices, unread: 2, after: null }))
    reads.push('count')
    return Promise.resolve(answerCount())
  })
  container = document.body.appendChild(document.createElement('div'))
  root = createRoot(container)
  refresher = createRefresher(client)
  await turnOnSystemNotices()
  await act(async () =>
    root.render(
      <AppRouterContext value={router}>
        <QueryClientProvider client={client}>
          <TooltipProvider>
            <Bell />
            <Other />
          </TooltipProvider>
        </QueryClientProvider>
      </AppRouterContext>,
    ),
  )
  await wait(2_000)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  for (const list of [reads, shown, pushed, notifications]) list.length = 0
})
afterEach(() => {
  act(() => root.unmount())
  container.remove()
  refresher.stop()
  client.clear()
  localStorage.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('shows a notification while the tab is hidden, as soon as the event arrives, and refetches nothing else', async () => {
  answerCount = unreadOf(2)
  showEvent(refresher, { kind: 'inbox', ids: null })
  await wait(1_100)
  expect(shown).toEqual(['Fire door 2 failed'])
  expect(reads).toEqual(['count'])
})

it('asks before the page of a notification replaces unsaved changes', async () => {
  await act(async () =>
    root.render(
      <AppRouterContext value={router}>
        <QueryClientProvider client={client}>
          <TooltipProvider>
            <Bell />
            <Other />
            <Editing />
          </TooltipProvider>
        </QueryClientProvider>
      </AppRouterContext>,
    ),
  )
  answerCount = unreadOf(2)
  showEvent(refresher, { kind: 'inbox', ids: null })
  await wait(1_100)
  act(() => void notifications[0]?.dispatchEvent(new Event('click')))
  expect(container.querySelector('output')?.textContent).toBe('asks')
  expect(pushed).toEqual([])
})

it('polls the count in a hidden tab, also after a request that failed', async () => {
  answerCount = () => Response.json({}, { status: 500 })
  await wait(61_000)
  answerCount = unreadOf(3)
  await wait(61_000)
  expect(shown).toEqual(['Fire door 2 failed', 'Fire door 1 failed'])
  expect(reads).toEqual(['count', 'count'])
})

it('requests nothing in a hidden tab when notifications are off', async () => {
  act(() => turnOffSystemNotices())
  answerCount = unreadOf(2)
  showEvent(refresher, { kind: 'inbox', ids: null })
  await wait(120_000)
  expect(reads).toEqual([])
  expect(shown).toEqual([])
})
