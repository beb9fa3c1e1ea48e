'use client'

import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { newUserJobHref } from '@/components/user-jobs/jobs/job-links'
import { useMay } from '@/lib/browser/sign-in/actor'
import { useMounted } from '@/lib/browser/now'
import { overviewQueries } from '@/lib/overview/queries'
import { reviewsOfFirstSteps } from '@/lib/overview/values-model'

/** What a new organization does first. It disappears when all of it is done by anybody. */
export function FirstSteps() {
  const t = useTranslations('overview.firstSteps')
  const isMounted = useMounted()
  const maySeeSystem = useMay('system:read')
  const mayReview = useMay('reviews:write')
  const mayImport = useMay('user-jobs:write')
  const { data } = useQuery(overviewQueries.firstSteps())
  if (!isMounted || data === undefined) return null
  const steps: ReadonlyArray<{ name: 'connection' | 'view' | 'review' | 'import'; isDone: boolean; href: Route }> = [
    ...(maySeeSystem ? [{ name: 'connection' as const, isDone: data.isConnected, href: '/system' as const }] : []),
    { name: 'view', isDone: data.hasView, href: '/inspections' },
    ...(mayReview
      ? [{ name: 'review' as const, isDone: data.reviewed >= reviewsOfFirstSteps, href: '/review' as const }]
      : []),
    ...(mayImport ? [{ name: 'import' as const, isDone: data.hasImport, href: newUserJobHref }] : []),
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  return (
    <section aria-labelledby="first-steps" className="rounded border border-line bg-surface p-4">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="first-steps" className="text-base font-semibold">
          {t('title')}
        </h2>
        <span className="text-sm text-ink-muted tabular-nums">{t('done', { done, count: steps.length })}</span>
      </div>
      <ol className="mt-2 grid gap-x-6 sm:grid-cols-2 xl:grid-cols-4">
        {steps.map(({ name, isDone, href }) => (
          <li key={name} className="flex min-h-8 items-center gap-2 text-sm">
            {isDone ? (
              <CircleCheck aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-good" />
            ) : (
              <Circle aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-ink-muted" />
            )}
            {isDone ? (
              <span className="text-ink-muted line-through">
                {t(`steps.${name}`)}
                <span className="sr-only"> {t('isDone')}</span>
              </span>
            ) : (
              <Link href={href} className="text-accent-ink underline-offset-2 hover:underline">
                {t(`steps.${name}`)}
                {name === 'review' && ` (${data.reviewed}/${reviewsOfFirstSteps})`}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
