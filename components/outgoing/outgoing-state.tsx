'use client'

import { useTranslations } from 'next-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import type { OutgoingDelivery } from '@/lib/outgoing/schema'

const stateTones: Readonly<Record<OutgoingDelivery['state'], Tone>> = {
  waiting: 'neutral',
  delivered: 'good',
  failed: 'bad',
  cancelled: 'unknown',
}

export function OutgoingState({ state }: Pick<OutgoingDelivery, 'state'>) {
  return <Badge tone={stateTones[state]}>{useTranslations('outgoing')(`states.${state}`)}</Badge>
}
