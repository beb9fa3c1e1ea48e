'use client'

import { useTranslations } from 'next-intl'
import { useQuery } from '@tanstack/react-query'
import { Download, FileUp, Plus, Table2, Tags } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ConnectedAccountInfo } from '@/components/connected-account/connected-account'
import { ViewsBar } from '@/components/saved-views/views-bar'
import { Button, ButtonLink } from '@/components/ui/button'
import type { RecordSpec } from '@/components/ui/data-table/records/record-list'
import { RecordSection } from '@/components/ui/data-table/records/record-page'
import { type Records, useRecords } from '@/components/ui/data-table/records/use-records'
import { useSelected } from '@/components/ui/data-table/records/use-selected'
import { BulkVerb } from '@/components/ui/data-table/selection/bulk-bar'
import type { Selection } from '@/components/ui/data-table/selection/selection'
import { createSelectionStore } from '@/components/ui/data-table/selection/selection-store'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import type { StatusGroupBoard } from '@/lib/status-groups/schema'
import { type GroupRow as Row, listGroupRows, listTaken } from '@/lib/status-groups/view'
import type { GroupActions } from './group-cells'
import { useGroupColumns } from './use-group-columns'
import { GuardedButton, useWriteRefusal } from '@/components/status-groups/guarded-button'
import { groupHref, typeBoardHref } from '@/components/status-groups/links'
import type { OpenDialog } from './list-dialogs'
import { OutcomePanel } from './outcome-panel'
import { useOutcomes } from './use-outcomes'
import { CountedAt, ReachNote } from '@/components/status-groups/reach-note'
import { saveGroups } from '@/components/status-groups/dialogs/save-groups'
import { lateComponent, onDemand } from '@/lib/browser/on-demand'

const DeletedGroups = lateComponent(
  onDemand(() => import('./deleted-groups')),
  (loaded) => loaded.DeletedGroups,
)

const ListDialog = lateComponent(
  onDemand(() => import('./list-dialogs'), { isEarly: true }),
  (loaded) => loaded.ListDialog,
)

const firstSort = { name: 'name', isDescending: false }

const spec: RecordSpec<Row> = {
  idOf: ({ group }) => group.groupId,
  nameOf: ({ group }) => group.name,
  hrefOf: ({ group }) => groupHref(group.groupId),
  second: ({ types }) => types.map(({ name }) => name).join(', '),
}

/** All status groups: their statuses in order, the types that use them, and the number of assets with each status. */
export function GroupListPage() {
  const t = useTranslations('statusGroups')
  const query = useQuery(statusGroupQueries.board())
  const { data } = query
  const refusal = useWriteRefusal(data?.reach)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const { outcomes, notify, dismiss } = useOutcomes()
  const create = () => data !== undefined && setDialog({ kind: 'create', start: 'empty' })
  const actions = useMemo((): GroupActions => {
    const findGroup = (groupId: string) => data?.groups.find((one) => one.groupId === groupId)
    return {
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
  }, [data])
  const rows = useMemo(() => (data === undefined ? undefined : listGroupRows(data)), [data])
  const columns = useGroupColumns({ actions, refusal })
  const records = useRecords({ name: 'status-groups', rows, columns, firstSort })
  const [store] = useState(() => createSelectionStore<string, Row>())
  useNewKey(refusal === null ? create : null)
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
      {data !== undefined && <ReachNote reach={data.reach} refusal={refusal} />}
      <ViewsBar isInset list="status-groups" countOf={records.countOf} />
      <RecordSection
        label={t('title')}
        texts={{
          search: t('list.search.label'),
          searchHint: t('list.search.placeholder'),
          failed: t('list.failed'),
          noMatch: t('list.noMatch.title'),
          count: (count, shown) =>
            shown === null ? t('list.count', { count }) : t('list.countOf', { shown, total: count }),
        }}
        query={query}
        records={records}
        spec={spec}
        bulk={{
          store,
          label: t('selection.label'),
          actions: (selection) => <BulkVerbs records={records} selection={selection} />,
        }}
        hasPages
        empty={<Nothing refusal={refusal} onNew={create} />}
      />
      {data !== undefined && data.groups.length > 0 && (
        <div className="-mt-2 flex justify-end text-sm text-ink-muted">
          <CountedAt reach={data.reach} />
        </div>
      )}
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
        onClick={() => board !== undefined && saveGroups(listGroupRows(board).map(({ group }) => group))}
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

/** Actions for selected groups. */
function BulkVerbs({ records, selection }: { records: Records<Row>; selection: Selection }) {
  const t = useTranslations('statusGroups.selection')
  const selected = useSelected(records, selection, spec.idOf) ?? []
  return (
    <BulkVerb id="export" keys="e" label={t('export')}>
      <Button
        size="sm"
        variant="primary"
        icon={Download}
        disabled={selected.length === 0}
        onClick={() => saveGroups(selected.map(({ group }) => group))}
      >
        {t('actions.export')}
      </Button>
    </BulkVerb>
  )
}

/** `n` creates a group. Null if this person cannot create groups. */
function useNewKey(onNew: (() => void) | null) {
  const t = useTranslations('statusGroups.shortcuts')
  useShortcuts(
    onNew === null
      ? []
      : [{ id: 'status-groups:new', keys: ['n'], label: t('create'), group: t('group'), inPalette: true, run: onNew }],
  )
}

function Nothing({ refusal, onNew }: { refusal: string | null; onNew: () => void }) {
  const t = useTranslations('statusGroups.list')
  return (
    <EmptyState
      icon={Tags}
      title={t('none.title')}
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
