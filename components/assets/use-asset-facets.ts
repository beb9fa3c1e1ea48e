'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListFacet } from '@/components/ui/data-table/paged/list-tools'
import { assetQueries } from '@/lib/assets/queries'
import type { AssetFacets, AssetFilter } from '@/lib/assets/schema'
import { noStatus } from '@/lib/assets/values-model'
import type { StatusGroupBoard } from '@/lib/status-groups/schema'
import { type FacetKind, facetKinds, isChosen, writeTypeKey } from './address'

/** The filters of the list. Each value has its number of assets. */
export function useAssetFacets(filter: AssetFilter, board: StatusGroupBoard | undefined): Array<ListFacet<FacetKind>> {
  const t = useTranslations('assets.facet')
  const format = useFormatter()
  const none = useTranslations('status')('none')
  const { data } = useQuery(assetQueries.facets(filter))
  const names = useKnownNames(data, board, none)
  // Statuses are counted within the filters, so with a status or group filter the other groups have no count.
  const groupCounts = filter.group.length > 0 || filter.status.length > 0 ? null : countGroups(data)
  return facetKinds.map((kind) => {
    const chosen = filter[kind]
    const options = listOptions({ kind, chosen, facets: data, board, names, groupCounts, none })
    return {
      id: kind,
      label: t(`${kind}.label`),
      noun: t(`${kind}.noun`),
      options: options.map(({ key, label, count }) =>
        count === null ? { value: key, label } : { value: key, label, hint: format.number(count) },
      ),
      chosen,
      value: options.filter((option) => isChosen(chosen, option)).map(({ key }) => key),
      nameOf: (value: string) => options.find((option) => isChosen([value], option))?.label ?? value,
    }
  })
}

function countGroups(facets: AssetFacets | undefined): ReadonlyMap<string, number> | null {
  if (facets === undefined) return null
  const counts = new Map<string, number>()
  for (const { groupId, count } of facets.statuses)
    if (groupId !== null) counts.set(groupId, (counts.get(groupId) ?? 0) + count)
  return counts
}

/** The values of a filter with their counts. Chosen values stay in the list even without any assets. */
function listOptions({
  kind,
  chosen,
  facets,
  board,
  names,
  groupCounts,
  none,
}: {
  kind: FacetKind
  chosen: readonly string[]
  facets: AssetFacets | undefined
  board: StatusGroupBoard | undefined
  names: ReadonlyMap<string, string>
  groupCounts: ReadonlyMap<string, number> | null
  none: string
}): Option[] {
  const listed: Option[] =
    kind === 'group'
      ? (board?.groups ?? []).map(({ groupId, name }) => ({
          id: groupId,
          key: groupId,
          name: groupId,
          label: name,
          count: groupCounts === null ? null : (groupCounts.get(groupId) ?? 0),
        }))
      : listValues(kind, facets, board, none)
  const missing = chosen
    .filter((value) => !listed.some((option) => isChosen([value], option)))
    .map((value) => ({
      id: value,
      key: value,
      name: value,
      label: names.get(`${kind} ${value}`) ?? value,
      count: kind === 'group' ? null : 0,
    }))
  return [...missing, ...listed]
}

interface Option {
  id: string
  /** The name that an address may have in place of the id. Groups are named only by their id. */
  name: string
  /** What the address gets when the value is chosen. */
  key: string
  label: string
  /** Null while unknown. */
  count: number | null
}

function listValues(
  kind: Exclude<FacetKind, 'group'>,
  facets: AssetFacets | undefined,
  board: StatusGroupBoard | undefined,
  none: string,
): Option[] {
  if (facets === undefined) return []
  if (kind === 'type')
    return facets.types.map((type) => ({ ...type, key: writeTypeKey(board, type), label: type.name }))
  if (kind === 'site') return facets.sites.map((site) => ({ ...site, key: site.id, label: site.name }))
  const isTwice = (name: string) => facets.statuses.filter((each) => each.name === name).length > 1
  return facets.statuses.map(({ id, name, count, groupId }) => {
    if (id === noStatus) return { id, key: id, count, name, label: none }
    const group = board?.groups.find((each) => each.groupId === groupId)?.name
    // Two groups may have a status of the same name.
    return { id, key: id, count, name, label: isTwice(name) && group !== undefined ? `${name} (${group})` : name }
  })
}

/** Names seen so far, by kind and id, because a filter without results has no counted values to read names from. */
function useKnownNames(
  facets: AssetFacets | undefined,
  board: StatusGroupBoard | undefined,
  none: string,
): ReadonlyMap<string, string> {
  const [kept, setKept] = useState<{ facets: AssetFacets | undefined; names: ReadonlyMap<string, string> }>({
    facets: undefined,
    names: new Map(),
  })
  if (facets !== undefined && kept.facets !== facets) {
    const names = new Map(kept.names)
    for (const kind of ['type', 'site', 'status'] as const)
      for (const { id, label } of listValues(kind, facets, board, none)) names.set(`${kind} ${id}`, label)
    setKept({ facets, names })
  }
  const all = new Map([[`status ${noStatus}`, none]])
  for (const { typeId, name } of board?.types ?? []) all.set(`type ${typeId}`, name)
  for (const { groupId, name, options } of board?.groups ?? []) {
    all.set(`group ${groupId}`, name)
    for (const option of options) all.set(`status ${option.optionId}`, option.name)
  }
  for (const [key, name] of kept.names) all.set(key, name)
  return all
}
