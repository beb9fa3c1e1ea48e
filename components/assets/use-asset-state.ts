'use client'

import { parseAsString, useQueryStates } from 'nuqs'
import { useListFilter } from '@/components/ui/data-table/paged/use-list-filter'
import type { AssetFilter } from '@/lib/assets/schema'
import { assetAddress } from './address'

const keys = { row: parseAsString, change: parseAsString }

/** The state of the list, which is kept only in the address. */
export function useAssetState() {
  const list = useListFilter(assetAddress)
  const [{ row, change }, setAddress] = useQueryStates(keys)
  return {
    ...list,
    setState: (state: AssetFilter['state']) => list.set('state', state === 'active' ? null : state),
    /** The asset whose sheet is open. */
    row,
    setRow: (next: string | null, { history = 'replace' }: { history?: 'push' | 'replace' } = {}) =>
      void setAddress({ row: next }, { history }),
    /** The change that was started here and whose progress is shown. */
    change,
    setChange: (changeId: string | null) => void setAddress({ change: changeId }, { history: 'replace' }),
  }
}
export type AssetState = ReturnType<typeof useAssetState>
