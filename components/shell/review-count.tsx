'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { classNames } from '@/lib/browser/class-names'
import { useMounted } from '@/lib/browser/now'
import { formatCount } from '@/lib/browser/numbers'
import { reviewQueries } from '@/lib/review/queries'

const refetchMs = 60_000

/** How many inspections wait for a review. Nothing while the number is unknown or 0. */
export function ReviewCount({ className }: { className?: string }) {
  const t = useTranslations('shell')
  const { data } = useQuery({ ...reviewQueries.counts(), refetchInterval: refetchMs })
  const isMounted = useMounted()
  if (!isMounted || data === undefined || data.unreviewed === 0) return null
  return (
    <span
      title={t('toReview', { count: data.unreviewed })}
      className={classNames('text-xs font-normal text-ink-muted tabular-nums', className)}
    >
      {shorten(data.unreviewed)}
    </span>
  )
}

/** `2,204`, `14k`, `1.2M`: as much as fits beside a name. */
export function shorten(count: number): string {
  if (count < 10_000) return formatCount(count)
  if (count < 1_000_000) return `${Math.floor(count / 1000)}k`
  return `${(Math.floor(count / 100_000) / 10).toString()}M`
}
