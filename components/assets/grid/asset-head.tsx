'use client'

import { useTranslations } from 'next-intl'
import type { Translator } from '@/lib/messages/translator'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { HeadMark } from '@/components/inspections/selection/selection'
import { Checkbox } from '@/components/ui/checkbox'
import { headCellClass, SortButton } from '@/components/ui/sort-head'
import type { AssetSort } from '@/lib/assets/schema'
import { announce } from '@/lib/browser/announce'
import { classNames } from '@/lib/browser/class-names'
import { nextSort, readSort, type SortName } from '@/components/assets/address'
import { columnsClass } from './asset-row'

export const sortNames = ['code', 'type', 'site', 'status', 'modified'] as const satisfies readonly SortName[]
const columns = ['code', 'type', 'site', 'status', 'state', 'modified'] as const

/** "code, Z to A" */
export function describeSort(t: Translator<'assets.sort'>, sort: AssetSort): string {
  const { name, isDescending } = readSort(sort)
  return t(`${name}.${isDescending ? 'descending' : 'ascending'}`)
}

// Another order remounts the list, so the focus has to return to the pressed header.
let pressed: SortName | null = null

/** The column headers, which sort the list. */
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
  /** Whether the selection bar covers the headers. */
  isCovered: boolean
}) {
  const t = useTranslations('assets.columns')
  const sorting = useTranslations('assets.sort')
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
    announce(sorting('sortedBy', { order: describeSort(sorting, next) }))
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
            <Checkbox
              indeterminate={mark === 'some'}
              checked={mark === 'all'}
              onChange={onMark}
              aria-label={mark === 'all' ? t('clearSelection') : t('selectVisible')}
            />
          </label>
        </th>
        {columns.map((name) => {
          const isSorted = name === now.name
          return (
            <th
              key={name}
              scope="col"
              aria-sort={isSorted ? (now.isDescending ? 'descending' : 'ascending') : undefined}
              className={classNames(
                'h-full min-w-0 text-left font-medium',
                name === 'code' && 'sticky left-10 z-1 bg-inherit',
                isCovered && 'invisible',
              )}
            >
              {name === 'state' ? (
                <span className={headCellClass}>{t(name)}</span>
              ) : (
                <SortButton
                  id={name}
                  label={t(name)}
                  hint={sorting('sortBy', { order: describeSort(sorting, nextSort(sort, name)) })}
                  isSorted={isSorted}
                  isDescending={now.isDescending}
                  isRight={name === 'modified'}
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
