import { useCallback, useEffect, useSyncExternalStore } from 'react'
import type { Sheet, Validator } from '@/lib/user-jobs/sheet/types'

/** Work in one turn of the event loop, so that 60 frames a second leave room for the rest. */
const sliceMs = 6

/** Follows a sheet and its faults. The numbers grow with each change: use them as keys of memos that read either. */
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

/** Looks at rows that wait, a slice at a time, until it is stopped. */
export function runValidation(validator: Validator): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const turn = () => {
    timer = undefined
    // It notifies its listeners, this one included: what is left waits for the next turn.
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
