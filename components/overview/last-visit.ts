'use client'

import { useEffect, useState } from 'react'
import { memoryKey } from '@/lib/browser/memory'
import { useMounted } from '@/lib/browser/now'

const storageKey = memoryKey('last-visit')
/** A shorter absence is the same visit. */
const awayMs = 30 * 60_000

interface Visit {
  /** When Overview was last open in this visit. */
  seenAt: number
  /** When Overview was last open in the previous visit. */
  before: number | null
}

/** The visit that begins or continues at `now`. */
export function nextVisit(stored: Visit | null, now: number): Visit {
  if (stored === null) return { seenAt: now, before: null }
  return now - stored.seenAt > awayMs ? { seenAt: now, before: stored.seenAt } : { seenAt: now, before: stored.before }
}

function read(): Visit | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (typeof value !== 'object' || value === null || !('seenAt' in value) || !('before' in value)) return null
    const { seenAt, before } = value
    return typeof seenAt === 'number' && (typeof before === 'number' || before === null) ? { seenAt, before } : null
  } catch {
    // Storage can be switched off, and other code may write it.
    return null
  }
}

/** When this browser showed Overview in an earlier visit (ms since 1970); null at the first one. */
export function useLastVisit(): number | null {
  const isMounted = useMounted()
  const [visit] = useState(() => nextVisit(read(), Date.now()))
  useEffect(() => {
    try {
      localStorage.setItem(storageKey, JSON.stringify(visit))
    } catch {
      // Then every visit is the first one.
    }
  }, [visit])
  return isMounted ? visit.before : null
}
