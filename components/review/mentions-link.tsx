'use client'

import { useQuery } from '@tanstack/react-query'
import { AtSign } from 'lucide-react'
import type { Route } from 'next'
import { useFormatter, useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { useMounted } from '@/lib/browser/now'
import { reviewQueries } from '@/lib/review/queries'

// The cast is safe because the page exists.
const mentionsPath = '/review/mentions' as Route

/** Link to the comments that mention this person, with the number of new ones. `isNarrow`: only an icon on small screens. */
export function MentionsLink({ isNarrow = false }: { isNarrow?: boolean }) {
  const t = useTranslations('review.mentions')
  const format = useFormatter()
  const { data } = useQuery(reviewQueries.counts())
  const isMounted = useMounted()
  const unread = isMounted ? (data?.newMentions ?? 0) : 0
  return (
    <ButtonLink href={mentionsPath} variant="ghost" icon={AtSign} className={isNarrow ? 'px-2!' : undefined}>
      <span className={isNarrow ? 'max-md:sr-only' : undefined}>{t('title')}</span>
      {unread > 0 && (
        <span className="rounded-full bg-accent-soft px-1.5 text-xs font-medium text-accent-ink tabular-nums">
          {format.number(unread)}
          <span className="sr-only"> {t('new')}</span>
        </span>
      )}
    </ButtonLink>
  )
}
