import type { ColumnShape } from '@/lib/table/shown-columns'

/**
 * The columns of the list of assets, for the list, its address and its exports. The first column is the name of an
 * asset.
 */

export type AssetSortName = 'code' | 'type' | 'site' | 'status' | 'state' | 'modified' | 'id'
export type AssetColumnId = AssetSortName

interface AssetColumn extends ColumnShape<AssetColumnId> {
  sort?: AssetSortName
}

export const assetColumns: readonly AssetColumn[] = [
  { id: 'code', sort: 'code', widthPx: 200, minWidthPx: 120, isShownFirst: true },
  { id: 'type', sort: 'type', widthPx: 200, minWidthPx: 110, isShownFirst: true },
  { id: 'site', sort: 'site', widthPx: 240, minWidthPx: 120, isShownFirst: true },
  { id: 'status', sort: 'status', widthPx: 220, minWidthPx: 160, isShownFirst: true },
  { id: 'state', sort: 'state', widthPx: 88, isShownFirst: true },
  { id: 'modified', sort: 'modified', widthPx: 120, isShownFirst: true },
  { id: 'id', sort: 'id', widthPx: 330, minWidthPx: 160 },
]
