'use client'

import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { describeSort } from '@/components/assets/texts'
import type { DataColumn } from '@/components/ui/data-table/table-types'
import { assetColumns, type AssetColumnId } from '@/lib/assets/columns'
import type { AssetRow, AssetSort } from '@/lib/assets/schema'
import { ModifiedCell, StateWord, StatusCell, TextCell } from './asset-cells'

const cells: Readonly<Record<AssetColumnId, DataColumn<AssetRow>['cell']>> = {
  code: () => null,
  type: (row) => <TextCell text={row.typeName ?? row.typeId} missing="noType" />,
  site: (row) => <TextCell text={row.siteName ?? row.siteId} missing="noSite" />,
  status: (row) => <StatusCell row={row} />,
  state: (row) => <StateWord state={row.state} />,
  modified: (row) => <ModifiedCell row={row} />,
  id: (row) => <span className="truncate font-mono text-xs text-ink-muted">{row.assetId}</span>,
}

/** The columns of the list of assets. */
export function useAssetColumns(): ReadonlyArray<DataColumn<AssetRow>> {
  const t = useTranslations('assets.columns')
  const sorting = useTranslations('assets.sort')
  return useMemo(
    () =>
      assetColumns.map(({ id, sort, ...shape }): DataColumn<AssetRow> => ({
        ...shape,
        id,
        label: t(id),
        isRight: id === 'modified',
        isFolded: id === 'type' || id === 'site',
        cell: cells[id],
        ...(sort === undefined
          ? {}
          : {
              sort: {
                name: sort,
                isDescendingFirst: sort === 'modified',
                describe: (isDescending: boolean) => {
                  const order: AssetSort = isDescending ? `-${sort}` : sort
                  return describeSort(sorting, order)
                },
              },
            }),
      })),
    [t, sorting],
  )
}

/** `rowClass` of the table with the first widths, because inline styles are allowed only after mounting. */
export const assetRowsClass =
  'grid auto-cols-[minmax(96px,1fr)] grid-flow-col grid-cols-[var(--row-columns,40px_minmax(120px,200fr)_minmax(110px,200fr)_minmax(120px,240fr)_minmax(160px,220fr)_88px_120px_44px)] @max-[62.5rem]:grid-cols-[var(--row-columns-folded,40px_minmax(120px,200fr)_minmax(160px,220fr)_88px_120px_44px)]'
