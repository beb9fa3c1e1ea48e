'use client'

import { type ClipboardEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { useToast } from '@/components/ui/toast'
import { formatCount } from '@/lib/browser/numbers'
import { useTypedText } from '@/lib/browser/typed-text'
import { joinPasted } from './filter-search'
import type { ListState } from './use-list-state'

const typingPauseMs = 200

/** Puts the focus on the rows, where the arrow keys walk. */
function focusRows() {
  document.querySelector<HTMLElement>('[role=grid]')?.focus()
}

export interface SearchText {
  input: RefObject<HTMLInputElement | null>
  text: string
  setText: (text: string) => void
  empty: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void
  onBlur: () => void
}

/** The text of the search: written to the address as it is typed, and as a step of the history by Enter. */
export function useSearchText(state: ListState): SearchText {
  const input = useRef<HTMLInputElement>(null)
  const committed = state.params.q?.join(' ') ?? ''
  // Where Back leads after Enter: typing writes over the address, so the one from before it is put back first.
  const [before, setBefore] = useState<string | null>(null)
  const write = (text: string, history: 'push' | 'replace') =>
    state.change({ q: text.trim() === '' ? null : [text.trim()] }, { history })
  const { text, setText } = useTypedText(
    committed,
    (next) => {
      setBefore(before ?? location.href)
      write(next, 'replace')
    },
    typingPauseMs,
  )
  const enter = () => {
    if (before !== null) history.replaceState(history.state, '', before)
    setBefore(null)
    if (before !== null || text.trim() !== committed) write(text, 'push')
  }
  const empty = () => {
    setText('')
    input.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') enter()
    else if (event.key === 'ArrowDown') focusRows()
    else if (event.key === 'Escape' && event.shiftKey) state.clear()
    else if (event.key === 'Escape' && text !== '') setText('')
    else if (event.key === 'Escape') input.current?.blur()
    else return
    event.preventDefault()
  }
  const onPaste = usePaste(setText)
  return { input, text, setText, empty, onKeyDown, onPaste, onBlur: () => setBefore(null) }
}

/** Pasted lines become one line of words, as many as an address holds. */
function usePaste(setText: (text: string) => void): SearchText['onPaste'] {
  const toast = useToast()
  return (event) => {
    const pasted = event.clipboardData.getData('text')
    // Lines pasted as they are would run into each other.
    if (!/\S[\r\n\t]+\S/.test(pasted)) return
    event.preventDefault()
    const { selectionStart, selectionEnd, value } = event.currentTarget
    const start = value.slice(0, selectionStart ?? value.length)
    const end = value.slice(selectionEnd ?? value.length)
    const { text: joined, taken, given } = joinPasted(pasted)
    setText([start.trim(), joined, end.trim()].filter((part) => part !== '').join(' '))
    if (taken < given)
      toast.show({
        tone: 'attention',
        title: `The first ${formatCount(taken)} of ${formatCount(given)} are searched`,
        description: 'An address holds no more. Search for the others in a second step.',
      })
  }
}
