import { useLocale, useTranslations } from 'next-intl'
import { type Tone, toneIcons } from '@/components/ui/badge'
import { classNames } from '@/lib/browser/class-names'
import { defaultLanguage, intlTag, type PageLanguage } from '@/lib/messages/languages'
import { keepFormats } from '@/lib/time/time-format'

const clamp = (percentage: number) => Math.min(100, Math.max(0, percentage))

const getPercentFormat = keepFormats(
  (language: PageLanguage) => new Intl.NumberFormat(intlTag(language), { style: 'percent', maximumFractionDigits: 1 }),
)

/** A percentage as text: a whole number, or one decimal below 10. Never shows "100%" for less than 100. */
export function formatPercentage(percentage: number, language: PageLanguage = defaultLanguage): string {
  const rounded = percentage < 10 ? Math.round(percentage * 10) / 10 : Math.round(percentage)
  const shown = rounded >= 100 && percentage < 100 ? 99 : rounded
  return getPercentFormat(language).format(shown / 100)
}

/** The rating of a score. Each rating except `neutral` has a color and a mark. */
export type ScoreTone = Extract<Tone, 'good' | 'attention' | 'bad' | 'neutral'>

interface ScoreLookProps {
  percentage: number | null
  tone: ScoreTone
}

const strokes: Record<ScoreTone, string> = {
  good: 'stroke-good',
  attention: 'stroke-attention',
  bad: 'stroke-bad',
  neutral: 'stroke-line-strong',
}
const fills: Record<ScoreTone, string> = {
  good: 'fill-good',
  attention: 'fill-attention',
  bad: 'fill-bad',
  neutral: 'fill-line-strong',
}
const inks: Record<ScoreTone, string> = {
  good: 'text-good',
  attention: 'text-attention',
  bad: 'text-bad',
  neutral: 'text-ink-muted',
}

/**
 * A score as a ring around its number. Drawn with SVG attributes, because our content security policy forbids style
 * attributes.
 */
export function ScoreRing({ percentage, tone, size = 64 }: ScoreLookProps & { size?: number }) {
  const t = useTranslations('common.score')
  const language = useLocale()
  const text = percentage === null ? '–' : formatPercentage(percentage, language)
  const Mark = toneIcons[tone]
  return (
    <svg
      role="img"
      aria-label={percentage === null ? t('none') : t('value', { score: text, rating: tone })}
      width={size}
      height={size}
      viewBox="0 0 64 64"
      className="shrink-0"
    >
      <circle cx="32" cy="32" r="28" fill="none" strokeWidth="6" className="stroke-raised" />
      {percentage !== null && percentage > 0 && (
        <circle
          cx="32"
          cy="32"
          r="28"
          fill="none"
          strokeWidth="6"
          pathLength="100"
          strokeDasharray={`${clamp(percentage)} 100`}
          transform="rotate(-90 32 32)"
          className={strokes[tone]}
        />
      )}
      <text
        x="32"
        y={Mark === null ? 33 : 29}
        textAnchor="middle"
        dominantBaseline="middle"
        fontSize="15"
        className="fill-ink font-semibold tabular-nums"
      >
        {text}
      </text>
      {Mark !== null && <Mark x="25" y="38" size={14} strokeWidth={2.25} className={inks[tone]} />}
    </svg>
  )
}

/** A score as a mark, a thin bar and a number, for table cells and section headings. */
export function ScoreBar({ percentage, tone }: ScoreLookProps) {
  const language = useLocale()
  if (percentage === null) return <NoScore />
  return (
    <span className="inline-flex items-center gap-1.5 tabular-nums">
      <ScoreMark tone={tone} isWide />
      <svg aria-hidden width="32" height="4" viewBox="0 0 32 4" className="shrink-0">
        <rect width="32" height="4" rx="2" className="fill-line" />
        <rect width={clamp(percentage) * 0.32} height="4" rx="2" className={fills[tone]} />
      </svg>
      {formatPercentage(percentage, language)}
    </span>
  )
}

/** A score as a mark and a number, where there is little room. */
export function ScoreText({ percentage, tone }: ScoreLookProps) {
  const language = useLocale()
  if (percentage === null) return <NoScore />
  return (
    <span className="inline-flex items-center gap-1 tabular-nums">
      <ScoreMark tone={tone} />
      {formatPercentage(percentage, language)}
    </span>
  )
}

/** `isWide`: reserves space even without a mark, so that the bars of a column line up. */
function ScoreMark({ tone, isWide = false }: { tone: ScoreTone; isWide?: boolean }) {
  const t = useTranslations('common.score')
  const Mark = toneIcons[tone]
  if (Mark === null || tone === 'neutral') return isWide ? <span aria-hidden className="w-3 shrink-0" /> : null
  return (
    <span className={classNames('inline-flex shrink-0', inks[tone])}>
      <Mark aria-hidden size={12} strokeWidth={2.25} />
      <span className="sr-only">{t('rating', { rating: tone })} </span>
    </span>
  )
}

function NoScore() {
  return <span className="text-ink-muted">–</span>
}
