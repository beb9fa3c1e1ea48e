'use client'

import { useEffect } from 'react'
import { recordOpened } from '@/lib/report/queries'

/** Notes that the person has this version before them, as soon as the page is in sight. */
export function useRecordOpened(auditId: string, version: string): void {
  useEffect(() => {
    let isNoted = false
    const note = () => {
      if (isNoted || document.visibilityState === 'hidden') return
      isNoted = true
      // Nothing a person could do about it; the next opening notes it again.
      recordOpened(auditId, version).catch(() => {})
    }
    note()
    document.addEventListener('visibilitychange', note)
    return () => document.removeEventListener('visibilitychange', note)
  }, [auditId, version])
}
