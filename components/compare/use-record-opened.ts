'use client'

import { useEffect } from 'react'
import { recordOpened } from '@/lib/report/queries'

/**
 * Records that the person has seen this version, once the page has been visible for `afterMs`. Null: nothing is on screen
 * yet.
 */
export function useRecordOpened(auditId: string, version: string | null, afterMs = 0): void {
  useEffect(() => {
    if (version === null) return undefined
    let isNoted = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const note = () => {
      isNoted = true
      // The person could do nothing about this error. The next visit records it again.
      recordOpened(auditId, version).catch(() => {})
    }
    const onVisible = () => {
      clearTimeout(timer)
      if (isNoted || document.visibilityState === 'hidden') return
      if (afterMs === 0) note()
      else timer = setTimeout(note, afterMs)
    }
    onVisible()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [auditId, version, afterMs])
}
