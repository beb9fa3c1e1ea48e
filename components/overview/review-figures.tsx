'use client'

import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import Link from 'next/link'
import { writeFollowUpsHref, writeListHref, writeQueueHref } from '@/components/review/session/queue-address'
import { ButtonLink } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { useMay } from '@/lib/browser/actor'
import { useMounted } from '@/lib/browser/now'
import { formatCount } from '@/lib/browser/numbers'
import { reviewQueries } from '@/lib/review/queries'
import { countedLists } from '@/lib/review/schema'

/** What waits for a person: inspections without a review, and what reviews asked for. Each number leads to what it counts. */
export function ReviewFigures() {
  const counts = useQuery(reviewQueries.counts())
  const isMounted = useMounted()
  const mayMark = useMay('reviews:write')
  const data = isMounted ? counts.data : undefined
  const figures = [
    {
      name: 'Failed, not reviewed',
      value: data?.failedUnreviewed,
      href: writeListHref(countedLists.failedUnreviewed),
      ink: 'text-bad',
    },
    { name: 'Not reviewed', value: data?.unreviewed, href: writeListHref(countedLists.unreviewed), ink: '' },
    {
      name: 'Changed since review',
      value: data?.changedSince,
      href: writeListHref(countedLists.changedSince),
      ink: '',
    },
    {
      name: 'Follow-ups',
      value: data?.followUps,
      href: writeFollowUpsHref({ archived: countedLists.followUps.archived }),
      ink: '',
    },
    {
      name: 'My follow-ups',
      value: data?.myFollowUps,
      href: writeFollowUpsHref({ archived: countedLists.followUps.archived }, 'me'),
      ink: 'text-attention',
    },
  ]
  // The numbers beside it say themselves what is wrong with the console.
  if (isMounted && counts.error !== null && data === undefined) return null
  return (
    <section
      aria-labelledby="review-heading"
      className="flex flex-wrap items-stretch overflow-hidden rounded border border-line bg-surface"
    >
      <h2 id="review-heading" className="sr-only">
        To review
      </h2>
      <dl className="grid flex-1 basis-96 grid-cols-2 lg:grid-cols-5">
        {figures.map(({ name, value, href, ink }) => (
          <div
            key={name}
            className="group relative flex flex-col-reverse justify-end gap-1 border-line p-4 not-last:border-r hover:bg-raised max-lg:last:col-span-2 max-lg:nth-[2n]:border-r-0 max-lg:nth-[-n+4]:border-b"
          >
            <dt className="text-sm text-ink-muted">
              <Link href={href} className="after:absolute after:inset-0 group-hover:text-ink group-hover:underline">
                {name}
              </Link>
            </dt>
            <dd
              className={`flex h-8 items-center text-xl font-semibold tabular-nums ${value !== undefined && value > 0 ? ink : ''}`}
            >
              {value === undefined ? <Skeleton className="h-6 w-16" /> : formatCount(value)}
            </dd>
          </div>
        ))}
      </dl>
      {mayMark && (
        <div className="flex items-center p-4 max-lg:w-full max-lg:border-t max-lg:border-line lg:border-l lg:border-line">
          <ButtonLink
            variant="primary"
            icon={ListChecks}
            href={writeQueueHref(data !== undefined && data.failedUnreviewed > 0 ? countedLists.failedUnreviewed : {})}
            className="max-lg:w-full"
          >
            {data !== undefined && data.failedUnreviewed > 0 ? 'Review what failed' : 'Review'}
          </ButtonLink>
        </div>
      )}
    </section>
  )
}
