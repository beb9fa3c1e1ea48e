import { RestoreButton } from '@/components/asset-changes/restore-button'
import type { ActivityEntry } from '@/lib/activity/schema'
import { formatCount } from '@/lib/browser/numbers'

/** Statuses that an entry kept because it cleared or moved them, and the way to set them again. */
export function KeptStatuses({ entry }: { entry: Pick<ActivityEntry, 'activityId' | 'snapshotCount' | 'outcome'> }) {
  const { snapshotCount, outcome, activityId } = entry
  if (snapshotCount === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 pt-1 text-sm text-ink-muted">
      <span>
        The {snapshotCount === 1 ? 'status' : 'statuses'} of {formatCount(snapshotCount)}{' '}
        {snapshotCount === 1 ? 'asset' : 'assets'} from before {snapshotCount === 1 ? 'is' : 'are'} kept.
      </span>
      {outcome !== 'failed' && <RestoreButton source={{ activityId }} count={snapshotCount} />}
    </div>
  )
}
