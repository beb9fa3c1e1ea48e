'use client'

import Link from 'next/link'
import { type CSSProperties, type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import type { PickerOption } from '@/components/ui/picker'
import { Tip } from '@/components/ui/tooltip'
import { classNames } from '@/lib/browser/class-names'
import { useMounted } from '@/lib/browser/now'
import { formatCount } from '@/lib/browser/numbers'
import { scrollTopFor } from '@/lib/browser/row-window'
import { useRowWindow } from '@/lib/browser/use-row-window'
import type { CountedStatusGroup } from '@/lib/status-groups/schema'
import { groupHref } from '@/components/status-groups/links'
import { StatusMark } from '@/components/status/status-chip'
import {
  cellId,
  columnsClass,
  headPx,
  noneValue,
  pickerId,
  type RowHandlers,
  rowPx,
  TypeBoardRow,
} from './type-board-row'
import { countTypes } from './type-board-stage'
import { noGroup } from './type-board-words'
import { useBoardCursor } from './use-board-cursor'
import type { TypeBoard } from './use-type-board'

const groupPx = 124
const groupMaxPx = 200
const assetsPx = 84

/** Groups to pick from, with how many types have each. */
export function listPickerOptions(groups: readonly CountedStatusGroup[]): PickerOption[] {
  return [
    { value: noneValue, label: noGroup },
    ...groups.map(({ groupId, name, options }) => ({
      value: groupId,
      label: name,
      hint: `${options.length} ${options.length === 1 ? 'status' : 'statuses'}`,
    })),
  ]
}

/** Types by groups, one choice a row. Of the rows only those in sight exist; the grid itself keeps the focus. */
export function TypeBoardGrid({
  board,
  grid,
  onReview,
}: {
  board: TypeBoard
  grid: RefObject<HTMLTableElement | null>
  onReview: () => void
}) {
  const { shown, groups, selected, locked, refusal } = board
  const isMounted = useMounted()
  const scroller = useRef<HTMLDivElement>(null)
  const { inSight, extent } = useRowWindow(scroller, { total: shown.length, size: rowPx })
  const options = useMemo(() => listPickerOptions(groups), [groups])
  const typeCounts = countTypes(board.rows)

  const reveal = (row: number, column: number) => {
    const element = scroller.current
    if (element === null) return
    element.scrollTop = scrollTopFor(row, {
      scrollTop: element.scrollTop,
      viewportHeight: element.clientHeight - headPx,
      rowHeight: rowPx,
      total: shown.length,
    })
    const [name, cell] = [0, column + 2].map((at) => element.querySelector<HTMLElement>('thead tr')?.children[at])
    if (!(name instanceof HTMLElement) || !(cell instanceof HTMLElement)) return
    const from = cell.offsetLeft - name.offsetWidth
    const end = cell.offsetLeft + cell.offsetWidth - element.clientWidth
    if (element.scrollLeft > from) element.scrollLeft = from
    else if (element.scrollLeft < end) element.scrollLeft = end
  }
  const cursor = useBoardCursor(board, {
    grid,
    reveal,
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
  const isActiveInSight = inSight.some(({ position }) => position === cursor.active)
  const areAllSelected = shown.length > 0 && shown.every(({ type }) => selected.has(type.typeId))
  return (
    <div ref={scroller} tabIndex={-1} className="min-h-0 flex-1 overflow-auto bg-surface outline-none">
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table whose cells the keys walk is a grid
        role="grid"
        tabIndex={0}
        aria-label="Asset types and their status groups"
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
        // Styles come after mounting only: the policy of the page refuses them in its markup.
        style={
          isMounted
            ? ({
                '--board-columns': `var(--name-width) ${assetsPx}px repeat(${groups.length + 1}, minmax(${groupPx}px, ${groupMaxPx}px)) minmax(0, 1fr)`,
                minWidth: `calc(var(--name-width) + ${assetsPx + groupPx * (groups.length + 1)}px)`,
              } as CSSProperties)
            : undefined
        }
        className="group/grid block outline-none [--name-width:17rem] xl:[--name-width:24rem]"
      >
        <thead className="sticky top-0 z-3 block">
          <tr
            aria-rowindex={1}
            style={isMounted ? { height: headPx } : undefined}
            className={classNames(columnsClass, 'border-b border-line bg-canvas text-xs text-ink-muted')}
          >
            <th
              scope="col"
              className="sticky left-0 z-1 flex items-center gap-1 border-r border-line bg-inherit text-left font-medium"
            >
              <span className="flex w-9 shrink-0 items-center justify-center">
                <input
                  type="checkbox"
                  aria-label={areAllSelected ? 'Deselect all types' : 'Select all types that are shown'}
                  checked={areAllSelected}
                  onChange={() => (areAllSelected ? board.setSelected(new Set()) : cursor.selectAll())}
                  className="size-4 cursor-pointer accent-accent"
                />
              </span>
              Asset type
            </th>
            <th scope="col" className="flex items-center justify-end px-3 font-medium">
              Assets
            </th>
            <th scope="col" className="flex min-w-0 flex-col items-center justify-center px-2 font-medium">
              <span>{noGroup}</span>
              <TypeCount count={typeCounts.get('') ?? 0} />
            </th>
            {groups.map((group) => (
              <GroupHead key={group.groupId} group={group} types={typeCounts.get(group.groupId) ?? 0} />
            ))}
            <td aria-hidden />
          </tr>
        </thead>
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

/** The same functions in every render, so that moving the cursor draws two rows and not all. They do what the latest do. */
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

function TypeCount({ count }: { count: number }) {
  return (
    <span className="font-normal tabular-nums">
      {formatCount(count)} {count === 1 ? 'type' : 'types'}
    </span>
  )
}

/** A group with the marks of its statuses in their order, and the way to it. */
function GroupHead({ group, types }: { group: CountedStatusGroup; types: number }) {
  return (
    <th scope="col" className="flex min-w-0 flex-col items-center justify-center gap-0.5 px-2 font-medium">
      <Tip
        content={
          <span className="block max-w-72">
            {group.name}: {group.options.map(({ name }) => name).join(', ') || 'no statuses'}
          </span>
        }
      >
        <Link
          href={groupHref(group.groupId)}
          tabIndex={-1}
          className="line-clamp-2 max-w-full text-center leading-4 wrap-anywhere text-ink hover:underline"
        >
          {group.name}
        </Link>
      </Tip>
      <span className="flex h-2.5 max-w-full gap-0.5 overflow-hidden">
        {group.options.map(({ optionId, color }) => (
          <StatusMark key={optionId} color={color} className="size-2" />
        ))}
      </span>
      <TypeCount count={types} />
    </th>
  )
}
