'use client'

import { useSyncExternalStore } from 'react'
import type { AuditId } from '@/lib/ids'
import { isSelected, noSelection, type Selection } from './selection'

interface Chosen {
  selection: Selection
  /** The list in which "all matching" was said: it means nothing in another one. */
  listKey: string | null
  /** The list in which each id was chosen. */
  origins: ReadonlyMap<AuditId, string>
}

// Outside of the list's components: a filter makes the list anew, and an opened inspection leaves it.
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

/** Replaces the selection. `listKey` names the list in which the person chose. */
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

/** Drops "all matching" of another list than `listKey`. Ids stay. @returns whether something was dropped */
export function enterList(listKey: string): boolean {
  if (chosen.selection.kind === 'ids' || chosen.listKey === listKey) return false
  clearSelection()
  return true
}

export function useSelection(): Selection {
  return useSyncExternalStore(subscribe, readSelection, () => noSelection)
}

/** Whether one row is chosen: only the rows that change render again. */
export function useIsSelected(id: AuditId | undefined): boolean {
  return useSyncExternalStore(
    subscribe,
    () => id !== undefined && isSelected(chosen.selection, id),
    () => false,
  )
}

/** Ids that were chosen in another list than `listKey`; they need not be in this one. */
export function listForeignIds(listKey: string): AuditId[] {
  return [...chosen.origins].filter(([, origin]) => origin !== listKey).map(([id]) => id)
}
