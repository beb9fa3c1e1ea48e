/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the list of a combobox: no HTML element keeps the focus in the field */
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from '@/lib/browser/class-names'
import type { ListPlace } from './use-list-place'

/** The DOM id of a value in the list, for aria-activedescendant. */
export const optionDomId = (id: string, at: number) => `${id}-${at}`

/** The list of values of a cell. The field keeps the focus when something is pressed here. */
export function ChoiceList({
  id,
  label,
  place,
  shown,
  marked,
  current,
  onPick,
}: {
  id: string
  label: string
  place: ListPlace
  shown: readonly string[]
  /** Index of the highlighted value; -1 for none. */
  marked: number
  /** The value of the cell before it was edited. */
  current: string
  onPick: (value: string) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const option = list.current?.children[marked] ?? list.current?.querySelector('[data-current]')
    option?.scrollIntoView?.({ block: 'nearest' })
  }, [marked])
  return createPortal(
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      // Handles mouse events only, so that scrolling by touch chooses nothing. The field keeps the focus.
      onMouseDown={(event) => {
        event.preventDefault()
        const option = event.target instanceof Element ? event.target.closest('[role=option]') : null
        const value = option === null ? undefined : shown[[...event.currentTarget.children].indexOf(option)]
        if (value !== undefined) onPick(value)
      }}
      className="fixed z-40 overflow-y-auto rounded border border-line-strong bg-surface py-1 text-sm shadow-lg"
      style={place.style}
    >
      {shown.map((value, at) => (
        <div
          key={value}
          id={optionDomId(id, at)}
          role="option"
          tabIndex={-1}
          aria-selected={at === marked}
          {...(value === current ? { 'data-current': true } : {})}
          className={classNames(
            'cursor-default truncate px-2 py-1',
            at === marked ? 'bg-accent-soft text-accent-ink' : 'hover:bg-raised',
            value === current && 'font-medium',
          )}
        >
          {value}
        </div>
      ))}
    </div>,
    place.holder,
  )
}
