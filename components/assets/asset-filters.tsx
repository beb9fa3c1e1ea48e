'use client'

import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { FacetPicker, FilterButton } from '@/components/ui/facet-picker'
import { Menu, MenuChoice } from '@/components/ui/menu'
import type { PickerOption } from '@/components/ui/picker'
import { SortMenu } from '@/components/ui/sort-menu'
import { assetQueries } from '@/lib/assets/queries'
import { type AssetFacets, type AssetSort, assetStates, noStatus } from '@/lib/assets/schema'
import { formatCount } from '@/lib/browser/numbers'
import type { StatusGroupBoard } from '@/lib/status-groups/schema'
import { type FacetKind, facetKinds, isNarrowed, type SortName } from './address'
import { describeSort, sortLabels } from './grid/asset-head'
import type { AssetState } from './use-asset-state'
import { stateNames } from './words'

const facetLabels: Record<FacetKind, string> = {
  type: 'Type',
  site: 'Site',
  status: 'Status',
  group: 'Status of group',
}

const facetNouns: Record<FacetKind, string> = { type: 'type', site: 'site', status: 'status', group: 'status group' }

/** The filters of the list, each with how many its values would leave. */
export function AssetFilters({ state, board }: { state: AssetState; board: StatusGroupBoard | undefined }) {
  const { filter } = state
  const { data } = useQuery(assetQueries.facets(filter))
  const names = useKnownNames(data, board)
  // Statuses are counted under the filter of groups: with one of these set, nothing is known of the others.
  const groupCounts = filter.group.length > 0 || filter.status.length > 0 ? null : countGroups(data)
  return (
    <>
      {facetKinds.map((kind) => (
        <FacetPicker
          key={kind}
          label={facetLabels[kind]}
          noun={facetNouns[kind]}
          options={listOptions(kind, filter[kind], data, board, names, groupCounts)}
          value={filter[kind]}
          nameOf={(id) => names.get(`${kind} ${id}`) ?? id}
          onChange={(next) => state.choose(kind, next)}
        />
      ))}
      <Menu
        align="start"
        trigger={<FilterButton label="State" value={stateNames[filter.state]} isUsual={filter.state === 'active'} />}
      >
        <MenuChoice
          label="State"
          value={filter.state}
          options={assetStates.map((value) => ({ value, label: stateNames[value] }))}
          onChange={state.setState}
        />
      </Menu>
      {isNarrowed(filter) && (
        <Button size="sm" variant="ghost" icon={X} onClick={state.clear}>
          Clear
        </Button>
      )}
    </>
  )
}

const sorts = (Object.keys(sortLabels) as SortName[]).flatMap((name): AssetSort[] => [name, `-${name}`])

/** The order of the list on phones. */
export function AssetSortMenu({ state }: { state: AssetState }) {
  return <SortMenu value={state.filter.sort} sorts={sorts} describe={describeSort} onChange={state.setSort} />
}

function countGroups(facets: AssetFacets | undefined): ReadonlyMap<string, number> | null {
  if (facets === undefined) return null
  const counts = new Map<string, number>()
  for (const { groupId, count } of facets.statuses)
    if (groupId !== null) counts.set(groupId, (counts.get(groupId) ?? 0) + count)
  return counts
}

/** What can be chosen, with its count; what is chosen stays among it, even when nothing is left of it. */
function listOptions(
  kind: FacetKind,
  chosen: readonly string[],
  facets: AssetFacets | undefined,
  board: StatusGroupBoard | undefined,
  names: ReadonlyMap<string, string>,
  groupCounts: ReadonlyMap<string, number> | null,
): PickerOption[] {
  const listed: Option[] =
    kind === 'group'
      ? (board?.groups ?? []).map(({ groupId, name }) => ({
          id: groupId,
          name,
          count: groupCounts === null ? null : (groupCounts.get(groupId) ?? 0),
        }))
      : listValues(kind, facets, board)
  const missing = chosen
    .filter((id) => !listed.some((each) => each.id === id))
    .map((id) => ({ id, name: names.get(`${kind} ${id}`) ?? id, count: kind === 'group' ? null : 0 }))
  return [...missing, ...listed].map(({ id, name, count }) =>
    count === null ? { value: id, label: name } : { value: id, label: name, hint: formatCount(count) },
  )
}

interface Option {
  id: string
  name: string
  /** Null while it is not known. */
  count: number | null
}

function listValues(
  kind: Exclude<FacetKind, 'group'>,
  facets: AssetFacets | undefined,
  board: StatusGroupBoard | undefined,
): Option[] {
  if (facets === undefined) return []
  if (kind === 'type') return facets.types
  if (kind === 'site') return facets.sites
  const isTwice = (name: string) => facets.statuses.filter((each) => each.name === name).length > 1
  return facets.statuses.map(({ id, name, count, groupId }) => {
    if (id === noStatus) return { id, count, name: 'No status' }
    const group = board?.groups.find((each) => each.groupId === groupId)?.name
    // Two groups may have a status of the same name.
    return { id, count, name: isTwice(name) && group !== undefined ? `${name} (${group})` : name }
  })
}

/** Names that were ever told, by kind and id: a filter that leaves nothing has no counted values any more. */
function useKnownNames(
  facets: AssetFacets | undefined,
  board: StatusGroupBoard | undefined,
): ReadonlyMap<string, string> {
  const [kept, setKept] = useState<{ facets: AssetFacets | undefined; names: ReadonlyMap<string, string> }>({
    facets: undefined,
    names: new Map(),
  })
  if (facets !== undefined && kept.facets !== facets) {
    const names = new Map(kept.names)
    for (const kind of ['type', 'site', 'status'] as const)
      for (const { id, name } of listValues(kind, facets, board)) names.set(`${kind} ${id}`, name)
    setKept({ facets, names })
  }
  const all = new Map([[`status ${noStatus}`, 'No status']])
  for (const { typeId, name } of board?.types ?? []) all.set(`type ${typeId}`, name)
  for (const { groupId, name, options } of board?.groups ?? []) {
    all.set(`group ${groupId}`, name)
    for (const option of options) all.set(`status ${option.optionId}`, option.name)
  }
  for (const [key, name] of kept.names) all.set(key, name)
  return all
}
