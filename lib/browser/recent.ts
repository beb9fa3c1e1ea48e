'use client'

import { useSyncExternalStore } from 'react'

/** An inspection that was opened in this browser. */
export interface RecentInspection {
  auditId: string
  title: string
}

const storageKey = 'sightline.recent-inspections'
const recentMax = 8
const none: readonly RecentInspection[] = []
let cached: { text: string | null; list: readonly RecentInspection[] } = { text: null, list: none }
const listeners = new Set<() => void>()

function isRecent(value: unknown): value is RecentInspection {
  return (
    typeof value === 'object' &&
    value !== null &&
    'auditId' in value &&
    typeof value.auditId === 'string' &&
    'title' in value &&
    typeof value.title === 'string'
  )
}

function read(): readonly RecentInspection[] {
  let text: string | null = null
  try {
    text = localStorage.getItem(storageKey)
  } catch {
    // Storage can be switched off; then the list is empty.
  }
  if (text === cached.text) return cached.list
  let list: readonly RecentInspection[] = none
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    if (Array.isArray(value)) list = value.filter(isRecent).slice(0, recentMax)
  } catch {
    // Written by other code: treated as empty.
  }
  cached = { text, list }
  return list
}

function write(list: readonly RecentInspection[]) {
  try {
    localStorage.setItem(storageKey, JSON.stringify(list))
  } catch {
    return
  }
  for (const listener of listeners) listener()
}

/** Adds an inspection at the top of the recent ones. */
export function rememberInspection(inspection: RecentInspection): void {
  const rest = read().filter(({ auditId }) => auditId !== inspection.auditId)
  write([inspection, ...rest].slice(0, recentMax))
}

/** Clears them at sign-out, because the next person at this browser must not see them. */
export function forgetInspections(): void {
  write(none)
}

/** Inspections opened in this browser, latest first. */
export function useRecentInspections(): readonly RecentInspection[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read,
    () => none,
  )
}
