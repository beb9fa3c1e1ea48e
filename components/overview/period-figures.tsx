'use client'

import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { formatPercentage } from '@/components/ui/score'
import { Skeleton } from '@/components/ui/skeleton'
import type { OverviewPeriod, PeriodFigures as Figures } from '@/lib/overview/schema'
import type { LinksOf } from './links'

const rateOf = ({ completed, failed }: Figures) => (completed === 0 ? null : (failed / completed) * 100)

type Name = 'completed' | 'failureRate' | 'averageScore' | 'unreviewed'

interface Figure {
  name: Name
  link: 'completed' | 'failed' | 'scored' | 'unreviewed'
  read: (figures: Figures) => number | null
  isPercentage?: true
  /** Whether more or less is better; undefined if neither is. */
  good?: 'more' | 'less'
}

const figures: readonly Figure[] = [
  { name: 'completed', link: 'completed', read: ({ completed }) => completed },
  { name: 'failureRate', link: 'failed', read: rateOf, isPercentage: true, good: 'less' },
  {
    name: 'averageScore',
    link: 'scored',
    read: ({ averageScore }) => averageScore,
    isPercentage: true,
    good: 'more',
  },
  { name: 'unreviewed', link: 'unreviewed', read: ({ unreviewed }) => unreviewed },
]

/** Four numbers of a period, each compared with the previous period and linked to the inspections that it counts. */
export function PeriodFigures({ period, linksOf }: { period: OverviewPeriod | undefined; linksOf: LinksOf }) {
  const t = useTranslations('overview.period')
  const language = useLocale()
  const format = useFormatter()
  const links = period === undefined ? null : linksOf(period.range)
  const linksBefore = period === undefined || period.previous === null ? null : linksOf(period.previous)
  return (
    <dl className="grid grid-cols-2 overflow-hidden rounded border border-line bg-surface lg:grid-cols-4">
      {figures.map(({ name, link, read, isPercentage, good }) => {
        const write = (value: number | null) =>
          value === null ? '–' : isPercentage === true ? formatPercentage(value, language) : format.number(value)
        const value = period === undefined ? undefined : read(period.now)
        const before = period?.before == null ? null : read(period.before)
        return (
          <div
            key={name}
            className="flex flex-col gap-1 border-line p-4 not-last:border-e max-lg:nth-2:border-e-0 max-lg:nth-[-n+2]:border-b"
          >
            <dt className="text-sm text-ink-muted">{t(name)}</dt>
            <dd className="flex flex-col gap-1">
              {value === undefined || links === null ? (
                <Skeleton className="h-7 w-20" />
              ) : (
                <Link href={links[link]} className="w-fit text-xl font-semibold tabular-nums hover:underline">
                  {write(value)}
                  {name === 'failureRate' && period !== undefined && (
                    <span className="ms-2 text-sm font-normal text-ink-muted">
                      {t('failedOf', { count: period.now.failed })}
                    </span>
                  )}
                </Link>
              )}
              {value !== undefined && linksBefore !== null && (
                <Change value={value} before={before} good={good} href={linksBefore[link]} written={write(before)} />
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** The number of the previous period, and whether the current one is higher or lower. */
function Change({
  value,
  before,
  good,
  href,
  written,
}: {
  value: number | null
  before: number | null
  good: Figure['good']
  href: Route
  written: string
}) {
  const t = useTranslations('overview.period')
  const change = value === null || before === null ? null : Math.sign(value - before)
  const Icon = change === null || change === 0 ? ArrowRight : change > 0 ? ArrowUpRight : ArrowDownRight
  const direction = change === null || change === 0 ? 'same' : change > 0 ? 'up' : 'down'
  const isGood = change !== null && change !== 0 && good !== undefined && (good === 'more') === change > 0
  const isBad = change !== null && change !== 0 && good !== undefined && !isGood
  return (
    <Link
      href={href}
      className={`flex w-fit items-center gap-1 text-xs tabular-nums hover:underline ${isGood ? 'text-good' : isBad ? 'text-bad' : 'text-ink-muted'}`}
    >
      <Icon aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
      <span className="sr-only">{t(`direction.${direction}`)}</span>
      {t('before', { value: written })}
    </Link>
  )
}
