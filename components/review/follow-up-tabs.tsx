'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowDownWideNarrow, CalendarX2 } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { Button } from '@/components/ui/button'
import { Segmented } from '@/components/ui/inputs/segmented'
import { useMounted } from '@/lib/browser/now'
import { useZone } from '@/lib/browser/preferences/zone'
import { reviewQueries } from '@/lib/review/queries'
import { followUpOrders, type FollowUpChoice } from '@/lib/review/schema'

const keys = {
  assignee: parseAsString,
  due: parseAsStringLiteral(['overdue']),
  by: parseAsStringLiteral(followUpOrders),
}
export type ChoiceChange = Partial<Record<'assignee' | 'due' | 'by', string | null>>

/** Which follow-ups are shown, and in which order. Kept only in the address. */
export function useFollowUpChoice() {
  const [{ assignee, due, by }, setAddress] = useQueryStates(keys, { history: 'push' })
  const { zone } = useZone()
  const choice = useMemo(
    (): FollowUpChoice & { zone?: readonly string[] } => ({
      ...(assignee === null || assignee === '' ? {} : { assignee }),
      // The time zone decides which due dates are past.
      ...(due === null ? {} : { due, zone: [zone] }),
      ...(by === null || by === 'newest' ? {} : { by }),
    }),
    [assignee, due, by, zone],
  )
  return {
    choice,
    change: (changes: ChoiceChange) => void setAddress(changes as Parameters<typeof setAddress>[0]),
  }
}

/** Filters by assignee and due date, and sorts. */
export function FollowUpTabs({
  choice,
  onChange,
}: {
  choice: FollowUpChoice
  onChange: (changes: ChoiceChange) => void
}) {
  const t = useTranslations('review.followUps.tabs')
  const format = useFormatter()
  const { data } = useQuery(reviewQueries.counts())
  const isMounted = useMounted()
  const mine = isMounted ? data?.myFollowUps : undefined
  const isOverdue = choice.due === 'overdue'
  const isByDue = choice.by === 'due'
  const shown = choice.assignee === 'me' || choice.assignee === 'nobody' ? choice.assignee : 'all'
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented
        label={t('label')}
        value={shown}
        onChange={(next) => onChange({ assignee: next === 'all' ? null : next })}
        options={[
          { value: 'all', label: t('all') },
          {
            value: 'me',
            label: (
              <>
                {t('me')}
                {mine !== undefined && mine > 0 && (
                  <span className="ms-1.5 text-xs text-ink-muted tabular-nums">{format.number(mine)}</span>
                )}
              </>
            ),
          },
          { value: 'nobody', label: t('nobody') },
        ]}
      />
      <Button
        variant={isOverdue ? 'secondary' : 'ghost'}
        icon={CalendarX2}
        aria-pressed={isOverdue}
        onClick={() => onChange({ due: isOverdue ? null : 'overdue' })}
      >
        {t('overdue')}
      </Button>
      <Button
        variant={isByDue ? 'secondary' : 'ghost'}
        icon={ArrowDownWideNarrow}
        aria-pressed={isByDue}
        onClick={() => onChange({ by: isByDue ? null : 'due' })}
      >
        {t('byDue')}
      </Button>
    </div>
  )
}
