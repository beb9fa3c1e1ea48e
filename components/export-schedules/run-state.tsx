'use client'

import { useTranslations } from 'next-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import type { ExportRun } from '@/lib/export-schedules/schema'

const stateTones: Readonly<Record<ExportRun['state'], Tone>> = {
  waiting: 'neutral',
  running: 'neutral',
  done: 'good',
  failed: 'bad',
  cancelled: 'unknown',
}

export function RunState({ state }: Pick<ExportRun, 'state'>) {
  return <Badge tone={stateTones[state]}>{useTranslations('exportSchedules')(`states.${state}`)}</Badge>
}
