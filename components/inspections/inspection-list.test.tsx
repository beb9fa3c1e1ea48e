// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import { inspectionQueries } from '@/lib/inspections/queries'
import { InspectionList } from './inspection-list'

// jsdom lays nothing out: the list believes in one row of height and renders it with those that lie ready around it.
const world = {
  total: 2400,
  totalAll: 2400,
  added: 0,
  hydrated: true,
  failure: null as null | { status: number; code: string; detail: string },
  asked: [] as string[],
}
const pushed: string[] = []
let root: Root
let queryClient: QueryClient
let url = ''

function answer(address: string): Response {
  const { pathname, searchParams } = new URL(address, 'http://console.test')
  if (pathname !== '/api/inspections') return Response.json({ templates: [] })
  world.asked.push(searchParams.toString())
  if (world.failure !== null) {
    const { status, code, detail } = world.failure
    return Response.json({ status, code, detail, requestId: 'req_1' }, { status })
  }
  const offset = Number(searchParams.get('offset'))
  const count = Math.max(0, Math.min(100, world.total - offset))
  const rows = Array.from({ length: count }, (_, index) => {
    const number = 5000 - world.added + offset + index
    return {
      auditId: `audit_${number}`,
      modifiedAt: '2026-11-20T12:00:00.000Z',
      templateId: null,
      hydrated: world.hydrated,
      problem: null,
      title: world.hydrated ? `Inspection ${number}` : null,
      templateName: null,
      siteName: null,
      authorName: null,
      scorePercentage: null,
      failedCount: null,
      mediaCount: null,
      completedAt: null,
      archived: null,
    }
  })
  return Response.json({ rows, after: null, total: world.total, totalAll: world.totalAll, asOf: null })
}

const router = {
  push: (href: string) => pushed.push(href),
  replace: () => {},
  refresh: () => {},
  prefetch: () => {},
  back: () => {},
  forward: () => {},
  bfcacheId: '0',
}

async function show(search = '') {
  const holder = document.createElement('div')
  document.body.append(holder)
  root = createRoot(holder)
  await act(async () =>
    root.render(
      <AppRouterContext value={router as never}>
        <QueryClientProvider client={queryClient}>
          <NuqsTestingAdapter searchParams={search} onUrlUpdate={(update) => (url = update.queryString)} hasMemory>
            <TooltipProvider>
              <ToastProvider>
                <InspectionList />
              </ToastProvider>
            </TooltipProvider>
          </NuqsTestingAdapter>
        </QueryClientProvider>
      </AppRouterContext>,
    ),
  )
}

const grid = () => document.querySelector<HTMLElement>('[role=grid]')
const activeRow = () => document.querySelector(`#${grid()?.getAttribute('aria-activedescendant') ?? 'none'}`)
const titles = () => [...document.querySelectorAll('tbody a')].map((link) => link.textContent)
/** Lets the page work until `check` holds. */
async function until(check: () => void) {
  for (let left = 400; ; left -= 1) {
    await act(async () => new Promise((resolve) => setTimeout(resolve, 10)))
    try {
      return check()
    } catch (error) {
      if (left === 0) throw error
    }
  }
}

async function press(key: string, target: Element = document.body) {
  const code = key.length === 1 ? `Key${key.toUpperCase()}` : key
  await act(async () =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true })),
  )
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async (address: string) => answer(address))
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  Object.assign(world, { total: 2400, totalAll: 2400, added: 0, hydrated: true, failure: null, asked: [] })
  pushed.length = 0
  url = ''
  sessionStorage.clear()
  localStorage.clear()
})

afterEach(async () => {
  await act(async () => root.unmount())
  queryClient.clear()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

describe('the inspections list', () => {
  it('tells assistive technology how many rows there are, and renders only those in sight', async () => {
    await show()
    await until(() => expect(grid()?.getAttribute('aria-rowcount')).toBe('2401'))
    expect(titles()[0]).toBe('Inspection 5000')
    expect(titles().length).toBeLessThan(40)
    expect(document.querySelector('tbody tr')?.getAttribute('aria-rowindex')).toBe('2')
    expect(document.body.textContent).toContain('2,400 inspections')
  })

  it('reaches the last row by End, reads only its block, and opens it by Enter', async () => {
    await show()
    await until(() => expect(titles().length).toBeGreaterThan(0))
    await press('j')
    expect(activeRow()?.textContent).toContain('Inspection 5000')
    expect(document.activeElement).toBe(grid())
    await press('End', grid() ?? document.body)
    await act(async () => grid()?.parentElement?.dispatchEvent(new Event('scroll', { bubbles: true })))
    await until(() => expect(activeRow()?.textContent).toContain('Inspection 7399'))
    expect(new Set(world.asked)).toEqual(new Set(['offset=0&limit=100', 'offset=2300&limit=100']))
    await press('Enter', grid() ?? document.body)
    expect(pushed).toEqual(['/inspections/audit_7399'])
  })

  it('keeps a row under the eyes when new ones arrive above it, and counts them', async () => {
    await show()
    await until(() => expect(titles().length).toBeGreaterThan(0))
    await press('j')
    await press('j')
    expect(activeRow()?.textContent).toContain('Inspection 5001')
    Object.assign(world, { added: 3, total: 2403, totalAll: 2403 })
    await act(async () => queryClient.invalidateQueries({ queryKey: inspectionQueries.all }))
    await until(() => expect(document.body.textContent).toContain('3 new'))
    expect(grid()?.getAttribute('aria-activedescendant')).toBe('inspection-row-4')
    expect(activeRow()?.textContent).toContain('Inspection 5001')
  })

  it('shows no identifier in place of a title that is still being read', async () => {
    world.hydrated = false
    await show()
    await until(() => expect(document.querySelectorAll('tbody a').length).toBeGreaterThan(0))
    expect(document.body.textContent).not.toContain('audit_')
  })

  it('says what failed, with the request id, and recovers by the button', async () => {
    world.failure = { status: 503, code: 'unavailable', detail: 'The database does not answer.' }
    await show()
    await until(() => expect(document.querySelector('[role=alert]')?.textContent).toContain('does not answer'))
    expect(document.querySelector('[role=alert]')?.textContent).toContain('req_1')
    world.failure = null
    const retry = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Try again')
    await act(async () => retry?.click())
    await until(() => expect(titles()[0]).toBe('Inspection 5000'))
    expect(document.querySelector('[role=alert]')).toBeNull()
  })

  it('keeps the rows it has when reading them again fails', async () => {
    await show()
    await until(() => expect(titles().length).toBeGreaterThan(0))
    world.failure = { status: 502, code: 'upstream_failed', detail: 'The service failed.' }
    await act(async () => queryClient.invalidateQueries({ queryKey: inspectionQueries.all }))
    await until(() => expect(document.querySelector('[role=alert]')).not.toBeNull())
    expect(titles()[0]).toBe('Inspection 5000')
    expect(document.querySelector('[role=alert]')?.textContent).toContain('as they were read before')
  })

  it('asks for the templates of the address, and clears them without losing what else stands in it', async () => {
    world.total = 0
    await show('?template=template_a&template=template_b&keep=1')
    await until(() => expect(document.body.textContent).toContain('No inspection matches'))
    expect(world.asked[0]).toBe('template=template_a&template=template_b&offset=0&limit=100')
    expect(document.body.textContent).toContain('0 of 2,400')
    world.total = 2400
    const clear = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Clear the filter')
    await act(async () => clear?.click())
    await until(() => expect(titles().length).toBeGreaterThan(0))
    expect(url).toBe('?keep=1')
  })

  it('comes back to the row from which an inspection was opened', async () => {
    sessionStorage.setItem('sightline.list-place', JSON.stringify({ filter: '', scrollTop: 4000, active: 101 }))
    await show()
    await until(() => expect(grid()?.parentElement?.scrollTop).toBe(4000))
    await act(async () => grid()?.parentElement?.dispatchEvent(new Event('scroll', { bubbles: true })))
    await until(() => expect(activeRow()?.textContent).toContain('Inspection 5101'))
    expect(document.activeElement).toBe(grid())
    expect(sessionStorage.length).toBe(0)
  })
})
