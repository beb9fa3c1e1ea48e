'use client'

import { useTranslations } from 'next-intl'
import { useQuery } from '@tanstack/react-query'
import { Download, FileUp, Plus, Table2, Tags } from 'lucide-react'
import { parseAsString, parseAsStringLiteral, throttle, useQueryStates } from 'nuqs'
import { type RefObject, useRef, useState } from 'react'
import { ConnectedAccountInfo } from '@/components/connected-account/connected-account'
import { Button, ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { classNames } from '@/lib/browser/class-names'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import type { StatusGroupBoard } from '@/lib/status-groups/schema'
import { groupSorts, listGroupRows } from '@/lib/status-groups/view'
import { listTaken } from '@/components/status-groups/dialogs/create-draft'
import { DeletedGroups } from './deleted-groups'
import { GroupRow, rowGrid, type GroupActions } from './group-row'
import { GuardedButton, useWriteRefusal } from '@/components/status-groups/guarded-button'
import { typeBoardHref } from '@/components/status-groups/links'
import { ListToolbar } from './list-toolbar'
import { ListDialog, type OpenDialog } from './list-dialogs'
import { OutcomePanel } from './outcome-panel'
import { useOutcomes } from './use-outcomes'
import { CountedAt, ReachNote } from '@/components/status-groups/reach-note'
import { saveGroups } from '@/components/status-groups/dialogs/save-groups'
import { useListKeys } from './use-list-keys'

const addressMs = 200

/** All status groups: their statuses in order, the types that use them, and the number of assets with each status. */
export function GroupListPage() {
  const t = useTranslations('statusGroups')
  const [{ q: search, sort }, setAddress] = useQueryStates(
    { q: parseAsString.withDefault(''), sort: parseAsStringLiteral(groupSorts).withDefault('name') },
    { history: 'replace', limitUrlUpdates: throttle(addressMs) },
  )
  const { data, error, isPending, isFetching, refetch } = useQuery(statusGroupQueries.board())
  const refusal = useWriteRefusal(data?.reach)
  const list = useRef<HTMLUListElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const { outcomes, notify, dismiss } = useOutcomes()
  const create = () => data !== undefined && setDialog({ kind: 'create', start: 'empty' })
  const findGroup = (groupId: string) => data?.groups.find((one) => one.groupId === groupId)
  const actions: GroupActions = {
    duplicate: (groupId) => setDialog({ kind: 'create', start: `copy:${groupId}` }),
    download: (groupId) => {
      const group = findGroup(groupId)
      if (group !== undefined) saveGroups([group])
    },
    remove: (groupId) => {
      const group = findGroup(groupId)
      if (group !== undefined) setDialog({ kind: 'delete', groupId, name: group.name })
    },
  }
  const { focusFirst } = useListKeys({ list, field, onNew: refusal === null ? create : null })
  const rows = data === undefined ? [] : listGroupRows(data, search, sort)
  const hasGroups = data !== undefined && data.groups.length > 0
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <PageHeader
        title={t('title')}
        about={<ConnectedAccountInfo of="statusGroups" />}
        description={t('list.description')}
        actions={
          <PageActions
            board={data}
            refusal={refusal}
            onImport={() => setDialog({ kind: 'import' })}
            onCreate={create}
          />
        }
      />
      {outcomes.map((outcome) => (
        <OutcomePanel
          key={outcome.id}
          outcome={outcome}
          refusal={refusal}
          onRecreated={notify}
          onDismiss={() => dismiss(outcome)}
        />
      ))}
      {error !== null && (
        <ErrorNotice
          error={error}
          title={t('list.failed')}
          kept={data === undefined ? '' : t('list.kept')}
          tone={data === undefined ? 'bad' : 'attention'}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {data !== undefined && <ReachNote reach={data.reach} refusal={refusal} />}
      {isPending && error === null && <Waiting />}
      {hasGroups && (
        <>
          <ListToolbar
            field={field}
            search={search}
            onSearch={(q) => void setAddress({ q })}
            sort={sort}
            onSort={(next) => void setAddress({ sort: next })}
            onLeave={focusFirst}
          />
          <Facts board={data} shown={rows.length} search={search} />
        </>
      )}
      {data !== undefined && !hasGroups && <Nothing refusal={refusal} onNew={create} />}
      {hasGroups && rows.length === 0 && <NoMatch onShowAll={() => void setAddress({ q: '' })} />}
      {rows.length > 0 && <GroupTable list={list} rows={rows} actions={actions} refusal={refusal} />}
      {data !== undefined && <DeletedGroups taken={listTaken(data)} refusal={refusal} onRecreated={notify} />}
      {dialog !== null && <ListDialog dialog={dialog} board={data} onDone={notify} onClose={() => setDialog(null)} />}
    </div>
  )
}

function PageActions({
  board,
  refusal,
  onImport,
  onCreate,
}: {
  board: StatusGroupBoard | undefined
  refusal: string | null
  onImport: () => void
  onCreate: () => void
}) {
  const t = useTranslations('statusGroups.list')
  const hasGroups = board !== undefined && board.groups.length > 0
  return (
    <>
      <ButtonLink href={typeBoardHref()} icon={Table2}>
        {t('actions.typeBoard')}
      </ButtonLink>
      <Button
        icon={Download}
        disabled={!hasGroups}
        onClick={() => board !== undefined && saveGroups(listGroupRows(board, '', 'name').map(({ group }) => group))}
      >
        {t('actions.exportAll')}
      </Button>
      <GuardedButton icon={FileUp} refusal={refusal} disabled={board === undefined} onClick={onImport}>
        {t('actions.import')}
      </GuardedButton>
      <GuardedButton
        icon={Plus}
        variant="primary"
        className="max-sm:order-first"
        refusal={refusal}
        disabled={board === undefined}
        onClick={onCreate}
      >
        {t('actions.create')}
      </GuardedButton>
    </>
  )
}

function GroupTable({
  list,
  rows,
  actions,
  refusal,
}: {
  list: RefObject<HTMLUListElement | null>
  rows: ReturnType<typeof listGroupRows>
  actions: GroupActions
  refusal: string | null
}) {
  const t = useTranslations('statusGroups')
  return (
    <div className="rounded border border-line bg-surface">
      <p
        aria-hidden
        className={classNames(rowGrid, 'hidden! border-b border-line py-2 text-xs font-medium text-ink-muted xl:grid!')}
      >
        <span>{t('list.columns.group')}</span>
        <span>{t('list.columns.statuses')}</span>
        <span>{t('list.columns.usedBy')}</span>
        <span className="text-end">{t('list.columns.assets')}</span>
      </p>
      <ul ref={list} aria-label={t('title')} className="divide-y divide-line">
        {rows.map((row) => (
          <GroupRow key={row.group.groupId} row={row} actions={actions} refusal={refusal} />
        ))}
      </ul>
    </div>
  )
}

function NoMatch({ onShowAll }: { onShowAll: () => void }) {
  const t = useTranslations('statusGroups.list.noMatch')
  return (
    <EmptyState
      icon={Tags}
      title={t('title')}
      className="rounded border border-line bg-surface"
      action={<Button onClick={onShowAll}>{t('actions.clear')}</Button>}
    >
      {t('note')}
    </EmptyState>
  )
}

function Facts({ board, shown, search }: { board: StatusGroupBoard; shown: number; search: string }) {
  const t = useTranslations('statusGroups.list')
  const total = board.groups.length
  return (
    <div className="-my-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-sm text-ink-muted">
      <p>
        <output className="tabular-nums">
          {search.trim() === '' ? t('count', { count: total }) : t('countOf', { shown, total })}
        </output>
      </p>
      <CountedAt reach={board.reach} />
    </div>
  )
}

function Nothing({ refusal, onNew }: { refusal: string | null; onNew: () => void }) {
  const t = useTranslations('statusGroups.list')
  return (
    <EmptyState
      icon={Tags}
      title={t('none.title')}
      className="rounded border border-line bg-surface"
      action={
        <GuardedButton icon={Plus} variant="primary" refusal={refusal} onClick={onNew}>
          {t('actions.create')}
        </GuardedButton>
      }
    >
      {t('none.note')}
    </EmptyState>
  )
}

function Waiting() {
  const t = useTranslations('statusGroups.list')
  return (
    <div aria-busy className="divide-y divide-line rounded border border-line bg-surface">
      <p className="sr-only">{t('loading')}</p>
      {[1, 2, 3].map((key) => (
        <div key={key} className="flex flex-col gap-2 p-4">
          <Skeleton className="h-4 w-48" />
          <Skeleton className="h-5 w-3/5" />
        </div>
      ))}
    </div>
  )
}
