'use client'

import { ArrowUp } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '@/lib/browser/class-names'
import { useMounted } from '@/lib/browser/now'
import { formatCount } from '@/lib/browser/numbers'
import { rememberInspection } from '@/lib/browser/recent'
import { inspectionHref } from '@/lib/browser/routes'
import { useShortcuts } from '@/lib/browser/shortcuts'
import type { InspectionRow } from '@/lib/inspections/schema'
import { columnsClass, InspectionRowView, readRowTitle } from './inspection-row'
import { keepPlace, takePlace } from './list-memory'
import { computeWindow, findShift, scrollHeightMax, scrollTopAfterShift, scrollTopFor } from './row-window'
import type { InspectionRows } from './use-inspection-rows'

const columns = [
  ['Title', ''],
  ['Template', ''],
  ['Site', ''],
  ['Author', 'hidden xl:block'],
  ['Score', ''],
  ['Failed', 'justify-self-end'],
  ['State', 'hidden lg:block'],
  ['Modified', 'justify-self-end'],
] as const

const headHeight = 36
const skeletonRows = 20
const renderStepRows = 4

export interface Viewport {
  scrollTop: number
  height: number
  rowHeight: number
  /** False for the guess before the first look at the screen. */
  isMeasured: boolean
}

/** What the grid shows before it was measured, and on the server. */
export const firstViewport: Viewport = { scrollTop: 0, height: 800, rowHeight: 40, isMeasured: false }

/**
 * The rows of the list, of which only those in sight exist. The grid itself keeps the focus and names the active row,
 * so that scrolling a row away cannot lose it.
 */
export function InspectionGrid({
  rows,
  filterKey,
  viewport,
  onViewport,
}: {
  rows: InspectionRows
  /** Names this list among others, for coming back to it. */
  filterKey: string
  viewport: Viewport
  onViewport: (viewport: Viewport) => void
}) {
  const router = useRouter()
  const isMounted = useMounted()
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLTableElement>(null)
  const [active, setActive] = useState(-1)
  const [added, setAdded] = useState(0)
  const total = rows.total ?? skeletonRows
  const input = { scrollTop: viewport.scrollTop, viewportHeight: viewport.height, rowHeight: viewport.rowHeight, total }
  const inSight = computeWindow(input)
  // Between renders the page scrolls by itself: positions to move from are read where it really is.
  const readInput = () => ({ ...input, scrollTop: scroller.current?.scrollTop ?? 0 })
  const pageRows = Math.max(1, Math.floor(viewport.height / viewport.rowHeight) - 1)

  const scrollTo = (scrollTop: number) => {
    if (scroller.current !== null) scroller.current.scrollTop = scrollTop
  }
  const moveTo = (position: number) => {
    if (rows.total === null || rows.total === 0) return
    const next = Math.min(Math.max(position, 0), rows.total - 1)
    grid.current?.focus({ preventScroll: true })
    setActive(next)
    scrollTo(scrollTopFor(next, readInput()))
  }
  // The first key picks the first row in sight instead of moving from a row nobody sees.
  const moveBy = (step: number) => moveTo(active === -1 ? computeWindow(readInput()).firstVisible : active + step)
  const open = (position: number) => {
    const row = rows.read(position)
    if (row === undefined) return
    keepPlace(filterKey, { scrollTop: scroller.current?.scrollTop ?? 0, active: position })
    if (row.hydrated) rememberInspection({ auditId: row.auditId, title: readRowTitle(row) })
    router.push(inspectionHref(row.auditId))
  }

  const follow = (scrollTop: number) => {
    if (scrollTop === 0) setAdded(0)
    // Some rows lie ready on both sides, so most steps of a smooth scroll need no render at all.
    const isNear = Math.abs(scrollTop - viewport.scrollTop) < renderStepRows * viewport.rowHeight
    if (!isNear || scrollTop === 0 || total * viewport.rowHeight > scrollHeightMax)
      onViewport({ ...viewport, scrollTop })
  }
  const latest = useRef({ open })
  useLayoutEffect(() => {
    latest.current = { open }
  })
  const openLatest = useCallback((position: number) => latest.current.open(position), [])

  const within = () => grid.current
  useShortcuts([
    { id: 'list:next', keys: ['j'], label: 'Next row', group: 'List', repeats: true, run: () => moveBy(1) },
    { id: 'list:previous', keys: ['k'], label: 'Previous row', group: 'List', repeats: true, run: () => moveBy(-1) },
    {
      id: 'list:down',
      keys: ['arrowdown'],
      label: 'Next row',
      group: 'List',
      repeats: true,
      within,
      run: () => moveBy(1),
    },
    {
      id: 'list:up',
      keys: ['arrowup'],
      label: 'Previous row',
      group: 'List',
      repeats: true,
      within,
      run: () => moveBy(-1),
    },
    {
      id: 'list:page-down',
      keys: ['pagedown'],
      label: 'Next screen',
      group: 'List',
      repeats: true,
      within,
      run: () => moveBy(pageRows),
    },
    {
      id: 'list:page-up',
      keys: ['pageup'],
      label: 'Previous screen',
      group: 'List',
      repeats: true,
      within,
      run: () => moveBy(-pageRows),
    },
    { id: 'list:first', keys: ['home'], label: 'First row', group: 'List', within, run: () => moveTo(0) },
    { id: 'list:last', keys: ['end'], label: 'Last row', group: 'List', within, run: () => moveTo(total - 1) },
    { id: 'list:open', keys: ['enter'], label: 'Open the row', group: 'List', within, run: () => open(active) },
  ])

  useMeasuredViewport(scroller, viewport, onViewport)
  usePlace(filterKey, viewport.isMeasured ? rows.total : null, (place) => {
    setActive(place.active)
    scrollTo(place.scrollTop)
    grid.current?.focus({ preventScroll: true })
  })
  useStillRows(rows.read, inSight, (shift) => {
    const isResting = scroller.current?.scrollTop === 0 && active === -1 && !scroller.current.matches(':hover')
    if (active !== -1) setActive(active + shift)
    if (isResting) return
    scrollTo(scrollTopAfterShift(shift, readInput()))
    if (shift > 0) setAdded(added + shift)
  })

  const positions = Array.from({ length: inSight.end - inSight.first }, (_, index) => inSight.first + index)
  const isActiveInSight = active >= inSight.first && active < inSight.end
  return (
    <div className="relative min-h-0 flex-1">
      {added > 0 && (
        <button
          type="button"
          onClick={() => moveTo(0)}
          className="absolute top-11 left-1/2 z-10 flex h-8 -translate-x-1/2 items-center gap-1.5 rounded-full bg-accent px-3 text-sm font-medium text-accent-on shadow-float hover:bg-accent-hover"
        >
          <ArrowUp aria-hidden size={16} /> {formatCount(added)} new
        </button>
      )}
      <div
        ref={scroller}
        tabIndex={-1}
        onScroll={(event) => follow(event.currentTarget.scrollTop)}
        className="absolute inset-0 overflow-x-hidden overflow-y-auto bg-surface outline-none [overflow-anchor:none]"
      >
        <table
          ref={grid}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table whose rows the keys walk is a grid
          role="grid"
          tabIndex={0}
          aria-label="Inspections"
          aria-rowcount={rows.total === null ? -1 : rows.total + 1}
          aria-busy={rows.total === null}
          aria-activedescendant={isActiveInSight ? `inspection-row-${active}` : undefined}
          className="group/grid block outline-none"
        >
          <thead className="sticky top-0 z-2 block max-sm:sr-only">
            <tr
              aria-rowindex={1}
              className={classNames(
                columnsClass,
                'h-9 items-center border-b border-line bg-canvas text-xs text-ink-muted',
              )}
            >
              {columns.map(([name, className]) => (
                <th key={name} scope="col" className={classNames('text-left font-medium', className)}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          {isMounted && <tbody aria-hidden className="block" style={{ height: inSight.above }} />}
          <tbody className="block">
            {positions.map((position) => (
              <InspectionRowView
                key={position}
                id={`inspection-row-${position}`}
                position={position}
                row={rows.read(position)}
                isActive={position === active}
                onOpen={openLatest}
                onPoint={setActive}
              />
            ))}
          </tbody>
          {isMounted && rows.total !== null && (
            <tbody aria-hidden className="block" style={{ height: inSight.below }} />
          )}
        </table>
      </div>
    </div>
  )
}

/** Keeps height and row height as they are on screen. */
function useMeasuredViewport(
  scroller: React.RefObject<HTMLDivElement | null>,
  viewport: Viewport,
  onViewport: (viewport: Viewport) => void,
) {
  const measure = useEffectEvent(() => {
    const element = scroller.current
    if (element === null) return
    const isCards = matchMedia('(width < 40rem)').matches
    const height = Math.max(1, element.clientHeight - (isCards ? 0 : headHeight))
    const rowHeight = isCards ? 76 : 40
    if (!viewport.isMeasured || height !== viewport.height || rowHeight !== viewport.rowHeight)
      onViewport({ scrollTop: element.scrollTop, height, rowHeight, isMeasured: true })
  })
  useLayoutEffect(() => {
    measure()
    const observer = new ResizeObserver(() => measure())
    if (scroller.current !== null) observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [scroller])
}

/** Goes back to where the list was left, as soon as it is long enough again. */
function usePlace(
  filterKey: string,
  total: number | null,
  restore: (place: { scrollTop: number; active: number }) => void,
) {
  const isReady = total !== null && total > 0
  const apply = useEffectEvent(restore)
  useEffect(() => {
    const place = isReady ? takePlace(filterKey) : null
    if (place !== null) apply(place)
  }, [filterKey, isReady])
}

/** Tells by how much the rows in sight moved when the list was read again. */
function useStillRows(
  read: (position: number) => InspectionRow | undefined,
  { first, end }: { first: number; end: number },
  onShift: (shift: number) => void,
) {
  const seen = useRef<ReadonlyMap<number, string>>(new Map())
  useLayoutEffect(() => {
    const before = seen.current
    const now = new Map<number, string>()
    const reach = 200
    const after = new Map<string, number>()
    for (let position = Math.max(0, first - reach); position < end + reach; position += 1) {
      const id = read(position)?.auditId
      if (id === undefined) continue
      after.set(id, position)
      if (position >= first && position < end) now.set(position, id)
    }
    seen.current = now
    const shift = findShift(before, after)
    if (shift !== 0) onShift(shift)
  })
}
