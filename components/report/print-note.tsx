'use client'

import { formatDateTime, formatOffset } from '@/lib/browser/time-format'
import { useZone } from '@/lib/browser/zone'
import type { ViewMode } from '@/lib/report/view'

const modeWords: Record<ViewMode, string> = {
  filled: 'All answers in the order of the form.',
  'failed-first': 'Failed answers first, then all others in the order of the form.',
  'failed-only': 'Failed answers only.',
}

/** What paper has to say of itself and a screen has not: the version, the zone of its times, and what was left out. */
export function PrintNote({ modifiedAt, mode }: { modifiedAt: string; mode: ViewMode }) {
  const { zone } = useZone()
  const at = Date.parse(modifiedAt)
  if (Number.isNaN(at)) return null
  return (
    <p className="hidden text-xs text-ink-muted print:block">
      Version of {formatDateTime(at, zone)}. Times are in{' '}
      {zone === 'UTC' ? 'UTC' : `${zone} (${formatOffset(at, zone)})`}. {modeWords[mode]}
    </p>
  )
}
