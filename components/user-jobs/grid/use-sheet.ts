import { useCallback, useEffect, useSyncExternalStore } from 'react'
import type { Sheet, Validator } from '@/lib/user-jobs/sheet/types'

/** Milliseconds of work per turn of the event loop. This leaves time for 60 frames a second. */
const sliceMs = 6

/**
 * Subscribes to a sheet and its errors. The versions grow with each change, so use them as dependencies of memos that
 * read the sheet or its errors.
 */
export function useSheet(sheet: Sheet, validator: Validator): { version: number; judged: number } {
  const version = useSyncExternalStore(
    useCallback((listener) => sheet.subscribe(() => listener()), [sheet]),
    () => sheet.version,
    () => 0,
  )
  const judged = useSyncExternalStore(
    useCallback((listener) => validator.subscribe(listener), [validator]),
    () => validator.version,
    () => 0,
  )
  useEffect(() => runValidation(validator), [validator])
  return { version, judged }
}

/** Validates waiting rows in slices until it is stopped. */
export function runValidation(validator: Validator): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const turn = () => {
    timer = undefined
    // This notifies all listeners, including this one. The rest waits for the next turn.
    if (validator.pending > 0) validator.step(performance.now() + sliceMs)
  }
  const wake = () => {
    if (validator.pending > 0) timer ??= setTimeout(turn, 0)
  }
  const unsubscribe = validator.subscribe(wake)
  wake()
  return () => {
    unsubscribe()
    clearTimeout(timer)
  }
}
