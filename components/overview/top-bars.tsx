'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Skeleton } from '@/components/ui/skeleton'
import type { OverviewPeriod } from '@/lib/overview/schema'
import { topLinks } from './links'

/** The sites or templates with most failures, as bars that open the failed inspections. */
export function TopBars({
  name,
  period,
  zone,
}: {
  name: 'site' | 'template'
  period: OverviewPeriod | undefined
  zone: string
}) {
  const t = useTranslations('overview.top')
  const rows = name === 'site' ? period?.sites : period?.templates
  const most = Math.max(1, ...(rows ?? []).map(({ completed }) => completed))
  return (
    <section aria-labelledby={`top-${name}`} className="rounded border border-line bg-surface p-4">
      <h2 id={`top-${name}`} className="text-base font-semibold">
        {t(`${name}.title`)}
      </h2>
      {rows === undefined || period === undefined ? (
        <Skeleton className="mt-4 h-40 w-full" />
      ) : rows.length === 0 ? (
        <p className="mt-2 text-sm text-ink-muted">{t('none')}</p>
      ) : (
        <ul className="mt-3 flex flex-col gap-2">
          {rows.map(({ value, name: label, completed, failed }) => {
            const links = topLinks(name, value, period.range, zone)
            return (
              <li key={value} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 text-sm">
                <Link href={links.failed} className="truncate font-medium hover:underline">
                  {label}
                </Link>
                <span className="text-ink-muted tabular-nums">
                  <Link href={links.failed} className="text-bad hover:underline">
                    {t('failed', { count: failed })}
                  </Link>{' '}
                  <Link href={links.completed} className="hover:underline">
                    {t('of', { count: completed })}
                  </Link>
                </span>
                <svg aria-hidden viewBox="0 0 100 4" preserveAspectRatio="none" className="col-span-2 h-1.5 w-full">
                  <rect width="100" height="4" rx="1" className="fill-raised" />
                  <rect width={(completed / most) * 100} height="4" className="fill-line-strong" />
                  <rect width={(failed / most) * 100} height="4" className="fill-bad" />
                </svg>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
