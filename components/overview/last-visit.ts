'use client'

import { useEffect, useState } from 'react'
import { memoryKey } from '@/lib/browser/memory'
import { useMounted } from '@/lib/browser/now'

const storageKey = memoryKey('last-visit')
/** A shorter absence is the same visit. */
const awayMs = 30 * 60_000

interface Visit {
  /** When the console was last used in this visit. */
  seenAt: number
  /** When the console was last used in the previous visit. */
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

function write(visit: Visit): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(visit))
  } catch {
    // Then every visit is the first one.
  }
}

/** Use is noted at most once in this time. */
const noteMs = 60_000
const uses = ['pointerdown', 'keydown'] as const

/** Notes on every page that the console is in use, so that a visit lasts while a person works outside of Overview. */
export function useVisit(): void {
  useEffect(() => {
    let notedAt = 0
    const note = () => {
      const now = Date.now()
      if (now - notedAt < noteMs) return
      notedAt = now
      write(nextVisit(read(), now))
    }
    note()
    for (const name of uses) window.addEventListener(name, note, { capture: true, passive: true })
    return () => {
      for (const name of uses) window.removeEventListener(name, note, { capture: true })
    }
  }, [])
}

/** When this browser used the console in an earlier visit (ms since 1970); null at the first one. */
export function useLastVisit(): number | null {
  const isMounted = useMounted()
  const [visit] = useState(() => nextVisit(read(), Date.now()))
  useEffect(() => write(visit), [visit])
  return isMounted ? visit.before : null
}
