'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'next-intl'
import { useUnread } from '@/components/inbox/bell'
import { classNames } from '@/lib/browser/class-names'
import { useMounted, useNow } from '@/lib/browser/now'
import { formatCount } from '@/lib/browser/preferences/numbers'
import { useZone } from '@/lib/browser/preferences/zone'
import { overviewQueries } from '@/lib/overview/queries'
import { reviewQueries } from '@/lib/review/queries'
import { describeFreshness } from '@/lib/system/freshness'
import { useSystemStatus } from '@/lib/system/use-system-status'
import type { NavItem } from './nav-items'

const refetchMs = 60_000

interface Badge {
  /** Null: there is something, but its number is unknown. */
  count: number | null
  /** What the number counts. */
  title: string
  isUrgent: boolean
}

/** What needs attention on pages of the rail. Nothing while it is unknown or 0. */
export type NavBadges = Partial<Record<NavItem['name'], Badge>>

export function useNavBadges(): NavBadges {
  const t = useTranslations('shell')
  const tFreshness = useTranslations('shell.freshness')
  const language = useLocale()
  const { preferredZone } = useZone()
  const now = useNow(refetchMs)
  const isMounted = useMounted()
  const { data: reviews } = useQuery({ ...reviewQueries.counts(), refetchInterval: refetchMs })
  const { data: attention } = useQuery(overviewQueries.attention(preferredZone))
  const { status, error } = useSystemStatus()
  const unread = useUnread()
  if (!isMounted) return {}
  const toReview = reviews?.unreviewed ?? 0
  const overdue = attention?.myFollowUpsOverdue ?? 0
  const imports = attention?.importsWithErrors ?? 0
  const failed = attention?.webhooksFailed ?? 0
  const freshness = describeFreshness(tFreshness, { status, isReachable: error === null, now, language })
  const isInTrouble = freshness.tone === 'bad' || freshness.tone === 'attention'
  return {
    ...(unread > 0 ? { inbox: { count: unread, title: t('inbox.badge', { count: unread }), isUrgent: false } } : {}),
    ...(overdue > 0
      ? { review: { count: overdue, title: t('badges.overdue', { count: overdue }), isUrgent: true } }
      : toReview > 0
        ? { review: { count: toReview, title: t('badges.toReview', { count: toReview }), isUrgent: false } }
        : {}),
    ...(imports > 0
      ? { users: { count: imports, title: t('badges.imports', { count: imports }), isUrgent: true } }
      : {}),
    ...(failed > 0
      ? { webhooks: { count: failed, title: t('badges.webhooks', { count: failed }), isUrgent: true } }
      : {}),
    ...(isInTrouble ? { system: { count: null, title: freshness.text, isUrgent: true } } : {}),
  }
}

/** The number beside the name of a page, or a dot on its icon where there is no room. */
export function NavBadge({ badge: { count, title, isUrgent }, isDot }: { badge: Badge; isDot: boolean }) {
  if (isDot)
    return (
      <span
        title={title}
        className={classNames(
          'absolute top-1 end-1 size-2 rounded-full border border-canvas',
          isUrgent ? 'bg-attention' : 'bg-accent',
        )}
      />
    )
  return (
    <span
      title={title}
      className={classNames(
        'ms-auto inline-flex min-w-5 items-center justify-center rounded-full px-1.5 text-xs font-medium tabular-nums',
        isUrgent ? 'bg-attention-soft text-attention' : 'text-ink-muted',
      )}
    >
      {count === null ? '!' : shorten(count)}
    </span>
  )
}

/** `2,204`, `14k`, `1.2M`: as much as fits beside a name. */
export function shorten(count: number): string {
  if (count < 10_000) return formatCount(count)
  if (count < 1_000_000) return `${Math.floor(count / 1000)}k`
  return `${(Math.floor(count / 100_000) / 10).toString()}M`
}
