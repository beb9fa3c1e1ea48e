import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { vi } from 'vitest'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import { ZoneContext } from '@/lib/browser/preferences/zone'
import type { FacetValue, Facets } from '@/lib/inspections/schema'
import { makeInspectionRow } from '@/lib/inspections/testing-row'
import { InspectionList } from './inspection-list'

/** The data and behavior of the fake server. */
export interface ListWorld {
  /** Number of matching rows, or a function that returns it for a query. */
  total: number | ((asked: URLSearchParams) => number)
  totalAll: number
  added: number
  hydrated: boolean
  /** Whether responses with rows have the exact total. */
  totalIsExact: boolean
  /** While true, requests for totals and facets stay unanswered. */
  isCounting: boolean
  /** While true, requests for rows stay unanswered. */
  isReading: boolean
  failure: null | { status: number; code: string; detail: string; fields?: Record<string, string> }
  facets: Facets
  found: FacetValue[]
  resolved: Array<{ from: string | null; to: string | null }>
}

const noFacet = { values: [], distinct: 0 }

function begin(): ListWorld {
  return {
    total: 2400,
    totalAll: 2400,
    added: 0,
    hydrated: true,
    totalIsExact: true,
    isCounting: false,
    isReading: false,
    failure: null,
    facets: { template: noFacet, site: noFacet, author: noFacet, result: noFacet },
    found: [],
    resolved: [],
  }
}

/** Renders the list of inspections with a fake server. jsdom has no layout, so each row has a fixed height. */
export class ListPage {
  world = begin()
  /** Queries of the requests for rows. */
  asked: string[] = []
  /** Queries of the requests for totals and facets. */
  counted: string[] = []
  pushed: string[] = []
  /** The address as last written. */
  url = ''
  /** How each change of the address was written to the history. */
  writes: string[] = []
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  #root: Root | null = null

  constructor() {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    vi.stubGlobal('fetch', async (address: string) => this.#answer(address))
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: /width >= /.test(query) }))
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        disconnect() {}
        unobserve() {}
      },
    )
    sessionStorage.clear()
    localStorage.clear()
  }

  async #answer(address: string): Promise<Response> {
    const { pathname, searchParams } = new URL(address, 'http://console.test')
    if (pathname === '/api/inspections/facets') {
      this.counted.push(searchParams.toString())
      return Response.json({ values: this.world.found })
    }
    if (pathname === '/api/saved-views')
      return Response.json({ views: [], mayShare: false, bar: { ordered: [], hidden: [] } })
    if (pathname !== '/api/inspections') return Response.json({ templates: [] })
    const include = searchParams.getAll('include')
    ;(include.includes('rows') ? this.asked : this.counted).push(searchParams.toString())
    while (this.world[include.includes('rows') ? 'isReading' : 'isCounting'])
      await new Promise((resolve) => setTimeout(resolve, 5))
    if (this.world.failure !== null) {
      const { status } = this.world.failure
      return Response.json({ ...this.world.failure, requestId: 'req_1' }, { status })
    }
    const { world } = this
    const total = typeof world.total === 'number' ? world.total : world.total(searchParams)
    const offset = Number(searchParams.get('offset'))
    const count = include.includes('rows') ? Math.max(0, Math.min(100, total - offset)) : 0
    const rows = Array.from({ length: count }, (_, index) => makeRow(5000 - world.added + offset + index, world))
    return Response.json({
      rows,
      after: null,
      total,
      totalIsExact: world.totalIsExact || include.includes('facets'),
      totalAll: world.totalAll,
      facets: include.includes('facets') ? world.facets : null,
      resolved: { modified: world.resolved, completedAt: [] },
      asOf: null,
    })
  }

  async show(search = '', zone = 'Europe/Dublin') {
    const holder = document.createElement('div')
    document.body.append(holder)
    const root = createRoot(holder)
    this.#root = root
    const router = {
      push: (href: string) => this.pushed.push(href),
      replace: () => {},
      refresh: () => {},
      prefetch: () => {},
      back: () => {},
      forward: () => {},
      bfcacheId: '0',
    }
    const follow = ({ queryString, options }: { queryString: string; options: { history?: string } }) => {
      this.url = queryString
      this.writes.push(`${options.history ?? ''} ${queryString}`)
    }
    const zones = { choice: zone, preferred: zone, reported: zone, setChoice: () => {} }
    await act(async () =>
      root.render(
        <AppRouterContext value={router as never}>
          <QueryClientProvider client={this.queryClient}>
            <NuqsTestingAdapter searchParams={search} onUrlUpdate={follow} hasMemory>
              <ZoneContext value={zones}>
                <TooltipProvider>
                  <ToastProvider>
                    <InspectionList />
                  </ToastProvider>
                </TooltipProvider>
              </ZoneContext>
            </NuqsTestingAdapter>
          </QueryClientProvider>
        </AppRouterContext>,
      ),
    )
  }

  async close() {
    await act(async () => this.#root?.unmount())
    this.queryClient.clear()
    document.body.replaceChildren()
    vi.unstubAllGlobals()
  }
}

function makeRow(number: number, { hydrated }: ListWorld) {
  return makeInspectionRow({
    auditId: `audit_${number}`,
    // Lower numbers are newer.
    modifiedAt: new Date(Date.UTC(2026, 10, 20, 12) + (5000 - number) * 1000).toISOString(),
    hydrated,
    title: hydrated ? `Inspection ${number}` : null,
    siteName: hydrated ? 'Cork' : null,
    authorName: hydrated ? 'Ann' : null,
  })
}

export const grid = () => document.querySelector<HTMLElement>('[role=grid]')
export const activeRow = () => document.querySelector(`#${grid()?.getAttribute('aria-activedescendant') ?? 'none'}`)
export const titles = () =>
  [...document.querySelectorAll('tbody tr')].flatMap((row) => row.querySelector('a')?.textContent ?? [])
/** The button with this label or text. */
export const button = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button,[role=button]')].find(
    (each) => each.getAttribute('aria-label') === name || each.textContent === name,
  )
export const chips = () =>
  [...document.querySelectorAll('[aria-label=Filters] li')].map((chip) => chip.textContent ?? '')

/** Runs pending work until `check` holds. */
export async function until(check: () => void) {
  for (let left = 400; ; left -= 1) {
    await act(async () => new Promise((resolve) => setTimeout(resolve, 10)))
    try {
      return check()
    } catch (error) {
      if (left === 0) throw error
    }
  }
}

export async function press(key: string, target: Element = document.body, more: KeyboardEventInit = {}) {
  const code = key.length === 1 ? `Key${key.toUpperCase()}` : key
  await act(async () =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true, ...more })),
  )
}

/** Types into a field so that React receives the event. */
export async function type(field: Element | null, text: string) {
  if (!(field instanceof HTMLInputElement)) throw new Error('There is no such field')
  await act(async () => {
    field.focus()
    // Bypasses the setter that React puts on the field.
    Reflect.set(HTMLInputElement.prototype, 'value', text, field)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

export async function click(target: HTMLElement | undefined | null) {
  if (target == null) throw new Error('There is nothing to click')
  await act(async () => target.click())
}
