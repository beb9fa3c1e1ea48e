'use client'

import { useSyncExternalStore } from 'react'
import type { ExplorerForm } from '@/lib/explorer/schema'

/** What was run since the page was loaded: in memory alone, because a body may hold what is nobody else's business. */
export interface Run {
  id: number
  /** Milliseconds since the epoch. */
  at: number
  name: string
  method: string
  /** At the service, with its query. */
  path: string
  search: string
  form: ExplorerForm
  /** Null: no answer came. */
  status: number | null
  timeMs: number
  bytes: number
}

const runsMax = 50
let runs: readonly Run[] = []
let ids = 0
/** What the page that opens next begins with. */
let replay: { name: string; form: ExplorerForm } | null = null
const listeners = new Set<() => void>()
const none: readonly Run[] = []

function change(next: readonly Run[]): void {
  runs = next
  for (const listener of listeners) listener()
}

/** Notes a run, on top of those before. */
export function noteRun(run: Omit<Run, 'id'>): void {
  ids += 1
  change([{ ...run, id: ids }, ...runs].slice(0, runsMax))
}

export function forgetRuns(): void {
  change([])
}

/** Has the page of an operation begin with what was run, its body too, which no address holds. */
export function prepareReplay({ name, form }: Pick<Run, 'name' | 'form'>): void {
  replay = { name, form }
}

/** What was prepared for this operation, once. */
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
