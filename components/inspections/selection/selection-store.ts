'use client'

import { useSyncExternalStore } from 'react'
import type { AuditId } from '@/lib/ids'
import { isSelected, noSelection, type Selection } from './selection'

interface Chosen {
  selection: Selection
  /** The list of "all matching", which has no meaning in another list. */
  listKey: string | null
  /** The list in which each id was selected. */
  origins: ReadonlyMap<AuditId, string>
}

// Outside of components: a filter remounts the list, and opening an inspection leaves it.
const nothing: Chosen = { selection: noSelection, listKey: null, origins: new Map() }
let chosen = nothing
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function readSelection(): Selection {
  return chosen.selection
}

/** Replaces the selection. `listKey` identifies the list in which the person selected. */
export function changeSelection(selection: Selection, listKey: string): void {
  if (selection === chosen.selection) return
  const origins = new Map<AuditId, string>()
  if (selection.kind === 'ids') for (const id of selection.ids) origins.set(id, chosen.origins.get(id) ?? listKey)
  chosen = { selection, listKey: selection.kind === 'matching' ? listKey : null, origins }
  for (const listener of listeners) listener()
}

export function clearSelection(): void {
  if (chosen === nothing) return
  chosen = nothing
  for (const listener of listeners) listener()
}

/** Clears "all matching" of another list than `listKey`, but keeps ids. @returns whether it cleared the selection */
export function enterList(listKey: string): boolean {
  if (chosen.selection.kind === 'ids' || chosen.listKey === listKey) return false
  clearSelection()
  return true
}

export function useSelection(): Selection {
  return useSyncExternalStore(subscribe, readSelection, () => noSelection)
}

/** Whether a row is selected. Only rows that change render again. */
export function useIsSelected(id: AuditId | undefined): boolean {
  return useSyncExternalStore(
    subscribe,
    () => id !== undefined && isSelected(chosen.selection, id),
    () => false,
  )
}

/** Ids that were selected in another list than `listKey`; this list may not have them. */
export function listForeignIds(listKey: string): AuditId[] {
  return [...chosen.origins].filter(([, origin]) => origin !== listKey).map(([id]) => id)
}
