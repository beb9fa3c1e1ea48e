import { useTranslations } from 'next-intl'
import { RestoreOfEntry } from '@/components/asset-changes/restore-of-entry'
import type { ActivityEntry } from '@/lib/activity/schema'

/** Statuses that an entry kept because it cleared or replaced them, with a button to restore those that can be. */
export function KeptStatuses({ entry }: { entry: Pick<ActivityEntry, 'activityId' | 'snapshotCount' | 'outcome'> }) {
  const { snapshotCount, outcome, activityId } = entry
  const t = useTranslations('activity')
  if (snapshotCount === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 pt-1 text-sm text-ink-muted">
      <span>{t('kept', { count: snapshotCount })}</span>
      {outcome !== 'failed' && <RestoreOfEntry activityId={activityId} />}
    </div>
  )
}
