'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
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
  return (
    <ListPage
      title={t('title')}
      views={<ViewsBar list="follow-ups" />}
      count={<ListCount list={list} write={(count) => t('count', { count })} />}
      description={t('stored')}
      actions={<Actions state={state} look={look} total={isOld ? null : total} />}
      tools={
        <>
          <FollowUpTabs
            state={state}
            isLoaded={total !== null}
            assigneeName={
              list.rows.find(({ review }) => review.assignee?.userId === state.choice.assignee)?.review.assignee
                ?.name ?? null
            }
          />
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
        empty={total === 0 && !isOld && <NoFollowUps state={state} />}
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

function NoFollowUps({ state: { list, choice, isChosen, change, clear } }: { state: FollowUpState }) {
  const t = useTranslations('review.followUps')
  if (isChosen && !list.isFiltered)
    return (
      <EmptyState
        icon={Flag}
        title={
          choice.due === 'overdue' ? t('noneOverdue') : choice.assignee === 'me' ? t('noneMine') : t('noneUnassigned')
        }
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
