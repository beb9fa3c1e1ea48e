'use client'

import { useSyncExternalStore } from 'react'
import { ownName } from '@/lib/base-path'
import { readTimeRange } from '@/lib/time/time-range'

const storageKey = ownName('sightline.recent-ranges')
const keptMax = 4
const none: readonly string[] = []
let cached: { text: string | null; list: readonly string[] } = { text: null, list: none }
const listeners = new Set<() => void>()

function read(): readonly string[] {
  let text: string | null = null
  try {
    text = localStorage.getItem(storageKey)
  } catch {
    // Storage may be turned off. There are no recent ranges then.
  }
  if (text === cached.text) return cached.list
  let list: readonly string[] = none
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    if (Array.isArray(value))
      list = value
        .filter((one): one is string => typeof one === 'string' && readTimeRange(one).range !== null)
        .slice(0, keptMax)
  } catch {
    // A value that other code has written counts as empty.
  }
  cached = { text, list }
  return list
}

/** Adds a range at the top of the recent ranges. */
export function rememberRange(range: string): void {
  try {
    localStorage.setItem(
      storageKey,
      JSON.stringify([range, ...read().filter((one) => one !== range)].slice(0, keptMax)),
    )
  } catch {
    return
  }
  for (const listener of listeners) listener()
}

/** Ranges other than presets that were chosen in this browser, latest first. */
export function useRecentRanges(): readonly string[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read,
    () => none,
  )
}
