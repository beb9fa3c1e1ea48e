'use client'

import { useQuery } from '@tanstack/react-query'
import { AtSign } from 'lucide-react'
import type { Route } from 'next'
import { ButtonLink } from '@/components/ui/button'
import { useMounted } from '@/lib/browser/now'
import { formatCount } from '@/lib/browser/numbers'
import { reviewQueries } from '@/lib/review/queries'

// The cast is safe: the page is there.
const mentionsPath = '/review/mentions' as Route

/** Where people mentioned the person who looks, with how many are new. `isNarrow`: without its word on small screens. */
export function MentionsLink({ isNarrow = false }: { isNarrow?: boolean }) {
  const { data } = useQuery(reviewQueries.counts())
  const isMounted = useMounted()
  const unread = isMounted ? (data?.newMentions ?? 0) : 0
  return (
    <ButtonLink href={mentionsPath} variant="ghost" icon={AtSign} className={isNarrow ? 'px-2!' : undefined}>
      <span className={isNarrow ? 'max-md:sr-only' : undefined}>Mentions</span>
      {unread > 0 && (
        <span className="rounded-full bg-accent-soft px-1.5 text-xs font-medium text-accent-ink tabular-nums">
          {formatCount(unread)}
          <span className="sr-only"> new</span>
        </span>
      )}
    </ButtonLink>
  )
}
