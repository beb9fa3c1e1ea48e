'use client'

import { useSyncExternalStore } from 'react'
import type { ZipStarted } from '@/lib/media/schema'

// Kept outside of all components, so that a zip that takes minutes stays visible on other pages.
const none: readonly ZipStarted[] = []
let zips: readonly ZipStarted[] = none
const listeners = new Set<() => void>()

function set(next: readonly ZipStarted[]) {
  zips = next
  for (const listener of listeners) listener()
}

/** Shows a zip in the panel. */
export function addZip(zip: ZipStarted): void {
  set([zip, ...zips])
}

/** Removes a zip from the panel. */
export function dismissZip(zipId: string): void {
  set(zips.filter((zip) => zip.zipId !== zipId))
}

/** The zips that were started in this tab and not removed, newest first. */
export function useZips(): readonly ZipStarted[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => zips,
    () => none,
  )
}
