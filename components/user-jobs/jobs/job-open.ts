'use client'

import { useSyncExternalStore } from 'react'

/**
 * Jobs of the person in this tab that were not seen to end yet: what the frame watches, so that it asks for nothing while
 * there is none. Kept for a reload.
 */
const storageKey = 'sightline.open-user-jobs'
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
    // Storage can be switched off, or hold something else: then only what is started from now on is watched.
    ids = nothing
  }
  return ids
}

function write(next: readonly string[]): void {
  ids = next
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // What is in memory serves until the page is loaded again.
  }
  for (const listener of listeners) listener()
}

/** Announces the end of this job on whatever page of the console the user is then. */
export function noteOpenJob(jobId: string): void {
  const known = read()
  if (!known.includes(jobId)) write([...known, jobId].slice(-watchedMax))
}

/** It has ended, or is not to be watched any more. */
export function forgetOpenJob(jobId: string): void {
  const known = read()
  if (known.includes(jobId)) write(known.filter((id) => id !== jobId))
}

/** The jobs to watch. */
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
