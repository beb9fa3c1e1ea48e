'use client'

import { SearchField } from '@/components/ui/search-field'
import type { AssetState } from './use-asset-state'

/** Words to look for in what the listing has of assets. */
export function AssetSearch({ state }: { state: AssetState }) {
  return (
    <SearchField
      value={state.filter.q}
      onChange={(next) => state.search(next)}
      label="Search assets"
      placeholder="Search code, type, site, status"
      onArrowDown={() => document.querySelector<HTMLElement>('[role=grid]')?.focus()}
    />
  )
}
