'use client'

import { useEffect, useRef } from 'react'

export interface SheetHistory {
  /** How opening or changing the summary goes into the history. */
  enter: () => 'push' | 'replace'
  /** Steps back to the list after `waitMs`. False where that would lead elsewhere: the summary is closed on its place. */
  leave: (waitMs: number) => boolean
}

/**
 * Over the whole screen of a phone the summary is a page of its own to who looks at it: it has its entry in the history, so
 * that Back leads to the list, and closing it takes the entry away again instead of leaving one behind.
 */
export function useSheetHistory({ row }: { row: string | null }, coversList: boolean): SheetHistory {
  const hasEntry = useRef(false)
  const isLeaving = useRef(false)
  useEffect(() => {
    isLeaving.current = false
    if (row === null) hasEntry.current = false
    return () => {
      isLeaving.current = false
    }
  }, [row])
  return {
    enter() {
      if (!coversList || row !== null) return 'replace'
      hasEntry.current = true
      return 'push'
    },
    leave(waitMs) {
      // Two closings, by the key and by the dialog, are one step.
      if (isLeaving.current) return true
      if (!coversList || !(hasEntry.current || isListBefore(readEntryBefore(), location.href))) return false
      isLeaving.current = true
      const back = () => {
        if (isLeaving.current) history.back()
      }
      if (waitMs <= 0) back()
      else setTimeout(back, waitMs)
      return true
    },
  }
}

/** Address of the entry before this one, which a page that was loaded anew has not written itself. */
function readEntryBefore(): string | null {
  // Not every browser has it.
  if (!('navigation' in window)) return null
  const { currentEntry } = window.navigation
  if (currentEntry === null) return null
  return window.navigation.entries()[currentEntry.index - 1]?.url ?? null
}

/** Whether `before` is the list that `here` shows, without a summary over it. */
export function isListBefore(before: string | null, here: string): boolean {
  if (before === null) return false
  const [list, sheet] = [new URL(before), new URL(here)]
  if (!sheet.searchParams.has('row')) return false
  sheet.searchParams.delete('row')
  return (
    list.origin + list.pathname === sheet.origin + sheet.pathname &&
    list.searchParams.toString() === sheet.searchParams.toString()
  )
}
