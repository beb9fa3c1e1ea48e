'use client'

import { useSyncExternalStore } from 'react'
import type { ExplorerForm } from '@/lib/explorer/schema'

/** A run since the page was loaded. Runs are only in memory, because a body may be confidential. */
export interface Run {
  id: number
  /** Milliseconds since the epoch. */
  at: number
  name: string
  method: string
  /** The path at SafetyCulture, with its query. */
  path: string
  search: string
  form: ExplorerForm
  /** Null: there was no response. */
  status: number | null
  timeMs: number
  bytes: number
}

const runsMax = 50
let runs: readonly Run[] = []
let ids = 0
/** The form that the next page starts with. */
let replay: { name: string; form: ExplorerForm } | null = null
const listeners = new Set<() => void>()
const none: readonly Run[] = []

function change(next: readonly Run[]): void {
  runs = next
  for (const listener of listeners) listener()
}

/** Adds a run above the earlier ones. */
export function noteRun(run: Omit<Run, 'id'>): void {
  ids += 1
  change([{ ...run, id: ids }, ...runs].slice(0, runsMax))
}

export function forgetRuns(): void {
  change([])
}

/** Makes the page of an operation start with this form. It has the body, which is not in the address. */
export function prepareReplay({ name, form }: Pick<Run, 'name' | 'form'>): void {
  replay = { name, form }
}

/** The form prepared for this operation, once. */
export function takeReplay(name: string): ExplorerForm | null {
  const form = replay?.name === name ? replay.form : null
  replay = null
  return form
}

/** Runs of this visit, the latest first. */
export function useRuns(): readonly Run[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => runs,
    () => none,
  )
}
