'use client'

import { type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useZone } from '@/lib/browser/zone'
import type { ReportItem } from '@/lib/report/schema'
import type { ReportLayout } from '@/lib/report/view'
import { countLeftOut } from './find-items'
import { findRows, type FoundRow, markFound, readRows, unmarkFound } from './find-rows'
import { openAround } from './reveal'

export interface Find {
  words: string
  setWords: (words: string) => void
  /** Rows that hold the words. */
  count: number
  /** Which of them one is at, from 0. */
  position: number
  /** Items that hold them too, but are not shown in this view. */
  leftOut: number
  jump: (step: 1 | -1) => void
  /** Ends the search and leaves the focus at what was found. */
  leave: () => void
}

interface UseFindInput {
  /** What the report is drawn in. */
  root: RefObject<HTMLElement | null>
  items: ReadonlyMap<string, ReportItem>
  layout: ReportLayout
  isOnScreen: boolean
}

const none: readonly FoundRow[] = []

/**
 * Finds words in the report as it is on the page: what a reader sees is what is searched, dates in their zone included.
 * The browser's own search keeps its key.
 */
export function useFind({ root, items, layout, isOnScreen }: UseFindInput): Find {
  const [words, setWords] = useState('')
  const sought = useDeferredValue(words)
  const { zone } = useZone()
  const isSearching = sought.trim() !== '' && isOnScreen
  const [rows, setRows] = useState<readonly FoundRow[]>(none)
  const found = isSearching ? rows : none
  const [position, setPosition] = useState(0)
  const read = useRef<{ layout: ReportLayout; zone: string; rows: ReturnType<typeof readRows> } | null>(null)
  const searched = useRef('')
  useEffect(() => {
    const element = root.current
    if (!isSearching || element === null) {
      searched.current = ''
      return
    }
    if (read.current?.layout !== layout || read.current.zone !== zone)
      read.current = { layout, zone, rows: readRows(element) }
    const hits = findRows(read.current.rows, sought)
    setRows(hits)
    // Other words begin at the first; another view keeps its place as well as it can.
    if (searched.current === sought) return
    searched.current = sought
    setPosition(0)
    show(hits[0])
  }, [root, sought, layout, zone, isSearching])
  useEffect(() => {
    if (found.length === 0) return unmarkFound()
    markFound(found, found[Math.min(position, found.length - 1)])
    return unmarkFound
  }, [found, position])
  const leftOut = useMemo(
    () => (sought.trim() === '' ? 0 : countLeftOut(items.values(), layout, sought)),
    [items, layout, sought],
  )
  const at = Math.min(position, Math.max(0, found.length - 1))
  const change = (next: string) => {
    setWords(next)
    if (next === '') read.current = null
  }
  return {
    words,
    setWords: change,
    count: found.length,
    position: at,
    leftOut,
    jump: (step) => {
      if (found.length === 0) return
      const next = (at + step + found.length) % found.length
      setPosition(next)
      show(found[next])
    },
    leave: () => {
      const row = found[at]?.element.closest<HTMLElement>('li[tabindex]')
      change('')
      row?.focus({ preventScroll: true })
    },
  }
}

function show(row: FoundRow | undefined): void {
  if (row === undefined) return
  openAround(row.element)
  // Words in fields that are folded away below an answer.
  for (const { startContainer } of row.ranges) {
    const details = startContainer.parentElement?.closest('details')
    if (details != null) details.open = true
  }
  row.element.scrollIntoView({ block: 'center' })
}
