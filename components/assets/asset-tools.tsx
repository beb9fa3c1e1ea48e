'use client'

import { useTranslations } from 'next-intl'
import { ListFiles } from '@/components/ui/data-table/paged/list-files'
import { ListTools } from '@/components/ui/data-table/paged/list-tools'
import type { TableLook } from '@/components/ui/data-table/table-types'
import { FilterButton } from '@/components/ui/inputs/facet-picker'
import { useValueChips } from '@/components/ui/lists/filter-chips'
import { Menu, MenuChoice } from '@/components/ui/menu'
import { assetColumns } from '@/lib/assets/columns'
import { assetsFileHref } from '@/lib/assets/queries'
import { assetGroupings, assetStates } from '@/lib/assets/values-model'
import type { StatusGroupBoard } from '@/lib/status-groups/schema'
import type { FacetKind } from './address'
import { describeSort } from './texts'
import { useAssetFacets } from './use-asset-facets'
import type { AssetState } from './use-asset-state'

/** Search, filters, groups and files of the list. */
export function AssetTools({
  state,
  board,
  look,
  total,
  openFilter,
  onOpenFilter,
}: {
  state: AssetState
  board: StatusGroupBoard | undefined
  look: TableLook
  total: number | null
  openFilter: FacetKind | null
  onOpenFilter: (kind: FacetKind | null) => void
}) {
  const t = useTranslations('assets')
  const sortText = useTranslations('assets.sort')
  const listChips = useValueChips()
  const { filter } = state
  return (
    <ListTools
      state={state}
      texts={{ search: t('search.label'), placeholder: t('search.placeholder'), clear: t('actions.clearFilters') }}
      facets={useAssetFacets(filter, board)}
      open={openFilter}
      onOpen={onOpenFilter}
      filters={
        <Menu align="start" trigger={<FilterButton label={t('facet.state')} isSet={filter.state !== 'active'} />}>
          <MenuChoice
            label={t('facet.state')}
            value={filter.state}
            options={assetStates.map((value) => ({ value, label: t(`state.${value}`) }))}
            onChange={state.setState}
          />
        </Menu>
      }
      chips={listChips({
        id: 'state',
        label: t('facet.state'),
        chosen: filter.state === 'active' ? [] : [filter.state],
        nameOf: () => t(`state.${filter.state}`),
        onChange: () => state.setState('active'),
      })}
      describeSort={(sort) => describeSort(sortText, sort)}
      groups={assetGroupings.map((id) => ({ id, label: t(`facet.${id}.label`) }))}
      files={
        <ListFiles rows={total} columns={assetColumns} look={look} hrefOf={(file) => assetsFileHref(filter, file)} />
      }
    />
  )
}
