'use client'

import { useEffect } from 'react'
import { recordOpened } from '@/lib/report/queries'

/**
 * Notes that the person has this version before them, once the page has been in sight for `afterMs`. Null: there is
 * nothing on screen yet.
 */
export function useRecordOpened(auditId: string, version: string | null, afterMs = 0): void {
  useEffect(() => {
    if (version === null) return undefined
    let isNoted = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const note = () => {
      isNoted = true
      // Nothing a person could do about it; the next opening notes it again.
      recordOpened(auditId, version).catch(() => {})
    }
    const look = () => {
      clearTimeout(timer)
      if (isNoted || document.visibilityState === 'hidden') return
      if (afterMs === 0) note()
      else timer = setTimeout(note, afterMs)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [auditId, version, afterMs])
}
