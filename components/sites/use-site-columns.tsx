'use client'

import type { Route } from 'next'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { writeListHref } from '@/components/review/session/queue-address'
import { wordFacet } from '@/components/ui/data-table/records/record-model'
import type { RecordColumn } from '@/components/ui/data-table/records/record-types'
import { NameLink } from '@/components/ui/lists/name-link'
import { formatPercentage } from '@/components/ui/score'
import { useNow } from '@/lib/browser/now'
import type { ListParams } from '@/lib/inspections/schema'
import type { SiteRow } from '@/lib/sites/schema'

/** A number that opens the inspections or assets that it counts. */
function Count({ count, href, isBad = false }: { count: number; href: Route; isBad?: boolean }) {
  const format = useFormatter()
  if (count === 0) return <span className="text-ink-muted">0</span>
  return (
    <NameLink isInRow href={href} className={isBad ? 'text-bad' : ''}>
      {format.number(count)}
    </NameLink>
  )
}

/** The assets of a site. The cast is safe: only the query differs from the list's address. */
const assetsHref = (site: string) => `/assets?${new URLSearchParams({ site }).toString()}` as Route
const failureRate = ({ completed, failed }: SiteRow) => (completed === 0 ? null : (failed / completed) * 100)

const amounts = ['0', '1..'] as const

const hourMs = 3_600_000
/** How long ago the last inspection of a site was, in days. */
const ages = ['7', '30', '90', 'older', 'never'] as const

function ageOf({ lastInspectionAt }: SiteRow, now: number): (typeof ages)[number] {
  if (lastInspectionAt === null) return 'never'
  const days = (now - Date.parse(lastInspectionAt)) / (24 * hourMs)
  return days <= 7 ? '7' : days <= 30 ? '30' : days <= 90 ? '90' : 'older'
}

/** The columns of the list of sites. */
export function useSiteColumns(): ReadonlyArray<RecordColumn<SiteRow>> {
  const t = useTranslations('sites.columns')
  const facets = useTranslations('sites.facets')
  const language = useLocale()
  const now = useNow(hourMs)
  return useMemo((): ReadonlyArray<RecordColumn<SiteRow>> => {
    const some = (id: 'failed' | 'assets') =>
      wordFacet(
        facets('number'),
        amounts,
        (row: SiteRow) => (row[id] > 0 ? '1..' : '0'),
        (amount) => (amount === '0' ? amount : facets('some')),
      )
    const count = (id: 'inspections' | 'completed' | 'failed', filter: ListParams = {}) => ({
      id,
      label: t(id),
      kind: 'number' as const,
      widthPx: 112,
      isShownFirst: true as const,
      value: (row: SiteRow) => row[id],
      cell: (row: SiteRow) => (
        <Count count={row[id]} href={writeListHref({ site: [row.name], ...filter })} isBad={id === 'failed'} />
      ),
    })
    const percent = (id: 'rate' | 'score', widthPx: number, value: (row: SiteRow) => number | null) => ({
      id,
      label: t(id),
      kind: 'number' as const,
      widthPx,
      isShownFirst: true as const,
      value,
      cell: (row: SiteRow) => {
        const percentage = value(row)
        return (
          <span className="text-ink-muted">{percentage === null ? '–' : formatPercentage(percentage, language)}</span>
        )
      },
    })
    return [
      {
        id: 'site',
        label: t('site'),
        widthPx: 360,
        minWidthPx: 180,
        isShownFirst: true,
        isSearched: true,
        value: ({ name }) => name,
      },
      count('inspections'),
      { ...count('completed', { completedAt: ['*'] }), isFolded: true },
      { ...count('failed', { result: ['failed'] }), facet: some('failed') },
      percent('rate', 120, failureRate),
      percent('score', 128, ({ scorePercentage }) => scorePercentage),
      {
        id: 'last',
        label: t('last'),
        kind: 'time',
        widthPx: 144,
        isShownFirst: true,
        value: ({ lastInspectionAt }) => (lastInspectionAt === null ? null : { time: lastInspectionAt }),
        facet: wordFacet(
          facets('period'),
          ages,
          (row) => ageOf(row, now),
          (age) => facets(`ages.${age}`),
        ),
      },
      {
        id: 'assets',
        label: t('assets'),
        kind: 'number',
        widthPx: 96,
        isShownFirst: true,
        isFolded: true,
        value: ({ assets }) => assets,
        facet: some('assets'),
        cell: (row) => <Count count={row.assets} href={assetsHref(row.name)} />,
      },
    ]
  }, [t, facets, language, now])
}
