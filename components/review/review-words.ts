import { CircleCheck, CircleDashed, Flag, type LucideIcon } from 'lucide-react'
import type { Tone } from '@/components/ui/badge'
import { formatCount } from '@/lib/browser/numbers'
import type { InspectionRow } from '@/lib/inspections/schema'
import type { QueueOrder, ReviewState } from '@/lib/review/schema'

/** A review state for eyes and ears: never by its colour alone. */
export const stateLooks: Readonly<Record<ReviewState, { words: string; tone: Tone; icon: LucideIcon; ink: string }>> = {
  unreviewed: { words: 'Unreviewed', tone: 'neutral', icon: CircleDashed, ink: 'text-ink-muted' },
  reviewed: { words: 'Reviewed', tone: 'good', icon: CircleCheck, ink: 'text-good' },
  'follow-up': { words: 'Follow-up', tone: 'attention', icon: Flag, ink: 'text-attention' },
}

export const orderWords: Readonly<Record<QueueOrder, string>> = {
  'failures-first': 'Failures first',
  newest: 'Newest first',
  oldest: 'Oldest first',
}

/** What to call an inspection of which a row is all that is known. */
export function nameRow(row: Pick<InspectionRow, 'title' | 'templateName'> | undefined): string {
  if (row === undefined) return 'Inspection'
  return row.title ?? (row.templateName === null ? 'Untitled inspection' : `Untitled ${row.templateName}`)
}

/** `1 failed`, `2 photos`: a number with its noun. */
export function count(number: number, one: string, many: string): string {
  return `${formatCount(number)} ${number === 1 ? one : many}`
}
