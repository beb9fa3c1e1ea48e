import { useTranslations } from 'next-intl'
import { RestoreOfEntry } from '@/components/asset-changes/restore-of-entry'
import type { ActivityEntry } from '@/lib/activity/schema'

type Entry = Pick<ActivityEntry, 'activityId' | 'action' | 'after' | 'snapshotCount' | 'outcome'>

/** Statuses that an entry kept because it cleared or replaced them, with a button to restore those that can be. */
export function KeptStatuses({ entry }: { entry: Entry }) {
  const { snapshotCount, outcome, activityId } = entry
  const t = useTranslations('activity')
  const deletionId = readDeletion(entry)
  if (deletionId !== null) return <RestoreOfEntry activityId={deletionId} />
  if (snapshotCount === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 pt-1 text-sm text-ink-muted">
      <span>{t('kept', { count: snapshotCount })}</span>
      {outcome !== 'failed' && <RestoreOfEntry activityId={activityId} />}
    </div>
  )
}

/**
 * The deletion that an entry has undone; otherwise null. The deletion is in the history of the old group, which has no
 * page any more, so its statuses are restored in the history of the new one.
 */
function readDeletion({ action, after, outcome }: Entry): string | null {
  if (action !== 'status-group.recreate' || outcome === 'failed') return null
  const id = typeof after === 'object' && after !== null && 'ofActivityId' in after ? after.ofActivityId : null
  return typeof id === 'string' ? id : null
}
