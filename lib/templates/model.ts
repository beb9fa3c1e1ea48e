import type { ScoreThresholds } from './schema'

/** For templates without thresholds of their own. */
export const defaultThresholds: ScoreThresholds = { attentionFrom: 50, goodFrom: 80 }

/** What a score means. `neutral`: nothing yet, because the inspection is in progress or has no score. */
export type ScoreRating = 'good' | 'attention' | 'bad' | 'neutral'

/** What a score of 0 to 100 means by the thresholds of its template. */
export function rateScore(
  percentage: number | null,
  { thresholds = defaultThresholds, isCompleted }: { thresholds?: ScoreThresholds | undefined; isCompleted: boolean },
): ScoreRating {
  if (percentage === null || !isCompleted) return 'neutral'
  if (percentage >= thresholds.goodFrom) return 'good'
  return percentage >= thresholds.attentionFrom ? 'attention' : 'bad'
}
