'use client'

import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useUnread } from '@/components/inbox/bell'
import { classNames } from '@/lib/browser/class-names'
import { useMounted, useNow } from '@/lib/browser/now'
import { formatCount } from '@/lib/browser/preferences/numbers'
import { useAttention } from '@/lib/overview/use-attention'
import { reviewQueries } from '@/lib/review/queries'
import { describeFreshness } from '@/lib/system/freshness'
import { useSystemStatus } from '@/lib/system/use-system-status'
import type { NavItem } from './nav-items'

const refetchMs = 60_000

export interface Badge {
  /** What the page shows. Null: there is something, but not a number of it. */
  count: number | null
  /** What the number counts, and what else is urgent. */
  title: string
  isUrgent: boolean
}

/** What needs attention on pages of the rail. Nothing while it is unknown or 0. */
export type NavBadges = Partial<Record<NavItem['name'], Badge>>

export function useNavBadges(): NavBadges {
  const t = useTranslations('shell')
  const tFreshness = useTranslations('shell.freshness')
  const language = useLocale()
  const now = useNow(refetchMs)
  const isMounted = useMounted()
  const { data: reviews } = useQuery({ ...reviewQueries.counts(), refetchInterval: refetchMs })
  const attention = useAttention()
  const { status, error } = useSystemStatus()
  const unread = useUnread()
  if (!isMounted) return {}
  const toReview = reviews?.unreviewed ?? 0
  const overdue = attention?.myFollowUpsOverdue ?? 0
  const imports = attention?.importsWithErrors ?? 0
  const failed = attention?.webhooksFailed ?? 0
  const freshness = describeFreshness(tFreshness, { status, isReachable: error === null, now, language })
  const isInTrouble = freshness.tone === 'bad' || freshness.tone === 'attention'
  // The page of Review shows what is to review. Its link to follow-ups counts the overdue ones.
  const ofReview = [
    ...(toReview > 0 ? [t('badges.toReview', { count: toReview })] : []),
    ...(overdue > 0 ? [t('badges.overdue', { count: overdue })] : []),
  ]
  return {
    ...(unread > 0 ? { inbox: { count: unread, title: t('inbox.badge', { count: unread }), isUrgent: false } } : {}),
    ...(ofReview.length > 0
      ? { review: { count: toReview > 0 ? toReview : null, title: ofReview.join(' · '), isUrgent: overdue > 0 } }
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

/** One badge for several pages that are not shown; undefined if none has one. */
export function mergeBadges(badges: readonly Badge[]): Badge | undefined {
  if (badges.length === 0) return undefined
  return {
    count: null,
    title: badges.map(({ title }) => title).join(' · '),
    isUrgent: badges.some(({ isUrgent }) => isUrgent),
  }
}

const places = {
  /** Beside a name. */
  inline: 'ms-auto min-w-5 gap-1 px-1.5 text-xs',
  /** At the icon of a phone's bottom bar. */
  bubble: 'absolute start-5 -top-1 min-w-4 gap-0.5 border border-canvas px-1 text-[10px]/[14px]',
} as const

/** The number of a page, or only a dot on its icon where there is no room. */
export function NavBadge({
  badge: { count, title, isUrgent },
  look,
}: {
  badge: Badge
  look: keyof typeof places | 'dot'
}) {
  if (look === 'dot')
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
        'inline-flex items-center justify-center rounded-full font-medium tabular-nums',
        places[look],
        isUrgent
          ? 'bg-attention-soft text-attention'
          : look === 'bubble'
            ? 'bg-accent text-accent-on'
            : 'text-ink-muted',
      )}
    >
      {isUrgent && <TriangleAlert aria-hidden size={look === 'bubble' ? 10 : 12} strokeWidth={2} />}
      {count !== null && shorten(count)}
    </span>
  )
}

/** `2,204`, `14k`, `1.2M`: as much as fits beside a name. */
export function shorten(count: number): string {
  if (count < 10_000) return formatCount(count)
  if (count < 1_000_000) return `${Math.floor(count / 1000)}k`
  return `${(Math.floor(count / 100_000) / 10).toString()}M`
}
