import { useTranslations } from 'next-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import { nameOutcome } from '@/lib/activity/model'
import type { ActivityEntry, ActivityOutcome } from '@/lib/activity/schema'

const tones: Record<ActivityOutcome, Tone> = {
  pending: 'accent',
  done: 'good',
  failed: 'bad',
  unknown: 'unknown',
}

export function OutcomeBadge({ outcome, action }: Pick<ActivityEntry, 'outcome' | 'action'>) {
  const t = useTranslations('activity.outcomes')
  return <Badge tone={tones[outcome]}>{t(nameOutcome({ outcome, action }))}</Badge>
}

/** Whether the outcome of an entry can still change. */
export function isOpenEntry({ outcome, bulk }: Pick<ActivityEntry, 'outcome' | 'bulk'>): boolean {
  return outcome === 'pending' || outcome === 'unknown' || (bulk != null && bulk.open > 0)
}
