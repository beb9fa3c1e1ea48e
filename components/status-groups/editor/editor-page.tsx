'use client'

import { useTranslations } from 'next-intl'
import { useQuery } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { ObjectHistory } from '@/components/activity/object-history'
import { ButtonLink } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs'
import { ApiError } from '@/lib/browser/api'
import { useCrumb } from '@/lib/browser/crumb'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import type { StatusGroup } from '@/lib/status-groups/schema'
import { GroupEditor } from './editor'
import { DeletedGroup } from './editor-deleted'
import { EditorMenu } from './editor-menu'
import { EditorTypes } from './editor-types'
import { useWriteRefusal } from '@/components/status-groups/guarded-button'
import { groupsHref } from '@/components/status-groups/links'
import { CountedAt, ReachNote } from '@/components/status-groups/reach-note'
import { useEditor } from './use-editor'

const tabs = ['statuses', 'history'] as const

/** One status group: an editor, or read-only for people who cannot change it. */
export function GroupEditorPage({ groupId }: { groupId: string }) {
  const t = useTranslations('statusGroups.page')
  const { data: opened, error, isFetching, refetch } = useQuery(statusGroupQueries.opened(groupId))
  if (opened !== undefined) return <OpenedGroup key={opened.groupId} opened={opened} />
  const isGone = error instanceof ApiError && error.code === 'not_found'
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <PageHeader title={t('title')} />
      {error === null ? (
        <div aria-busy className="flex flex-col gap-3">
          <p className="sr-only">{t('loading')}</p>
          <Skeleton className="h-8 w-2/5" />
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-12 w-full max-w-3xl" />
          ))}
        </div>
      ) : isGone ? (
        <DeletedGroup groupId={groupId} />
      ) : (
        <ErrorNotice error={error} title={t('failed')} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {!isGone && (
        <ButtonLink href={groupsHref} className="self-start">
          {t('actions.showAll')}
        </ButtonLink>
      )}
    </div>
  )
}

function OpenedGroup({ opened }: { opened: StatusGroup }) {
  const t = useTranslations('statusGroups.page')
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(tabs).withDefault('statuses'))
  const { data: board } = useQuery(statusGroupQueries.board())
  const editor = useEditor(opened)
  const refusal = useWriteRefusal(board?.reach)
  const { base } = editor.edits
  useCrumb(base.name)
  const counted = board?.groups.find(({ groupId }) => groupId === base.groupId)
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <PageHeader
        title={base.name}
        description={
          // People who can change the description see it in its field.
          refusal === null || base.description === '' ? undefined : (
            <span className="wrap-anywhere whitespace-pre-line">{base.description}</span>
          )
        }
        actions={<EditorMenu group={base} refusal={refusal} />}
      />
      {board !== undefined && <ReachNote reach={board.reach} refusal={refusal} />}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <EditorTypes group={base} board={board} />
        {board !== undefined && <CountedAt reach={board.reach} />}
      </div>
      <Tabs value={tab} onValueChange={(next) => void setTab(next === 'history' ? 'history' : 'statuses')}>
        <TabList label={t('tabs.label')}>
          <Tab value="statuses" count={editor.edits.draft.statuses.length}>
            {t('tabs.statuses')}
          </Tab>
          <Tab value="history">{t('tabs.history')}</Tab>
        </TabList>
        <TabPanel value="statuses" className="pt-4">
          <GroupEditor
            editor={editor}
            counts={counted?.isCounting === true ? 'counting' : (counted?.counts ?? null)}
            types={board?.types.filter(({ groupId }) => groupId === base.groupId) ?? []}
            reach={board?.reach}
            refusal={refusal}
          />
        </TabPanel>
        <TabPanel value="history" className="pt-4">
          <ObjectHistory objectKind="status-group" objectId={base.groupId} />
        </TabPanel>
      </Tabs>
    </div>
  )
}
