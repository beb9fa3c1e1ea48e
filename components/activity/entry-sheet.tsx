'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import type { PeekPlace } from '@/components/ui/data-table/data-table'
import { PeekPanel } from '@/components/ui/data-table/peek-panel'
import type { PeekSummary } from '@/components/ui/data-table/use-active-row'
import { ListStates } from '@/components/ui/lists/list-states'
import { activityQueries } from '@/lib/activity/queries'
import type { ActivityEntry, ActivityFilter } from '@/lib/activity/schema'
import { useZone } from '@/lib/browser/preferences/zone'
import { EntryDetails } from './entry-details'
import { EntrySteps } from './entry-row'
import { OutcomeBadge } from './outcome'
import { EntrySentence } from './sentence'

/** One entry beside the log: what it says, the steps of its bulk change, and everything that the log has about it. */
export function EntrySheet({
  summary,
  place,
  entry,
  filter,
}: {
  summary: PeekSummary<ActivityEntry>
  place: PeekPlace
  /** Undefined if it is not loaded with the list. */
  entry: ActivityEntry | undefined
  /** Also decides which steps are shown first. */
  filter: ActivityFilter
}) {
  const t = useTranslations('activity.sheet')
  const { zone } = useZone()
  const query = useQuery({ ...activityQueries.entry(summary.id), enabled: entry === undefined })
  const shown = entry ?? query.data
  return (
    <PeekPanel
      label={t('label')}
      previousLabel={t('previous')}
      nextLabel={t('next')}
      summary={summary}
      place={place}
      actions={null}
    >
      {shown === undefined ? (
        <div className="p-4">
          <ListStates query={query} title={t('failed')} shape="facts" />
        </div>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2 p-4">
            <EntrySentence entry={shown} />
            {shown.outcome !== 'done' && <OutcomeBadge outcome={shown.outcome} action={shown.action} />}
          </div>
          {shown.steps != null && <EntrySteps entry={shown} steps={shown.steps} zone={zone} filter={filter} />}
          <EntryDetails entry={shown} />
        </>
      )}
    </PeekPanel>
  )
}
