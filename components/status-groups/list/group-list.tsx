'use client'

import { useQuery } from '@tanstack/react-query'
import { Download, FileUp, Plus, Table2, Tags } from 'lucide-react'
import { parseAsString, parseAsStringLiteral, throttle, useQueryStates } from 'nuqs'
import { type RefObject, useRef, useState } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { classNames } from '@/lib/browser/class-names'
import { formatCount } from '@/lib/browser/numbers'
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

/** All status groups: their statuses in order, the types that use them, and how many assets have which. */
export function GroupListPage() {
  const [{ q: search, sort }, setAddress] = useQueryStates(
    { q: parseAsString.withDefault(''), sort: parseAsStringLiteral(groupSorts).withDefault('name') },
    { history: 'replace', limitUrlUpdates: throttle(addressMs) },
  )
  const { data, error, isPending, isFetching, refetch } = useQuery(statusGroupQueries.board())
  const refusal = useWriteRefusal(data?.reach)
  const list = useRef<HTMLUListElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const { outcomes, tell, dismiss } = useOutcomes()
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
        title="Status groups"
        description="The statuses that assets can have. Each asset type uses one group at most."
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
          onRecreated={tell}
          onDismiss={() => dismiss(outcome)}
        />
      ))}
      {error !== null && (
        <ErrorNotice
          error={error}
          title="The status groups could not be read"
          kept={data === undefined ? '' : 'What stands below was read before.'}
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
      {data !== undefined && <DeletedGroups taken={listTaken(data)} refusal={refusal} onRecreated={tell} />}
      {dialog !== null && <ListDialog dialog={dialog} board={data} onDone={tell} onClose={() => setDialog(null)} />}
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
  const hasGroups = board !== undefined && board.groups.length > 0
  return (
    <>
      <ButtonLink href={typeBoardHref()} icon={Table2}>
        Type board
      </ButtonLink>
      <Button
        icon={Download}
        disabled={!hasGroups}
        onClick={() => board !== undefined && saveGroups(listGroupRows(board, '', 'name').map(({ group }) => group))}
      >
        Export all
      </Button>
      <GuardedButton icon={FileUp} refusal={refusal} disabled={board === undefined} onClick={onImport}>
        Import
      </GuardedButton>
      <GuardedButton
        icon={Plus}
        variant="primary"
        className="max-sm:order-first"
        refusal={refusal}
        disabled={board === undefined}
        onClick={onCreate}
      >
        New group
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
  return (
    <div className="rounded border border-line bg-surface">
      <p
        aria-hidden
        className={classNames(rowGrid, 'hidden! border-b border-line py-2 text-xs font-medium text-ink-muted xl:grid!')}
      >
        <span>Group</span>
        <span>Statuses in their order, with assets</span>
        <span>Used by</span>
        <span className="text-right">Assets</span>
      </p>
      <ul ref={list} aria-label="Status groups" className="divide-y divide-line">
        {rows.map((row) => (
          <GroupRow key={row.group.groupId} row={row} actions={actions} refusal={refusal} />
        ))}
      </ul>
    </div>
  )
}

function NoMatch({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      icon={Tags}
      title="No group matches"
      className="rounded border border-line bg-surface"
      action={<Button onClick={onShowAll}>Empty the search</Button>}
    >
      The search looks in the names of groups, statuses and types, and in descriptions.
    </EmptyState>
  )
}

function Facts({ board, shown, search }: { board: StatusGroupBoard; shown: number; search: string }) {
  const total = board.groups.length
  return (
    <div className="-my-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-sm text-ink-muted">
      <p>
        <output className="tabular-nums">
          {search.trim() === ''
            ? `${formatCount(total)} ${total === 1 ? 'group' : 'groups'}`
            : `${formatCount(shown)} of ${formatCount(total)} groups`}
        </output>
        <span className="max-sm:hidden"> · Results depend on what the token’s owner may see.</span>
      </p>
      <CountedAt reach={board.reach} />
    </div>
  )
}

function Nothing({ refusal, onNew }: { refusal: string | null; onNew: () => void }) {
  return (
    <EmptyState
      icon={Tags}
      title="There is no status group yet"
      className="rounded border border-line bg-surface"
      action={
        <GuardedButton icon={Plus} variant="primary" refusal={refusal} onClick={onNew}>
          New group
        </GuardedButton>
      }
    >
      A group is a set of statuses, such as “In service” and “Out of order”. Asset types that use it give their assets
      one of them. If the service has groups that are not here, the token’s owner may not see them.
    </EmptyState>
  )
}

function Waiting() {
  return (
    <div aria-busy className="divide-y divide-line rounded border border-line bg-surface">
      <p className="sr-only">Reading the status groups</p>
      {[1, 2, 3].map((key) => (
        <div key={key} className="flex flex-col gap-2 p-4">
          <Skeleton className="h-4 w-48" />
          <Skeleton className="h-5 w-3/5" />
        </div>
      ))}
    </div>
  )
}
