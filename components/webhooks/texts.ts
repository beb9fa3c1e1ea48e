import type { Tone } from '@/components/ui/badge'
import type { DeliveryState, Subscription } from '@/lib/webhooks/schema'

export const stateTones: Readonly<Record<DeliveryState, Tone>> = {
  waiting: 'accent',
  done: 'good',
  ignored: 'neutral',
  failed: 'bad',
  unreadable: 'attention',
}

/** Whether a subscription sends: its tone, and its key in `webhooks.subscriptions`; null when that is unknown. */
export function describeEnabled({ enabled }: Pick<Subscription, 'enabled'>): { tone: Tone; key: 'on' | 'off' | null } {
  if (enabled === null) return { tone: 'unknown', key: null }
  return enabled ? { tone: 'good', key: 'on' } : { tone: 'neutral', key: 'off' }
}
