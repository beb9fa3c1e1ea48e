import type { ScoreThresholds } from './schema'

/** The thresholds for templates without their own. */
export const defaultThresholds: ScoreThresholds = { attentionFrom: 50, goodFrom: 80 }

/** The rating of a score. `neutral`: there is no rating, because the inspection is in progress or has no score. */
export type ScoreRating = 'good' | 'attention' | 'bad' | 'neutral'

/** The rating of a score from 0 to 100 by the thresholds of its template. */
export function rateScore(
  percentage: number | null,
  { thresholds = defaultThresholds, isCompleted }: { thresholds?: ScoreThresholds | undefined; isCompleted: boolean },
): ScoreRating {
  if (percentage === null || !isCompleted) return 'neutral'
  if (percentage >= thresholds.goodFrom) return 'good'
  return percentage >= thresholds.attentionFrom ? 'attention' : 'bad'
}
