'use client'

import { Button } from '@/components/ui/button'
import { useTimeStyle } from '@/lib/browser/preferences-context'
import { formatDateTime, formatOffset } from '@/lib/time/time-format'
import { useZone } from '@/lib/browser/zone'
import type { ViewMode } from '@/lib/report/view'
import type { Print } from './use-print'

const modeWords: Record<ViewMode, string> = {
  filled: 'All answers in the order of the form.',
  'failed-first': 'Failed answers first, then all others in the order of the form.',
  'failed-only': 'Failed answers only.',
}

/** What paper has to say of itself and a screen has not: the version, the zone of its times, and what was left out. */
export function PrintNote({ modifiedAt, mode }: { modifiedAt: string; mode: ViewMode }) {
  const { zone } = useZone()
  const style = useTimeStyle()
  const at = Date.parse(modifiedAt)
  if (Number.isNaN(at)) return null
  return (
    <p className="hidden text-xs text-ink-muted print:block">
      Version of {formatDateTime(at, zone, style)}. Times are in{' '}
      {zone === 'UTC' ? 'UTC' : `${zone} (${formatOffset(at, zone)})`}. {modeWords[mode]}
    </p>
  )
}

/** While a long report is drawn for paper: how far that is, and the way out. */
export function PrintProgress({ print: { progress, cancel } }: { print: Print }) {
  if (progress === null) return null
  const { drawn, total } = progress
  return (
    <div className="sticky top-14 z-20 flex flex-wrap items-center gap-3 rounded border border-line bg-raised p-3 text-sm print:hidden">
      <output className="min-w-0 flex-1 tabular-nums">
        Preparing the whole report for print: {Math.floor((drawn / Math.max(total, 1)) * 100)}%
      </output>
      <Button size="sm" onClick={cancel}>
        Cancel
      </Button>
    </div>
  )
}

/** On paper alone: how many pictures are not there, and how to have them. */
export function MissingPictures({ print: { missing, isPreparing } }: { print: Print }) {
  if (missing === 0) return null
  const one = missing === 1
  const pictures = one ? '1 picture' : `${missing} pictures`
  return (
    <p className="hidden text-xs text-ink-muted print:block">
      {isPreparing
        ? `${pictures} did not come in time and ${one ? 'is' : 'are'} missing here.`
        : `${pictures} ${one ? 'was' : 'were'} not read yet when the browser’s own menu printed this, and may be missing. Print on the page itself reads all of them first.`}
    </p>
  )
}
