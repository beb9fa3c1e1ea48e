import { useTranslations } from 'next-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import type { ActivityEntry, ActivityOutcome } from '@/lib/activity/schema'

const tones: Record<ActivityOutcome, Tone> = {
  pending: 'accent',
  done: 'good',
  failed: 'bad',
  unknown: 'unknown',
}

type Ended = Pick<ActivityEntry, 'outcome' | 'action'>

/** How an entry ended. A refused sign-in is not a failure of Sightline. */
export function nameOutcome({ outcome, action }: Ended): ActivityOutcome | 'refused' {
  const isRefusal = (action === 'session.sign-in' || action === 'session.prove') && outcome === 'failed'
  return isRefusal ? 'refused' : outcome
}

export function OutcomeBadge({ outcome, action }: Ended) {
  const t = useTranslations('activity.outcomes')
  return <Badge tone={tones[outcome]}>{t(nameOutcome({ outcome, action }))}</Badge>
}

/** Whether the outcome of an entry can still change. */
export function isOpenEntry({ outcome, bulk }: Pick<ActivityEntry, 'outcome' | 'bulk'>): boolean {
  return outcome === 'pending' || outcome === 'unknown' || (bulk != null && bulk.open > 0)
}
