'use client'

import { useTranslations } from 'next-intl'
import { ExportMenu } from '@/components/ui/data-table/records/record-export'
import { GroupMenu } from '@/components/ui/data-table/groups/group-menu'
import type { TableLook } from '@/components/ui/data-table/table-types'
import { searchPlaceClass } from '@/components/ui/inputs/search-field'
import { assetColumns } from '@/lib/assets/columns'
import { assetsFileHref } from '@/lib/assets/queries'
import { useZone } from '@/lib/browser/preferences/zone'
import { saveFrom } from '@/lib/browser/save-file'
import type { StatusGroupBoard } from '@/lib/status-groups/schema'
import { writeShownColumns } from '@/lib/table/shown-columns'
import type { FacetKind } from './address'
import { AssetFilters, AssetSortMenu } from './asset-filters'
import { AssetSearch } from './asset-search'
import { assetGroupings } from '@/lib/assets/values-model'
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
  const t = useTranslations('assets.facet')
  const { zone: tz } = useZone()
  const address = {
    group: state.group,
    setGroup: (id: string | null) => state.setGroup(assetGroupings.find((known) => known === id) ?? null),
  }
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <div className={searchPlaceClass}>
        <AssetSearch state={state} />
      </div>
      <AssetFilters state={state} board={board} open={openFilter} onOpen={onOpenFilter} />
      <span className="ms-auto flex items-center gap-1.5">
        <AssetSortMenu state={state} />
        <GroupMenu address={address} columns={assetGroupings.map((id) => ({ id, label: t(`${id}.label`) }))} />
        <ExportMenu
          rows={total}
          columns={look.shown.length}
          onSave={(format) =>
            saveFrom(assetsFileHref(state.filter, { tz, format, columns: writeShownColumns(assetColumns, look.shown) }))
          }
        />
      </span>
    </div>
  )
}
