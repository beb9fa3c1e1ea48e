'use client'

import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Sheet } from '@/lib/user-jobs/sheet/types'
import type { DraftOutcome, DraftStore } from './draft-store'
import type { BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'

const restMs = 800

/**
 * Saves the sheet as a draft, shortly after each change and when the page is hidden. When the page is shown again, it
 * checks whether another tab has replaced the draft.
 *
 * @returns whether everything is saved, whether another tab saves its own draft instead, and a function that deletes
 * the draft permanently. Afterwards, nothing of that sheet is saved, not even changes that were waiting.
 */
export function useDraftKeeping(store: DraftStore, bench: BenchSheet | null) {
  const [outcome, setOutcome] = useState<DraftOutcome>('kept')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const version = useRef(0)
  // A ref and not a state, because the timer may fire before React has rendered the deletion and would restore the
  // draft.
  const letGo = useRef<Sheet>(undefined)
  const save = useEffectEvent(async () => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (bench === null || bench.sheet === letGo.current) return
    const ofVersion = version.current
    const { sheet, mapping, sourceName, checkJobId, ofJobId, blankedRows } = bench
    const savedAt = new Date().toISOString()
    const kept = await store.save(sheet, mapping, { sourceName, savedAt, checkJobId, ofJobId, blankedRows })
    if (version.current === ofVersion) setOutcome(kept)
  })
  // Only checks and writes nothing, because signing out may have deleted the draft.
  const check = useEffectEvent(async () => {
    if (bench === null || bench.sheet === letGo.current) return
    const ofVersion = version.current
    const found = await store.check()
    if (version.current === ofVersion) setOutcome((last) => (last === 'kept' ? found : last))
  })
  const sheet = bench?.sheet
  const mapping = bench?.mapping
  const checkJobId = bench?.checkJobId
  useEffect(() => {
    if (sheet === undefined) return undefined
    const wait = (_of: unknown) => {
      if (sheet === letGo.current) return
      version.current += 1
      // The draft of another tab stays the reported outcome until the next attempt to save.
      setOutcome((last) => (last === 'elsewhere' ? last : 'failed'))
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void save(), restMs)
    }
    const onSight = () => {
      if (document.visibilityState === 'visible') void check()
      else if (timer.current !== undefined) void save()
    }
    wait([mapping, checkJobId])
    const unsubscribe = sheet.subscribe(() => wait(mapping))
    document.addEventListener('visibilitychange', onSight)
    return () => {
      unsubscribe()
      document.removeEventListener('visibilitychange', onSight)
      // Unsaved changes are saved now, because the timer cannot fire after unmounting.
      if (timer.current !== undefined) void save()
      clearTimeout(timer.current)
      timer.current = undefined
    }
  }, [sheet, mapping, checkJobId])

  const dropDraft = useCallback(() => {
    letGo.current = sheet
    clearTimeout(timer.current)
    timer.current = undefined
    void store.clear()
  }, [sheet, store])
  return { isKept: outcome === 'kept', isElsewhere: outcome === 'elsewhere', dropDraft }
}
