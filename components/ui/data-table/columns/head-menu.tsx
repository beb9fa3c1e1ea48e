'use client'

import { ArrowDown, ArrowUp, EyeOff, ListFilter, Pin, PinOff, RotateCcw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { MenuAt, MenuChoice, MenuItem } from '@/components/ui/menu'
import { announce } from '@/lib/browser/announce'
import { listPinned, pinnedMax, resetColumnWidth, toggleColumn, togglePin } from './column-layout'
import type { ColumnShape } from '@/lib/table/shown-columns'
import type { ColumnSort, FilterChoice, Sort, TableLook } from '@/components/ui/data-table/table-types'

const noChoices: readonly FilterChoice[] = []

/** The menu of a column: sort, filter, pin, hide and reset its width. */
export default function HeadMenu({
  columns,
  id,
  label,
  sorts,
  anchor,
  look,
  sort,
  onFilter,
  choices = noChoices,
  onSort,
  onClose,
}: {
  columns: readonly ColumnShape[]
  id: string
  label: string
  sorts: ColumnSort | undefined
  anchor: Element
  look: TableLook
  sort: Sort
  onFilter: (() => void) | undefined
  choices: readonly FilterChoice[] | undefined
  onSort: (id: string, isDescending: boolean) => void
  onClose: () => void
}) {
  const t = useTranslations('shell.table')
  const column = columns.find((each) => each.id === id)
  const shown = look.shown.find((each) => each.id === id)
  if (column === undefined || shown === undefined) return null
  const isMain = columns[0]?.id === id
  const isPinned = shown.isPinned === true
  const canPin = isPinned || listPinned(columns, look.shown).length < pinnedMax
  const isSorted = (isDescending: boolean) =>
    sorts !== undefined && sort.name === sorts.name && sort.isDescending === isDescending
  const change = (next: TableLook['shown'], said: 'hidden' | 'pinned' | 'unpinned' | 'widthReset') => {
    look.changeColumns(next)
    announce(t(`columnChanges.${said}`, { column: label }))
  }
  return (
    <MenuAt
      anchor={anchor}
      label={t('head.menu', { column: label })}
      focusAfter={() => findHead(anchor, id)}
      onClose={onClose}
    >
      {sorts !== undefined &&
        [false, true].map((isDescending) => (
          <MenuItem
            key={String(isDescending)}
            icon={isDescending ? ArrowDown : ArrowUp}
            disabled={isSorted(isDescending)}
            onSelect={() => onSort(id, isDescending)}
          >
            <span className="first-letter:uppercase">{sorts.describe(isDescending)}</span>
          </MenuItem>
        ))}
      {onFilter !== undefined && (
        <MenuItem icon={ListFilter} onSelect={onFilter}>
          {t('head.actions.filter')}
        </MenuItem>
      )}
      {choices.length > 0 && (
        <MenuChoice
          label={t('head.filter')}
          value={String(choices.findIndex(({ isChosen }) => isChosen))}
          options={choices.map((choice, at) => ({ value: String(at), label: choice.label }))}
          onChange={(at) => choices[Number(at)]?.choose()}
        />
      )}
      {!isMain && (
        <MenuItem
          icon={isPinned ? PinOff : Pin}
          disabled={!canPin}
          onSelect={() => change(togglePin(columns, look.shown, id), isPinned ? 'unpinned' : 'pinned')}
        >
          {t(isPinned ? 'head.actions.unpin' : 'head.actions.pin')}
        </MenuItem>
      )}
      {!isMain && (
        <MenuItem icon={EyeOff} onSelect={() => change(toggleColumn(columns, look.shown, id), 'hidden')}>
          {t('head.actions.hide')}
        </MenuItem>
      )}
      {shown.widthPx !== column.widthPx && (
        <MenuItem icon={RotateCcw} onSelect={() => change(resetColumnWidth(columns, look.shown, id), 'widthReset')}>
          {t('head.actions.resetWidth')}
        </MenuItem>
      )}
    </MenuAt>
  )
}

/** The header of the column. A filter may have replaced the table with a new one. */
function findHead(anchor: Element, id: string): HTMLElement | null {
  const head = anchor.isConnected ? anchor : document.querySelector(`th[data-column="${id}"]`)
  return head?.querySelector<HTMLElement>('[data-head]') ?? null
}
