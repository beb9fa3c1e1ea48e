'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowDownWideNarrow, CalendarX2 } from 'lucide-react'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { Button } from '@/components/ui/button'
import { Segmented } from '@/components/ui/segmented'
import { useMounted } from '@/lib/browser/now'
import { formatCount } from '@/lib/browser/numbers'
import { useZone } from '@/lib/browser/zone'
import { reviewQueries } from '@/lib/review/queries'
import { followUpOrders, type FollowUpChoice } from '@/lib/review/schema'

const keys = {
  assignee: parseAsString,
  due: parseAsStringLiteral(['overdue']),
  by: parseAsStringLiteral(followUpOrders),
}
export type ChoiceChange = Partial<Record<'assignee' | 'due' | 'by', string | null>>

/** Whose follow-ups are shown, and in which order: the address and nothing else. */
export function useFollowUpChoice() {
  const [{ assignee, due, by }, setAddress] = useQueryStates(keys, { history: 'push' })
  const { zone } = useZone()
  const choice = useMemo(
    (): FollowUpChoice & { zone?: readonly string[] } => ({
      ...(assignee === null || assignee === '' ? {} : { assignee }),
      // Which days are over depends on where the person is.
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

/** All, one's own, those of nobody; overdue ones alone; and the order. */
export function FollowUpTabs({
  choice,
  onChange,
}: {
  choice: FollowUpChoice
  onChange: (changes: ChoiceChange) => void
}) {
  const { data } = useQuery(reviewQueries.counts())
  const isMounted = useMounted()
  const mine = isMounted ? data?.myFollowUps : undefined
  const isOverdue = choice.due === 'overdue'
  const isByDue = choice.by === 'due'
  const shown = choice.assignee === 'me' || choice.assignee === 'nobody' ? choice.assignee : 'all'
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented
        label="Whose follow-ups"
        className="w-full sm:w-96"
        value={shown}
        onChange={(next) => onChange({ assignee: next === 'all' ? null : next })}
        options={[
          { value: 'all', label: 'All' },
          {
            value: 'me',
            label: (
              <>
                My follow-ups
                {mine !== undefined && mine > 0 && (
                  <span className="ml-1.5 text-xs text-ink-muted tabular-nums">{formatCount(mine)}</span>
                )}
              </>
            ),
          },
          { value: 'nobody', label: 'Unassigned' },
        ]}
      />
      <Button
        variant={isOverdue ? 'secondary' : 'ghost'}
        icon={CalendarX2}
        aria-pressed={isOverdue}
        onClick={() => onChange({ due: isOverdue ? null : 'overdue' })}
      >
        Overdue
      </Button>
      <Button
        variant={isByDue ? 'secondary' : 'ghost'}
        icon={ArrowDownWideNarrow}
        aria-pressed={isByDue}
        onClick={() => onChange({ by: isByDue ? null : 'due' })}
      >
        Sort by due date
      </Button>
    </div>
  )
}
