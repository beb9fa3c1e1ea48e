'use client'

import { ArrowDown, ArrowUp, Columns3, GripVertical, RotateCcw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type HTMLAttributes, type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import { Checkbox } from '@/components/ui/checkbox'
import { Button, IconButton } from '@/components/ui/button'
import { Popover } from '@/components/ui/popover'
import { announce } from '@/lib/browser/announce'
import { classNames } from '@/lib/browser/class-names'
import { type ColumnId, columns } from '@/lib/inspections/columns'
import type { ShownColumn } from '@/lib/inspections/model'
import { moveColumn, toggleColumn } from './column-layout'

interface ChooserProps {
  shown: readonly ShownColumn[]
  onColumns: (shown: readonly ShownColumn[] | null) => void
  isCompact: boolean
  onCompact: (isCompact: boolean) => void
}

/** Chooses the columns, their order, and the height of rows. */
export function ColumnChooser(props: ChooserProps) {
  const t = useTranslations('inspections.chooser')
  return (
    <Popover
      trigger={<IconButton label={t('title')} icon={Columns3} size="sm" />}
      label={t('title')}
      className="flex max-h-(--available-height) w-72 flex-col"
    >
      <ChooserPanel {...props} />
    </Popover>
  )
}

function ChooserPanel({ shown, onColumns, isCompact, onCompact }: ChooserProps) {
  const t = useTranslations('inspections.chooser')
  const columnText = useTranslations('inspections.columns')
  const list = useRef<HTMLUListElement>(null)
  const { move, toggle } = useChanges(shown, onColumns)
  const drag = useDrag(list, move)
  const hidden = columns.filter(({ id }) => !shown.some((column) => column.id === id))
  return (
    <>
      <ul ref={list} className="min-h-0 flex-1 overflow-y-auto p-1">
        {shown.map(({ id }, index) => (
          <ShownItem
            key={id}
            id={id}
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
        {hidden.map(({ id }) => (
          <li key={id} className="flex h-8 items-center rounded-sm pl-6 hover:bg-raised">
            <Choice label={columnText(id)} checked={false} onChange={() => toggle(id)} />
          </li>
        ))}
      </ul>
      <div className="flex items-center gap-2 border-t border-line py-1.5 pr-1.5 pl-7">
        <Choice label={t('compact')} checked={isCompact} onChange={() => onCompact(!isCompact)} />
        <Button
          size="sm"
          variant="ghost"
          icon={RotateCcw}
          onClick={() => {
            onColumns(null)
            onCompact(false)
            announce(t('reset'))
          }}
        >
          {t('actions.reset')}
        </Button>
      </div>
    </>
  )
}

/** Moves, shows and hides columns, and announces each change. */
function useChanges(shown: readonly ShownColumn[], onColumns: ChooserProps['onColumns']) {
  const t = useTranslations('inspections.columnChanges')
  const columnText = useTranslations('inspections.columns')
  return {
    move: (id: ColumnId, to: number) => {
      const from = shown.findIndex((column) => column.id === id)
      const at = Math.min(Math.max(to, 0), shown.length - 1)
      if (at === from) return
      onColumns(moveColumn(shown, id, at))
      announce(t('moved', { column: columnText(id), place: at + 1, count: shown.length }))
    },
    toggle: (id: ColumnId) => {
      const next = toggleColumn(shown, id)
      onColumns(next)
      announce(t(next.length > shown.length ? 'shown' : 'hidden', { column: columnText(id) }))
    },
  }
}

/** Dragging a column by its grip moves it to the position under the pointer. */
function useDrag(list: RefObject<HTMLUListElement | null>, move: (id: ColumnId, to: number) => void) {
  const [dragged, setDragged] = useState<ColumnId | null>(null)
  const dragOver = (event: PointerEvent) => {
    if (dragged === null || list.current === null) return
    const items = [...list.current.querySelectorAll<HTMLElement>('[data-shown]')]
    const at = items.findIndex((item) => event.clientY < item.getBoundingClientRect().bottom)
    move(dragged, at === -1 ? items.length - 1 : at)
  }
  const gripOf = (id: ColumnId) => ({
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
  id: ColumnId
  isFirst: boolean
  isLast: boolean
  isDragged: boolean
  /** Handlers of the grip that drags the column. */
  grip: HTMLAttributes<HTMLElement>
  onMove: (step: -1 | 1) => void
  onHide: () => void
}

function ShownItem({ id, isFirst, isLast, isDragged, grip, onMove, onHide }: ShownItemProps) {
  const t = useTranslations('inspections.chooser')
  const label = useTranslations('inspections.columns')(id)
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
      <Choice label={label} checked disabled={id === 'title'} onChange={onHide} />
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
