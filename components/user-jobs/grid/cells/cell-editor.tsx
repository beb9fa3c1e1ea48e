'use client'

import { type KeyboardEvent, useEffect, useRef } from 'react'

export interface EditEnd {
  rows: -1 | 0 | 1
  columns: -1 | 0 | 1
  /** Called when a press in the editor's own list ends the edit, so that the grid takes the focus back. */
  keepsFocus?: boolean
}

/** The field in the edited cell. A text area, because a single-line field would lose line breaks. */
export function CellEditor({
  label,
  initial,
  isReplacing,
  onCommit,
  onCancel,
}: {
  label: string
  initial: string
  /** Whether the edit began with a typed letter. The letter replaces the value, so nothing is selected. */
  isReplacing: boolean
  onCommit: (value: string, end: EditEnd) => void
  onCancel: () => void
}) {
  const ref = useRef<HTMLTextAreaElement>(null)
  const isDone = useRef(false)
  useEffect(() => {
    const field = ref.current
    if (field === null) return
    field.focus({ preventScroll: true })
    field.setSelectionRange(isReplacing ? field.value.length : 0, field.value.length)
  }, [isReplacing])

  const commit = (end: EditEnd) => {
    if (isDone.current) return
    isDone.current = true
    onCommit(ref.current?.value ?? initial, end)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Keys in the field must not reach the grid.
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      isDone.current = true
      onCancel()
    } else if (event.key === 'Enter' && event.altKey) {
      event.preventDefault()
      const { selectionStart, selectionEnd } = event.currentTarget
      event.currentTarget.setRangeText('\n', selectionStart, selectionEnd, 'end')
    } else if (event.key === 'Enter') {
      event.preventDefault()
      commit({ rows: event.shiftKey ? -1 : 1, columns: 0 })
    } else if (event.key === 'Tab') {
      event.preventDefault()
      commit({ rows: 0, columns: event.shiftKey ? -1 : 1 })
    }
  }
  return (
    <textarea
      ref={ref}
      aria-label={label}
      defaultValue={initial}
      rows={1}
      autoComplete="off"
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      data-1p-ignore
      onKeyDown={onKeyDown}
      onCopy={(event) => event.stopPropagation()}
      onCut={(event) => event.stopPropagation()}
      onPaste={(event) => event.stopPropagation()}
      onBlur={() => commit({ rows: 0, columns: 0 })}
      className="absolute inset-0 resize-none overflow-hidden bg-surface px-2 py-1.5 text-sm whitespace-pre text-ink outline-2 -outline-offset-2 outline-accent"
    />
  )
}
