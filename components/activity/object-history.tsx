'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { Time } from '@/components/ui/dates/time'
import { activityQueries } from '@/lib/activity/queries'
import type { ActivityEntry } from '@/lib/activity/schema'
import { describeSentence, statesChange } from '@/lib/activity/sentence-model'
import { describeEntry } from '@/lib/activity/view'
import { ChangeLines } from './change-lines'
import { HistoryFrame } from './history-frame'
import { KeptStatuses } from './kept-statuses'
import { isOpenEntry, OutcomeBadge } from './outcome'
import { RawEntry } from './raw-entry'
import { EntrySentence } from './sentence'

const pollMs = 3_000

/** What people did to one object, the newest first: who, when, before and after, outcome, and what can be restored. */
export function ObjectHistory({ objectKind, objectId }: { objectKind: string; objectId: string }) {
  const t = useTranslations('activity.history')
  const query = useInfiniteQuery({
    ...activityQueries.list({ objectKind, objectId }),
    // Entries without an outcome get one later.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ entries }) => entries.some(isOpenEntry)) === true ? pollMs : false,
  })
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <HistoryFrame query={query} isEmpty={entries.length === 0} emptyText={t('empty')}>
      {entries.map((entry) => (
        <Entry key={entry.activityId} entry={entry} />
      ))}
    </HistoryFrame>
  )
}

function Entry({ entry }: { entry: ActivityEntry }) {
  const t = useTranslations('activity')
  const lines = describeEntry(entry)
  const isStated = statesChange(describeSentence(t, entry))
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <EntrySentence entry={entry} />
        {entry.outcome !== 'done' && <OutcomeBadge outcome={entry.outcome} action={entry.action} />}
        <span className="ms-auto text-ink-muted">
          <Time value={entry.at} format="smart" />
        </span>
      </div>
      {entry.outcomeNote !== null && <p className="text-sm wrap-anywhere text-ink-muted">{entry.outcomeNote}</p>}
      {lines === null ? (
        <RawEntry entry={entry} />
      ) : (
        lines.length > 0 && !(isStated && lines.length === 1) && <ChangeLines lines={lines} />
      )}
      <KeptStatuses entry={entry} />
    </li>
  )
}
