'use client'

import { useTranslations } from 'next-intl'
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { useToast } from '@/components/ui/toast'
import { useTypedText } from '@/lib/browser/typed-text'
import { joinPasted } from './filter-search'
import type { ListState } from './use-list-state'

const typingPauseMs = 200

/** Focuses the rows, where the arrow keys work. */
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

/** The text of the search. Typing writes it to the address; Enter adds a step to the history. */
export function useSearchText(state: ListState): SearchText {
  const input = useRef<HTMLInputElement>(null)
  const committed = state.params.q?.join(' ') ?? ''
  // The address before typing, which Back returns to after Enter: typing replaces the address.
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

/** Joins pasted lines into one line of words, as many as fit in an address. */
function usePaste(setText: (text: string) => void): SearchText['onPaste'] {
  const t = useTranslations('filters.pasted')
  const toast = useToast()
  return (event) => {
    const pasted = event.clipboardData.getData('text')
    // The browser would join the lines without spaces.
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
        title: t('title', { taken, given }),
        description: t('text'),
      })
  }
}
