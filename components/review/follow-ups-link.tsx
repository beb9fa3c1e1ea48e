'use client'

import { Flag } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { useAttention } from '@/lib/overview/use-attention'
import { followUpsPath, writeFollowUpsHref } from './session/queue-address'

/**
 * Link to the follow-ups. While follow-ups of this person are overdue, it has their number and leads to exactly these;
 * the filters of that page lead to the others.
 */
export function FollowUpsLink() {
  const t = useTranslations('review.queue.actions')
  const tBadges = useTranslations('shell.badges')
  const format = useFormatter()
  const overdue = useAttention()?.myFollowUpsOverdue ?? 0
  return (
    <ButtonLink
      href={overdue > 0 ? writeFollowUpsHref({ archived: ['false'] }, 'me', 'overdue') : followUpsPath}
      aria-description={overdue > 0 ? tBadges('overdue', { count: overdue }) : undefined}
      variant="ghost"
      icon={Flag}
      className="px-2!"
    >
      <span className="max-md:sr-only">{t('followUps')}</span>
      {overdue > 0 && (
        <span aria-hidden>
          <Badge tone="attention">{format.number(overdue)}</Badge>
        </span>
      )}
    </ButtonLink>
  )
}
