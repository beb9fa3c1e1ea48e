'use client'

import { useSyncExternalStore } from 'react'
import { onDemand } from '@/lib/browser/on-demand'
import type { ExportOrder, ExportTexts } from './export-download'

const code = onDemand(() => import('./export-download'), { isEarly: true })

export type ExportState =
  | { kind: 'idle' }
  | { kind: 'running'; order: ExportOrder; /** Null while not known. */ rows: number | null; total: number | null }
  | { kind: 'failed'; order: ExportOrder; error: unknown }
  | { kind: 'done'; order: ExportOrder; rows: number }

// Outside of all components, so that opening an inspection does not end a long export.
const idle: ExportState = { kind: 'idle' }
let state: ExportState = idle
let leaving: AbortController | null = null
const listeners = new Set<() => void>()

function set(next: ExportState) {
  state = next
  for (const listener of listeners) listener()
}

// The browser asks before it leaves the page, because that would end the export.
const warn = (event: BeforeUnloadEvent) => event.preventDefault()
const stepMs = 100

/** Asks for a file and exports, one at a time. Must be called while a click is being handled. `t` writes the errors. */
export async function startExport(order: ExportOrder, t: ExportTexts): Promise<void> {
  if (state.kind === 'running') return
  const parts = await code.load().catch((error: unknown) => {
    set({ kind: 'failed', order, error })
    return null
  })
  if (parts === null) return
  const { download, openSink } = parts
  const sink = await openSink(order.fileName, order.format)
  if (sink === null) return
  const mine = new AbortController()
  leaving = mine
  set({ kind: 'running', order, rows: 0, total: null })
  window.addEventListener('beforeunload', warn)
  let reportedAt = 0
  const notify = (rows: number | null, total: number) => {
    const now = performance.now()
    if (now - reportedAt < stepMs && (rows ?? 0) < total) return
    reportedAt = now
    set({ kind: 'running', order, rows, total })
  }
  try {
    set({ kind: 'done', order, rows: await download(order, sink, { signal: mine.signal, onProgress: notify, t }) })
  } catch (error) {
    set(mine.signal.aborted ? idle : { kind: 'failed', order, error })
  } finally {
    window.removeEventListener('beforeunload', warn)
  }
}

/** Cancels the running export and discards its file. */
export function cancelExport(): void {
  leaving?.abort()
}

/** Clears the state of the last export. */
export function settleExport(): void {
  if (state.kind !== 'running') set(idle)
}

export function useExport(): ExportState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
    () => idle,
  )
}
