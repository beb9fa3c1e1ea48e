'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { describeStatus } from '@/components/assets/texts'
import { assetQueries } from '@/lib/assets/queries'
import type { AssetFilter, AssetGrouping, AssetRow } from '@/lib/assets/schema'
import { countGroups, isHead, placeRows } from './group-rows'
import type { AssetRows } from './use-asset-rows'

/**
 * The rows below the headers of their groups. Rows come sorted by that column, so a group begins where the value changes.
 * The server counts them, because not all are loaded.
 */
export function useGroupedRows(rows: AssetRows, filter: AssetFilter, group: AssetGrouping | null): AssetRows {
  const status = useTranslations('status')
  const t = useTranslations('assets.row')
  const { data: facets } = useQuery({ ...assetQueries.facets(filter), enabled: group !== null })
  const grouped = useMemo(() => {
    if (group === null) return null
    const counts = countGroups(facets, filter, group)
    const none = { type: t('noType'), site: t('noSite'), status: describeStatus(status, null) }[group]
    const place = (list: readonly AssetRow[]) => placeRows(list, { group, counts, none })
    return { counts, place, places: place(rows.rows) }
  }, [rows.rows, facets, filter, group, t, status])
  if (grouped === null) return rows
  const { counts, place, places } = grouped
  const headCount = Math.max(places.length - rows.rows.length, counts.size)
  return {
    ...rows,
    total: rows.total === null ? null : rows.total + headCount,
    headCount,
    read: (position) => {
      const found = places[position]
      return found === undefined || isHead(found) ? undefined : found
    },
    headAt: (position) => {
      const found = places[position]
      return found !== undefined && isHead(found) ? found : null
    },
    // Groups are never held in place: their headers could not be.
    version: null,
    load: async (from, to) =>
      place(await rows.load(0, to))
        .slice(from, to + 1)
        .flatMap((each) => (isHead(each) ? [] : [each])),
  }
}
