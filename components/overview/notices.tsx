'use client'

import { useQuery } from '@tanstack/react-query'
import { Gauge, History, TriangleAlert, UserRound } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { writeFollowUpsHref, writeListHref } from '@/components/review/session/queue-address'
import { Time } from '@/components/ui/dates/time'
import { useZone } from '@/lib/browser/preferences/zone'
import { inspectionQueries } from '@/lib/inspections/queries'
import { overviewQueries } from '@/lib/overview/queries'
import { useSystemStatus } from '@/lib/system/use-system-status'
import { importsToFixHref } from './links'
import { useLastVisit } from './last-visit'

/** Below this share of a limit, requests of people may have to wait. */
const lowShare = 0.1

/** What needs attention now, and what changed since the last visit. Renders nothing if there is neither. */
export function Notices() {
  const t = useTranslations('overview.notices')
  const { preferredZone } = useZone()
  const { data: attention } = useQuery(overviewQueries.attention(preferredZone))
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

function SinceLastVisit() {
  const t = useTranslations('overview.notices')
  const before = useLastVisit()
  const params = { modified: [before === null ? '' : `${new Date(before).toISOString()}..`] }
  const { data } = useQuery({ ...inspectionQueries.first(params, 1), enabled: before !== null })
  if (before === null || data === undefined || data.total === null || data.total === 0) return null
  return (
    <Notice icon={History} href={writeListHref(params)}>
      {t.rich('since', {
        count: data.total,
        time: () => <Time value={new Date(before).toISOString()} format="smart" />,
      })}
    </Notice>
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
