// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { act, useState } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import { inspectionQueries } from '@/lib/inspections/queries'
import { InspectionGrid } from './inspection-grid'
import { computeWindow } from '@/lib/browser/lists/row-window'
import { makeInspectionRow } from '@/lib/inspections/testing-row'
import { inspectionSelection } from '@/components/inspections/selection/selection-store'
import { useInspectionRows } from '@/components/inspections/use-inspection-rows'
import { useListState } from '@/components/filters/use-list-state'
import { useViewport } from '@/components/ui/data-table/use-measured-viewport'

// jsdom has no layout, so the test declares ten rows visible.
const heightPx = 36 + 10 * 40
const world = {
  /** Numbers of the inspections in the order of the list. */
  list: [] as number[],
  estimate: null as number | null,
  /** The inspection that was changed last. */
  changed: null as number | null,
  asked: [] as string[],
}
const pushed: string[] = []
let root: Root
let queryClient: QueryClient
let url = ''
let written: string[] = []
const follow = ({ queryString, options }: { queryString: string; options: { history?: string } }) => {
  url = queryString
  written.push(`${options.history ?? ''} ${queryString}`)
}

const idOf = (number: number) => `audit_${number}`
const rowOf = (number: number) =>
  makeInspectionRow({
    auditId: idOf(number),
    modifiedAt: new Date(Date.UTC(2026, 10, 20) + (number === world.changed ? 9_999 : number) * 1000).toISOString(),
    documentProblem: number === 4998 ? 'item 3 has no label' : null,
    missingAt: number === 4999 ? '2026-11-20T00:00:00.000Z' : null,
    title: `Inspection ${number}`,
    templateName: 'Pre-start',
    siteName: 'Leeds',
    authorName: 'Ann',
    documentNo: `D-${number}`,
    result: 'passed',
    score: 3,
    totalScore: 4,
    scorePercentage: 75,
    failedCount: 0,
    itemCount: 12,
    mediaCount: 2,
    archived: false,
  })
const newestFirst = (first: number, count: number) => Array.from({ length: count }, (_, index) => first - index)

function answer(address: string): Response {
  const { pathname, searchParams } = new URL(address, 'http://console.test')
  if (pathname !== '/api/inspections')
    return Response.json({ status: 404, code: 'not_found', detail: 'None.', requestId: 'req_1' }, { status: 404 })
  world.asked.push(searchParams.toString())
  const isExact = world.estimate === null || searchParams.getAll('include').includes('facets')
  const offset = Number(searchParams.get('offset'))
  return Response.json({
    rows: world.list.slice(offset, offset + Number(searchParams.get('limit'))).map(rowOf),
    after: null,
    total: isExact ? world.list.length : world.estimate,
    totalIsExact: isExact,
    totalAll: world.list.length,
    facets: null,
    resolved: { modified: [], completedAt: [] },
    asOf: null,
  })
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

function Harness() {
  const state = useListState()
  const [viewport, setViewport] = useViewport()
  const [total, setTotal] = useState(0)
  const { scrollTop, height, rowHeight } = viewport
  const { first, end } = computeWindow({ scrollTop, viewportHeight: height, rowHeight, total })
  const rows = useInspectionRows(state.params, first, end)
  if (rows.total !== null && rows.total !== total) setTotal(rows.total)
  return (
    <InspectionGrid
      rows={rows}
      filterKey={state.filterKey}
      viewport={viewport}
      onViewport={setViewport}
      state={state}
      renderActions={(selection) => <span data-export>{JSON.stringify(selection)}</span>}
    />
  )
}

async function show(search = '') {
  const holder = document.createElement('div')
  document.body.append(holder)
  root = createRoot(holder)
  await act(async () =>
    root.render(
      <AppRouterContext value={router as never}>
        <QueryClientProvider client={queryClient}>
          <NuqsTestingAdapter searchParams={search} onUrlUpdate={follow} hasMemory>
            <TooltipProvider>
              <ToastProvider>
                <Harness />
              </ToastProvider>
            </TooltipProvider>
          </NuqsTestingAdapter>
        </QueryClientProvider>
      </AppRouterContext>,
    ),
  )
  await until(() => expect(titles().length).toBeGreaterThan(0))
}

const grid = () => document.querySelector<HTMLElement>('[role=grid]') ?? document.body
const scroller = () => grid().parentElement ?? document.body
const activeRow = () => document.querySelector(`#${grid().getAttribute('aria-activedescendant') ?? 'none'}`)
const titles = () => [...document.querySelectorAll('tbody a')].map((link) => link.textContent)
const heads = () => [...document.querySelectorAll('thead th[data-column]')].map((head) => head.textContent)
const spoken = () => document.querySelector('[data-announcements]')?.textContent?.trim()
const bar = () => document.querySelector('[role=toolbar]')?.textContent ?? null
const summary = () => document.querySelector('aside[aria-label=Preview]')
const dialog = () => document.querySelector('[role=dialog][aria-label=Preview]')
const headBox = () => document.querySelector<HTMLInputElement>('thead input')
const edge = () => document.querySelector('[role=separator][aria-label="Width of Site"]') ?? document.body
const rowAt = (position: number) => document.querySelector<HTMLElement>(`#inspection-row-${position}`)
const pointer = (type: string, { x = 50, pointerType = 'touch' } = {}) => {
  // jsdom has no pointer events. React also accepts a mouse event with that name.
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX: x, clientY: 100 })
  return Object.defineProperty(event, 'pointerType', { value: pointerType })
}
const touch = (type: string, how?: Parameters<typeof pointer>[1]) =>
  act(async () => rowAt(1)?.dispatchEvent(pointer(type, how)))
const rest = (forMs: number) => act(async () => vi.advanceTimersByTimeAsync(forMs))
const button = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button,[role=button]')].find(
    (each) => each.textContent?.trim() === name || each.getAttribute('aria-label') === name,
  )

/** Runs pending work until `check` holds. */
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

async function press(keys: string, target: Element = grid()) {
  const parts = keys.split('+')
  const key = parts.at(-1) ?? ''
  const init = {
    key,
    code: key.length === 1 ? `Key${key.toUpperCase()}` : key,
    shiftKey: parts.includes('shift'),
    ctrlKey: parts.includes('ctrl'),
    altKey: parts.includes('alt'),
    bubbles: true,
    cancelable: true,
  }
  await act(async () => target.dispatchEvent(new KeyboardEvent('keydown', init)))
}

async function click(target: Element | null | undefined, init: MouseEventInit = {}) {
  if (target === null || target === undefined) throw new Error('Nothing to click')
  await act(async () => target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init })))
}

async function readAgain() {
  await act(async () => queryClient.invalidateQueries({ queryKey: inspectionQueries.all }))
  await act(async () => new Promise((resolve) => setTimeout(resolve, 30)))
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async (address: string) => answer(address))
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(heightPx)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  )
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  Object.assign(world, { list: newestFirst(5000, 2400), estimate: null, changed: null, asked: [] })
  pushed.length = 0
  url = ''
  written = []
  inspectionSelection.clear()
  sessionStorage.clear()
  localStorage.clear()
})

afterEach(async () => {
  await act(async () => root.unmount())
  queryClient.clear()
  document.body.replaceChildren()
  document.documentElement.removeAttribute('dir')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('row selection', () => {
  it('selects with x, and extends or shrinks a range with Shift and arrow keys', { tags: ['full'] }, async () => {
    await show()
    await press('j')
    await press('x')
    expect(bar()).toContain('1 selected')
    await press('shift+ArrowDown')
    await press('shift+ArrowDown')
    await press('shift+ArrowDown')
    expect(inspectionSelection.read()).toEqual({ kind: 'ids', ids: [5000, 4999, 4998, 4997].map(idOf) })
    await press('shift+ArrowUp')
    expect(inspectionSelection.read()).toEqual({ kind: 'ids', ids: [5000, 4999, 4998].map(idOf) })
    expect(spoken()).toBe('3 selected')
    expect(rowAt(2)?.getAttribute('aria-selected')).toBe('true')
    expect(rowAt(3)?.getAttribute('aria-selected')).toBe('false')
    await press('Escape')
    expect(bar()).toBeNull()
  })

  it(
    'selects with the checkbox, and with Shift also a range with rows that are not loaded',
    { tags: ['full'] },
    async () => {
      await show()
      await click(rowAt(0)?.querySelector('input'))
      await act(async () => {
        scroller().scrollTop = 150 * 40
        scroller().dispatchEvent(new Event('scroll', { bubbles: true }))
      })
      await until(() => expect(rowAt(150)?.textContent).toContain('Inspection 4850'))
      await click(rowAt(150)?.querySelector('input'), { shiftKey: true })
      await until(() => expect(bar()).toContain('151 selected'))
      const selection = inspectionSelection.read()
      expect(selection.kind === 'ids' && new Set(selection.ids)).toEqual(new Set(newestFirst(5000, 151).map(idOf)))
    },
  )

  it(
    'keeps "all matching" while scrolling, counts excluded rows, and passes both to the export',
    { tags: ['full'] },
    async () => {
      await show()
      await press('ctrl+a')
      await click(button('Select all 2,400'))
      expect(bar()).toContain('All 2,400 matching selected')
      await press('End')
      await act(async () => scroller().dispatchEvent(new Event('scroll', { bubbles: true })))
      await until(() => expect(activeRow()?.textContent).toContain('Inspection 2601'))
      expect(activeRow()?.getAttribute('aria-selected')).toBe('true')
      await press('x')
      expect(bar()).toContain('All 2,400 matching selected, 1 excluded')
      expect(JSON.parse(document.querySelector('[data-export]')?.textContent ?? '')).toEqual({
        kind: 'matching',
        except: ['audit_2601'],
      })
    },
  )

  it('is cleared by the checkbox in the header that selected everything', { tags: ['full'] }, async () => {
    await show()
    await click(headBox())
    expect(headBox()?.checked).toBe(true)
    expect(inspectionSelection.read().kind).toBe('ids')
    await click(rowAt(0)?.querySelector('input'))
    expect(headBox()?.indeterminate).toBe(true)
    await click(headBox())
    await click(headBox())
    expect(bar()).toBeNull()
    expect(headBox()?.checked).toBe(false)
  })

  it('selects all rows of a short list without offering more', { tags: ['full'] }, async () => {
    world.list = newestFirst(5000, 40)
    await show()
    await press('ctrl+a')
    expect(bar()).toContain('40 selected')
    expect(bar()).not.toContain('Select all')
  })

  it(
    'keeps ids in another list and counts those missing from it, but clears "all matching"',
    { tags: ['full'] },
    async () => {
      await show()
      await press('j')
      await press('x')
      await act(async () => root.unmount())
      document.body.replaceChildren()
      world.list = []
      queryClient.clear()
      world.list = newestFirst(4000, 300)
      const total = world.list
      vi.stubGlobal('fetch', async (address: string) => {
        const asksForForeign = new URL(address, 'http://console.test').searchParams.getAll('q').includes('audit_5000')
        world.list = asksForForeign ? [] : total
        return answer(address)
      })
      await show('?result=failed')
      await until(() => expect(bar()).toContain('1 selected · 1 not in this list'))
      await click(button('Select all 300'))
      expect(inspectionSelection.read().kind).toBe('matching')
      await act(async () => root.unmount())
      document.body.replaceChildren()
      await show('?result=passed')
      expect(bar()).toBeNull()
      expect(document.body.textContent).toContain('Selection cleared')
    },
  )
})

describe('the preview beside the list', () => {
  it(
    'opens with a click, follows the keys, closes with Escape and leaves the focus in the list',
    { tags: ['full'] },
    async () => {
      await show()
      await click(rowAt(2)?.querySelectorAll('td')[3])
      await until(() => expect(url).toBe('?row=audit_4998'))
      expect(summary()?.textContent).toContain('Inspection 4998')
      expect(summary()?.textContent).toContain('3 of 2,400')
      await press('j')
      await until(() => expect(url).toBe('?row=audit_4997'))
      expect(summary()?.textContent).toContain('Inspection 4997')
      expect(rowAt(3)?.getAttribute('aria-current')).toBe('true')
      await press('Escape')
      await until(() => expect(url).toBe(''))
      expect(written.filter((each) => each.startsWith('push'))).toEqual([])
      expect(summary()).toBeNull()
      expect(document.activeElement).toBe(grid())
      await press('Enter')
      await until(() => expect(pushed).toEqual(['/inspections/audit_4997']))
    },
  )

  it('opens the page with a second click on the same row', async () => {
    await show()
    await click(rowAt(1)?.querySelectorAll('td')[3])
    expect(pushed).toEqual([])
    await click(rowAt(1)?.querySelectorAll('td')[3])
    await until(() => expect(pushed).toEqual(['/inspections/audit_4999']))
  })

  it('does not open with a click on the name of a row, which opens the page, like Enter', async () => {
    await show()
    await click(rowAt(1)?.querySelector('a'))
    await until(() => expect(pushed).toEqual(['/inspections/audit_4999']))
    expect(written).toEqual([])
  })

  it('opens the page with a double click whose second click lands on the preview', async () => {
    await show()
    // Fast enough for a double click, also on a busy machine.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    await click(rowAt(1)?.querySelectorAll('td')[3], { clientX: 700, clientY: 90, detail: 1 })
    await until(() => expect(summary()).not.toBeNull())
    // A browser counts clicks at one place, regardless of the element.
    await click(button('Copy link'), { clientX: 702, clientY: 91, detail: 2 })
    await until(() => expect(pushed).toEqual(['/inspections/audit_4999']))
  })

  it('treats a double click away from the clicked row as a new double click', { tags: ['full'] }, async () => {
    await show()
    await click(rowAt(1)?.querySelectorAll('td')[3], { clientX: 300, clientY: 90, detail: 1 })
    await until(() => expect(summary()).not.toBeNull())
    await click(button('Next inspection'), { clientX: 900, clientY: 20, detail: 1 })
    await click(button('Next inspection'), { clientX: 900, clientY: 20, detail: 2 })
    await until(() => expect(url).toBe('?row=audit_4997'))
    expect(pushed).toEqual([])
  })

  it('opens the page with two clicks that arrive before the address has changed', { tags: ['full'] }, async () => {
    await show()
    const cell = rowAt(1)?.querySelectorAll('td')[3]
    await act(async () => {
      cell?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
      cell?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 }))
    })
    await until(() => expect(pushed).toEqual(['/inspections/audit_4999']))
  })

  it('continues past the loaded rows', { tags: ['full'] }, async () => {
    await show()
    await act(async () => {
      scroller().scrollTop = 99 * 40
      scroller().dispatchEvent(new Event('scroll', { bubbles: true }))
    })
    await until(() => expect(rowAt(99)?.textContent).toContain('Inspection 4901'))
    await click(rowAt(99)?.querySelectorAll('td')[3])
    await click(button('Next inspection'), { clientX: 900, clientY: 20 })
    await until(() => expect(url).toBe('?row=audit_4900'))
    expect(summary()?.textContent).toContain('101 of 2,400')
  })

  it('is open and its row is active when the address names it', async () => {
    await show('?row=audit_4999')
    await until(() => expect(summary()?.textContent).toContain('Inspection 4999'))
    expect(activeRow()?.textContent).toContain('Inspection 4999')
  })
})

describe('the preview on the full screen of a phone', () => {
  beforeEach(() => vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(width < 40rem)' })))

  it('adds one history entry for any number of rows, and closing it goes back once', async () => {
    const back = vi.spyOn(history, 'back').mockImplementation(() => {})
    await show()
    await click(rowAt(2)?.querySelector('td'))
    await until(() => expect(dialog()?.textContent).toContain('Inspection 4998'))
    await click(button('Next inspection'))
    await until(() => expect(url).toBe('?row=audit_4997'))
    expect(written).toEqual(['push ?row=audit_4998', 'replace ?row=audit_4997'])
    await click(button('Close'))
    await press('Escape', dialog() ?? grid())
    await until(() => expect(back).toHaveBeenCalled())
    await click(button('Close'))
    expect(back).toHaveBeenCalledTimes(1)
    expect(written).toHaveLength(2)
  })

  it('closes without going back when a link opened it', { tags: ['full'] }, async () => {
    const back = vi.spyOn(history, 'back').mockImplementation(() => {})
    await show('?row=audit_4998')
    await until(() => expect(dialog()).not.toBeNull())
    await click(button('Close'))
    await until(() => expect(dialog()).toBeNull())
    expect(written).toEqual(['replace '])
    expect(back).not.toHaveBeenCalled()
  })
})

describe('touch on a phone', () => {
  beforeEach(async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    await show()
    vi.useFakeTimers()
  })
  afterEach(() => vi.useRealTimers())

  it('starts selecting with a long press on a card, without opening the card', { tags: ['full'] }, async () => {
    await touch('pointerdown')
    await rest(400)
    expect(inspectionSelection.read()).toEqual({ kind: 'ids', ids: [] })
    await rest(100)
    expect(inspectionSelection.read()).toEqual({ kind: 'ids', ids: ['audit_4999'] })
    expect(bar()).toContain('1 selected')
    await touch('pointerup')
    await click(rowAt(1))
    expect(inspectionSelection.read()).toEqual({ kind: 'ids', ids: ['audit_4999'] })
    // From here on, a tap selects.
    await touch('pointerdown')
    await touch('pointerup')
    await click(rowAt(2))
    expect(inspectionSelection.read()).toEqual({ kind: 'ids', ids: ['audit_4999', 'audit_4998'] })
    expect(url).toBe('')
  })

  it('selects nothing when a finger scrolls or taps, or when a mouse is pressed', { tags: ['full'] }, async () => {
    await touch('pointerdown')
    await touch('pointermove', { x: 62 })
    await rest(1_000)
    await touch('pointerdown')
    await rest(200)
    await touch('pointerup')
    await rest(1_000)
    await touch('pointerdown')
    await rest(200)
    await touch('pointercancel')
    await rest(1_000)
    await touch('pointerdown', { pointerType: 'mouse' })
    await rest(1_000)
    expect(inspectionSelection.read()).toEqual({ kind: 'ids', ids: [] })
    expect(bar()).toBeNull()
  })
})

describe('columns', () => {
  it('are the columns of the address, in its order', async () => {
    await show('?columns=site,title,id')
    expect(heads()).toEqual(['Site', 'Title', 'Inspection ID'])
    expect([...(rowAt(0)?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent)).toEqual([
      '',
      'Leeds',
      'Inspection 5000',
      'audit_5000',
      '',
    ])
  })

  it('are resized with the arrow keys on their edge, and reset with Enter', { tags: ['full'] }, async () => {
    await show()
    await press('ArrowRight', edge())
    await until(() => expect(url).toBe('?columns=title,template,site:208,author,score,failed,result,modified'))
    expect(edge().getAttribute('aria-valuenow')).toBe('208')
    expect(grid().style.getPropertyValue('--row-columns')).toContain('208px')
    await press('Enter', edge())
    await until(() => expect(url).toBe(''))
  })

  it('are wider, move on and scroll to the left where text goes from right to left', async () => {
    document.documentElement.dir = 'rtl'
    await show()
    await press('ArrowLeft', edge())
    await until(() => expect(edge().getAttribute('aria-valuenow')).toBe('208'))
    const drag = (type: string, clientX: number) =>
      act(async () =>
        edge().dispatchEvent(new MouseEvent(type, { clientX, button: 0, bubbles: true, cancelable: true })),
      )
    Object.assign(edge(), { setPointerCapture: () => {} })
    await drag('pointerdown', 500)
    await drag('pointermove', 480)
    await drag('pointerup', 480)
    await until(() => expect(edge().getAttribute('aria-valuenow')).toBe('228'))
    await press('alt+ArrowLeft', document.querySelector('[data-head=site]') ?? document.body)
    expect(spoken()).toBe('Moved Site to position 4 of 8')
    // The pinned column casts its shadow only while the list is scrolled sideways.
    const area = grid().parentElement
    Object.defineProperty(area, 'scrollLeft', { value: -40 })
    await act(async () => area?.dispatchEvent(new Event('scroll')))
    expect(area?.hasAttribute('data-sideways')).toBe(true)
  })

  it('move with Alt and arrow keys, and the new position is announced', async () => {
    await show()
    const head = document.querySelector('[data-head=site]') ?? document.body
    await press('alt+ArrowLeft', head)
    expect(spoken()).toBe('Moved Site to position 2 of 8')
    await until(() => expect(heads().slice(0, 3)).toEqual(['Title', 'Site', 'Template']))
  })

  it('sort with a click on their header, reverse with another, and announce it', { tags: ['full'] }, async () => {
    await show()
    expect(document.querySelector('th[data-column=modified]')?.getAttribute('aria-sort')).toBe('descending')
    await click(document.querySelector('[data-head=score]'))
    await until(() => expect(url).toBe('?sort=-score'))
    expect(spoken()).toBe('Sorted: Score, highest first')
    expect(document.querySelector('th[data-column=score]')?.getAttribute('aria-sort')).toBe('descending')
    await click(document.querySelector('[data-head=score]'))
    await until(() => expect(url).toBe('?sort=score'))
    expect(document.querySelector('th[data-column=score]')?.getAttribute('aria-sort')).toBe('ascending')
  })

  it(
    'are remembered for the next visit, and a link with its own columns does not change that',
    { tags: ['full'] },
    async () => {
      await show('?columns=title,site')
      expect(localStorage.getItem('sightline.columns')).toBeNull()
      await press('alt+ArrowRight', document.querySelector('[data-head=title]') ?? document.body)
      await act(async () => root.unmount())
      document.body.replaceChildren()
      await show()
      await until(() => expect(heads()).toEqual(['Site', 'Title']))
    },
  )

  it('are the person’s own in a built-in view, which has none', async () => {
    localStorage.setItem('sightline.columns', JSON.stringify({ columns: 'title,site' }))
    await show('?view=unreviewed&review=unreviewed')
    await until(() => expect(heads()).toEqual(['Title', 'Site']))
  })

  it('mark unusual rows with text, not only with color', async () => {
    await show()
    expect(rowAt(1)?.textContent).toContain('Deleted at source')
    expect(rowAt(2)?.textContent).toContain('Partly loaded: item 3 has no label')
  })
})

describe('rows after a refresh', () => {
  it(
    'stay in place when new rows arrive above them, also at the top of a list in use',
    { tags: ['full'] },
    async () => {
      await show()
      await press('j')
      await press('j')
      world.list = [5003, 5002, 5001, ...world.list]
      await readAgain()
      await until(() => expect(scroller().scrollTop).toBe(120))
      expect(activeRow()?.id).toBe('inspection-row-4')
      expect(activeRow()?.textContent).toContain('Inspection 4999')
      expect(document.body.textContent).toContain('3 new')
      await click(button('3 new'))
      await act(async () => scroller().dispatchEvent(new Event('scroll', { bubbles: true })))
      await until(() => expect(document.body.textContent).not.toContain('3 new'))
      expect(activeRow()?.textContent).toContain('Inspection 5003')
    },
  )

  it('stay in place when one of them moves away, until someone scrolls', { tags: ['full'] }, async () => {
    await show()
    await press('j')
    const before = titles()
    // 4998 was changed, so it is first now, and all rows above its old place would have moved.
    world.changed = 4998
    world.list = [4998, ...newestFirst(5000, 2400).filter((number) => number !== 4998)]
    await readAgain()
    await until(() => expect(button('1 new')).toBeDefined())
    expect(titles()).toEqual(before)
    expect(scroller().scrollTop).toBe(0)
    await act(async () => {
      scroller().scrollTop = 400
      scroller().dispatchEvent(new Event('scroll', { bubbles: true }))
    })
    await until(() => expect(titles()).not.toContain('Inspection 4998'))
  })

  it('stay in place in any order of the list, and while some are selected', { tags: ['full'] }, async () => {
    await show('?sort=title')
    await click(rowAt(5)?.querySelector('input'))
    const before = titles()
    world.list = world.list.toSpliced(3, 0, 9000)
    await readAgain()
    await until(() => expect(button('Update the list')).toBeDefined())
    expect(titles()).toEqual(before)
    await click(button('Update the list'))
    await until(() => expect(titles()).toContain('Inspection 9000'))
    expect(inspectionSelection.read()).toEqual({ kind: 'ids', ids: ['audit_4995'] })
  })

  it('are updated when nobody uses them', { tags: ['full'] }, async () => {
    await show()
    world.list = [5001, ...world.list]
    await readAgain()
    await until(() => expect(titles()[0]).toBe('Inspection 5001'))
    expect(document.body.textContent).not.toContain('1 new')
  })
})

describe('the end of an estimated list', () => {
  it('is the true last row as soon as the exact number is known', { tags: ['full'] }, async () => {
    world.estimate = 2_900
    await show()
    await press('End')
    await act(async () => scroller().dispatchEvent(new Event('scroll', { bubbles: true })))
    await until(() => expect(activeRow()?.textContent).toContain('Inspection 2601'))
    expect(grid().getAttribute('aria-rowcount')).toBe('2401')
  })
})
