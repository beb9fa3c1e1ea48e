import { CircleCheck, CircleDashed, Flag, type LucideIcon } from 'lucide-react'
import type { Tone } from '@/components/ui/badge'
import type { InspectionRow } from '@/lib/inspections/schema'
import type { Translator } from '@/lib/messages/translator'
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
  t: Translator<'review.names'>,
  row: Pick<InspectionRow, 'title' | 'templateName'> | undefined,
): string {
  if (row === undefined) return t('unknown')
  return row.title ?? (row.templateName === null ? t('untitled') : t('untitledOf', { template: row.templateName }))
}
