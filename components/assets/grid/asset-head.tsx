'use client'

import { useEffect, useEffectEvent, useRef } from 'react'
import type { HeadMark } from '@/components/inspections/selection/selection'
import { headCellClass, SortButton } from '@/components/ui/sort-head'
import type { AssetSort } from '@/lib/assets/schema'
import { announce } from '@/lib/browser/announce'
import { classNames } from '@/lib/browser/class-names'
import { nextSort, readSort, type SortName } from '@/components/assets/address'
import { columnsClass } from './asset-row'

export const sortLabels: Record<SortName, string> = {
  code: 'Code',
  type: 'Type',
  site: 'Site',
  status: 'Status',
  modified: 'Modified',
}
const columns: ReadonlyArray<{ label: string; sort?: SortName; isRight?: true }> = [
  { label: 'Code', sort: 'code' },
  { label: 'Type', sort: 'type' },
  { label: 'Site', sort: 'site' },
  { label: 'Status', sort: 'status' },
  { label: 'State' },
  { label: 'Modified', sort: 'modified', isRight: true },
]

/** "by code, Z to A" */
export function describeSort(sort: AssetSort): string {
  const { name, isDescending } = readSort(sort)
  const order =
    name === 'modified' ? (isDescending ? 'the newest first' : 'the oldest first') : isDescending ? 'Z to A' : 'A to Z'
  return `by ${name === 'modified' ? 'change' : name}, ${order}`
}

// Another order is another list, which is made anew: the head that was pressed has the focus in it again.
let pressed: SortName | null = null

/** The heads of the columns: they sort. */
export function AssetHead({
  sort,
  onSort,
  mark,
  onMark,
  isCovered,
}: {
  sort: AssetSort
  onSort: (sort: AssetSort) => void
  mark: HeadMark
  onMark: () => void
  /** The names give way to the bar of what is chosen. */
  isCovered: boolean
}) {
  const row = useRef<HTMLTableRowElement>(null)
  const refocus = useEffectEvent(() => {
    const name = pressed
    pressed = null
    if (name !== null) row.current?.querySelector<HTMLElement>(`[data-head="${name}"]`)?.focus()
  })
  useEffect(() => refocus(), [])
  const now = readSort(sort)
  const press = (name: SortName) => {
    const next = nextSort(sort, name)
    pressed = name
    announce(`Sorted ${describeSort(next)}`)
    onSort(next)
  }
  return (
    <thead className="sticky top-0 z-3 block max-sm:sr-only">
      <tr
        ref={row}
        aria-rowindex={1}
        className={classNames(columnsClass, 'h-9 items-center border-b border-line bg-canvas text-xs text-ink-muted')}
      >
        <th scope="col" className="sticky left-0 z-1 h-full bg-inherit font-medium">
          <label className="flex size-full cursor-pointer items-center justify-center">
            <input
              type="checkbox"
              ref={(box) => {
                if (box !== null) box.indeterminate = mark === 'some'
              }}
              checked={mark === 'all'}
              onChange={onMark}
              aria-label={mark === 'all' ? 'Clear the selection' : 'Select the rows in sight'}
              className="size-4 cursor-pointer accent-(--accent)"
            />
          </label>
        </th>
        {columns.map(({ label, sort: name, isRight }) => {
          const isSorted = name === now.name
          return (
            <th
              key={label}
              scope="col"
              aria-sort={isSorted ? (now.isDescending ? 'descending' : 'ascending') : undefined}
              className={classNames(
                'h-full min-w-0 text-left font-medium',
                name === 'code' && 'sticky left-10 z-1 bg-inherit',
                isCovered && 'invisible',
              )}
            >
              {name === undefined ? (
                <span className={headCellClass}>{label}</span>
              ) : (
                <SortButton
                  id={name}
                  label={label}
                  hint={`Sort ${describeSort(nextSort(sort, name))}`}
                  isSorted={isSorted}
                  isDescending={now.isDescending}
                  isRight={isRight === true}
                  onPress={() => press(name)}
                />
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
