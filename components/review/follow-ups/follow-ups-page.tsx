'use client'

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Flag, ListChecks } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { readRefusals } from '@/components/filters/filter-errors'
import type { FilterKind } from '@/components/filters/filter-texts'
import { MentionsLink } from '@/components/review/mentions-link'
import { withScope, writeQueueHref } from '@/components/review/session/queue-address'
import { ViewsBar } from '@/components/saved-views/views-bar'
import { Button, ButtonLink } from '@/components/ui/button'
import { ExportMenu } from '@/components/ui/data-table/records/record-export'
import type { TableLook } from '@/components/ui/data-table/table-types'
import { usePagedTable } from '@/components/ui/data-table/use-paged-table'
import { useOwnLook } from '@/components/ui/data-table/use-table-look'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ListBody, ListCount } from '@/components/ui/lists/list-body'
import { ListPage } from '@/components/ui/lists/list-page'
import { useZone } from '@/lib/browser/preferences/zone'
import { saveFrom } from '@/lib/browser/save-file'
import type { Translator } from '@/lib/messages/translator'
import { personNameQueries } from '@/lib/people/names-queries'
import { followUpsFileHref, reviewQueries } from '@/lib/review/queries'
import type { FollowUp, FollowUpPage } from '@/lib/review/follow-ups-schema'
import { FollowUpFilters, FollowUpTabs } from './follow-up-filters'
import { FollowUpGrid } from './follow-up-grid'
import { listedColumns, useFollowUpColumns } from './use-follow-up-columns'
import { type FollowUpState, useFollowUpState } from './use-follow-up-state'

/** The inspections marked for follow-up, with their notes, assignees and due dates. */
export function FollowUpsPage() {
  const t = useTranslations('review.followUps')
  const state = useFollowUpState()
  const query = useInfiniteQuery(reviewQueries.followUps(state.asked))
  const list = usePagedTable<FollowUp, FollowUpPage>(query, JSON.stringify(state.asked))
  const columns = useFollowUpColumns()
  const look = useOwnLook('follow-ups', listedColumns)
  const [panel, setPanel] = useState<FilterKind | null>(null)
  const { total, isOld, error } = list
  const assigneeName = useAssigneeName(state.choice.assignee, list.rows)
  return (
    <ListPage
      title={t('title')}
      views={<ViewsBar list="follow-ups" />}
      count={<ListCount list={list} write={(count) => t('count', { count })} />}
      description={t('stored')}
      actions={<Actions state={state} look={look} total={isOld ? null : total} />}
      tools={
        <>
          <FollowUpTabs state={state} isLoaded={total !== null} assigneeName={assigneeName} />
          <FollowUpFilters
            state={state}
            columns={columns}
            errors={readRefusals(error)}
            total={isOld ? null : total}
            panel={panel}
            onPanel={setPanel}
          />
        </>
      }
    >
      <ListBody
        list={list}
        failed={t('failed')}
        above={{ kept: t('failedKept') }}
        empty={total === 0 && !isOld && <NoFollowUps state={state} assigneeName={assigneeName} />}
      >
        <FollowUpGrid
          // Another list starts at its top.
          key={list.rowsKey}
          list={list}
          state={state}
          groups={query.data?.pages[0]?.groups}
          columns={columns}
          look={look}
          onFilter={setPanel}
        />
      </ListBody>
    </ListPage>
  )
}

function Actions({ state, look, total }: { state: FollowUpState; look: TableLook; total: number | null }) {
  const t = useTranslations('review.followUps.actions')
  const { zone } = useZone()
  const exported = look.shown.filter(({ id }) => id !== 'actions')
  return (
    <>
      <MentionsLink />
      <ExportMenu
        rows={total}
        columns={exported.length}
        onSave={(format) =>
          saveFrom(followUpsFileHref(state.asked, { zone, format, columns: exported.map(({ id }) => id).join(',') }))
        }
      />
      {/* The queue cannot filter by assignee. */}
      {!state.isChosen && (
        <ButtonLink
          size="sm"
          variant="primary"
          icon={ListChecks}
          href={writeQueueHref(withScope(state.params, 'follow-up'), { order: 'newest' })}
        >
          {t('work')}
        </ButtonLink>
      )}
    </>
  )
}

/** The name of the assignee in the address; null if the address names none, or a person who is not known here. */
function useAssigneeName(assignee: string | undefined, rows: readonly FollowUp[]): string | null {
  const isPerson = assignee !== undefined && assignee !== 'me' && assignee !== 'nobody'
  const listed = rows.find(({ review }) => review.assignee?.userId === assignee)?.review.assignee?.name
  // Without any follow-up of the person, no row has the name.
  const { data } = useQuery({ ...personNameQueries.list(), enabled: isPerson && listed === undefined })
  if (!isPerson) return null
  return listed ?? data?.people.find(({ userId }) => userId === assignee)?.name ?? null
}

function NoFollowUps({
  state: { list, choice, isChosen, change, clear },
  assigneeName,
}: {
  state: FollowUpState
  assigneeName: string | null
}) {
  const t = useTranslations('review.followUps')
  if (isChosen && !list.isFiltered)
    return (
      <EmptyState
        icon={Flag}
        title={describeNone(t, choice, assigneeName)}
        action={<Button onClick={() => change({ assignee: null, due: null })}>{t('actions.showAll')}</Button>}
      />
    )
  return (
    <EmptyState
      icon={Flag}
      title={t(list.isFiltered ? 'noMatch' : 'none')}
      action={
        list.isFiltered ? (
          <Button onClick={clear}>{t('actions.clear')}</Button>
        ) : (
          <ButtonLink href={writeQueueHref({})}>{t('actions.review')}</ButtonLink>
        )
      }
    >
      {t(list.isFiltered ? 'noMatchText' : 'noneText')}
    </EmptyState>
  )
}

/** What there is none of, with a filter by assignee, by due date, or by both. */
function describeNone(
  t: Translator<'review.followUps'>,
  { assignee, due }: FollowUpState['choice'],
  assigneeName: string | null,
): string {
  if (assignee === undefined) return t(due === undefined ? 'none' : 'noneOverdue')
  // Those of other people may be overdue.
  if (due !== undefined) return t('noMatch')
  if (assignee === 'me') return t('noneMine')
  if (assignee === 'nobody') return t('noneUnassigned')
  return assigneeName === null ? t('noMatch') : t('noneOf', { name: assigneeName })
}
