'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { describeStatus } from '@/components/assets/texts'
import { assetQueries } from '@/lib/assets/queries'
import { groupTable } from '@/components/ui/data-table/group-rows'
import type { AssetFilter, AssetGrouping, AssetRow } from '@/lib/assets/schema'
import { countGroups, groupOfRow } from './group-rows'
import type { AssetRows } from './use-asset-rows'

/**
 * The rows below the headers of their groups. Rows are sorted by the column of the groups, so a group begins where the
 * value changes. The server counts the rows of each group, because not all rows are loaded.
 */
export function useGroupedRows(rows: AssetRows, filter: AssetFilter, group: AssetGrouping | null): AssetRows {
  const status = useTranslations('status')
  const t = useTranslations('assets.row')
  const { data: facets } = useQuery({ ...assetQueries.facets(filter), enabled: group !== null })
  return useMemo(() => {
    if (group === null) return rows
    const none = { type: t('noType'), site: t('noSite'), status: describeStatus(status, null) }[group]
    return groupTable<AssetRow, AssetRows>(rows, rows.rows, {
      groupOf: (row) => groupOfRow(row, group, none),
      counts: countGroups(facets, filter, group),
    })
  }, [rows, facets, filter, group, t, status])
}
