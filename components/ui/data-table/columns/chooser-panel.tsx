'use client'

import { ArrowDown, ArrowUp, GripVertical, Pin, PinOff, RotateCcw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type HTMLAttributes, type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Button, IconButton } from '@/components/ui/button'
import { announce } from '@/lib/browser/announce'
import { classNames } from '@/lib/browser/class-names'
import { listPinned, moveColumn, pinnedMax, toggleColumn, togglePin } from './column-layout'
import type { DataColumn, TableLook } from '@/components/ui/data-table/table-types'

interface ChooserProps {
  columns: ReadonlyArray<DataColumn<never>>
  look: TableLook
}

/** Chooses the columns, their order, which of them stay in place, and the height of rows. */
export default function ChooserPanel({ columns, look }: ChooserProps) {
  const t = useTranslations('shell.table.chooser')
  const { shown } = look
  const list = useRef<HTMLUListElement>(null)
  const { move, toggle, pin } = useChanges(columns, look)
  const drag = useDrag(list, move)
  const hidden = columns.filter(({ id }) => !shown.some((column) => column.id === id))
  return (
    <>
      <ul ref={list} className="min-h-0 flex-1 overflow-y-auto p-1">
        {shown.map(({ id, isPinned }, index) => (
          <ShownItem
            key={id}
            id={id}
            label={labelOf(columns, id)}
            isMain={id === columns[0]?.id}
            isPinned={isPinned === true}
            canPin={listPinned(columns, shown).length < pinnedMax}
            onPin={() => pin(id)}
            isFirst={index === 0}
            isLast={index === shown.length - 1}
            isDragged={drag.dragged === id}
            grip={drag.gripOf(id)}
            onMove={(step) => move(id, index + step)}
            onHide={() => toggle(id)}
          />
        ))}
        {hidden.length > 0 && (
          <li className="px-2 pt-2 pb-1 text-xs font-medium text-ink-muted">
            <span>{t('more')}</span>
          </li>
        )}
        {hidden.map(({ id, label }) => (
          <li key={id} className="flex h-8 items-center rounded-sm ps-6 hover:bg-raised">
            <Choice label={label} checked={false} onChange={() => toggle(id)} />
          </li>
        ))}
      </ul>
      <div className="flex items-center gap-2 border-t border-line py-1.5 pe-1.5 ps-7">
        <Choice label={t('compact')} checked={look.isCompact} onChange={() => look.changeCompact(!look.isCompact)} />
        <Button
          size="sm"
          variant="ghost"
          icon={RotateCcw}
          onClick={() => {
            look.changeColumns(null)
            look.changeCompact(false)
            announce(t('reset'))
          }}
        >
          {t('actions.reset')}
        </Button>
      </div>
    </>
  )
}

const labelOf = (columns: ChooserProps['columns'], id: string) => columns.find((each) => each.id === id)?.label ?? id

/** Moves, pins, shows and hides columns, and announces each change. */
function useChanges(columns: ChooserProps['columns'], { shown, changeColumns }: TableLook) {
  const t = useTranslations('shell.table.columnChanges')
  return {
    move: (id: string, to: number) => {
      const from = shown.findIndex((column) => column.id === id)
      const at = Math.min(Math.max(to, 0), shown.length - 1)
      if (at === from) return
      changeColumns(moveColumn(shown, id, at))
      announce(t('moved', { column: labelOf(columns, id), place: at + 1, count: shown.length }))
    },
    toggle: (id: string) => {
      const next = toggleColumn(columns, shown, id)
      changeColumns(next)
      announce(t(next.length > shown.length ? 'shown' : 'hidden', { column: labelOf(columns, id) }))
    },
    pin: (id: string) => {
      const isPinned = shown.some((column) => column.id === id && column.isPinned === true)
      changeColumns(togglePin(columns, shown, id))
      announce(t(isPinned ? 'unpinned' : 'pinned', { column: labelOf(columns, id) }))
    },
  }
}

/** Lets people drag a column by its grip to the position under the pointer. */
function useDrag(list: RefObject<HTMLUListElement | null>, move: (id: string, to: number) => void) {
  const [dragged, setDragged] = useState<string | null>(null)
  const dragOver = (event: PointerEvent) => {
    if (dragged === null || list.current === null) return
    const items = [...list.current.querySelectorAll<HTMLElement>('[data-shown]')]
    const at = items.findIndex((item) => event.clientY < item.getBoundingClientRect().bottom)
    move(dragged, at === -1 ? items.length - 1 : at)
  }
  const gripOf = (id: string) => ({
    onPointerDown: (event: PointerEvent) => {
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      setDragged(id)
    },
    onPointerMove: dragOver,
    onPointerUp: () => setDragged(null),
    onPointerCancel: () => setDragged(null),
  })
  return { dragged, gripOf }
}

interface ShownItemProps {
  id: string
  label: string
  /** Whether the column has the names of the rows, so that it cannot be hidden. */
  isMain: boolean
  isPinned: boolean
  canPin: boolean
  onPin: () => void
  isFirst: boolean
  isLast: boolean
  isDragged: boolean
  /** Handlers of the grip that drags the column. */
  grip: HTMLAttributes<HTMLElement>
  onMove: (step: -1 | 1) => void
  onHide: () => void
}

function ShownItem(props: ShownItemProps) {
  const { id, label, isMain, isPinned, canPin, onPin, isFirst, isLast, isDragged, grip, onMove, onHide } = props
  const t = useTranslations('shell.table.chooser')
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the controls inside
    <li
      data-shown={id}
      onKeyDown={onKeyDown}
      className={classNames('group/item flex h-8 items-center rounded-sm hover:bg-raised', isDragged && 'bg-raised')}
    >
      <span
        aria-hidden
        {...grip}
        className="flex h-full w-6 cursor-grab touch-none items-center justify-center text-ink-muted active:cursor-grabbing"
      >
        <GripVertical size={14} strokeWidth={1.75} />
      </span>
      <Choice label={label} checked disabled={isMain} onChange={onHide} />
      {!isMain && (isPinned || canPin) && (
        <IconButton
          label={t(isPinned ? 'unpin' : 'pin', { column: label })}
          icon={isPinned ? PinOff : Pin}
          size="sm"
          onClick={onPin}
          className={
            isPinned
              ? 'text-accent-ink'
              : 'opacity-0 group-focus-within/item:opacity-100 group-hover/item:opacity-100 pointer-coarse:opacity-100'
          }
        />
      )}
      <span className="flex opacity-0 group-focus-within/item:opacity-100 group-hover/item:opacity-100 pointer-coarse:opacity-100">
        <IconButton
          label={t('moveUp', { column: label })}
          icon={ArrowUp}
          size="sm"
          aria-disabled={isFirst}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={t('moveDown', { column: label })}
          icon={ArrowDown}
          size="sm"
          aria-disabled={isLast}
          onClick={() => onMove(1)}
        />
      </span>
    </li>
  )
}

function Choice({
  label,
  checked,
  disabled = false,
  onChange,
}: {
  label: string
  checked: boolean
  disabled?: boolean
  onChange: () => void
}) {
  return (
    <label
      className={classNames(
        'flex h-full min-w-0 flex-1 items-center gap-2',
        disabled ? 'text-ink-muted' : 'cursor-pointer',
      )}
    >
      <Checkbox checked={checked} disabled={disabled} onChange={onChange} />
      <span className="truncate">{label}</span>
    </label>
  )
}
