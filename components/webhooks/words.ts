import type { Tone } from '@/components/ui/badge'
import type { DeliveryState, Subscription, WebhookStatus } from '@/lib/webhooks/schema'

export const stateTones: Readonly<Record<DeliveryState, Tone>> = {
  waiting: 'accent',
  done: 'good',
  ignored: 'neutral',
  failed: 'bad',
  unreadable: 'attention',
}

/** Where the secret comes from, in words. */
export function describeSecret({ secret }: WebhookStatus): { tone: Tone; words: string; hint: string } {
  if (secret.source === 'none')
    return {
      tone: 'attention',
      words: 'Not known',
      hint: 'Every delivery is refused until there is one: fetch it from the service under Subscriptions, or set WEBHOOK_SECRET.',
    }
  const previous = secret.hasPrevious ? ' The one of WEBHOOK_SECRET_PREVIOUS is accepted too.' : ''
  const hint = secret.source === 'setting' ? `From WEBHOOK_SECRET.${previous}` : 'Fetched from the service.'
  return { tone: 'good', words: 'Known', hint }
}

/** How a delivery shows that it is the service's. */
export function describeScheme({ scheme, header }: Pick<WebhookStatus, 'scheme' | 'header'>): string {
  return scheme === 'hmac-sha256' ? `HMAC-SHA256 of the body in ${header}` : `The secret itself in ${header}`
}

/** Whether a subscription sends, in words. */
export function describeEnabled({ enabled }: Pick<Subscription, 'enabled'>): { tone: Tone; words: string } {
  if (enabled === null) return { tone: 'unknown', words: 'Not told' }
  return enabled ? { tone: 'good', words: 'On' } : { tone: 'neutral', words: 'Off' }
}
