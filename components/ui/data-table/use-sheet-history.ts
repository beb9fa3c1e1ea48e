'use client'

import { useEffect, useRef } from 'react'

export interface SheetHistory {
  /** Whether a preview that opens or changes adds an entry to the history or replaces the current entry. */
  enter: () => 'push' | 'replace'
  /**
   * Goes back to the list after `waitMs`. Returns false if Back would lead elsewhere, so that the caller closes the
   * preview in place.
   */
  leave: (waitMs: number) => boolean
}

/**
 * On phones, the preview looks like a page. It has an entry in the history, so that Back leads to the list. Closing the
 * preview removes the entry.
 */
export function useSheetHistory({ row }: { row: string | null }, coversList: () => boolean): SheetHistory {
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
      if (!coversList() || row !== null) return 'replace'
      hasEntry.current = true
      return 'push'
    },
    leave(waitMs) {
      // Both the key and the dialog close the preview, but only one step back is needed.
      if (isLeaving.current) return true
      if (!coversList() || !(hasEntry.current || isListBefore(readEntryBefore(), location.href, row))) return false
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

/** The address of the previous history entry. Also works after a reload. */
function readEntryBefore(): string | null {
  // Not every browser has the Navigation API.
  if (!('navigation' in window)) return null
  const { currentEntry } = window.navigation
  if (currentEntry === null) return null
  return window.navigation.entries()[currentEntry.index - 1]?.url ?? null
}

/** Whether `before` is the list of the preview of `row` at `here`. Lists have different parameters for the row. */
export function isListBefore(before: string | null, here: string, row: string | null): boolean {
  if (before === null || row === null) return false
  const [list, sheet] = [new URL(before), new URL(here)]
  if (list.origin + list.pathname !== sheet.origin + sheet.pathname) return false
  return [...sheet.searchParams].some(([name, value]) => {
    const rest = new URLSearchParams(sheet.search)
    rest.delete(name)
    return value === row && list.searchParams.toString() === rest.toString()
  })
}
