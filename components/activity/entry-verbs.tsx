'use client'

import { useTranslations } from 'next-intl'
import { BulkFiles, type FileField } from '@/components/ui/data-table/records/bulk-files'
import { isSelected, type Selection } from '@/components/ui/data-table/selection/selection'
import type { SelectionStore } from '@/components/ui/data-table/selection/selection-store'
import type { TableLook } from '@/components/ui/data-table/table-types'
import { activityColumns, type ActivityColumnId } from '@/lib/activity/columns'
import { nameAction, nameObjectKind, nameOutcome } from '@/lib/activity/model'
import type { ActivityEntry } from '@/lib/activity/schema'
import { writeSentence } from '@/lib/activity/sentence-model'

/** Saves and copies selected entries. */
export function EntryVerbs({
  selection,
  store,
  entries,
  hasMore,
  look,
}: {
  selection: Selection
  store: SelectionStore<string, ActivityEntry>
  /** The loaded entries, for "all matching", which is offered only when all are loaded. */
  entries: readonly ActivityEntry[]
  hasMore: boolean
  look: TableLook
}) {
  const t = useTranslations('activity')
  const common = useTranslations('shell.table.selection')
  const write = (entry: ActivityEntry) => writeSentence(t, entry)
  const values: Readonly<Record<ActivityColumnId, FileField<ActivityEntry>['value']>> = {
    entry: write,
    at: ({ at }) => ({ time: at }),
    person: ({ actorName }) => actorName,
    email: ({ actorEmail }) => actorEmail,
    action: ({ action }) => nameAction(t, action),
    kind: ({ objectKind }) => nameObjectKind(t, objectKind),
    object: ({ objectName }) => objectName,
    objectId: ({ objectId }) => objectId,
    outcome: (entry) => t(`outcomes.${nameOutcome(entry)}`),
    note: ({ outcomeNote }) => outcomeNote,
    ended: ({ finishedAt }) => (finishedAt === null ? null : { time: finishedAt }),
    address: ({ address }) => address,
    request: ({ requestId }) => requestId,
    id: ({ activityId }) => activityId,
  }
  const load = () =>
    Promise.resolve(
      selection.kind === 'ids'
        ? selection.ids.flatMap((id) => store.readSeen().get(id) ?? [])
        : entries.filter(({ activityId }) => isSelected(selection, activityId)),
    )
  return (
    <BulkFiles
      name="activity"
      fields={look.shown.flatMap(({ id: shown }) =>
        activityColumns
          .filter(({ id }) => id === shown)
          .map(({ id }) => ({ label: t(`columns.${id}`), value: values[id] })),
      )}
      copies={[
        { id: 'sentences', label: t('columns.entry'), textOf: write },
        { id: 'ids', label: common('ids'), textOf: ({ activityId }) => activityId },
      ]}
      load={selection.kind === 'matching' && hasMore ? null : load}
    />
  )
}
