'use client'

import { countSelected, type Selection } from '@/components/ui/data-table/selection/selection'
import { type SelectionStore, useSelection } from '@/components/ui/data-table/selection/selection-store'
import type { AssetRow } from '@/lib/assets/schema'

export type AssetStore = SelectionStore<string, AssetRow>

/** The selected assets, with each asset's row at that time, because a filter may hide the row later. */
export interface AssetSelecting {
  selection: Selection
  seen: ReadonlyMap<string, AssetRow>
  count: (total: number | null) => number | null
}

export function useAssetSelection(store: AssetStore): AssetSelecting {
  const selection = useSelection(store)
  return { selection, seen: store.readSeen(), count: (total) => countSelected(selection, total) }
}
