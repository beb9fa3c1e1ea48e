'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'next-intl'
import { inRange, reviewLists } from '@/lib/insights/model'
import { insightQueries } from '@/lib/insights/queries'
import type { ReviewInsightFigures } from '@/lib/insights/schema'
import { formatDuration } from '@/lib/time/time-format'
import { InsightSection } from './insight-section'
import { countCell } from './links'
import type { SheetCell } from './sheet'
import type { InsightState } from './use-insight-state'

const counts = ['failed', 'reviewed', 'followUps', 'unreviewed'] as const
const times = ['medianSeconds', 'slowSeconds'] as const

/** Failed inspections by their review, and the time from completion to review. */
export function ReviewSection({ state }: { state: InsightState }) {
  const t = useTranslations('insights.reviews')
  const language = useLocale()
  const query = useQuery(insightQueries.reviews(state.asked))
  const { data } = query
  const periods: Array<[ReviewInsightFigures, ReturnType<typeof reviewLists>]> = []
  if (data !== undefined) periods.push([data.now, reviewLists(state.asked.params)])
  if (data?.earlier != null && data.before !== null)
    periods.push([data.earlier, reviewLists(inRange(state.asked.params, data.before))])
  const rows = [
    ...counts.map((name) => ({
      key: name,
      head: { text: t(`rows.${name}`), value: t(`rows.${name}`) },
      cells: periods.map(([figures, lists]) => countCell(figures[name], lists[name])),
    })),
    ...times.map((name) => ({
      key: name,
      head: { text: t(`rows.${name}`), value: t(`rows.${name}`) },
      cells: periods.map(([figures]): SheetCell => {
        const seconds = figures[name]
        if (seconds === null) return { text: '–', value: null }
        const text = formatDuration(seconds * 1_000, language)
        // Above it are counts, so a number would have no unit.
        return { text, value: text }
      }),
    })),
  ]
  return (
    <InsightSection
      title={t('title')}
      about={t('about')}
      query={query}
      emptyText={t('empty')}
      sheet={
        data && {
          columns: [t('columns.what'), t('columns.now'), ...(periods.length > 1 ? [t('columns.before')] : [])],
          rows: data.now.failed === 0 && (data.earlier?.failed ?? 0) === 0 ? [] : rows,
        }
      }
    />
  )
}
