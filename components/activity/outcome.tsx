import { Badge, type Tone } from '@/components/ui/badge'
import type { ActivityEntry, ActivityOutcome } from '@/lib/activity/schema'
import { outcomeWords } from '@/lib/activity/view'

const tones: Record<ActivityOutcome, Tone> = {
  pending: 'accent',
  done: 'good',
  failed: 'bad',
  unknown: 'unknown',
}

/** How an entry ended. A sign-in that was refused is no failure of the console. */
export function OutcomeBadge({ outcome, action }: Pick<ActivityEntry, 'outcome' | 'action'>) {
  const isRefusal = (action === 'session.sign-in' || action === 'session.prove') && outcome === 'failed'
  return <Badge tone={tones[outcome]}>{isRefusal ? 'Refused' : outcomeWords[outcome]}</Badge>
}

/** Whether more of it will be known. */
export function isOpenEntry({ outcome, bulk }: Pick<ActivityEntry, 'outcome' | 'bulk'>): boolean {
  return outcome === 'pending' || outcome === 'unknown' || (bulk != null && bulk.open > 0)
}
