'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'next-intl'
import { formatPercentage } from '@/components/ui/score'
import { siteHref, userByNameHref } from '@/lib/browser/routes'
import { failedOf, inRange, scoredOf, withValue } from '@/lib/insights/model'
import { insightQueries } from '@/lib/insights/queries'
import type { SiteInsight } from '@/lib/insights/schema'
import { InsightSection } from './insight-section'
import { countCell, failedShareCell } from './links'
import type { Sheet, SheetCell } from './sheet'
import type { InsightState } from './use-insight-state'

/** Sites by templates: each cell has its failed inspections and is marked by their share. */
export function SiteSection({ state }: { state: InsightState }) {
  const t = useTranslations('insights.sites')
  const query = useQuery(insightQueries.sites(state.asked))
  const { data } = query
  return (
    <InsightSection
      title={t('title')}
      about={
        data === undefined
          ? t('about')
          : t('shown', {
              sites: data.sites.length,
              allSites: data.distinctSites,
              templates: data.templates.length,
              allTemplates: data.distinctTemplates,
            })
      }
      query={query}
      emptyText={t('empty')}
      sheet={useHeatSheet(data, state)}
    />
  )
}

function useHeatSheet(data: SiteInsight | undefined, { asked }: InsightState): Sheet | undefined {
  const t = useTranslations('insights.sites')
  if (data === undefined) return undefined
  const { params } = asked
  const cells = new Map(data.cells.map((cell) => [`${cell.site} ${cell.template}`, cell]))
  const nameSite = (name: string | null) => name ?? t('noSite')
  const nameTemplate = ({ value, name }: SiteInsight['templates'][number]) => name ?? value ?? t('noTemplate')
  return {
    columns: [t('columns.site'), t('columns.failed'), ...data.templates.map(nameTemplate)],
    rows: data.sites.map((site, at) => {
      const name = nameSite(site.name)
      const list = withValue(params, 'site', site.value)
      const row: SheetCell[] = [
        countCell(site.failed, failedOf(list), {
          label: t('failedAt', { failed: site.failed, completed: site.completed, site: name }),
        }),
      ]
      for (const [place, template] of data.templates.entries()) {
        const { failed = 0, completed = 0 } = cells.get(`${at} ${place}`) ?? {}
        const cellList = withValue(list, 'template', template.value)
        const label = t('cell', { failed, completed, site: name, template: nameTemplate(template) })
        row.push(failedShareCell({ failed, completed }, cellList, label))
      }
      return {
        // A site may have the name that stands for none.
        key: JSON.stringify(site.value),
        head: { text: name, value: name, ...(site.value !== null && { href: siteHref(site.value) }) },
        cells: row,
      }
    }),
  }
}

/** Authors by completed inspections. */
export function AuthorSection({ state }: { state: InsightState }) {
  const t = useTranslations('insights.authors')
  const language = useLocale()
  const query = useQuery(insightQueries.authors(state.asked))
  const { data } = query
  const hasBefore = data?.before != null
  const rows = data?.authors.map(({ value, completed, failed, scored, averageScore, completedBefore }) => {
    const name = value ?? t('none')
    const list = withValue(state.asked.params, 'author', value)
    const rate = (failed / Math.max(1, completed)) * 100
    const cells: SheetCell[] = [
      countCell(completed, list, { label: t('completedBy', { count: completed, author: name }) }),
      countCell(failed, failedOf(list), { label: t('failedBy', { count: failed, author: name }) }),
      { text: formatPercentage(rate, language), value: rate },
      {
        ...countCell(scored, scoredOf(list)),
        text: averageScore === null ? '–' : formatPercentage(averageScore, language),
        value: averageScore,
      },
    ]
    if (data.before !== null) cells.push(countCell(completedBefore ?? 0, inRange(list, data.before)))
    return {
      key: JSON.stringify(value),
      head: { text: name, value: name, ...(value !== null && { href: userByNameHref(value) }) },
      cells,
    }
  })
  return (
    <InsightSection
      title={t('title')}
      about={data === undefined ? t('about') : t('shown', { shown: data.authors.length, count: data.distinct })}
      query={query}
      emptyText={t('empty')}
      sheet={
        rows && {
          columns: [
            t('columns.author'),
            t('columns.completed'),
            t('columns.failed'),
            t('columns.rate'),
            t('columns.score'),
            ...(hasBefore ? [t('columns.before')] : []),
          ],
          rows,
        }
      }
    />
  )
}
