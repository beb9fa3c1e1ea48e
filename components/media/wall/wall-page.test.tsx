// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { act } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipProvider } from '@/components/ui/tooltip'
import { ZoneContext } from '@/lib/browser/preferences/zone'
import type { WallFile } from '@/lib/media/schema'
import { MediaWall } from './wall-page'

/** Number of files in one response. */
let pageFiles: number

/** Higher numbers are newer. */
const file = (number: number, rest: Partial<WallFile> = {}): WallFile => ({
  id: `m${number}`,
  auditId: `audit_${number}` as WallFile['auditId'],
  inspectionTitle: 'Round',
  kind: 'image',
  ext: 'jpg',
  isFetchable: true,
  title: `Photo ${number}`,
  section: null,
  label: null,
  takenAt: null,
  failed: true,
  number: 1,
  of: 1,
  anchor: null,
  fileName: `${number}.jpg`,
  modifiedAt: new Date(Date.UTC(2026, 10, 20, 12, number)).toISOString(),
  siteName: null,
  templateName: null,
  ...rest,
})

let root: Root
let queryClient: QueryClient
/** The files on the server, newest first. */
let kept: WallFile[]
/** Releases further pages; null while they are not held back. */
let held: Array<() => void> | null

async function answer(address: string): Promise<Response> {
  const { pathname, searchParams } = new URL(address, 'http://console.test')
  if (pathname === '/api/media/wall/total') return Response.json({ files: kept.length, inspections: kept.length })
  if (pathname === '/api/media/wall') {
    const after = searchParams.get('after')
    const from = after === null ? 0 : kept.findIndex(({ id }) => id === after) + 1
    const files = kept.slice(from, from + pageFiles)
    if (after !== null) await new Promise<void>((resolve) => (held === null ? resolve() : held.push(resolve)))
    const isEnd = from + pageFiles >= kept.length
    return Response.json({ files, after: isEnd ? null : files.at(-1)?.id, asOf: '2026-11-20T12:00:00.000Z' })
  }
  if (pathname !== '/api/inspections') return Response.json({ templates: [] })
  const noFacet = { values: [], distinct: 0 }
  return Response.json({
    rows: [],
    after: null,
    total: 9,
    totalIsExact: true,
    totalAll: 9,
    facets: { template: noFacet, site: noFacet, author: noFacet, result: noFacet },
    resolved: { modified: [], completedAt: [] },
    asOf: null,
  })
}

beforeEach(async () => {
  pageFiles = 3
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 1_000 })
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 800 })
  kept = [5, 4, 3, 2, 1].map((number) => file(number))
  held = null
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
})
afterEach(async () => {
  await act(async () => root.unmount())
  queryClient.clear()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

async function until(check: () => void): Promise<void> {
  for (let turn = 0; turn < 400; turn += 1) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)))
    try {
      check()
      return
    } catch {
      // The condition does not hold yet.
    }
  }
  check()
}

async function show(search = '') {
  const zones = { choice: 'UTC', preferred: 'UTC', reported: 'UTC', setChoice: () => {} }
  await act(async () =>
    root.render(
      <AppRouterContext value={{ push: () => {} } as never}>
        <QueryClientProvider client={queryClient}>
          <NuqsTestingAdapter searchParams={search} hasMemory>
            <ZoneContext value={zones}>
              <TooltipProvider>
                <ToastProvider>
                  <MediaWall />
                </ToastProvider>
              </TooltipProvider>
            </ZoneContext>
          </NuqsTestingAdapter>
        </QueryClientProvider>
      </AppRouterContext>,
    ),
  )
}

/** Refreshes the wall, as an event about changed inspections does. */
const hear = () => act(async () => queryClient.invalidateQueries({ queryKey: ['media', 'wall-newest'] }))
const tiles = () => [...document.querySelectorAll<HTMLElement>('[data-index]')]
const shown = () => tiles().map((tile) => /Photo (\d+)/.exec(tile.getAttribute('aria-label') ?? '')?.[1])
const pill = () =>
  [...document.querySelectorAll('button')].find(({ textContent }) => /new$|^\s*Update the files$/.test(textContent))

describe('a wall with new files', () => {
  it('shows them at once while nobody uses it', { tags: ['full'] }, async () => {
    await show()
    await until(() => expect(shown()).toEqual(['5', '4', '3', '2', '1']))
    kept.unshift(file(7), file(6))
    await hear()
    await until(() => expect(shown()).toEqual(['7', '6', '5', '4', '3', '2', '1']))
    expect(pill()).toBeUndefined()
  })

  it(
    'stays unchanged while a person uses it, counts the new files, and shows them on request',
    { tags: ['full'] },
    async () => {
      await show()
      await until(() => expect(shown()).toHaveLength(5))
      tiles()[1]?.focus()
      kept.unshift(file(7), file(6))
      await hear()
      await until(() => expect(pill()?.textContent.trim()).toBe('2 new'))
      expect(shown()).toEqual(['5', '4', '3', '2', '1'])
      await act(async () => pill()?.click())
      await until(() => expect(shown()).toEqual(['7', '6', '5', '4', '3', '2', '1']))
      expect(pill()).toBeUndefined()
      await until(() => expect(document.activeElement).toBe(tiles()[0]))
    },
  )

  it(
    'stays unchanged while it is scrolled down, and offers a refresh when files only moved',
    { tags: ['full'] },
    async () => {
      await show()
      await until(() => expect(shown()).toHaveLength(5))
      const scroller = tiles()[0]?.closest('.overflow-y-auto')
      if (scroller === undefined || scroller === null) throw new Error('There is no wall.')
      scroller.scrollTop = 40
      kept = [file(4, { modifiedAt: file(8).modifiedAt }), ...kept.filter(({ id }) => id !== 'm4')]
      await hear()
      await until(() => expect(pill()?.textContent.trim()).toBe('Update the files'))
      expect(shown()).toEqual(['5', '4', '3', '2', '1'])
      kept.unshift(file(9))
      await hear()
      await until(() => expect(pill()?.textContent.trim()).toBe('1 new'))
      // At its top and not in use, the wall updates without a click.
      scroller.scrollTop = 0
      await act(async () => scroller.dispatchEvent(new Event('scroll', { bubbles: true })))
      await until(() => expect(shown()).toEqual(['9', '4', '5', '3', '2', '1']))
      expect(pill()).toBeUndefined()
    },
  )

  it('is not reverted by a page that was requested before', async () => {
    const before: Array<() => void> = []
    held = before
    await show()
    await until(() => expect(shown()).toEqual(['5', '4', '3']))
    kept.unshift(file(6))
    await hear()
    await until(() => expect(shown().slice(0, 3)).toEqual(['6', '5', '4']))
    held = null
    for (const release of before) release()
    await until(() => expect(shown()).toEqual(['6', '5', '4', '3', '2', '1']))
  })

  it('shows its first files after it was empty', async () => {
    kept = []
    await show()
    await until(() => expect(document.body.textContent).toContain('No files from failed answers'))
    kept = [file(1)]
    await hear()
    await until(() => expect(shown()).toEqual(['1']))
  })
})

const viewer = () => document.querySelector('[role=dialog]')?.textContent ?? ''

describe('a link to a file of the wall', () => {
  it('opens a file that is further down than the files which are loaded first', async () => {
    pageFiles = 100
    kept = Array.from({ length: 500 }, (_, at) => file(500 - at))
    await show('?file=m4&of=audit_4')
    await until(() => expect(viewer()).toContain('Photo 4'))
  })

  it('says that the file is not among the files of the wall only when they are loaded', async () => {
    const before: Array<() => void> = []
    held = before
    await show('?file=gone&of=audit_4')
    await until(() => expect(viewer()).toContain('Loading more'))
    expect(viewer()).not.toContain('not among the loaded files')
    held = null
    for (const release of before) release()
    await until(() => expect(viewer()).toContain('not among the loaded files'))
  })
})
