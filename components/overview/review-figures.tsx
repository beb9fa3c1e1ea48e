'use client'

import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import Link from 'next/link'
import { useFormatter, useTranslations } from 'next-intl'
import { writeFollowUpsHref, writeListHref, writeQueueHref } from '@/components/review/session/queue-address'
import { ButtonLink } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { useMay } from '@/lib/browser/sign-in/actor'
import { useMounted } from '@/lib/browser/now'
import { reviewQueries } from '@/lib/review/queries'
import { countedLists } from '@/lib/review/values-model'

/** Inspections that need a review or a follow-up. Each number links to the list that it counts. */
export function ReviewFigures() {
  const t = useTranslations('overview.review')
  const format = useFormatter()
  const counts = useQuery(reviewQueries.counts())
  const isMounted = useMounted()
  const mayMark = useMay('reviews:write')
  const data = isMounted ? counts.data : undefined
  const figures = [
    {
      name: t('failedUnreviewed'),
      value: data?.failedUnreviewed,
      href: writeListHref(countedLists.failedUnreviewed),
      ink: 'text-bad',
    },
    { name: t('unreviewed'), value: data?.unreviewed, href: writeListHref(countedLists.unreviewed), ink: '' },
    {
      name: t('changedSince'),
      value: data?.changedSince,
      href: writeListHref(countedLists.changedSince),
      ink: '',
    },
    {
      name: t('followUps'),
      value: data?.followUps,
      href: writeFollowUpsHref({ archived: countedLists.followUps.archived }),
      ink: '',
    },
    {
      name: t('myFollowUps'),
      value: data?.myFollowUps,
      href: writeFollowUpsHref({ archived: countedLists.followUps.archived }, 'me'),
      ink: 'text-attention',
    },
  ]
  // The other numbers of the page show the same failure.
  if (isMounted && counts.error !== null && data === undefined) return null
  return (
    <section
      aria-labelledby="review-heading"
      className="flex flex-wrap items-stretch overflow-hidden rounded border border-line bg-surface"
    >
      <h2 id="review-heading" className="sr-only">
        {t('title')}
      </h2>
      <dl className="grid flex-1 basis-96 grid-cols-2 lg:grid-cols-5">
        {figures.map(({ name, value, href, ink }) => (
          <div
            key={name}
            className="group relative flex flex-col-reverse justify-end gap-1 border-line p-4 not-last:border-e hover:bg-raised max-lg:last:col-span-2 max-lg:nth-[2n]:border-e-0 max-lg:nth-[-n+4]:border-b"
          >
            <dt className="text-sm text-ink-muted">
              <Link href={href} className="after:absolute after:inset-0 group-hover:text-ink group-hover:underline">
                {name}
              </Link>
            </dt>
            <dd
              className={`flex h-8 items-center text-xl font-semibold tabular-nums ${value !== undefined && value > 0 ? ink : ''}`}
            >
              {value === undefined ? <Skeleton className="h-6 w-16" /> : format.number(value)}
            </dd>
          </div>
        ))}
      </dl>
      {mayMark && (
        <div className="flex items-center p-4 max-lg:w-full max-lg:border-t max-lg:border-line lg:border-s lg:border-line">
          <ButtonLink
            variant="primary"
            icon={ListChecks}
            href={writeQueueHref(data !== undefined && data.failedUnreviewed > 0 ? countedLists.failedUnreviewed : {})}
            className="max-lg:w-full"
          >
            {t(data !== undefined && data.failedUnreviewed > 0 ? 'actions.reviewFailures' : 'actions.review')}
          </ButtonLink>
        </div>
      )}
    </section>
  )
}
