'use client'

import { useQuery } from '@tanstack/react-query'
import { Gauge, History, TriangleAlert, UserRound } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { importsToFixHref } from '@/components/user-jobs/jobs/job-links'
import { writeFollowUpsHref, writeListHref } from '@/components/review/session/queue-address'
import { Time } from '@/components/ui/dates/time'
import { activityQueries } from '@/lib/activity/queries'
import { useMay } from '@/lib/browser/sign-in/actor'
import { inspectionQueries } from '@/lib/inspections/queries'
import { useAttention } from '@/lib/overview/use-attention'
import { useSystemStatus } from '@/lib/system/use-system-status'
import { logSinceHref } from './links'
import { useLastVisit } from './last-visit'

/** Below this share of a limit, requests of people may have to wait. */
const lowShare = 0.1

/** What needs attention now, and what changed since the last visit. Renders nothing if there is neither. */
export function Notices() {
  const t = useTranslations('overview.notices')
  const attention = useAttention()
  const { status } = useSystemStatus()
  const isLow = status?.service.budget.some(({ remaining, limit }) => remaining < limit * lowShare) === true
  const overdue = attention?.followUpsOverdue ?? 0
  const imports = attention?.importsWithErrors ?? 0
  return (
    <ul className="flex flex-wrap gap-2 empty:hidden">
      {overdue > 0 && (
        <Notice icon={TriangleAlert} href={writeFollowUpsHref({ archived: ['false'] }, undefined, 'overdue')} isUrgent>
          {t('overdue', { count: overdue, mine: attention?.myFollowUpsOverdue ?? 0 })}
        </Notice>
      )}
      {imports > 0 && (
        <Notice icon={UserRound} href={importsToFixHref} isUrgent>
          {t('imports', { count: imports })}
        </Notice>
      )}
      {isLow && (
        <Notice icon={Gauge} href="/system" isUrgent>
          {t('low')}
        </Notice>
      )}
      <SinceLastVisit />
    </ul>
  )
}

/** What changed while the person was away, each with a link to the list that has it. */
function SinceLastVisit() {
  const t = useTranslations('overview.notices')
  const before = useLastVisit()
  const since = before === null ? null : new Date(before).toISOString()
  const changed = { modified: [`${since}..`] }
  // Not by their completion: work that was done offline before the visit may arrive after it.
  const failed = { ...changed, result: ['failed'] }
  const isReturning = since !== null
  const changes = useQuery({ ...inspectionQueries.total(changed), enabled: isReturning })
  const failures = useQuery({ ...inspectionQueries.total(failed), enabled: isReturning })
  const actions = useQuery({
    ...activityQueries.total({ from: since ?? '' }),
    enabled: useMay('activity:read') && isReturning,
  })
  if (since === null) return null
  const parts = [
    { name: 'changed', count: changes.data?.total ?? 0, href: writeListHref(changed) },
    { name: 'failed', count: failures.data?.total ?? 0, href: writeListHref(failed) },
    { name: 'activity', count: actions.data?.counts?.matching.total ?? 0, href: logSinceHref(since) },
  ] as const
  const shown = parts.filter(({ count }) => count > 0)
  return (
    shown.length > 0 && (
      <li className="flex min-h-8 flex-wrap items-center gap-x-4 rounded bg-raised px-3 py-1 text-sm">
        <span className="flex items-center gap-2">
          <History aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
          <span>{t.rich('since', { time: () => <Time value={since} format="smart" /> })}</span>
        </span>
        {shown.map(({ name, count, href }) => (
          <Link key={name} href={href} className="flex min-h-6 items-center underline-offset-2 hover:underline">
            {t(`sinceParts.${name}`, { count })}
          </Link>
        ))}
      </li>
    )
  )
}

function Notice({
  icon: Icon,
  href,
  isUrgent = false,
  children,
}: {
  icon: LucideIcon
  href: Route
  isUrgent?: boolean
  children: ReactNode
}) {
  return (
    <li>
      <Link
        href={href}
        className={`flex min-h-8 items-center gap-2 rounded px-3 py-1 text-sm hover:underline ${isUrgent ? 'bg-attention-soft text-attention' : 'bg-raised text-ink'}`}
      >
        <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
        {children}
      </Link>
    </li>
  )
}
