import { useTranslations } from 'next-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import type { ActivityEntry, ActivityOutcome } from '@/lib/activity/schema'

const tones: Record<ActivityOutcome, Tone> = {
  pending: 'accent',
  done: 'good',
  failed: 'bad',
  unknown: 'unknown',
}

/** How an entry ended. A refused sign-in is not a failure of Sightline. */
export function OutcomeBadge({ outcome, action }: Pick<ActivityEntry, 'outcome' | 'action'>) {
  const t = useTranslations('activity.outcomes')
  const isRefusal = (action === 'session.sign-in' || action === 'session.prove') && outcome === 'failed'
  return <Badge tone={tones[outcome]}>{t(isRefusal ? 'refused' : outcome)}</Badge>
}

/** Whether the outcome of an entry can still change. */
export function isOpenEntry({ outcome, bulk }: Pick<ActivityEntry, 'outcome' | 'bulk'>): boolean {
  return outcome === 'pending' || outcome === 'unknown' || (bulk != null && bulk.open > 0)
}
