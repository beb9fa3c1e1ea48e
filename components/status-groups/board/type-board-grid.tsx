'use client'

import { useTranslations } from 'next-intl'
import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import { FirstLayout } from '@/components/ui/data-table/columns/first-layout'
import type { PickerOption } from '@/components/ui/inputs/picker-option'
import { useMounted } from '@/lib/browser/now'
import { scrollTopFor } from '@/lib/browser/lists/row-window'
import { useRowWindow } from '@/lib/browser/lists/use-row-window'
import type { CountedStatusGroup } from '@/lib/status-groups/schema'
import { cellId, headPx, noneValue, pickerId, type RowHandlers, rowPx, TypeBoardRow } from './type-board-row'
import { TypeBoardHead } from './type-board-head'
import { useBoardCursor } from './use-board-cursor'
import { useBoardKeys } from './use-board-keys'
import type { TypeBoard } from './use-type-board'

const namePx = 272
const groupPx = 124
const groupMaxPx = 200
const assetsPx = 84

/** The widths of the columns. `choices`: the number of columns with groups, and "No group". */
const layOutColumns = (choices: number): Record<`--${string}`, string> => ({
  '--board-columns': `minmax(${namePx}px, var(--name-max)) ${assetsPx}px repeat(${choices}, minmax(${groupPx}px, ${groupMaxPx}px)) minmax(0, 1fr)`,
  '--board-min': `${namePx + assetsPx + groupPx * choices}px`,
})
const gridId = 'type-board-grid'

/** Groups to pick from, with their number of statuses. */
export function useGroupOptions(groups: readonly CountedStatusGroup[]): PickerOption[] {
  const t = useTranslations('statusGroups.board')
  const none = useTranslations('status')('noGroup')
  return useMemo(
    () => [
      { value: noneValue, label: none },
      ...groups.map(({ groupId, name, options }) => ({
        value: groupId,
        label: name,
        hint: t('statuses', { count: options.length }),
      })),
    ],
    [groups, t, none],
  )
}

/** Types by groups, one choice per row. Only visible rows are rendered; the grid keeps the focus. */
export function TypeBoardGrid({
  board,
  grid,
  onReview,
}: {
  board: TypeBoard
  grid: RefObject<HTMLTableElement | null>
  onReview: () => void
}) {
  const t = useTranslations('statusGroups.board')
  const { shown, groups, selected, locked, refusal } = board
  const isMounted = useMounted()
  const scroller = useRef<HTMLDivElement>(null)
  const { inSight, extent } = useRowWindow(scroller, { total: shown.length, size: rowPx })
  const options = useGroupOptions(groups)

  const cursor = useBoardCursor(board, (row, column) => {
    if (scroller.current !== null) revealCell(scroller.current, { row, column, total: shown.length })
  })
  useBoardKeys(board, cursor, {
    grid,
    pageRows: () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 400) - headPx) / rowPx) - 1),
    onReview,
    onPick: (typeId) => document.getElementById(pickerId(typeId))?.click(),
  })
  const handlers = useStableHandlers({
    onChoose: (position, column) => {
      cursor.point(position, column)
      grid.current?.focus({ preventScroll: true })
      const row = shown[position]
      if (row !== undefined) board.choose([row], column === 0 ? null : (groups[column - 1]?.groupId ?? null))
    },
    onPick: (position, to) => {
      const row = shown[position]
      if (row !== undefined) board.choose([row], to)
    },
    onToggle: (position, isRange) => {
      cursor.toggle(position, isRange)
      grid.current?.focus({ preventScroll: true })
    },
  })

  const active = shown[cursor.active]
  const style = layOutColumns(groups.length + 1)
  const isActiveInSight = inSight.some(({ position }) => position === cursor.active)
  return (
    <div ref={scroller} tabIndex={-1} className="min-h-0 flex-1 overflow-auto bg-surface outline-none">
      {!isMounted && <FirstLayout gridId={gridId} style={style} />}
      <table
        ref={grid}
        id={gridId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table with keyboard navigation is a grid
        role="grid"
        tabIndex={0}
        aria-label={t('label')}
        aria-multiselectable
        aria-readonly={refusal !== null}
        aria-rowcount={shown.length + 1}
        aria-colcount={groups.length + 3}
        aria-activedescendant={
          active !== undefined && isActiveInSight ? cellId(active.type.typeId, cursor.column) : undefined
        }
        onFocus={(event) => {
          if (event.target === event.currentTarget) cursor.enter()
        }}
        // Styles are set only after mounting, because the content security policy forbids them in the page's markup.
        style={isMounted ? style : undefined}
        className="group/grid block min-w-(--board-min) outline-none [--name-max:17rem] xl:[--name-max:24rem]"
      >
        <TypeBoardHead board={board} onSelectAll={cursor.selectAll} />
        <tbody className="relative block" style={isMounted ? { height: extent } : undefined}>
          {inSight.map(({ position, start }) => {
            const row = shown[position]
            return (
              row !== undefined && (
                <TypeBoardRow
                  key={row.type.typeId}
                  row={row}
                  position={position}
                  start={start}
                  groups={groups}
                  options={options}
                  isSelected={selected.has(row.type.typeId)}
                  isLocked={locked.has(row.type.typeId)}
                  isReadOnly={refusal !== null}
                  column={position === cursor.active ? cursor.column : -1}
                  handlers={handlers}
                />
              )
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Scrolls to a cell, so that neither the names of types nor the header cover it. */
function revealCell(scroller: HTMLElement, { row, column, total }: { row: number; column: number; total: number }) {
  scroller.scrollTop = scrollTopFor(row, {
    scrollTop: scroller.scrollTop,
    viewportHeight: scroller.clientHeight - headPx,
    rowHeight: rowPx,
    total,
  })
  const [name, cell] = [0, column + 2].map((at) => scroller.querySelector<HTMLElement>('thead tr')?.children[at])
  if (!(name instanceof HTMLElement) || !(cell instanceof HTMLElement)) return
  const from = cell.offsetLeft - name.offsetWidth
  const end = cell.offsetLeft + cell.offsetWidth - scroller.clientWidth
  if (scroller.scrollLeft > from) scroller.scrollLeft = from
  else if (scroller.scrollLeft < end) scroller.scrollLeft = end
}

/** Keeps the handlers stable, so that moving the cursor renders only two rows. */
function useStableHandlers(handlers: RowHandlers): RowHandlers {
  const latest = useRef(handlers)
  useLayoutEffect(() => {
    latest.current = handlers
  })
  return useMemo(
    () => ({
      onChoose: (...given) => latest.current.onChoose(...given),
      onPick: (...given) => latest.current.onPick(...given),
      onToggle: (...given) => latest.current.onToggle(...given),
    }),
    [],
  )
}
