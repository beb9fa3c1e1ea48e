'use client'

import { useQuery } from '@tanstack/react-query'
import { isChosen } from '@/components/assets/address'
import { assetQueries } from '@/lib/assets/queries'
import type { AssetFilter } from '@/lib/assets/schema'
import { noStatus } from '@/lib/assets/values-model'
import type { TypeCounts } from './status-plan'
import type { AssetSelecting } from '@/components/assets/use-asset-selection'

/** Number of selected assets of each type. */
export function useTypeCounts(
  { selection, seen }: AssetSelecting,
  filter: AssetFilter,
): { counts: TypeCounts | null; error: Error | null; retry: () => void } {
  const isAll = selection.kind === 'matching'
  const facets = useQuery({ ...assetQueries.facets(filter), enabled: isAll, staleTime: 0 })
  const counts = new Map<string | null, number>()
  const add = (typeId: string | null, by: number) => counts.set(typeId, (counts.get(typeId) ?? 0) + by)
  const retry = () => void facets.refetch()
  if (!isAll) {
    for (const id of selection.ids) add(seen.get(id)?.typeId ?? null, 1)
    return { counts, error: null, retry }
  }
  if (facets.data === undefined || facets.isPlaceholderData) return { counts: null, error: facets.error, retry }
  // Types are counted with all filters except the type filter.
  for (const { id, name, count } of facets.data.types)
    if (filter.type.length === 0 || isChosen(filter.type, { id, name })) add(id === noStatus ? null : id, count)
  for (const id of selection.except) add(seen.get(id)?.typeId ?? null, -1)
  return { counts, error: null, retry }
}
