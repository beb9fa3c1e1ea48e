'use client'

import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { IdCell, NoValue, ValueCell } from '@/components/ui/data-table/records/record-cells'
import { useSortTexts } from '@/components/ui/data-table/records/use-sort-texts'
import type { CellFilter, ColumnFilter, DataColumn } from '@/components/ui/data-table/table-types'
import { nameAction, nameObjectKind, objectKinds } from '@/lib/activity/model'
import { activityColumns, type ActivityColumnId } from '@/lib/activity/columns'
import type { ActivityEntry } from '@/lib/activity/schema'
import { activityOutcomes } from '@/lib/activity/values-model'
import { languageOfName } from './links'
import { OutcomeBadge } from './outcome'
import type { ActivityState } from './use-activity-state'

type Cell = DataColumn<ActivityEntry>['cell']

const cells: Readonly<Record<Exclude<ActivityColumnId, 'kind' | 'action'>, Cell>> = {
  entry: () => null,
  at: ({ at }) => <ValueCell value={{ time: at }} />,
  person: ({ actorName }) => <ValueCell value={actorName} />,
  email: ({ actorEmail }) => <ValueCell value={actorEmail} />,
  object: ({ objectKind, objectName }) => (
    <span lang={languageOfName(objectKind)} className="contents">
      <ValueCell value={objectName} />
    </span>
  ),
  objectId: ({ objectId }) => (objectId === null ? <NoValue /> : <IdCell id={objectId} />),
  outcome: ({ outcome, action }) => <OutcomeBadge outcome={outcome} action={action} />,
  note: ({ outcomeNote }) => <ValueCell value={outcomeNote} />,
  ended: ({ finishedAt }) => <ValueCell value={finishedAt === null ? null : { time: finishedAt }} />,
  address: ({ address }) => <ValueCell value={address} />,
  request: ({ requestId }) => (requestId === null ? <NoValue /> : <IdCell id={requestId} />),
  id: ({ activityId }) => <IdCell id={activityId} />,
}

/** Columns that narrow lists hide, because the sentence and the line below it show the same. */
const folded: ReadonlySet<string> = new Set(['person', 'kind', 'at'])

/** The columns of the log, which can be sorted only by time. */
export function useActivityColumns(): ReadonlyArray<DataColumn<ActivityEntry>> {
  const t = useTranslations('activity')
  const describe = useSortTexts()
  return useMemo(() => {
    const own: Readonly<Record<'kind' | 'action', Cell>> = {
      kind: ({ objectKind }) => <ValueCell value={nameObjectKind(t, objectKind)} />,
      action: ({ action }) => <ValueCell value={nameAction(t, action)} />,
    }
    const badges: Readonly<Partial<Record<ActivityColumnId, readonly string[]>>> = {
      kind: objectKinds.map((kind) => nameObjectKind(t, kind)),
      outcome: [...activityOutcomes, 'refused' as const].map((outcome) => t(`outcomes.${outcome}`)),
    }
    const toColumn = (shape: (typeof activityColumns)[number]): DataColumn<ActivityEntry> => {
      const label = t(`columns.${shape.id}`)
      return {
        ...shape,
        label,
        isFolded: folded.has(shape.id),
        badges: badges[shape.id],
        cell: shape.id === 'kind' || shape.id === 'action' ? own[shape.id] : cells[shape.id],
        sort:
          shape.id === 'at'
            ? {
                name: 'at',
                isDescendingFirst: true,
                describe: (isDescending) => describe({ label, kind: 'time' }, isDescending),
              }
            : undefined,
      }
    }
    return activityColumns.map(toColumn)
  }, [t, describe])
}

/** The filters whose panels the headers of columns open. */
export type ActivityFilterId = 'at' | 'person' | 'action' | 'kind' | 'outcome'

/** Filters by the values of cells, and by the headers of columns. */
export function useActivityFilters(
  state: ActivityState,
  onOpen: (filter: ActivityFilterId) => void,
): Partial<Record<string, ColumnFilter<ActivityEntry>>> {
  const t = useTranslations('activity')
  return useMemo(() => {
    const { set } = state
    const by = (
      id: ActivityFilterId,
      ofRow: (entry: ActivityEntry) => CellFilter | null,
    ): ColumnFilter<ActivityEntry> => ({ open: () => onOpen(id), ofRow })
    return {
      at: { open: () => onOpen('at') },
      person: by('person', ({ actorId, actorEmail, actorName }) => {
        const person = actorId ?? (actorEmail === '' ? null : actorEmail)
        return person === null ? null : { label: actorName, include: () => set({ person }) }
      }),
      action: by('action', ({ action }) => ({
        label: nameAction(t, action),
        include: () => set({ action: [action] }),
      })),
      kind: by('kind', ({ objectKind }) => ({
        label: nameObjectKind(t, objectKind),
        include: () => set({ kind: objectKind, object: null }),
      })),
      object: by('kind', ({ objectKind, objectId, objectName }) =>
        objectId === null ? null : { label: objectName, include: () => set({ kind: objectKind, object: objectId }) },
      ),
      outcome: by('outcome', ({ outcome }) => ({
        label: t(`outcomes.${outcome}`),
        include: () => set({ outcome: activityOutcomes.filter((known) => known === outcome) }),
      })),
    }
  }, [state, onOpen, t])
}
