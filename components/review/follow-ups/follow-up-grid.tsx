'use client'

import { CircleCheck, UserRoundPen } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useMemo, useState } from 'react'
import type { FilterKind } from '@/components/filters/filter-texts'
import { nameRow } from '@/components/review/review-texts'
import { useBulkMark } from '@/components/review/use-bulk-mark'
import { type Mark, useMark } from '@/components/review/use-mark'
import { Button } from '@/components/ui/button'
import { findSort, readOrder } from '@/components/ui/data-table/columns/sort-order'
import { DataTable } from '@/components/ui/data-table/data-table'
import { RecordName } from '@/components/ui/data-table/records/record-cells'
import { BulkVerb } from '@/components/ui/data-table/selection/bulk-bar'
import { countSelected, type Selection, setSelected } from '@/components/ui/data-table/selection/selection'
import { createSelectionStore, type SelectionStore } from '@/components/ui/data-table/selection/selection-store'
import type { CellFilter, ColumnFilter, DataColumn, RowSpec, TableLook } from '@/components/ui/data-table/table-types'
import type { PagedTable } from '@/components/ui/data-table/use-paged-table'
import { inspectionHref } from '@/lib/browser/routes'
import { useMay } from '@/lib/browser/sign-in/actor'
import type { AuditId } from '@/lib/ids'
import type { FollowUp, FollowUpPage } from '@/lib/review/follow-ups-schema'
import { bulkMarkMax, followUpSorts } from '@/lib/review/values-model'
import type { BulkSelection } from '@/lib/review/schema'
import { writeViewParams } from '@/lib/saved-views/model'
import { AssignmentLine } from '@/components/review/assignment'
import { withScope } from '@/components/review/session/queue-address'
import { useFollowUpGroups } from './use-follow-up-groups'
import { MarkContext } from './use-follow-up-columns'
import type { FollowUpState } from './use-follow-up-state'
import { lateComponent, onDemand } from '@/lib/browser/on-demand'

const FollowUpDialog = lateComponent(
  onDemand(() => import('@/components/review/follow-up-dialog'), { isEarly: true }),
  (loaded) => loaded.FollowUpDialog,
)

const FollowUpSheet = lateComponent(
  onDemand(() => import('./follow-up-sheet'), { isEarly: true }),
  (loaded) => loaded.FollowUpSheet,
)

/** The rows of the list of follow-ups. */
export function FollowUpGrid({
  list,
  state,
  groups,
  columns,
  look,
  onFilter,
}: {
  list: PagedTable<FollowUp, FollowUpPage>
  state: FollowUpState
  /** How many rows each group has. */
  groups: FollowUpPage['groups']
  columns: ReadonlyArray<DataColumn<FollowUp>>
  look: TableLook
  /** Opens a filter. */
  onFilter: (kind: FilterKind) => void
}) {
  const t = useTranslations('review.followUps')
  const mayMark = useMay('reviews:write')
  const [store] = useState(() => createSelectionStore<AuditId, FollowUp>())
  const setKey = JSON.stringify([state.params, state.choice])
  const marks = useListedMark(store, setKey)
  return (
    <MarkContext value={marks}>
      <DataTable<FollowUp, AuditId>
        name="follow-up"
        label={t('title')}
        rows={useFollowUpGroups(list, groups, state.group)}
        spec={useSpec()}
        columns={columns}
        look={look}
        listKey={`follow-ups ${list.rowsKey}`}
        setKey={setKey}
        viewport={list.viewport}
        onViewport={list.setViewport}
        sort={readOrder(state.sort)}
        onSort={(order) => {
          const sort = findSort(followUpSorts, order)
          state.change({ sort: sort === undefined || sort === '-marked' ? null : sort })
        }}
        filters={useCellFilters(state, onFilter)}
        bulk={
          mayMark
            ? {
                store,
                label: t('selection.label'),
                actions: (selection) => (
                  <Verbs selection={selection} state={state} total={list.total} onDone={store.clear} />
                ),
              }
            : null
        }
        peek={state}
        renderPeek={(summary, place) => (
          <FollowUpSheet
            summary={summary}
            place={place}
            item={list.rows.find(({ row }) => row.auditId === summary.id)}
          />
        )}
        hasPages
      />
    </MarkContext>
  )
}

/** Marks single follow-ups. A finished one leaves the list, so a later action for the selection must not include it. */
function useListedMark(store: SelectionStore<AuditId, FollowUp>, setKey: string): Mark {
  const marks = useMark()
  return {
    ...marks,
    mark: async (auditId, name, wanted) => {
      const isMarked = await marks.mark(auditId, name, wanted)
      const selection = store.read()
      if (isMarked && wanted.state !== 'follow-up' && selection.kind === 'ids')
        store.change(setSelected(selection, [auditId], false), setKey)
      return isMarked
    },
  }
}

function useSpec(): RowSpec<FollowUp, AuditId> {
  const names = useTranslations('reportNames')
  const t = useTranslations('review.followUps.row')
  return useMemo(() => {
    const main: RowSpec<FollowUp>['main'] = ({ row }, onClick) => (
      <RecordName href={inspectionHref(row.auditId)} onClick={onClick}>
        {nameRow(names, row)}
      </RecordName>
    )
    const readNote = ({ review }: FollowUp) => (review.note === '' ? t('noNote') : review.note)
    return {
      idOf: ({ row }) => row.auditId,
      nameOf: ({ row }) => nameRow(names, row),
      hrefOf: ({ row }) => inspectionHref(row.auditId),
      main,
      second: readNote,
      card: (item, onClick) => (
        <>
          <span className="flex min-w-0 items-center justify-between gap-2">
            {main(item, onClick)}
            <span className="shrink-0 text-xs">
              <AssignmentLine review={item.review} />
            </span>
          </span>
          <span className="truncate text-ink-muted">{readNote(item)}</span>
        </>
      ),
    }
  }, [names, t])
}

/** What people do with selected follow-ups. */
function Verbs({
  selection,
  state: { params, choice },
  total,
  onDone,
}: {
  selection: Selection<AuditId>
  state: FollowUpState
  total: number | null
  /** Called when they are finished, and so no longer in the list. */
  onDone: () => void
}) {
  const t = useTranslations('review.followUps.selection')
  const { mark, isBusy } = useBulkMark({ keepsVersion: true })
  const [isAssigning, setAssigning] = useState(false)
  const count = countSelected(selection, total)
  const isOff = count === 0 || (count !== null && count > bulkMarkMax)
  const asked: BulkSelection =
    selection.kind === 'ids'
      ? { kind: 'ids', ids: [...selection.ids] }
      : {
          kind: 'matching',
          query: writeViewParams(withScope(params, 'follow-up')),
          except: [...selection.except],
          followUps: choice,
        }
  const finish = async () => {
    if (await mark(asked, 'reviewed')) onDone()
  }
  return (
    <>
      <BulkVerb id="done" keys="d" label={t('done')}>
        <Button
          size="sm"
          variant="primary"
          icon={CircleCheck}
          busy={isBusy}
          disabled={isOff}
          onClick={() => void finish()}
        >
          {t('actions.done')}
        </Button>
      </BulkVerb>
      <BulkVerb id="assign" keys="a" label={t('assign')}>
        <Button size="sm" variant="ghost" icon={UserRoundPen} disabled={isOff} onClick={() => setAssigning(true)}>
          {t('actions.assign')}
        </Button>
      </BulkVerb>
      {isAssigning && (
        <FollowUpDialog
          title={t('assignTitle', { count: count ?? 0 })}
          submit={t('actions.save')}
          onClose={() => setAssigning(false)}
          onMark={(note, assigned) => {
            setAssigning(false)
            void mark(asked, 'follow-up', note, assigned)
          }}
        />
      )}
    </>
  )
}

/** Filters by the values of cells. */
function useCellFilters(
  state: FollowUpState,
  onFilter: (kind: FilterKind) => void,
): Partial<Record<string, ColumnFilter<FollowUp>>> {
  const t = useTranslations('review.followUps.tabs')
  return useMemo(() => {
    const { list, change } = state
    const by = (kind: 'template' | 'site' | 'author', read: (item: FollowUp) => [string | null, string | null]) => ({
      open: () => onFilter(kind),
      ofRow: (item: FollowUp): CellFilter | null => {
        const [value, label] = read(item)
        return value === null || label === null ? null : { label, include: () => list.change({ [kind]: [value] }) }
      },
    })
    return {
      template: by('template', ({ row }) => [row.templateId, row.templateName]),
      site: by('site', ({ row }) => [row.siteName, row.siteName]),
      author: by('author', ({ row }) => [row.authorName, row.authorName]),
      assignee: {
        ofRow: ({ review: { assignee } }) => ({
          label: assignee?.name ?? t('nobody'),
          include: () => change({ assignee: assignee?.userId ?? 'nobody' }),
        }),
      },
    }
  }, [state, onFilter, t])
}
