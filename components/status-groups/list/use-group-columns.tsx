'use client'

import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { IdCell, RowActions } from '@/components/ui/data-table/records/record-cells'
import type { RecordColumn } from '@/components/ui/data-table/records/record-types'
import type { Translator } from '@/lib/messages/translator'
import type { GroupRow } from '@/lib/status-groups/view'
import { AssetCount, type GroupActions, RowMenu, Statuses, StatusTotal, UsedBy } from './group-cells'

interface ActionsInput {
  actions: GroupActions
  /** Why this person cannot change groups; null if they can. */
  refusal: string | null
}

/** The columns of the list of status groups. */
export function useGroupColumns({ actions, refusal }: ActionsInput): ReadonlyArray<RecordColumn<GroupRow>> {
  const t = useTranslations('statusGroups.list')
  const menu = useTranslations('statusGroups.menu')
  return useMemo(
    (): ReadonlyArray<RecordColumn<GroupRow>> => [
      {
        id: 'name',
        label: t('columns.group'),
        widthPx: 220,
        minWidthPx: 150,
        isShownFirst: true,
        isSearched: true,
        value: ({ group }) => group.name,
      },
      {
        id: 'statuses',
        label: t('columns.statuses'),
        widthPx: 480,
        minWidthPx: 200,
        isShownFirst: true,
        isSearched: true,
        value: ({ group }) => group.options.map(({ name }) => name).join(', '),
        cell: (row) => <Statuses row={row} />,
      },
      {
        id: 'types',
        label: t('columns.usedBy'),
        widthPx: 220,
        minWidthPx: 130,
        isShownFirst: true,
        isFolded: true,
        isSearched: true,
        value: ({ types }) => types.map(({ name }) => name).join(', '),
        facet: {
          noun: t('useNoun'),
          keyOf: (row) => (row.types.length > 0 ? '1..' : null),
          nameOf: () => t('used'),
        },
        cell: ({ types, group }) => (
          <RowActions>
            <UsedBy types={types} groupName={group.name} />
          </RowActions>
        ),
      },
      {
        id: 'assets',
        label: t('columns.assets'),
        kind: 'number',
        widthPx: 96,
        isShownFirst: true,
        value: ({ assetCount }) => assetCount,
        cell: (row) => <AssetCount row={row} />,
      },
      {
        id: 'withStatus',
        label: t('columns.withStatus'),
        kind: 'number',
        widthPx: 128,
        isShownFirst: true,
        value: ({ statusCount }) => statusCount,
        cell: (row) => <StatusTotal row={row} />,
      },
      ...listCounts(t),
      {
        id: 'actions',
        label: menu('title'),
        widthPx: 72,
        isShownFirst: true,
        isSortable: false,
        isForScreen: true,
        value: () => null,
        cell: ({ group: { groupId, name } }) => (
          <RowActions>
            <RowMenu groupId={groupId} name={name} actions={actions} refusal={refusal} />
          </RowActions>
        ),
      },
      {
        id: 'id',
        label: t('columns.id'),
        widthPx: 300,
        minWidthPx: 160,
        value: ({ group }) => group.groupId,
        cell: ({ group }) => <IdCell id={group.groupId} />,
      },
    ],
    [t, menu, actions, refusal],
  )
}

/** Columns that are hidden at first. */
function listCounts(t: Translator<'statusGroups.list'>): Array<RecordColumn<GroupRow>> {
  return [
    {
      id: 'description',
      label: t('columns.description'),
      widthPx: 260,
      minWidthPx: 120,
      isSearched: true,
      value: ({ group }) => group.description,
    },
    {
      id: 'statusCount',
      label: t('columns.statusCount'),
      kind: 'number',
      widthPx: 112,
      value: ({ group }) => group.options.length,
    },
    {
      id: 'typeCount',
      label: t('columns.typeCount'),
      kind: 'number',
      widthPx: 96,
      value: ({ types }) => types.length,
    },
  ]
}
