'use client'

import { useQuery } from '@tanstack/react-query'
import { Download, FileUp, Plus, Table2, Tags } from 'lucide-react'
import { parseAsString, parseAsStringLiteral, throttle, useQueryStates } from 'nuqs'
import { useRef, useState } from 'react'
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
import { CreateGroupDialog } from '@/components/status-groups/dialogs/create-dialog'
import { listTaken, type CreateStart } from '@/components/status-groups/dialogs/create-draft'
import { DeleteGroupDialog } from '@/components/status-groups/dialogs/delete-dialog'
import { DeletedGroups } from './deleted-groups'
import { GroupRow, rowGrid, type GroupActions } from './group-row'
import { GuardedButton, useWriteRefusal } from '@/components/status-groups/guarded-button'
import { ImportGroupsDialog } from '@/components/status-groups/dialogs/import-dialog'
import { typeBoardHref } from '@/components/status-groups/links'
import { ListToolbar } from './list-toolbar'
import { OutcomePanel, type Outcome } from '@/components/status-groups/outcome-panel'
import { CountedAt, ReachNote } from '@/components/status-groups/reach-note'
import { saveGroups } from '@/components/status-groups/dialogs/save-groups'
import { useListKeys } from './use-list-keys'

const addressMs = 200
const pendingPollMs = 3_000

/** All status groups: their statuses in order, the types that use them, and how many assets have which. */
export function GroupListPage() {
  const [{ q: search, sort }, setAddress] = useQueryStates(
    { q: parseAsString.withDefault(''), sort: parseAsStringLiteral(groupSorts).withDefault('name') },
    { history: 'replace', limitUrlUpdates: throttle(addressMs) },
  )
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...statusGroupQueries.board(),
    // The first count ends by itself, and its numbers come without being asked for.
    refetchInterval: ({ state }) => (state.data?.reach.assets === 'pending' ? pendingPollMs : false),
  })
  const refusal = useWriteRefusal(data?.reach)
  const list = useRef<HTMLUListElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const tell = (outcome: Omit<Outcome, 'id'>) =>
    setOutcomes((all) => [
      { ...outcome, id: (all[0]?.id ?? 0) + 1 },
      // What is created again is deleted no more.
      ...all.filter(
        ({ written }) => outcome.act !== 'recreate' || written?.activityId !== outcome.deletion?.activityId,
      ),
    ])
  const create = () => data !== undefined && setDialog({ kind: 'create', start: 'empty' })
  const actions: GroupActions = {
    duplicate: (groupId) => setDialog({ kind: 'create', start: `copy:${groupId}` }),
    download: (groupId) => {
      const group = data?.groups.find((one) => one.groupId === groupId)
      if (group !== undefined) saveGroups([group])
    },
    remove: (groupId) => {
      const group = data?.groups.find((one) => one.groupId === groupId)
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
          <>
            <ButtonLink href={typeBoardHref()} icon={Table2}>
              Type board
            </ButtonLink>
            <Button
              icon={Download}
              disabled={!hasGroups}
              onClick={() =>
                data !== undefined && saveGroups(listGroupRows(data, '', 'name').map(({ group }) => group))
              }
            >
              Export all
            </Button>
            <GuardedButton
              icon={FileUp}
              refusal={refusal}
              disabled={data === undefined}
              onClick={() => setDialog({ kind: 'import' })}
            >
              Import
            </GuardedButton>
            <GuardedButton
              icon={Plus}
              variant="primary"
              className="max-sm:order-first"
              refusal={refusal}
              disabled={data === undefined}
              onClick={create}
            >
              New group
            </GuardedButton>
          </>
        }
      />
      {outcomes.map((outcome) => (
        <OutcomePanel
          key={outcome.id}
          outcome={outcome}
          refusal={refusal}
          onRecreated={tell}
          onDismiss={() => setOutcomes((all) => all.filter(({ id }) => id !== outcome.id))}
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
      {hasGroups && rows.length === 0 && (
        <EmptyState
          icon={Tags}
          title="No group matches"
          className="rounded border border-line bg-surface"
          action={<Button onClick={() => void setAddress({ q: '' })}>Empty the search</Button>}
        >
          The search looks in the names of groups, statuses and types, and in descriptions.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <div className="rounded border border-line bg-surface">
          <p
            aria-hidden
            className={classNames(
              rowGrid,
              'hidden! border-b border-line py-2 text-xs font-medium text-ink-muted xl:grid!',
            )}
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
      )}
      {data !== undefined && <DeletedGroups taken={listTaken(data)} refusal={refusal} onRecreated={tell} />}
      {data !== undefined && dialog?.kind === 'create' && (
        <CreateGroupDialog
          start={dialog.start}
          board={data}
          onClose={() => setDialog(null)}
          onCreated={(name, groupId, written) => {
            setDialog(null)
            tell({ act: 'create', name, groupId, written })
          }}
        />
      )}
      {data !== undefined && dialog?.kind === 'import' && (
        <ImportGroupsDialog board={data} onClose={() => setDialog(null)} />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteGroupDialog
          groupId={dialog.groupId}
          name={dialog.name}
          onClose={() => setDialog(null)}
          onDeleted={(group, written) => {
            setDialog(null)
            tell({ act: 'delete', name: group.name, groupId: null, written, typeCount: group.typeIds.length })
          }}
        />
      )}
    </div>
  )
}

type OpenDialog =
  | { kind: 'create'; start: CreateStart }
  | { kind: 'import' }
  | { kind: 'delete'; groupId: string; name: string }

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
