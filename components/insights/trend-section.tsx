'use client'

import { useQuery } from '@tanstack/react-query'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { TrendBars, type TrendBar } from '@/components/overview/trend-bars'
import { writeListHref } from '@/components/review/session/queue-address'
import { Segmented } from '@/components/ui/inputs/segmented'
import { Select } from '@/components/ui/inputs/select'
import { formatPercentage } from '@/components/ui/score'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import { failedOf, inRange, scoredOf } from '@/lib/insights/model'
import { insightQueries } from '@/lib/insights/queries'
import type { TrendInsight } from '@/lib/insights/schema'
import { trendUnits } from '@/lib/insights/values-model'
import { formatDate, formatDuration } from '@/lib/time/time-format'
import { InsightSection } from './insight-section'
import { countCell } from './links'
import type { Sheet } from './sheet'
import type { InsightState } from './use-insight-state'

type Point = TrendInsight['points'][number]
const measures = ['completed', 'failureRate', 'averageScore', 'duration'] as const
type Measure = (typeof measures)[number]

const readMeasure: Readonly<Record<Measure, (point: Point) => number | null>> = {
  completed: ({ completed }) => completed,
  failureRate: ({ completed, failed }) => (completed === 0 ? null : (failed / completed) * 100),
  averageScore: ({ averageScore }) => averageScore,
  duration: ({ averageSeconds }) => (averageSeconds === null ? null : averageSeconds / 60),
}

/** Names days, weeks and months. `isShort`: short enough for an axis. */
function useUnitName(unit: TrendInsight['unit']): (day: string, isShort?: boolean) => string {
  const style = useTimeStyle()
  const format = useFormatter()
  const t = useTranslations('insights.trend')
  return (day, isShort = false) => {
    if (unit === 'month')
      return format.dateTime(new Date(`${day}T00:00:00Z`), { month: 'short', year: 'numeric', timeZone: 'UTC' })
    const date = formatDate(Date.parse(`${day}T00:00:00Z`), 'UTC', style)
    return unit === 'week' && !isShort ? t('weekOf', { day: date }) : date
  }
}

/** Completed inspections, failure rate, score or duration over time. */
export function TrendSection({ state }: { state: InsightState }) {
  const t = useTranslations('insights.trend')
  const language = useLocale()
  const [measure, setMeasure] = useState<Measure>('completed')
  const [pointed, setPointed] = useState<string | null>(null)
  const query = useQuery(insightQueries.trend(state.asked, state.unit === 'auto' ? null : state.unit))
  const { data } = query
  const nameUnit = useUnitName(data?.unit ?? 'day')
  const isShare = measure === 'failureRate' || measure === 'averageScore'
  const write = (value: number | null) =>
    value === null
      ? '–'
      : isShare
        ? formatPercentage(value, language)
        : measure === 'duration'
          ? formatDuration(value * 60_000, language)
          : String(value)
  const read = readMeasure[measure]
  const bars = data?.points.map((point): TrendBar => ({
    key: point.day,
    name: nameUnit(point.day, true),
    href: writeListHref(inRange(state.asked.params, point.range)),
    value: read(point),
    ...(measure === 'completed' && { part: point.failed }),
  }))
  const shown = data?.points.find(({ day }) => day === pointed)
  return (
    <InsightSection
      title={t('title')}
      about={
        shown === undefined
          ? t('about')
          : `${nameUnit(shown.day)}: ${write(read(shown))}${measure === 'completed' ? ` · ${t('failedCount', { count: shown.failed })}` : ''}`
      }
      query={query}
      sheet={useTrendSheet(data, state)}
      emptyText={t('empty')}
      tools={
        <>
          <Segmented
            label={t('measure')}
            value={measure}
            options={measures.map((value) => ({ value, label: t(`measures.${value}`) }))}
            onChange={setMeasure}
          />
          <Select
            label={t('unit')}
            value={state.unit}
            options={(['auto', ...trendUnits] as const).map((value) => ({ value, label: t(`units.${value}`) }))}
            onChange={state.setUnit}
            className="w-32!"
          />
        </>
      }
      chart={<TrendBars bars={bars ?? []} onPoint={setPointed} writeTick={write} />}
    />
  )
}

function useTrendSheet(data: TrendInsight | undefined, { asked }: InsightState): Sheet | undefined {
  const t = useTranslations('insights.trend')
  const language = useLocale()
  const nameUnit = useUnitName(data?.unit ?? 'day')
  if (data === undefined) return undefined
  const rows = data.points.map((point) => {
    const { day, range, completed, failed, scored, averageScore, averageSeconds } = point
    const list = inRange(asked.params, range)
    const name = nameUnit(day)
    const rate = readMeasure.failureRate(point)
    return {
      key: day,
      head: { text: name, value: day },
      cells: [
        countCell(completed, list, { label: t('completedOn', { count: completed, day: name }) }),
        countCell(failed, failedOf(list), { label: t('failedOn', { count: failed, day: name }) }),
        { text: rate === null ? '–' : formatPercentage(rate, language), value: rate },
        {
          ...countCell(scored, scoredOf(list)),
          text: averageScore === null ? '–' : formatPercentage(averageScore, language),
          value: averageScore,
          ...(averageScore !== null && {
            label: t('scoreOn', { score: formatPercentage(averageScore, language), count: scored, day: name }),
          }),
        },
        {
          text: averageSeconds === null ? '–' : formatDuration(averageSeconds * 1_000, language),
          value: averageSeconds === null ? null : Math.round(averageSeconds / 60),
        },
      ],
    }
  })
  return {
    columns: [
      t(`units.${data.unit}`),
      t('columns.completed'),
      t('columns.failed'),
      t('measures.failureRate'),
      t('measures.averageScore'),
      t('columns.minutes'),
    ],
    rows: rows.toReversed(),
  }
}
