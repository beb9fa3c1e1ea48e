'use client'

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a list that is written into beside: no element of HTML is both */
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from '@/lib/browser/class-names'
import { type CellChoices, matchChoices } from './cell-choices'
import type { EditEnd } from './cell-editor'

const listHeightMax = 264
const gap = 2

/**
 * The field of a cell that holds one of a few values, with their list. Anything may be typed: what is marked in the list
 * is what Enter and Tab take.
 */
export function ChoiceEditor({
  label,
  initial,
  isReplacing,
  choices,
  onCommit,
  onCancel,
}: {
  label: string
  initial: string
  isReplacing: boolean
  choices: CellChoices
  onCommit: (value: string, end: EditEnd) => void
  onCancel: () => void
}) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const isDone = useRef(false)
  const [text, setText] = useState(initial)
  const [isTouched, setIsTouched] = useState(isReplacing)
  const [walkedTo, setWalkedTo] = useState<number | null>(null)
  // All of them while nothing was typed: the value that is there would hide the others.
  const shown = useMemo(
    () => (isTouched ? matchChoices(choices.values, text) : choices.values),
    [choices, text, isTouched],
  )
  const isGuessing = isTouched && text.trim() !== '' && shown.length > 0 && !choices.isKnown(text)
  const marked = walkedTo ?? (isGuessing ? 0 : -1)

  useEffect(() => {
    const input = field.current
    input?.focus({ preventScroll: true })
    input?.setSelectionRange(isReplacing ? input.value.length : 0, input.value.length)
  }, [isReplacing])
  useEffect(() => {
    const option = list.current?.children[marked] ?? list.current?.querySelector('[data-current]')
    option?.scrollIntoView?.({ block: 'nearest' })
  }, [marked])

  const commit = (value: string, end: EditEnd) => {
    if (isDone.current) return
    isDone.current = true
    onCommit(value, end)
  }
  // A field of one line shows line breaks as none: what was not touched stays as it is.
  const written = isTouched ? text : initial
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // The grid's keys are not the field's.
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const { key, shiftKey } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      const from = marked === -1 && !isTouched ? shown.indexOf(initial) : marked
      const next = key === 'ArrowDown' ? from + 1 : from === -1 ? shown.length - 1 : from - 1
      if (shown.length > 0) setWalkedTo((next + shown.length) % shown.length)
    } else if (key === 'Escape') {
      event.preventDefault()
      isDone.current = true
      onCancel()
    } else if (key === 'Enter' || key === 'Tab') {
      event.preventDefault()
      const step = shiftKey ? -1 : 1
      commit(shown[marked] ?? written, key === 'Enter' ? { rows: step, columns: 0 } : { rows: 0, columns: step })
    }
  }
  const place = useListPlace(field)
  const isOpen = place !== null && shown.length > 0
  return (
    <>
      <input
        ref={field}
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(!isOpen || shown[marked] === undefined ? {} : { 'aria-activedescendant': `${id}-${marked}` })}
        value={text}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        data-1p-ignore
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setIsTouched(true)
          setWalkedTo(null)
        }}
        onKeyDown={onKeyDown}
        onCopy={(event) => event.stopPropagation()}
        onCut={(event) => event.stopPropagation()}
        onPaste={(event) => event.stopPropagation()}
        onBlur={() => commit(written, { rows: 0, columns: 0 })}
        className="absolute inset-0 bg-surface px-2 text-sm text-ink outline-2 -outline-offset-2 outline-accent"
      />
      {isOpen &&
        createPortal(
          <div
            ref={list}
            id={`${id}-list`}
            role="listbox"
            tabIndex={-1}
            aria-label={label}
            // The field keeps the focus, whatever of the list is pressed. A finger that scrolls presses nothing.
            onMouseDown={(event) => {
              event.preventDefault()
              const option = event.target instanceof Element ? event.target.closest('[role=option]') : null
              const value = option === null ? undefined : shown[[...event.currentTarget.children].indexOf(option)]
              if (value !== undefined) commit(value, { rows: 0, columns: 0, keepsFocus: true })
            }}
            className="fixed z-40 overflow-y-auto rounded border border-line-strong bg-surface py-1 text-sm shadow-lg"
            style={place.style}
          >
            {shown.map((value, at) => (
              <div
                key={value}
                id={`${id}-${at}`}
                role="option"
                tabIndex={-1}
                aria-selected={at === marked}
                {...(value === initial ? { 'data-current': true } : {})}
                className={classNames(
                  'cursor-default truncate px-2 py-1',
                  at === marked ? 'bg-accent-soft text-accent-ink' : 'hover:bg-raised',
                  value === initial && 'font-medium',
                )}
              >
                {value}
              </div>
            ))}
          </div>,
          place.holder,
        )}
    </>
  )
}

interface ListPlace {
  holder: Element
  style: { left: number; width: number; maxHeight: number; top?: number; bottom?: number }
}

/**
 * Where the list goes, outside of what scrolls: below the field, or above it where there is more room. Null while the field
 * is scrolled out of sight: the list would lie over other things, away from its field.
 */
function useListPlace(field: { readonly current: HTMLElement | null }): ListPlace | null {
  const [place, setPlace] = useState<ListPlace | null>(null)
  useLayoutEffect(() => {
    const measure = () => {
      if (field.current === null) return
      const { left, top, bottom, right, width } = field.current.getBoundingClientRect()
      const sight = field.current.closest('[role=grid]')?.getBoundingClientRect()
      if (
        sight !== undefined &&
        (bottom < sight.top || top > sight.bottom || right < sight.left || left > sight.right)
      ) {
        setPlace(null)
        return
      }
      const below = window.innerHeight - bottom - 2 * gap
      const isBelow = below >= Math.min(listHeightMax, top)
      const maxHeight = Math.max(64, Math.min(listHeightMax, isBelow ? below : top - 2 * gap))
      setPlace({
        holder: field.current.closest('main') ?? document.body,
        style: {
          left,
          width,
          maxHeight,
          ...(isBelow ? { top: bottom + gap } : { bottom: window.innerHeight - top + gap }),
        },
      })
    }
    measure()
    window.addEventListener('scroll', measure, true)
    window.addEventListener('resize', measure)
    return () => {
      window.removeEventListener('scroll', measure, true)
      window.removeEventListener('resize', measure)
    }
  }, [field])
  return place
}
