'use client'

import type { Route } from 'next'
import { useSyncExternalStore } from 'react'
import { memoryKey } from '@/lib/browser/memory'

/** A page of one thing that was opened in this browser: an inspection, an asset, a user. */
export interface RecentPage {
  href: Route
  title: string
}

const storageKey = memoryKey('recent-pages')
const recentMax = 12
const none: readonly RecentPage[] = []
let cached: { text: string | null; list: readonly RecentPage[] } = { text: null, list: none }
const listeners = new Set<() => void>()

function isRecent(value: unknown): value is RecentPage {
  return (
    typeof value === 'object' &&
    value !== null &&
    'href' in value &&
    typeof value.href === 'string' &&
    // Anything may have written the list, so only pages of this console are accepted.
    /^\/[a-z]/.test(value.href) &&
    'title' in value &&
    typeof value.title === 'string'
  )
}

function read(): readonly RecentPage[] {
  let text: string | null = null
  try {
    text = localStorage.getItem(storageKey)
  } catch {
    // Storage can be disabled. Then the list is empty.
  }
  if (text === cached.text) return cached.list
  let list: readonly RecentPage[] = none
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    if (Array.isArray(value)) list = value.filter(isRecent).slice(0, recentMax)
  } catch {
    // Other code wrote the value, so it counts as empty.
  }
  cached = { text, list }
  return list
}

function write(list: readonly RecentPage[]) {
  try {
    localStorage.setItem(storageKey, JSON.stringify(list))
  } catch {
    return
  }
  for (const listener of listeners) listener()
}

/** Adds a page at the top of the recent pages. */
export function rememberPage(page: RecentPage): void {
  const rest = read().filter(({ href }) => href !== page.href)
  write([page, ...rest].slice(0, recentMax))
}

/** Pages opened in this browser, latest first. */
export function useRecentPages(): readonly RecentPage[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read,
    () => none,
  )
}
