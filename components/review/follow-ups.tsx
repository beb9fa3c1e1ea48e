'use client'

import { Download, Flag, ListChecks } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Chips } from '@/components/filters/chips'
import { useFacetNames } from '@/components/filters/facet-names'
import { FilterButtons, FilterSheet } from '@/components/filters/filter-bar'
import { readRefusals } from '@/components/filters/filter-errors'
import type { FilterKind } from '@/components/filters/filter-texts'
import { SearchBox } from '@/components/filters/search-box'
import { type ListState, useListState } from '@/components/filters/use-list-state'
import { Button, ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { useToast } from '@/components/ui/toast'
import { classNames } from '@/lib/browser/class-names'
import { ApiError, writeQuery } from '@/lib/browser/api'
import { describeError } from '@/lib/browser/describe-error'
import type { ListParams } from '@/lib/inspections/schema'
import { saveBlob } from '@/lib/browser/save-file'
import { useZone } from '@/lib/browser/preferences/zone'
import { withScope, writeQueueHref } from './session/queue-address'
import { FollowUpRow } from './follow-up-row'
import { type ChoiceChange, FollowUpTabs, useFollowUpChoice } from './follow-up-tabs'
import { MentionsLink } from './mentions-link'
import type { Translator } from '@/lib/messages/translator'
import type { FollowUpChoice } from '@/lib/review/schema'
import { type FollowUp, useFollowUps } from './use-follow-ups'
import { useMark } from './use-mark'

/** The inspections marked for follow-up, with their notes. */
export function FollowUps() {
  const t = useTranslations('review.followUps')
  const state = useListState()
  const { choice, change } = useFollowUpChoice()
  const isChosen = choice.assignee !== undefined || choice.due !== undefined
  const pages = useFollowUps(state.params, choice)
  const items = pages.data?.pages.flatMap((page) => page.items) ?? []
  const total = pages.data?.pages.at(-1)?.total
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <PageHeader
        title={t('title')}
        actions={
          <>
            <MentionsLink />
            <SaveButton params={{ ...state.params, ...choice }} isEmpty={total === 0 || total === undefined} />
            {/* The queue cannot filter by assignee. */}
            {!isChosen && (
              <ButtonLink
                variant="primary"
                icon={ListChecks}
                href={writeQueueHref(withScope(state.params, 'follow-up'), { order: 'newest' })}
              >
                {t('actions.work')}
              </ButtonLink>
            )}
          </>
        }
      />
      <p className="-mt-2 text-sm text-ink-muted">
        {total !== undefined && total > 0 && `${t(choice.by === 'due' ? 'byDue' : 'newest', { count: total })} `}
        {t('stored')}
      </p>
      <FollowUpTabs choice={choice} onChange={change} />
      <Filters state={state} errors={readRefusals(pages.error)} total={total} />
      {pages.error !== null && (
        <ErrorNotice
          error={pages.error}
          title={t('failed')}
          kept={items.length === 0 ? '' : t('failedKept')}
          tone={items.length === 0 ? 'bad' : 'attention'}
          onRetry={() => void pages.refetch()}
          isRetrying={pages.isFetching}
        />
      )}
      {pages.isPending ? (
        <Waiting />
      ) : items.length === 0 && pages.error === null ? (
        <NoFollowUps state={state} choice={choice} onChange={change} isChosen={isChosen} />
      ) : (
        <Items items={items} isPast={pages.isPlaceholderData} />
      )}
      {pages.hasNextPage && (
        <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()} className="self-center">
          {t('actions.more', { shown: items.length, count: total ?? items.length })}
        </Button>
      )}
    </div>
  )
}

/** The search and the filters. */
function Filters({
  state,
  errors,
  total,
}: {
  state: ListState
  errors: Readonly<Record<string, string>>
  /** Number of matching follow-ups; undefined while unknown. */
  total: number | undefined
}) {
  const t = useTranslations('review.followUps')
  const nameOf = useFacetNames(state.params, null)
  const [panel, setPanel] = useState<{ kind: FilterKind | 'list'; isSheet: boolean } | null>(null)
  const editor = { state, nameOf, errors, resolved: undefined }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-1.5">
        <SearchBox state={state} error={errors['q']} />
        <FilterButtons
          {...editor}
          open={panel === null || panel.isSheet || panel.kind === 'list' ? null : panel.kind}
          onOpen={(kind) => setPanel(kind === null ? null : { kind, isSheet: false })}
        />
        <FilterSheet
          {...editor}
          open={panel?.isSheet === true ? panel.kind : null}
          onOpen={(kind) => setPanel(kind === null ? null : { kind, isSheet: true })}
          count={total === undefined ? null : t('count', { count: total })}
        />
      </div>
      <Chips
        state={state}
        nameOf={nameOf}
        errors={errors}
        onOpen={(kind) => setPanel({ kind, isSheet: !matchMedia('(width >= 64rem)').matches })}
      />
    </div>
  )
}

function Waiting() {
  return (
    <ul aria-busy className="rounded border border-line bg-surface">
      {[1, 2, 3].map((key) => (
        <li key={key} className="space-y-2 border-b border-line p-4 last:border-b-0">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-3 w-3/5" />
        </li>
      ))}
    </ul>
  )
}

function NoFollowUps({
  state,
  choice,
  onChange,
  isChosen,
}: {
  state: ListState
  choice: FollowUpChoice
  onChange: (changes: ChoiceChange) => void
  isChosen: boolean
}) {
  const t = useTranslations('review.followUps')
  if (isChosen && !state.isFiltered)
    return (
      <EmptyState
        icon={Flag}
        title={
          choice.due === 'overdue' ? t('noneOverdue') : choice.assignee === 'me' ? t('noneMine') : t('noneUnassigned')
        }
        className="rounded border border-line bg-surface"
        action={<Button onClick={() => onChange({ assignee: null, due: null })}>{t('actions.showAll')}</Button>}
      />
    )
  return (
    <EmptyState
      icon={Flag}
      title={t(state.isFiltered ? 'noMatch' : 'none')}
      className="rounded border border-line bg-surface"
      action={
        state.isFiltered ? (
          <Button onClick={state.clear}>{t('actions.clear')}</Button>
        ) : (
          <ButtonLink href={writeQueueHref({})}>{t('actions.review')}</ButtonLink>
        )
      }
    >
      {t(state.isFiltered ? 'noMatchText' : 'noneText')}
    </EmptyState>
  )
}

/** `isPast`: the rows belong to the previous filter, while those of the new one load. */
function Items({ items, isPast }: { items: readonly FollowUp[]; isPast: boolean }) {
  const marks = useMark()
  return (
    <ul className={classNames('divide-y divide-line rounded border border-line bg-surface', isPast && 'opacity-60')}>
      {items.map((item) => (
        <FollowUpRow key={item.row.auditId} item={item} marks={marks} />
      ))}
    </ul>
  )
}

function SaveButton({ params, isEmpty }: { params: ListParams & FollowUpChoice; isEmpty: boolean }) {
  const t = useTranslations('review.followUps')
  const toast = useToast()
  const { zone } = useZone()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      saveBlob('follow-ups.csv', await readFile(t, `/api/review/follow-ups/export${writeQuery({ ...params, zone })}`))
    } catch (error) {
      toast.show({ tone: 'bad', title: t('exportFailed'), description: describeError(error).message })
    }
    setBusy(false)
  }
  return (
    <Button icon={Download} busy={isBusy} disabled={isEmpty} onClick={() => void save()}>
      {t('actions.export')}
    </Button>
  )
}

async function readFile(t: Translator<'review.followUps'>, path: string): Promise<Blob> {
  const response = await fetch(path, { credentials: 'same-origin', cache: 'no-store', redirect: 'error' })
  if (!response.ok)
    throw new ApiError(response.status, 'unreadable', t('exportStatus', { status: String(response.status) }))
  return response.blob()
}
