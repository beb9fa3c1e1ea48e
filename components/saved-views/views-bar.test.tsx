// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { act, useSyncExternalStore, type ReactNode } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipHost, TooltipProvider } from '@/components/ui/tooltip'
import { ActorContext } from '@/lib/browser/sign-in/actor'
import type { SavedView } from '@/lib/saved-views/schema'
import { ViewsBar } from './views-bar'

const leeds: SavedView = {
  viewId: '11111111-1111-4111-8111-111111111111',
  list: 'inspections',
  name: 'Leeds failures',
  query: 'site=Leeds&result=failed',
  isShared: false,
  sharedWith: [],
  isMine: true,
  mayEdit: true,
  ownerName: 'Ada',
  revision: 1,
}
const theirs: SavedView = {
  ...leeds,
  viewId: '22222222-2222-4222-8222-222222222222',
  name: 'Cork',
  query: 'site=Cork',
  isShared: true,
  sharedWith: [],
  isMine: false,
  mayEdit: false,
  ownerName: 'Bob',
}

const trucks: SavedView = {
  ...leeds,
  viewId: '44444444-4444-4444-8444-444444444444',
  list: 'assets',
  name: 'Trucks',
  query: 'type=Truck&sort=-modified',
}
const theirTrucks: SavedView = {
  ...theirs,
  ...trucks,
  viewId: trucks.viewId.replace('4', '5'),
  name: 'Lost',
  isMine: false,
}

/** A fake server with the requests of the bar. */
const server = {
  views: [leeds, theirs],
  bar: { ordered: [] as string[], hidden: [] as string[] },
  failure: null as null | { status: number; code: string; detail: string; fields?: Record<string, string> },
  calls: [] as Array<{ method: string; path: string; body: unknown }>,
  /** The lists that requests named. */
  lists: new Set<string>(),
}

function answer(address: string, init: RequestInit): Response {
  const { pathname, searchParams } = new URL(address, 'http://console.test')
  const method = init.method ?? 'GET'
  const list = searchParams.get('list') ?? 'inspections'
  if (pathname.startsWith('/api/saved-views')) server.lists.add(list)
  if (pathname === '/api/saved-views' && method === 'GET')
    return Response.json({
      views: list === 'inspections' ? server.views : [trucks, theirTrucks],
      bar: server.bar,
      mayShare: true,
    })
  if (pathname === '/api/saved-views/counts')
    return Response.json({
      counts: searchParams
        .getAll('key')
        .map((key) => ({ key, total: key === 'all' ? 250_000 : 37, isExact: key !== 'all' })),
    })
  if (!pathname.startsWith('/api/saved-views')) return Response.json({}, { status: 404 })
  const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null
  server.calls.push({ method, path: pathname, body })
  if (server.failure !== null) {
    const { status, ...problem } = server.failure
    return Response.json({ status, ...problem, requestId: 'req_1' }, { status })
  }
  const id = pathname.split('/')[3]
  const view = server.views.find(({ viewId }) => viewId === id) ?? leeds
  if (method === 'DELETE') {
    server.views = server.views.filter(({ viewId }) => viewId !== id)
    return new Response(null, { status: 204 })
  }
  if (pathname.endsWith('/restore')) {
    server.views = [...server.views, leeds]
    return Response.json(leeds)
  }
  if (pathname.endsWith('/bar')) {
    server.bar = body as typeof server.bar
    return Response.json(server.bar)
  }
  if (pathname.endsWith('/import')) return Response.json({ added: [leeds], renamed: [{ from: 'A', to: 'A 2' }] })
  const changed: SavedView = { ...view, ...(body as object), revision: view.revision + 1 }
  if (method === 'POST') changed.viewId = '33333333-3333-4333-8333-333333333333'
  server.views = [...server.views.filter(({ viewId }) => viewId !== changed.viewId), changed]
  return Response.json(changed)
}

// Like the router: all components see changes of the history.
const listeners = new Set<() => void>()
function followHistory() {
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name].bind(history)
    vi.spyOn(history, name).mockImplementation((...given) => {
      original(...given)
      for (const listener of listeners) listener()
    })
  }
}

function Address({ children }: { children: ReactNode }) {
  const search = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => location.search,
  )
  return <SearchParamsContext value={new URLSearchParams(search)}>{children}</SearchParamsContext>
}

let root: Root
let queryClient: QueryClient
const router = { push() {}, replace() {}, refresh() {}, prefetch() {}, back() {}, forward() {}, bfcacheId: '0' }

async function show(search = '', bar = <ViewsBar />, path = '/inspections') {
  history.replaceState(null, '', `${path}${search}`)
  const holder = document.createElement('div')
  document.body.append(holder)
  root = createRoot(holder)
  await act(async () =>
    root.render(
      <AppRouterContext value={router as never}>
        <Address>
          <QueryClientProvider client={queryClient}>
            <TooltipProvider>
              <TooltipHost />
              <ToastProvider>
                <ActorContext value={{ userId: 'u', email: 'a@x.test', name: 'Ada', role: 'admin' }}>
                  {bar}
                </ActorContext>
              </ToastProvider>
            </TooltipProvider>
          </QueryClientProvider>
        </Address>
      </AppRouterContext>,
    ),
  )
  await until(() => expect(tabs().length).toBeGreaterThan(2))
}

const tabs = () => [...document.querySelectorAll<HTMLElement>('nav a[data-view]')]
const tab = (name: string) => tabs().find((each) => each.textContent?.includes(name))
const active = () => tabs().find((each) => each.getAttribute('aria-current') === 'page')
const isModified = () => active()?.textContent?.includes('(modified)') === true
const order = () => tabs().map((each) => each.dataset['view'])
const moveRight = () =>
  act(async () =>
    tab('All')?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ArrowRight', altKey: true, bubbles: true, cancelable: true }),
    ),
  )
/** The rows of the dialog that compares two versions of a view. */
const differences = () =>
  [...document.querySelectorAll('[role=dialog] tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  )
const submit = () =>
  act(async () =>
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  )
const named = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button,[role=menuitem]')].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent ?? '').trim() === name,
  )
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
async function click(name: string) {
  await until(() => expect(named(name)).toBeDefined())
  await act(async () => named(name)?.click())
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => answer(address, init))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  )
  vi.stubGlobal('PointerEvent', MouseEvent)
  followHistory()
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  Object.assign(server, {
    views: [leeds, theirs],
    bar: { ordered: [], hidden: [] },
    failure: null,
    calls: [],
    lists: new Set(),
  })
})
afterEach(async () => {
  await act(async () => root.unmount())
  queryClient.clear()
  document.body.replaceChildren()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const at = (view: SavedView, query = view.query) => `?${query}&view=${view.viewId}`

describe('the bar of views', () => {
  it('shows each view with its count, and opens one without the other parameters of the address', async () => {
    await show('?q=fork&row=audit_1&later=1')
    await until(() => expect(tab('Leeds failures')?.textContent).toContain('37'))
    expect(tab('All')?.textContent).toContain('100,000+')
    expect(active()).toBeUndefined()
    await act(async () => tab('Leeds failures')?.click())
    expect(location.search).toBe(at(leeds))
    expect(active()?.textContent).toContain('Leeds failures')
    await act(async () => tab('All')?.click())
    expect(location.href).toMatch(/\/inspections$/)
  })

  it('works for another list with its own views, page and counts, but without rules', { tags: ['full'] }, async () => {
    await show('', <ViewsBar list="assets" />, '/assets')
    expect(order()).toEqual(['all', trucks.viewId, theirTrucks.viewId])
    await until(() => expect(tab('Trucks')?.textContent).toContain('37'))
    expect(tab('Trucks')?.getAttribute('href')).toBe(`/assets?type=Truck&sort=-modified&view=${trucks.viewId}`)
    await act(async () => tab('Trucks')?.click())
    expect([location.pathname, location.search]).toEqual(['/assets', at(trucks)])
    expect(isModified()).toBe(false)
    await click('View options')
    await until(() => expect(named('Copy link')).toBeDefined())
    expect(named('Create rule from this list')).toBeUndefined()
    await click('Move left')
    expect(server.lists).toEqual(new Set(['assets']))
  })

  it('counts rows in the browser if they are loaded, and otherwise shows no number', async () => {
    const counted = new Map([
      ['', 1_234],
      [trucks.query, 7],
    ])
    const countOf = (query: string) => counted.get(query) ?? null
    await show('', <ViewsBar list="templates" countOf={countOf} />, '/templates')
    expect(tab('All')?.textContent).toBe('All1,234')
    expect(tab('Trucks')?.textContent).toBe('Trucks7')
    counted.clear()
    await act(async () => tab('Trucks')?.click())
    expect(tab('All')?.textContent).toBe('All')
  })

  it('has no number while the server sends other rows than those of the view', async () => {
    await show('?phase=open', <ViewsBar list="imports" countOf={() => 5} />, '/users/imports')
    expect(tab('All')?.textContent).toBe('All')
    await act(async () => tab('All')?.click())
    expect(tab('All')?.textContent).toBe('All5')
  })

  it.each([
    ['?view=ID&result=failed&row=audit_9&site=Leeds&sort=-modified', false],
    ['?view=ID&site=Leeds&result=failed&tz=Asia/Tokyo', false],
    ['?view=ID&site=Leeds&result=failed&later=1', true],
    ['?view=ID&site=Leeds', true],
    ['?view=ID&site=Leeds&result=failed&columns=title', true],
    ['?view=failed-week&result=failed&completedAt=now-7d/d..now&tz=UTC&columns=title', false],
    ['?view=failed-week&result=failed&completedAt=now-7d/d..now&tz=Asia/Tokyo', true],
  ])('says whether %s differs from its view: %s', async (search, expected) => {
    await show(search.replace('ID', leeds.viewId))
    expect(active()).toBeDefined()
    expect(isModified()).toBe(expected)
    expect(named('Save as') !== undefined).toBe(expected)
  })

  it('saves a view, and reverts it with the reason when that fails', async () => {
    await show(at(leeds, 'site=York'))
    server.failure = { status: 503, code: 'unavailable', detail: 'The database does not answer.' }
    await click('Save')
    await until(() => expect(document.body.textContent).toContain('The database does not answer.'))
    expect(isModified()).toBe(true)
    server.failure = null
    await click('Save')
    await until(() => expect(isModified()).toBe(false))
    expect(server.calls.at(-1)).toEqual({
      method: 'PATCH',
      path: `/api/saved-views/${leeds.viewId}`,
      body: { query: 'site=York', revision: 1 },
    })
    await until(() => expect(named('Save as')).toBeUndefined())
  })

  it('resets changed filters, and does not offer to save another person’s view', async () => {
    await show(at(theirs, 'site=York'))
    expect(named('Save')).toBeUndefined()
    await click('Reset to “Cork”')
    expect(location.search).toBe(at(theirs))
    expect(isModified()).toBe(false)
  })

  it('shows both versions when someone else changed a view, and overwrites it only on request', async () => {
    await show(at(leeds, 'site=York'))
    server.views = [{ ...leeds, query: 'site=Hull', revision: 2 }, theirs]
    server.failure = { status: 409, code: 'conflict', detail: 'This view was changed meanwhile.' }
    await click('Save')
    await until(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain('Hull'))
    expect(document.querySelector('[role=dialog]')?.textContent).toContain('York')
    server.failure = null
    await click('Overwrite with mine')
    await until(() => expect(server.calls.at(-1)?.body).toEqual({ query: 'site=York', revision: 2 }))
  })

  it('shows only what differs from the view that someone else changed, and what they changed', async () => {
    const columns = 'columns=title,site,score'
    const seen = { ...leeds, query: `site=Leeds&sort=score&${columns}` }
    server.views = [seen, theirs]
    await show(at(seen, `site=Leeds&sort=score&${columns},author`))
    server.views = [{ ...seen, name: 'Leeds now', query: `site=Leeds&sort=-score&${columns}`, revision: 2 }, theirs]
    server.failure = { status: 409, code: 'conflict', detail: 'This view was changed meanwhile.' }
    await click('Save')
    await until(() => expect(differences()).not.toEqual([]))
    expect(differences()).toEqual([
      ['Name', 'Leeds now', 'Leeds now'],
      ['sort', '-score', 'score'],
      ['columns', 'title, site, score', 'title, site, score, author'],
    ])
    expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['author'])
    expect(document.querySelector('[role=dialog]')?.textContent).toContain('2 other settings are the same.')
  })

  it('deletes a view with an undo and keeps the list on screen', { tags: ['full'] }, async () => {
    await show(at(leeds))
    await click('View options')
    await click('Delete')
    await until(() => expect(tab('Leeds failures')).toBeUndefined())
    expect(location.search).toBe(`?${leeds.query}`)
    await until(() => expect(named('Undo')).toBeDefined())
    await act(async () => named('Undo')?.focus())
    await click('Undo')
    await until(() => expect(tab('Leeds failures')).toBeDefined())
    await until(() => expect(document.activeElement).toBe(tab('Leeds failures')))
    await until(() => expect(named('Undo')).toBeUndefined())
  })

  it('leaves the focus where the person moved it before a deleted view was restored', { tags: ['full'] }, async () => {
    await show(at(leeds))
    await click('View options')
    await click('Delete')
    await until(() => expect(named('Undo')).toBeDefined())
    const own = document.createElement('input')
    document.body.append(own)
    await act(async () => {
      named('Undo')?.click()
      own.focus()
    })
    await until(() => expect(tab('Leeds failures')).toBeDefined())
    await until(() => expect(named('Undo')).toBeUndefined())
    expect(document.activeElement).toBe(own)
  })

  it('moves a view with Alt and an arrow key, announces it, and moves it back when saving fails', async () => {
    await show()
    const [first, second] = order()
    await moveRight()
    await until(() => expect(order().slice(0, 2)).toEqual([second, first]))
    expect(document.body.textContent).toContain('Moved “All” to position 2 of 6')
    await until(() => expect(server.bar.ordered.slice(0, 2)).toEqual([second, first]))
    server.failure = { status: 503, code: 'unavailable', detail: 'The database does not answer.' }
    await moveRight()
    await until(() => expect(document.body.textContent).toContain('Could not save the order of the views'))
    expect(order().slice(0, 2)).toEqual([second, first])
  })

  it('keeps the typed name when it is taken, and shows the reason', async () => {
    await show('?q=fork')
    await click('Save view')
    const field = document.querySelector<HTMLInputElement>(
      '[role=dialog] input[type=text],[role=dialog] input:not([type])',
    )
    await act(async () => {
      // Bypasses React's own setter, like typing.
      if (field !== null) Reflect.set(HTMLInputElement.prototype, 'value', 'Cork', field)
      field?.dispatchEvent(new Event('input', { bubbles: true }))
    })
    server.failure = {
      status: 422,
      code: 'invalid',
      detail: 'Taken.',
      fields: { name: 'is the name of another view in your bar' },
    }
    await submit()
    await until(() => expect(document.body.textContent).toContain('The name is the name of another view in your bar.'))
    expect(field?.value).toBe('Cork')
    server.failure = null
    await submit()
    await until(() => expect(document.querySelector('form')).toBeNull())
    expect(server.calls.at(-1)?.body).toEqual({ list: 'inspections', name: 'Cork', isShared: false, query: 'q=fork' })
    expect(location.search).toContain('view=33333333')
  })
})
