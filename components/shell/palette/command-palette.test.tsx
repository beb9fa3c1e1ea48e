// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { LayoutList } from 'lucide-react'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TooltipProvider } from '@/components/ui/tooltip'
import CommandPalette from './command-palette'
import { listSettingsItems } from '@/components/shell/settings-items'

const pushed: string[] = []
const router = {
  push: (href: string) => pushed.push(href),
  replace() {},
  refresh() {},
  prefetch() {},
  back() {},
  forward() {},
  bfcacheId: '0',
}
const nothing = {
  rows: [],
  after: null,
  total: 0,
  totalIsExact: true,
  totalAll: 9,
  facets: null,
  resolved: { modified: [], completedAt: [] },
  asOf: null,
}
let root: Root
let queryClient: QueryClient
let isDown = false

async function answer(address: string): Promise<Response> {
  const { pathname } = new URL(address, 'http://console.test')
  if (pathname === '/api/saved-views/all') {
    const view = { isShared: false, sharedWith: [], isMine: true, mayEdit: true, ownerName: 'Ada', revision: 1 }
    const viewId = '11111111-1111-4111-8111-111111111111'
    return Response.json({ views: [{ ...view, viewId, list: 'assets', name: 'Broken trucks', query: 'type=Truck' }] })
  }
  if (pathname === '/api/inspections/facets')
    return Response.json({
      values: Array.from({ length: 9 }, (_, at) => ({ value: `Dock ${at}`, label: null, count: 9 - at })),
    })
  if (pathname === '/api/saved-views')
    return Response.json({ views: [], mayShare: false, bar: { ordered: [], hidden: [] } })
  if (isDown)
    return Response.json({ status: 503, code: 'unavailable', detail: 'Down.', requestId: 'req_1' }, { status: 503 })
  return Response.json(nothing)
}

async function until(check: () => void) {
  for (let left = 300; ; left -= 1) {
    await act(async () => new Promise((resolve) => setTimeout(resolve, 10)))
    try {
      return check()
    } catch (error) {
      if (left === 0) throw error
    }
  }
}

async function find(text: string) {
  const field = document.querySelector('input')
  await act(async () => {
    // Bypasses React's own setter, like typing.
    if (field !== null) Reflect.set(HTMLInputElement.prototype, 'value', text, field)
    field?.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

const options = () => [...document.querySelectorAll('[role=option]')]
const trucks = () => options().find(({ textContent }) => textContent?.includes('Broken trucks'))
const status = () => document.querySelector('[role=dialog] output')
const trouble = () => document.querySelector('[role=dialog] [role=alert]')
const follows = (later: Element | null | undefined, earlier: Element | null | undefined) =>
  later != null && earlier != null && (earlier.compareDocumentPosition(later) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  )
  isDown = false
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const holder = document.createElement('div')
  document.body.append(holder)
  root = createRoot(holder)
  const items = [{ href: '/inspections', name: 'inspections', icon: LayoutList, keys: 'g i' }]
  await act(async () =>
    root.render(
      <AppRouterContext value={router as never}>
        <QueryClientProvider client={queryClient}>
          <TooltipProvider>
            <CommandPalette items={items as never} settingsItems={listSettingsItems('admin')} onClose={() => {}} />
          </TooltipProvider>
        </QueryClientProvider>
      </AppRouterContext>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
  queryClient.clear()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

describe('the search state of the palette', () => {
  it('is shown below matching commands, never above them', { tags: ['full'] }, async () => {
    await find('theme dark')
    await until(() => expect(status()?.textContent).toBe('No inspections match'))
    const command = options().find(({ textContent }) => textContent?.includes('Theme: Dark'))
    expect(follows(status(), command)).toBe(true)
    expect(follows(status(), options().at(-1))).toBe(true)
  })

  it('is also shown below when the search fails', async () => {
    isDown = true
    await find('theme dark')
    await until(() => expect(trouble()?.textContent).toContain('Inspections could not be searched'))
    expect(follows(trouble(), options().at(-1))).toBe(true)
  })
})

it('a document number is searched first, although it could be the ID of an inspection', async () => {
  await find('FHS-000123')
  await until(() => expect(options().at(-1)?.textContent).toContain('Open inspection FHS-000123'))
  expect(options()[0]?.textContent).not.toContain('Open inspection')
  await find('audit_0af3c1d2e4b5')
  await until(() => expect(options()[0]?.textContent).toContain('audit_0af3c1d2e4b5'))
})

it('the palette finds the saved views of every list, names the list of each, and opens each in its list', async () => {
  await find('broken tr')
  await until(() => expect(trucks()?.textContent).toContain('Assets'))
  await act(async () => trucks()?.dispatchEvent(new MouseEvent('click', { bubbles: true })))
  expect(pushed).toEqual(['/assets?type=Truck&view=11111111-1111-4111-8111-111111111111'])
})

const docks = () =>
  options()
    .map(({ textContent }) => (textContent ?? '').slice(0, 6))
    .filter((text) => text.startsWith('Dock'))

it('finds what this browser opened last first, even if other things have more inspections', async () => {
  localStorage.setItem(
    'sightline.recent-pages',
    JSON.stringify([{ href: '/inspections/sites/Dock%208', title: 'Dock 8' }]),
  )
  await find('dock')
  await until(() => expect(docks()).toContain('Dock 0'))
  expect(docks().slice(-5)).toEqual(['Dock 8', 'Dock 0', 'Dock 1', 'Dock 2', 'Dock 3'])
  localStorage.clear()
})
