// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import { assetChangeQueries } from '@/lib/asset-changes/queries'
import type { AssetChange, KeptStatuses } from '@/lib/asset-changes/schema'
import type { Role } from '@/lib/access/permissions'
import { ActorContext } from '@/lib/browser/sign-in/actor'
import type { StatusGroupBoard } from '@/lib/status-groups/schema'
import { ChangeProgress } from './change-progress'
import { ChangesPage } from './changes-page'
import { RestoreButton } from './restore-button'
import { changeId, makeChange, makeStep } from './testing-changes'

const nextId = '6f1b2a52-1111-4222-8333-444455557777'

const reach = { types: 'listed', assets: 'listed', assetsAsOf: null, areWritesRefused: false } as const

/** Types have the group that the change assigned, and the previous group still exists. */
function boardOf({ steps }: AssetChange): StatusGroupBoard {
  const status = { optionId: 'o1', name: 'Failed', color: 'STATUS_BADGE_COLOR_RED' }
  const typeIds = steps.map(({ objectId }) => objectId)
  const group = { description: '', counts: null }
  return {
    groups: [
      { ...group, groupId: 'g1', name: 'Operational', options: [status], typeIds: [] },
      { ...group, groupId: 'g2', name: 'Lifting gear', options: [], typeIds },
    ],
    types: [],
    reach,
  }
}

/** Renders the components with a fake server. */
class Page {
  change: AssetChange | null = null
  refusal: string | null = null
  board: StatusGroupBoard = { groups: [], types: [], reach }
  kept: KeptStatuses[] = []
  sent: Array<{ method: string; path: string; body: unknown }> = []
  pushed: string[] = []
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  #root: Root | null = null

  constructor() {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => this.#answer(address, init))
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        disconnect() {}
        unobserve() {}
      },
    )
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(640)
  }

  #answer(address: string, { method = 'GET', body }: RequestInit): Response {
    const { pathname } = new URL(address, 'http://console.test')
    this.sent.push({ method, path: pathname, body: typeof body === 'string' ? JSON.parse(body) : undefined })
    if (method !== 'GET' && this.refusal !== null)
      return Response.json({ code: 'conflict', detail: this.refusal, requestId: 'r1' }, { status: 409 })
    if (pathname === '/api/status-groups') return Response.json(this.board)
    const change = this.change
    if (change === null) return Response.json({ code: 'not_found', detail: 'Gone.', requestId: 'r' }, { status: 404 })
    if (pathname === '/api/asset-changes') return Response.json({ changes: [change], after: null })
    if (pathname.endsWith('/restore') || pathname.endsWith('/undo'))
      return Response.json({
        change: { ...change, changeId: nextId, total: 12 },
        leftOut: 3,
        leftOutNote: '3 assets have another status by now, which is left as it is.',
      })
    return Response.json({ ...change, kept: this.kept })
  }

  posts() {
    return this.sent.filter(({ method }) => method !== 'GET').map(({ path, body }) => ({ path, body }))
  }

  async show(content: ReactNode, role: Role = 'admin') {
    const holder = document.createElement('main')
    document.body.append(holder)
    const root = createRoot(holder)
    this.#root = root
    const router = { push: (href: string) => this.pushed.push(href), prefetch: () => {} }
    await act(async () =>
      root.render(
        <AppRouterContext value={router as never}>
          <QueryClientProvider client={this.queryClient}>
            <NuqsTestingAdapter hasMemory>
              <ActorContext value={{ userId: 'u', email: 'r@x.test', name: 'Robin', role }}>
                <TooltipProvider>
                  <ToastProvider>{content}</ToastProvider>
                </TooltipProvider>
              </ActorContext>
            </NuqsTestingAdapter>
          </QueryClientProvider>
        </AppRouterContext>,
      ),
    )
  }

  /** Changes the state of the server and refetches. */
  async turn(change: AssetChange) {
    this.change = change
    await act(async () => this.queryClient.invalidateQueries({ queryKey: assetChangeQueries.all }))
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
  document.title = 'Type board'
  page = new Page()
})
afterEach(() => page.close())

const until = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => new Promise((resolve) => setTimeout(resolve, 5)))
    check()
  }, 20_000)
const text = () => document.body.textContent
const named = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button,a,label')].findLast(
    (element) => (element.getAttribute('aria-label') ?? element.textContent).trim() === name,
  )
async function click(name: string) {
  await until(() => expect(named(name), name).toBeDefined())
  await act(async () => named(name)?.click())
}
const rows = () => [...document.querySelectorAll('[aria-label="Results"] > li:not([aria-hidden])')]
const numbers = () => [...document.querySelectorAll('dl > div')].map((each) => each.textContent)
const spoken = () => document.querySelector('[data-announcements]')?.textContent.trim()

describe('the progress of a change', () => {
  it('counts unchanged and unknown steps apart from done ones', async () => {
    page.change = makeChange([
      makeStep(0, 'done'),
      makeStep(1, 'unchanged'),
      makeStep(2, 'failed', 'The type is gone.'),
      makeStep(3, 'failed', 'The type is gone.'),
      makeStep(4, 'unknown', 'Its response was lost.'),
      makeStep(5, 'cancelled'),
      makeStep(6, 'waiting'),
      makeStep(7, 'running'),
    ])
    await page.show(<ChangeProgress changeId={changeId} />)
    await until(() =>
      expect(numbers()).toEqual(['1done of 8', '1unchanged', '2failed', '1unknown', '1canceled', '2pending']),
    )
    expect(text()).toContain('2 failed: The type is gone.')
    expect(document.title).toBe('6 of 8 · Type board')
    expect(spoken()).toContain('1 of 8 done, 1 unchanged, 2 failed, 1 unknown, 1 canceled, 2 pending')
    const widths = [...document.querySelectorAll('svg[preserveAspectRatio] rect[x]')].map((rect) =>
      rect.getAttribute('width'),
    )
    expect(widths).toEqual(['12.5', '12.5', '25', '12.5', '12.5'])
  })

  it('ends once: the tab gets its title back, a notice appears, and the changed data is refreshed', async () => {
    const onEnded = vi.fn<() => void>()
    page.change = makeChange([makeStep(0, 'done'), makeStep(1, 'running')])
    await page.show(<ChangeProgress changeId={changeId} onEnded={onEnded} />)
    await until(() => expect(document.title).toBe('1 of 2 · Type board'))
    expect(onEnded).not.toHaveBeenCalled()
    await page.turn(makeChange([makeStep(0, 'done'), makeStep(1, 'failed', 'No.')]))
    await until(() => expect(text()).toContain('1 of 2 done, 1 failed'))
    expect(document.title).toBe('Type board')
    expect(onEnded).toHaveBeenCalledTimes(1)
    await page.turn(makeChange([makeStep(0, 'done'), makeStep(1, 'failed', 'Still no.')]))
    await until(() => expect(text()).toContain('Still no.'))
    expect(onEnded).toHaveBeenCalledTimes(1)
  })

  it('retries failures, rechecks unknown results, resumes a canceled change, and cancels the rest', async () => {
    page.change = makeChange([
      makeStep(0, 'failed', 'No.'),
      makeStep(1, 'unknown'),
      makeStep(2, 'cancelled'),
      makeStep(3, 'waiting'),
    ])
    await page.show(<ChangeProgress changeId={changeId} />)
    await click('Retry 1 failed')
    await click('Check 1 unknown')
    await click('Resume 1 canceled')
    await click('Cancel 1 pending')
    expect(page.posts()).toEqual([
      { path: `/api/asset-changes/${changeId}/retry`, body: { states: ['failed'] } },
      { path: `/api/asset-changes/${changeId}/retry`, body: { states: ['unknown'] } },
      { path: `/api/asset-changes/${changeId}/retry`, body: { states: ['cancelled'] } },
      { path: `/api/asset-changes/${changeId}/cancel`, body: {} },
    ])
  })

  it('offers no actions without the permission', async () => {
    page.change = makeChange([makeStep(0, 'failed'), makeStep(1, 'done')], { mayChange: false, snapshotCount: 2 })
    await page.show(<ChangeProgress changeId={changeId} />, 'viewer')
    await until(() => expect(numbers()).toEqual(['1done of 2', '1failed']))
    expect(named('Retry 1 failed')).toBeUndefined()
    expect(named('Undo')).toBeUndefined()
    expect(named('Restore 2 statuses')).toBeUndefined()
  })

  it('undoes and restores with one button that counts what it can restore, and offers no restore that cannot succeed', async () => {
    page.change = makeChange([makeStep(0, 'done'), makeStep(1, 'done'), makeStep(2, 'failed')], { snapshotCount: 15 })
    page.board = boardOf(page.change)
    page.kept = [
      { typeId: 'type_0', optionId: 'o1', name: 'Failed', color: 'STATUS_BADGE_COLOR_RED', count: 12, bareCount: 12 },
      { typeId: 'type_1', optionId: 'o9', name: 'Removed', color: 'STATUS_BADGE_COLOR_RED', count: 3, bareCount: 3 },
    ]
    await page.show(<ChangeProgress changeId={changeId} />)
    await until(() => expect(named('Undo and restore 12 statuses')).toBeDefined())
    expect(named('Restore 15 statuses')).toBeUndefined()
    await click('Undo and restore 12 statuses')
    await until(() => expect(text()).toContain('3 statuses cannot be restored'))
    expect(page.posts()).toEqual([])
    await click('Undo and restore 12 statuses')
    await until(() => expect(page.pushed).toEqual([`/assets/changes/${nextId}`]))
    expect(page.posts()).toEqual([{ path: `/api/asset-changes/${changeId}/undo`, body: {} }])
  })

  it('renders only the visible rows of 5,000 assets, and filters them by result', { tags: ['full'] }, async () => {
    const steps = Array.from({ length: 5_000 }, (_, at) =>
      makeStep(at, at % 1_000 === 7 ? 'failed' : 'done', at % 1_000 === 7 ? 'No.' : null),
    )
    page.change = makeChange(steps)
    await page.show(<ChangeProgress changeId={changeId} />)
    await until(() => expect(rows().length).toBeGreaterThan(5))
    expect(rows().length).toBeLessThan(80)
    expect(rows()[0]?.getAttribute('aria-setsize')).toBe('5000')
    await click('Failed 5')
    await until(() => expect(rows().map((row) => row.querySelector('a')?.textContent)).toHaveLength(5))
    expect(rows().map((row) => row.querySelector('a')?.textContent)).toEqual([
      'Type 7',
      'Type 1007',
      'Type 2007',
      'Type 3007',
      'Type 4007',
    ])
  })
})

describe('restoring statuses', () => {
  it('says first what it does, then starts, says what was left out, and leads to the change', async () => {
    page.change = makeChange([])
    await page.show(<RestoreButton source={{ activityId: changeId }} count={15} />)
    await click('Restore 15 statuses')
    await until(() => expect(text()).toContain('These assets are skipped'))
    expect(page.posts()).toEqual([])
    await click('Restore 15 statuses')
    await until(() => expect(page.pushed).toEqual([`/assets/changes/${nextId}`]))
    expect(page.posts()).toEqual([{ path: '/api/asset-changes/restore', body: { activityId: changeId } }])
    await until(() => expect(text()).toContain('3 of 15 left out'))
    expect(text()).toContain('3 assets have another status by now')
  })

  it('keeps its dialog open with the reason when it is refused', async () => {
    page.change = makeChange([])
    page.refusal = 'Nothing is left to restore.'
    await page.show(<RestoreButton source={{ changeId }} count={1} />)
    await click('Restore 1 status')
    await until(() => expect(text()).toContain('These assets are skipped'))
    await click('Restore 1 status')
    await until(() =>
      expect(document.querySelector('[role=alert]')?.textContent).toContain('Nothing is left to restore.'),
    )
    expect(page.pushed).toEqual([])
  })
})

describe('the list of changes', () => {
  it('says who started which change, and its result', async () => {
    page.change = makeChange([makeStep(0, 'done'), makeStep(1, 'failed')], { isMine: false, snapshotCount: 4 })
    await page.show(<ChangesPage />)
    await until(() => expect(text()).toContain('1 of 2 done, 1 failed'))
    expect(text()).toContain('by Robin')
    expect(text()).toContain('4 statuses cleared')
    expect(named('Assign Lifting gear to 3 types')?.getAttribute('href')).toBe(`/assets/changes/${changeId}`)
  })
})
