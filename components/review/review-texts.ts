import { CircleCheck, CircleDashed, Flag, type LucideIcon } from 'lucide-react'
import type { Tone } from '@/components/ui/badge'
import type { InspectionRow } from '@/lib/inspections/schema'
import type { Translator } from '@/lib/messages/translator'
import { namesIn, titleOf } from '@/lib/report/names-model'
import type { ReviewState } from '@/lib/review/schema'

/** The look of a review state: never color alone. Its name is the message `review.states`. */
export const stateStyles: Readonly<Record<ReviewState, { words: string; tone: Tone; icon: LucideIcon; ink: string }>> =
  {
    unreviewed: { words: 'Unreviewed', tone: 'neutral', icon: CircleDashed, ink: 'text-ink-muted' },
    reviewed: { words: 'Reviewed', tone: 'good', icon: CircleCheck, ink: 'text-good' },
    'follow-up': { words: 'Follow-up', tone: 'attention', icon: Flag, ink: 'text-attention' },
  }

/** The name of an inspection of which only the row is known. */
export function nameRow(
  t: Translator<'reportNames'>,
  row: Pick<InspectionRow, 'title' | 'templateName'> | undefined,
): string {
  return row === undefined ? t('unknown') : titleOf(row, namesIn(t))
}
