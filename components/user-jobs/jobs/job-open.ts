'use client'

import { useSyncExternalStore } from 'react'
import { memoryKey } from '@/lib/browser/memory'

/**
 * The person's jobs in this tab that have not ended yet. The app shell watches them and sends no requests while there are none.
 * Kept across reloads.
 */
const storageKey = memoryKey('open-user-jobs')
const watchedMax = 5
const nothing: readonly string[] = []
const listeners = new Set<() => void>()

let ids = nothing
let isRead = false

function read(): readonly string[] {
  if (isRead) return ids
  isRead = true
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    ids = Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(-watchedMax) : nothing
  } catch {
    // Storage may be turned off or invalid. Then only jobs that are started from here on are watched.
    ids = nothing
  }
  return ids
}

function write(next: readonly string[]): void {
  ids = next
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // If storage is not available, the jobs in memory are enough until the page is reloaded.
  }
  for (const listener of listeners) listener()
}

/** Watches a job, so that its end is announced on any page. */
export function noteOpenJob(jobId: string): void {
  const known = read()
  if (!known.includes(jobId)) write([...known, jobId].slice(-watchedMax))
}

/** Stops watching a job, for example because it has ended. */
export function forgetOpenJob(jobId: string): void {
  const known = read()
  if (known.includes(jobId)) write(known.filter((id) => id !== jobId))
}

/** The watched jobs. */
export function useOpenJobs(): readonly string[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read,
    () => nothing,
  )
}
