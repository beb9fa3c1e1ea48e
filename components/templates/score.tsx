'use client'

import { ScoreBar, ScoreRing, ScoreText } from '@/components/ui/score'
import { rateScore } from '@/lib/templates/model'
import { useThresholds } from './score-thresholds'

const looks = { ring: ScoreRing, bar: ScoreBar, text: ScoreText }

/**
 * A score of 0 to 100, with the color and mark that the thresholds of its template give it. It is neutral while the
 * inspection is in progress, and has no value while nothing has scored.
 */
export function Score({
  look,
  size,
  templateId,
  percentage,
  isCompleted,
}: {
  look: keyof typeof looks
  /** Of a ring, in pixels. */
  size?: number
  templateId: string | null
  percentage: number | null
  isCompleted: boolean
}) {
  const thresholds = useThresholds(templateId)
  const shown = !isCompleted && percentage === 0 ? null : percentage
  const tone = rateScore(shown, { thresholds, isCompleted })
  if (look === 'ring') return <ScoreRing percentage={shown} tone={tone} {...(size === undefined ? {} : { size })} />
  const Look = looks[look]
  return <Look percentage={shown} tone={tone} />
}
