'use client'

import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import type { CellChoices } from './cell-choices'
import type { EditEnd } from './cell-editor'
import { ChoiceList, optionDomId } from './choice-list'
import { useChoiceText } from './use-choice-text'
import { useListPlace } from './use-list-place'

/**
 * The field of a cell with a few known values, and their list. Any text may be typed. Enter and Tab take the value that is
 * highlighted in the list.
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
  const isDone = useRef(false)
  const { text, shown, marked, written, complete, type, walk } = useChoiceText(initial, isReplacing, choices)
  useEffect(() => {
    const input = field.current
    input?.focus({ preventScroll: true })
    input?.setSelectionRange(isReplacing ? input.value.length : 0, input.value.length)
  }, [isReplacing])

  const commit = (value: string, end: EditEnd) => {
    if (isDone.current) return
    isDone.current = true
    onCommit(value, end)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Keys in the field must not reach the grid.
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const { key, shiftKey } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      walk(key === 'ArrowDown' ? 'down' : 'up')
    } else if (key === 'Escape') {
      event.preventDefault()
      isDone.current = true
      onCancel()
    } else if (key === 'Enter' || key === 'Tab') {
      event.preventDefault()
      const step = shiftKey ? -1 : 1
      const chosen = shown[marked]
      commit(
        chosen === undefined ? written : complete(chosen),
        key === 'Enter' ? { rows: step, columns: 0 } : { rows: 0, columns: step },
      )
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
        {...(!isOpen || shown[marked] === undefined ? {} : { 'aria-activedescendant': optionDomId(id, marked) })}
        value={text}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        data-1p-ignore
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={onKeyDown}
        onCopy={(event) => event.stopPropagation()}
        onCut={(event) => event.stopPropagation()}
        onPaste={(event) => event.stopPropagation()}
        onBlur={() => commit(written, { rows: 0, columns: 0 })}
        className="absolute inset-0 bg-surface px-2 text-sm text-ink outline-2 -outline-offset-2 outline-accent"
      />
      {isOpen && (
        <ChoiceList
          id={id}
          label={label}
          place={place}
          shown={shown}
          marked={marked}
          current={initial}
          onPick={(value) => commit(complete(value), { rows: 0, columns: 0, keepsFocus: true })}
        />
      )}
    </>
  )
}
