'use client'

import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { GridSpace } from '@/components/ui/data-table/grid-space'
import { useGridScroll } from '@/components/ui/data-table/use-grid-scroll'
import { hasCards, useMeasuredViewport, type Viewport } from '@/components/ui/data-table/use-measured-viewport'
import { SortButton } from '@/components/ui/sort-head'
import { announce } from '@/lib/browser/announce'
import { classNames } from '@/lib/browser/class-names'
import { useMounted } from '@/lib/browser/now'
import { scrollHeightMax } from '@/lib/browser/row-window'
import { type UserRow, type UserSort, userSortNames } from '@/lib/users/schema'
import { nextSort, readSort } from './address'
import { columnsClass, UserRowView } from './user-row'
import { describeSort } from './user-texts'

const skeletonRows = 20
const renderStepRows = 4
const rowHeightPx = 36

/** The rows of the list. Only visible rows are rendered. */
export function UserTable({
  rows,
  total: known,
  sort,
  onSort,
  viewport,
  onViewport,
}: {
  rows: readonly UserRow[]
  total: number | null
  sort: UserSort
  onSort: (sort: UserSort) => void
  viewport: Viewport
  onViewport: (viewport: Viewport) => void
}) {
  const t = useTranslations('users')
  const scroller = useRef<HTMLDivElement>(null)
  const isMounted = useMounted()
  const total = known ?? skeletonRows
  const { inSight } = useGridScroll(scroller, viewport, total)
  useMeasuredViewport(scroller, viewport, { rowPx: rowHeightPx, foldedPx: rowHeightPx }, onViewport)
  const follow = ({ scrollTop }: HTMLElement) => {
    // Some rows are rendered on both sides, so most steps of a smooth scroll need no new render.
    const isNear = Math.abs(scrollTop - viewport.scrollTop) < renderStepRows * viewport.rowHeight
    if (isNear && scrollTop !== 0 && total * viewport.rowHeight <= scrollHeightMax) return
    // At once: otherwise a frame without rows would be painted first.
    flushSync(() => onViewport({ ...viewport, scrollTop }))
  }
  const layout = viewport.isMeasured ? (hasCards(viewport) ? 'cards' : 'columns') : 'both'
  const positions = Array.from({ length: inSight.end - inSight.first }, (_, index) => inSight.first + index)
  return (
    <section
      ref={scroller}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
      tabIndex={0}
      aria-label={t('listLabel')}
      onScroll={(event) => follow(event.currentTarget)}
      className="min-h-0 flex-1 overflow-auto bg-surface [overflow-anchor:none] max-sm:overflow-x-hidden"
    >
      <table
        aria-label={t('title')}
        aria-rowcount={known === null ? -1 : known + 1}
        aria-busy={known === null}
        className="block sm:min-w-[1040px]"
      >
        <Head sort={sort} onSort={onSort} />
        {isMounted && <GridSpace height={inSight.above} rowHeight={viewport.rowHeight} />}
        <tbody className="block">
          {positions.map((position) => (
            <UserRowView key={position} position={position} row={rows[position]} layout={layout} />
          ))}
        </tbody>
        {isMounted && known !== null && <GridSpace height={inSight.below} rowHeight={viewport.rowHeight} />}
      </table>
    </section>
  )
}

/** The header row: it sorts. */
function Head({ sort, onSort }: { sort: UserSort; onSort: (sort: UserSort) => void }) {
  const t = useTranslations('users')
  const now = readSort(sort)
  return (
    <thead className="sticky top-0 z-3 block max-sm:sr-only">
      <tr
        aria-rowindex={1}
        className={classNames(columnsClass, 'h-9 items-center border-b border-line bg-canvas text-xs text-ink-muted')}
      >
        {userSortNames.map((name) => {
          const next = nextSort(sort, name)
          const isSorted = name === now.name
          return (
            <th
              key={name}
              scope="col"
              aria-sort={isSorted ? (now.isDescending ? 'descending' : 'ascending') : undefined}
              className={classNames('h-full min-w-0 text-start font-medium', name === 'name' && 'ps-2')}
            >
              <SortButton
                id={name}
                label={t(`columns.${name}`)}
                hint={t('sorts.hint', { order: describeSort(t, next) })}
                isSorted={isSorted}
                isDescending={now.isDescending}
                onPress={() => {
                  announce(t('sorts.done', { order: describeSort(t, next) }))
                  onSort(next)
                }}
              />
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
