// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubTableLayout } from '@/components/ui/data-table/testing-layout'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import { ZoneContext } from '@/lib/browser/preferences/zone'
import { Progress } from './progress'
import { Statistics } from './statistics'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const router = { push: () => {}, prefetch: () => {} }
let root: Root
let asked: Array<{ from: number; until: number; page: string | null }>
/** For each period, one event this many hours before its end. */
let hoursBefore: number[]

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://console.test')
    if (pathname.endsWith('/statistics')) {
      const page = Number(searchParams.get('page'))
      const titles = page === 1 ? Array.from({ length: 50 }, (_, at) => `Course ${10 + at}`) : ['Alarms']
      const statistics = titles.map((title) => ({ courseId: title, title, users: 4, opened: 4, completed: 3 }))
      return Response.json({ statistics, page, total: 51 })
    }
    const [from, until] = ['from', 'until'].map((name) => Date.parse(searchParams.get(name) ?? '')) as [number, number]
    const page = searchParams.get('page')
    asked.push({ from, until, page })
    const events = hoursBefore.map((hours, at) => ({
      eventId: `e${at}`,
      at: new Date(until - hours * hourMs).toISOString(),
      what: at % 2 === 0 ? 'LESSON_COMPLETED' : 'LESSON_OPENED',
      who: `Person ${at}`,
      courseTitle: 'Ladders',
      lessonTitle: 'Footing',
      score: null,
    }))
    return Response.json({ events, page: Number(page), total: 3 })
  })
  stubTableLayout()
  asked = []
  hoursBefore = [0.3, 0.6, 20]
  const host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)))

async function show(search = '', tab = <Progress />) {
  const zones = { choice: 'UTC', preferred: 'UTC', reported: 'UTC', setChoice: () => {} }
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <NuqsTestingAdapter searchParams={search} hasMemory>
          <ZoneContext value={zones}>
            <AppRouterContext value={router as never}>
              <TooltipProvider>
                <ToastProvider>{tab}</ToastProvider>
              </TooltipProvider>
            </AppRouterContext>
          </ZoneContext>
        </NuqsTestingAdapter>
      </QueryClientProvider>,
    ),
  )
  await settle()
}

const button = (label: string) => document.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]`)
async function press(element: HTMLElement | null | undefined) {
  await act(async () => element?.click())
  await settle()
}
const narrowTo = (words: string) =>
  press([...document.querySelectorAll('label')].find(({ textContent }) => textContent === words))
const last = () => asked.at(-1) ?? { from: 0, until: 0, page: null }
const chart = () => document.querySelector('figure')

it('lists the events as a table that is filtered by its address', async () => {
  await show('?event=Lesson+opened')
  const rows = [...document.querySelectorAll('[role=grid] tbody tr')].map(({ textContent }) => textContent ?? '')
  expect(rows.filter((text) => text.includes('Person'))).toHaveLength(1)
  expect(document.body.textContent).toContain('1 of 3 events')
  expect(chart()?.textContent).toMatch(/2 completed.*1 other/)
})

it('lists the completion of all courses by name, also from pages far below the screen', async () => {
  await show('', <Statistics />)
  await settle()
  const rows = [...document.querySelectorAll('[role=grid] tbody tr')].map(({ textContent }) => textContent)
  expect(rows.slice(0, 2)).toEqual(['Alarms44375%', 'Course 1044375%'])
  expect(document.body.textContent).toContain('51 courses')
})

describe('the period of progress', () => {
  it('is the last week at first, and is shortened at its start', { tags: ['full'] }, async () => {
    await show()
    const { from, until } = last()
    expect([until - from, last().page]).toEqual([7 * dayMs, '1'])
    expect(Math.abs(until - Date.now())).toBeLessThan(5 * 60_000)
    await narrowTo('1 day')
    expect(last()).toEqual({ from: until - dayMs, until, page: '1' })
    await narrowTo('3 days')
    expect(last()).toEqual({ from: until - 3 * dayMs, until, page: '1' })
  })

  it('moves by its own length, but never beyond today', { tags: ['full'] }, async () => {
    await show('?days=3')
    const { until } = last()
    expect(button('Later')?.disabled).toBe(true)
    await press(button('Earlier'))
    await press(button('Earlier'))
    expect(last()).toEqual({ from: until - 9 * dayMs, until: until - 6 * dayMs, page: '1' })
    await narrowTo('7 days')
    expect(last()).toEqual({ from: until - 13 * dayMs, until: until - 6 * dayMs, page: '1' })
    await press(button('Later'))
    expect(last().until).toBe(until)
    expect(button('Later')?.disabled).toBe(true)
  })

  it('has a chart that also says in words what it shows', { tags: ['full'] }, async () => {
    await show('?days=1')
    expect(chart()?.textContent).toContain('In this period')
    expect(chart()?.textContent).toMatch(/2 completed.*1 other/)
    expect(chart()?.textContent).toMatch(/Peak: 2 \(from .*\)$/)
    expect(chart()?.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
    // Events of the last hour and of twenty hours ago are in two of 24 bars.
    const bars = [...(chart()?.querySelectorAll('rect') ?? [])]
    expect(bars.map((bar) => bar.getAttribute('class'))).toEqual([
      'fill-accent',
      'fill-good',
      'fill-accent',
      'fill-good',
    ])
    expect(bars.map((bar) => Number(bar.getAttribute('height')))).toEqual([24, 24, 48, 24])
  })
})
