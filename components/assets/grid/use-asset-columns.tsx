'use client'

import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { typeHref } from '@/components/assets/address'
import { describeSort, describeState } from '@/components/assets/texts'
import type { ColumnSort, DataColumn } from '@/components/ui/data-table/table-types'
import { siteHref } from '@/lib/browser/routes'
import { assetColumns, type AssetColumnId, type AssetSortName } from '@/lib/assets/columns'
import type { AssetRow } from '@/lib/assets/schema'
import type { Translator } from '@/lib/messages/translator'
import { ModifiedCell, NameCell, StateWord, StatusCell } from './asset-cells'

const cells: Readonly<Record<AssetColumnId, DataColumn<AssetRow>['cell']>> = {
  code: () => null,
  type: ({ typeName, typeId }) => (
    <NameCell text={typeName ?? typeId} href={typeName === null ? null : typeHref(typeName)} missing="noType" />
  ),
  site: ({ siteName, siteId }) => (
    <NameCell text={siteName ?? siteId} href={siteName === null ? null : siteHref(siteName)} missing="noSite" />
  ),
  status: (row) => <StatusCell row={row} />,
  state: (row) => <StateWord state={row.state} />,
  modified: (row) => <ModifiedCell row={row} />,
  id: (row) => <span className="truncate font-mono text-xs text-ink-muted">{row.assetId}</span>,
}

function toSort(t: Translator<'assets.sort'>, name: AssetSortName): ColumnSort {
  return {
    name,
    isDescendingFirst: name === 'modified',
    describe: (isDescending) => describeSort(t, isDescending ? `-${name}` : name),
  }
}

/** The columns of the list of assets. */
export function useAssetColumns(): ReadonlyArray<DataColumn<AssetRow>> {
  const t = useTranslations('assets.columns')
  const sorting = useTranslations('assets.sort')
  const all = useTranslations('assets')
  return useMemo(() => {
    const badges = (['active', 'archived'] as const).map((state) => describeState(all, state))
    const toColumn = ({ sort, ...shape }: (typeof assetColumns)[number]): DataColumn<AssetRow> => ({
      ...shape,
      label: t(shape.id),
      isFolded: shape.id === 'type' || shape.id === 'site',
      badges: shape.id === 'state' ? badges : undefined,
      sort: sort === undefined ? undefined : toSort(sorting, sort),
      cell: cells[shape.id],
    })
    return assetColumns.map(toColumn)
  }, [t, sorting, all])
}
