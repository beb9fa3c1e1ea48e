'use client'

import { useSyncExternalStore } from 'react'
import { isSelected, listNamed, noSelection, type Selection } from './selection'

interface Chosen<Id extends string, Row> {
  selection: Selection<Id>
  /** The list to which "all matching" belongs, because it has no meaning in another list. */
  listKey: string | null
  /** The list in which each id was selected. */
  origins: ReadonlyMap<Id, string>
  /** Selected and excluded rows as they were when selected, because a filter may hide them later. */
  seen: ReadonlyMap<Id, Row>
}

export interface SelectionStore<Id extends string, Row> {
  read: () => Selection<Id>
  readSeen: () => ReadonlyMap<Id, Row>
  /**
   * Replaces the selection. `listKey` identifies the list in which the person selected, and `rows` has the rows of new
   * ids.
   */
  change: (selection: Selection<Id>, listKey: string, rows?: ReadonlyMap<Id, Row>) => void
  clear: () => void
  /** Clears "all matching" of another list than `listKey`, but keeps ids. @returns whether it cleared the selection */
  enter: (listKey: string) => boolean
  /** Ids that were selected in another list than `listKey`; this list may not have them. */
  listForeign: (listKey: string) => Id[]
  /** Makes the selected ids foreign to every list, because a change may have removed their rows from the list. */
  disown: () => void
  subscribe: (listener: () => void) => () => void
}

/** The origin of ids of no list. */
const nowhere = ''

/**
 * Keeps the selection of a list outside of components, because a filter remounts the list and opening a row unmounts
 * it.
 */
export function createSelectionStore<Id extends string, Row>(): SelectionStore<Id, Row> {
  const nothing: Chosen<Id, Row> = { selection: noSelection, listKey: null, origins: new Map(), seen: new Map() }
  let chosen = nothing
  const listeners = new Set<() => void>()
  const set = (next: Chosen<Id, Row>) => {
    if (next === chosen) return
    chosen = next
    for (const listener of listeners) listener()
  }
  const clear = () => set(nothing)
  return {
    read: () => chosen.selection,
    readSeen: () => chosen.seen,
    change(selection, listKey, rows = new Map()) {
      if (selection === chosen.selection) return
      const origins = new Map<Id, string>()
      const seen = new Map<Id, Row>()
      for (const id of listNamed(selection)) {
        if (selection.kind === 'ids') origins.set(id, chosen.origins.get(id) ?? listKey)
        const row = rows.get(id) ?? chosen.seen.get(id)
        if (row !== undefined) seen.set(id, row)
      }
      set({ selection, listKey: selection.kind === 'matching' ? listKey : null, origins, seen })
    },
    clear,
    enter(listKey) {
      if (chosen.selection.kind === 'ids' || chosen.listKey === listKey) return false
      clear()
      return true
    },
    listForeign: (listKey) => [...chosen.origins].filter(([, origin]) => origin !== listKey).map(([id]) => id),
    disown() {
      if (chosen.origins.size === 0) return
      const origins = new Map([...chosen.origins.keys()].map((id) => [id, nowhere]))
      // A new object, so that what shows the selection renders again.
      set({ ...chosen, selection: { ...chosen.selection }, origins })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useSelection<Id extends string, Row>(store: SelectionStore<Id, Row>): Selection<Id> {
  return useSyncExternalStore(store.subscribe, store.read, () => noSelection)
}

/** Whether a row is selected. Only rows that change render again. */
export function useIsSelected<Id extends string, Row>(store: SelectionStore<Id, Row>, id: Id | undefined): boolean {
  return useSyncExternalStore(
    store.subscribe,
    () => id !== undefined && isSelected(store.read(), id),
    () => false,
  )
}
