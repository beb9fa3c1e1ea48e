// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import type { AssetChange } from '@/lib/asset-changes/schema'
import type { Role } from '@/lib/access/permissions'
import { ActorContext } from '@/lib/browser/sign-in/actor'
import type { StatusGroupBoard } from '@/lib/status-groups/schema'
import { TypeBoardPage } from './type-board'

const changeId = '6f1b2a52-1111-4222-8333-444455556666'
const asOf = '2026-11-20T10:00:00.000Z'

const makeOption = (optionId: string, name: string) => ({ optionId, name, color: 'STATUS_BADGE_COLOR_GREEN' })

function makeBoard(more: Partial<StatusGroupBoard['reach']> = {}): StatusGroupBoard {
  return {
    groups: [
      {
        groupId: 'a',
        name: 'Operational',
        description: '',
        options: [makeOption('a1', 'In service'), makeOption('a2', 'Out of service')],
        typeIds: ['crane', 'truck'],
        counts: null,
      },
      {
        groupId: 'b',
        name: 'Lifting gear',
        description: '',
        options: [makeOption('b1', 'Safe')],
        typeIds: [],
        counts: null,
      },
    ],
    types: [
      { typeId: 'truck', name: 'Truck', groupId: 'a', assetCount: 9, counts: { a1: 2 } },
      { typeId: 'crane', name: 'Crane', groupId: 'a', assetCount: 20, counts: { a1: 12, a2: 3 } },
      { typeId: 'desk', name: 'Desk', groupId: null, assetCount: 4, counts: {} },
    ],
    reach: { types: 'listed', assets: 'listed', assetsAsOf: asOf, areWritesRefused: false, ...more },
  }
}

function makeChange(states: Array<[typeId: string, state: AssetChange['steps'][number]['state']]>): AssetChange {
  const count = (...wanted: string[]) => states.filter(([, state]) => wanted.includes(state)).length
  return {
    changeId,
    kind: 'assign-types',
    title: 'Assign Lifting gear to 2 types',
    ownerName: 'Robin',
    isMine: true,
    mayChange: true,
    createdAt: asOf,
    cancelledAt: null,
    finishedAt: null,
    ofChangeId: null,
    total: states.length,
    done: count('done'),
    unchanged: 0,
    failed: count('failed'),
    unknown: 0,
    cancelled: 0,
    open: count('waiting', 'running'),
    snapshotCount: 0,
    steps: states.map(([objectId, state], position) => ({
      objectKind: 'asset-type',
      position,
      objectId,
      objectName: `Type ${objectId}`,
      state,
      note: null,
      finishedAt: null,
      activityId: null,
      before: { groupId: 'a', name: 'Operational' },
      after: { groupId: 'b', name: 'Lifting gear' },
    })),
  }
}

/** Renders the board with a fake server. */
class Page {
  board = makeBoard()
  /** The board that the next request gets. */
  boardAfter: StatusGroupBoard | null = null
  change: AssetChange | null = null
  refusal: string | null = null
  sent: Array<{ method: string; path: string; body: unknown }> = []
  address = ''
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  #root: Root | null = null

  constructor() {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => this.#answer(address, init))
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        disconnect() {}
        unobserve() {}
      },
    )
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(700)
  }

  #answer(address: string, { method = 'GET', body }: RequestInit): Response {
    const { pathname } = new URL(address, 'http://console.test')
    this.sent.push({ method, path: pathname, body: typeof body === 'string' ? JSON.parse(body) : undefined })
    if (pathname === '/api/assets/refresh') {
      if (this.boardAfter !== null) this.board = this.boardAfter
      return this.refusal === null
        ? Response.json({ assetsAsOf: asOf, count: 33 })
        : Response.json({ code: 'upstream_failed', detail: this.refusal, requestId: 'r1' }, { status: 502 })
    }
    if (pathname === '/api/status-groups') return Response.json(this.board)
    if (pathname.endsWith('/assign-types'))
      return this.change === null
        ? Response.json({ code: 'unavailable', detail: 'The database is away.', requestId: 'r2' }, { status: 503 })
        : Response.json({ change: this.change, leftOut: 0, leftOutNote: null })
    return Response.json(this.change)
  }

  posts() {
    return this.sent.filter(({ method }) => method !== 'GET').map(({ path, body }) => ({ path, body }))
  }

  async show(role: Role = 'admin', search = '') {
    const holder = document.createElement('main')
    document.body.append(holder)
    const root = createRoot(holder)
    this.#root = root
    const router = { push: () => {}, prefetch: () => {} }
    await act(async () =>
      root.render(
        <AppRouterContext value={router as never}>
          <QueryClientProvider client={this.queryClient}>
            <NuqsTestingAdapter
              hasMemory
              searchParams={search}
              onUrlUpdate={({ queryString }) => {
                this.address = queryString
              }}
            >
              <ActorContext value={{ userId: 'u', email: 'r@x.test', name: 'Robin', role }}>
                <TooltipProvider>
                  <ToastProvider>
                    <TypeBoardPage />
                  </ToastProvider>
                </TooltipProvider>
              </ActorContext>
            </NuqsTestingAdapter>
          </QueryClientProvider>
        </AppRouterContext>,
      ),
    )
    await until(() => expect(names().length).toBeGreaterThan(0))
  }

  async close() {
    await act(async () => this.#root?.unmount())
    document.body.replaceChildren()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }
}

let page: Page
beforeEach(() => {
  page = new Page()
})
afterEach(() => page.close())

const until = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => new Promise((resolve) => setTimeout(resolve, 5)))
    check()
  }, 20_000)
const text = () => document.body.textContent
const spoken = () => document.querySelector('[data-announcements]')?.textContent.trim()
const grid = () => document.querySelector<HTMLElement>('[role=grid]')
const rows = () => [...document.querySelectorAll('tbody tr')]
const names = () => rows().map((row) => row.querySelector('th span span')?.textContent)
const rowOf = (name: string) => rows().find((row) => row.querySelector('th span span')?.textContent === name)
const stateOf = (name: string) => rowOf(name)?.querySelector('th span span:last-child')?.textContent
const checkedIn = (name: string) =>
  [...(rowOf(name)?.querySelectorAll('[role=radio][aria-checked=true]') ?? [])].map((radio) =>
    radio.getAttribute('aria-label')?.split(':')[1]?.split(',')[0]?.trim(),
  )
const radio = (type: string, group: string) =>
  [...(rowOf(type)?.querySelectorAll<HTMLElement>('[role=radio]') ?? [])].find((each) =>
    each.getAttribute('aria-label')?.startsWith(`${type}: ${group}`),
  )
const choose = (type: string, group: string) => act(async () => radio(type, group)?.click())
const named = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button,a,label')].findLast(
    (element) => (element.getAttribute('aria-label') ?? element.textContent).trim() === name,
  )
async function click(name: string) {
  await until(() => expect(named(name), name).toBeDefined())
  await act(async () => named(name)?.click())
}
async function press(...keys: string[]) {
  for (const name of keys) {
    const parts = name.split('+')
    const key = parts.at(-1) ?? ''
    await act(async () =>
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', {
          key: parts.includes('shift') && key.length === 1 ? key.toUpperCase() : key,
          ctrlKey: parts.includes('ctrl'),
          shiftKey: parts.includes('shift'),
          bubbles: true,
          cancelable: true,
        }),
      ),
    )
  }
}
const cursor = () =>
  document.getElementById(grid()?.getAttribute('aria-activedescendant') ?? '')?.getAttribute('aria-label')
const focusGrid = () => act(async () => grid()?.focus())

const roomForNotices = () => document.documentElement.style.getPropertyValue('--foot-height')

describe('the type board', () => {
  it('shows the previous group, the cleared statuses and the total for a choice, and sends nothing', async () => {
    await page.show()
    expect(names()).toEqual(['Crane', 'Desk', 'Truck'])
    expect(checkedIn('Crane')).toEqual(['Operational'])
    expect(roomForNotices()).toBe('')
    await choose('Crane', 'Lifting gear')
    // A notice would otherwise cover the button that reviews the choices.
    expect(roomForNotices()).toBe('3rem')
    expect(checkedIn('Crane')).toEqual(['Lifting gear'])
    expect(stateOf('Crane')).toBe('was Operational · clears 12 In service, 3 Out of service')
    expect(text()).toContain('1 type changes group, 15 assets will lose their status')
    await choose('Desk', 'Operational')
    expect(stateOf('Desk')).toBe('was No group · no statuses lost')
    await choose('Truck', 'No group')
    expect(text()).toContain('3 types change group, 17 assets will lose their status')
    await choose('Crane', 'Operational')
    expect(stateOf('Crane')).toBe('Operational')
    expect(text()).toContain('2 types change group, 2 assets will lose their status')
    expect(page.posts()).toEqual([])
  })

  it('works by keyboard, announces every choice, and undoes and redoes choices', { tags: ['full'] }, async () => {
    await page.show()
    await focusGrid()
    expect(cursor()).toBe('Crane: Operational')
    await press('ArrowLeft', ' ')
    expect(spoken()).toBe('Crane: Lifting gear, was Operational · clears 12 In service, 3 Out of service')
    expect(checkedIn('Crane')).toEqual(['Lifting gear'])
    await press('j', 'Enter')
    expect(cursor()).toContain('Desk: Lifting gear')
    expect(checkedIn('Desk')).toEqual(['Lifting gear'])
    await press('ArrowDown', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', ' ')
    expect(checkedIn('Truck')).toEqual(['No group'])
    await press('ctrl+z')
    expect(checkedIn('Truck')).toEqual(['Operational'])
    await press('ctrl+z', 'ctrl+z')
    expect([checkedIn('Crane'), checkedIn('Desk')]).toEqual([['Operational'], ['No group']])
    await press('ctrl+shift+z')
    expect(checkedIn('Crane')).toEqual(['Lifting gear'])
    expect(spoken()).toBe('1 type changes group, 15 assets will lose their status')
  })

  it('leaves the undo key to a focused text field', async () => {
    await page.show()
    await choose('Crane', 'Lifting gear')
    await act(async () => document.querySelector<HTMLInputElement>('input[type=search]')?.focus())
    await press('ctrl+z')
    expect(checkedIn('Crane')).toEqual(['Lifting gear'])
  })

  it('assigns one group to several types', { tags: ['full'] }, async () => {
    await page.show()
    await focusGrid()
    await press('x', 'shift+ArrowDown')
    expect(text()).toContain('2 types selected')
    await press('Escape')
    expect(text()).not.toContain('types selected')
    await press('ctrl+a')
    await click('Assign group…')
    await until(() => expect(document.querySelectorAll('[role=option]').length).toBe(3))
    const option = [...document.querySelectorAll<HTMLElement>('[role=option]')].find((each) =>
      each.textContent.startsWith('Lifting gear'),
    )
    await act(async () => option?.click())
    await until(() => expect(text()).toContain('3 types change group, 17 assets will lose their status'))
    await press('ctrl+z')
    expect(text()).toContain('No pending changes')
  })

  it(
    'filters by types without a group, by pending changes and by text, and keeps the filters in the address',
    { tags: ['full'] },
    async () => {
      await page.show('admin', '?show=none')
      expect(names()).toEqual(['Desk'])
      await click('All 3')
      await choose('Truck', 'Lifting gear')
      await click('Changed 1')
      await until(() => expect(names()).toEqual(['Truck']))
      await until(() => expect(page.address).toBe('?show=changed'))
      await click('Show all')
      await until(() => expect(names()).toEqual(['Crane', 'Desk', 'Truck']))
      expect(checkedIn('Truck')).toEqual(['Lifting gear'])
    },
  )

  it(
    'recounts for the review, shows what has changed since the choice, and sends what it showed',
    { tags: ['full'] },
    async () => {
      await page.show()
      await choose('Crane', 'Lifting gear')
      await choose('Truck', 'No group')
      page.boardAfter = makeBoard()
      for (const type of page.boardAfter.types)
        if (type.typeId === 'crane') type.counts = { a1: 20 }
        else if (type.typeId === 'truck') type.groupId = 'b'
      await press('ctrl+Enter')
      await until(() => expect(text()).toContain('20 assets will lose their status'))
      expect(page.posts()).toEqual([{ path: '/api/assets/refresh', body: { typeIds: ['crane', 'truck'] } }])
      expect(text()).toContain('Group changed by someone else')
      expect(text()).toContain('restore them after switching back')
      page.change = makeChange([
        ['crane', 'running'],
        ['truck', 'waiting'],
      ])
      await click('Change 2 types')
      await until(() => expect(page.posts()).toHaveLength(2))
      expect(page.posts()[1]).toEqual({
        path: '/api/asset-changes/assign-types',
        body: {
          moves: [
            { typeId: 'crane', fromGroupId: 'a', toGroupId: 'b' },
            { typeId: 'truck', fromGroupId: 'b', toGroupId: null },
          ],
        },
      })
      await until(() => expect(page.address).toBe(`?change=${changeId}`))
      await until(() => expect(stateOf('Crane')).toContain('in progress'))
      expect(text()).not.toContain('types change group')
      await choose('Crane', 'No group')
      expect(stateOf('Crane')).toContain('in progress')
    },
  )

  it('sends what the review shows even if the board has changed since then, and offers an update', async () => {
    await page.show()
    await choose('Crane', 'Lifting gear')
    await choose('Truck', 'No group')
    await press('ctrl+Enter')
    await until(() => expect(named('Change 2 types')?.hasAttribute('disabled')).toBe(false))
    expect(text()).toContain('15 assets will lose their status')
    // Another person assigns Crane, and the board receives that during the review.
    page.board = makeBoard()
    page.board.groups.push({
      ...makeBoard().groups[1],
      groupId: 'c',
      name: 'Theirs',
      description: '',
      options: [makeOption('c1', 'Theirs too')],
      typeIds: ['crane'],
      counts: null,
    })
    for (const type of page.board.types)
      if (type.typeId === 'crane') Object.assign(type, { groupId: 'c', counts: { c1: 7 } })
    await act(() => page.queryClient.invalidateQueries())
    await until(() => expect(text()).toContain('The board changed since you opened this review'))
    expect(text()).toContain('15 assets will lose their status')
    await click('Change 2 types')
    await until(() => expect(page.posts()).toHaveLength(2))
    const moves = (at: number) => (page.posts()[at]?.body as { moves: unknown[] } | undefined)?.moves ?? []
    expect(moves(1)[0]).toEqual({ typeId: 'crane', fromGroupId: 'a', toGroupId: 'b' })
    await until(() => expect(text()).toContain('Nothing was assigned'))
    await click('Update')
    await until(() => expect(text()).toContain('7 assets will lose their status'))
    expect(text()).not.toContain('The board changed since you opened this review')
    await click('Change 2 types')
    await until(() => expect(page.posts()).toHaveLength(3))
    expect(moves(2)[0]).toEqual({ typeId: 'crane', fromGroupId: 'c', toGroupId: 'b' })
  })

  it(
    'keeps the earlier counts when the person continues with them, until the person requests an update',
    { tags: ['full'] },
    async () => {
      await page.show()
      await choose('Crane', 'Lifting gear')
      const counted: Array<() => void> = []
      const answer = fetch
      vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
        if (address.includes('/api/assets/refresh')) await new Promise<void>((resolve) => counted.push(resolve))
        return answer(address, init)
      })
      page.boardAfter = makeBoard()
      for (const type of page.boardAfter.types) if (type.typeId === 'crane') type.counts = { a1: 20 }
      await press('ctrl+Enter')
      expect(named('Assign 1 type')?.hasAttribute('disabled')).toBe(true)
      await click('Use previous counts')
      expect(named('Assign 1 type')?.hasAttribute('disabled')).toBe(false)
      for (const resolve of counted) resolve()
      await until(() => expect(text()).toContain('The board changed since you opened this review'))
      expect(text()).toContain('15 assets will lose their status')
      await click('Update')
      expect(text()).toContain('20 assets will lose their status')
    },
  )

  it('keeps the pending changes when the change could not be started', async () => {
    await page.show()
    await choose('Crane', 'Lifting gear')
    await click('Review 1 type')
    await until(() => expect(named('Assign 1 type')?.hasAttribute('disabled')).toBe(false))
    await click('Assign 1 type')
    await until(() => expect(document.querySelector('[role=alert]')?.textContent).toContain('Nothing was assigned'))
    await click('Back to the board')
    await until(() => expect(checkedIn('Crane')).toEqual(['Lifting gear']))
  })

  it('says when the recount fails, and keeps showing the earlier counts', { tags: ['full'] }, async () => {
    await page.show()
    await choose('Crane', 'Lifting gear')
    page.refusal = 'The service is down.'
    await click('Review 1 type')
    await until(() => expect(text()).toContain('The assets could not be recounted. The service is down.'))
    expect(text()).toContain('15 assets will lose their status')
  })

  it('shows a running change again after a reload, and is editable when it has ended', { tags: ['full'] }, async () => {
    page.change = makeChange([['crane', 'running']])
    await page.show('admin', `?change=${changeId}`)
    await until(() => expect(stateOf('Crane')).toContain('in progress'))
    page.change = makeChange([['crane', 'failed']])
    await until(() => expect(named('Retry 1 failed')).toBeDefined())
    // The board refreshes without a click.
    await until(() => expect(stateOf('Crane')).toBe('Operational'))
  })

  it.each([
    ['the role', 'editor' as const, makeBoard(), 'Your role can view status groups'],
    ['the service', 'admin' as const, makeBoard({ areWritesRefused: true }), 'the API token lacks the permission'],
  ])('is read-only with the reason when %s refuses changes', async (_who, role, board, reason) => {
    page.board = board
    await page.show(role)
    expect(text()).toContain(reason)
    await choose('Crane', 'Lifting gear')
    expect(checkedIn('Crane')).toEqual(['Operational'])
    expect(spoken()).toContain(reason)
  })

  it(
    'says what is missing when types or assets cannot be listed, and never shows an uncounted number',
    { tags: ['full'] },
    async () => {
      page.board = makeBoard({ types: 'refused', assets: 'refused', assetsAsOf: null })
      page.board.types = page.board.types.filter(({ groupId }) => groupId !== null)
      for (const type of page.board.types) Object.assign(type, { assetCount: null, counts: null })
      await page.show()
      expect(text()).toContain('Only types that use a group are shown')
      await choose('Crane', 'Lifting gear')
      expect(stateOf('Crane')).toBe('was Operational · unknown number of statuses lost')
      expect(text()).toContain('1 type changes group, losses of 1 type unknown')
      await click('Review 1 type')
      await until(() => expect(text()).toContain('they cannot be restored'))
      expect(page.posts()).toEqual([])
    },
  )

  it('renders only the visible rows of 1,000 types', async () => {
    page.board = {
      ...makeBoard(),
      types: Array.from({ length: 1_000 }, (_, at) => ({
        typeId: `t${at}`,
        name: `Type ${at}`,
        groupId: null,
        assetCount: 0,
        counts: {},
      })),
    }
    await page.show()
    expect(names().length).toBeLessThan(60)
    expect(grid()?.getAttribute('aria-rowcount')).toBe('1001')
    expect(names().slice(0, 3)).toEqual(['Type 0', 'Type 1', 'Type 2'])
  })
})
