import { useLocale, useTranslations } from 'next-intl'
import { classNames } from '@/lib/browser/class-names'
import { defaultLanguage, intlTag, type PageLanguage } from '@/lib/messages/languages'

const clamp = (percentage: number) => Math.min(100, Math.max(0, percentage))

/** A percentage as people read it: whole, with one decimal only below 10. Never "100%" for less than all. */
export function formatPercentage(percentage: number, language: PageLanguage = defaultLanguage): string {
  const rounded = percentage < 10 ? Math.round(percentage * 10) / 10 : Math.round(percentage)
  const shown = rounded >= 100 && percentage < 100 ? 99 : rounded
  return new Intl.NumberFormat(intlTag(language), { style: 'percent', maximumFractionDigits: 1 }).format(shown / 100)
}

/** A score as a ring around its number. Drawn with attributes, because our policy refuses style attributes. */
export function ScoreRing({
  percentage,
  label,
  size = 64,
}: {
  percentage: number | null
  label?: string
  size?: number
}) {
  const t = useTranslations('common.score')
  const language = useLocale()
  const text = percentage === null ? '–' : formatPercentage(percentage, language)
  const name = label ?? t('label')
  return (
    <svg
      role="img"
      aria-label={percentage === null ? t('none', { label: name }) : t('value', { label: name, score: text })}
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
          className="stroke-accent"
        />
      )}
      <text
        x="32"
        y="33"
        textAnchor="middle"
        dominantBaseline="middle"
        fontSize="15"
        className="fill-ink font-semibold tabular-nums"
      >
        {text}
      </text>
    </svg>
  )
}

/** A score as a thin bar and a number, for table cells and section headings. */
export function ScoreBar({ percentage, className }: { percentage: number; className?: string }) {
  const language = useLocale()
  return (
    <span className={classNames('inline-flex items-center gap-2 tabular-nums', className)}>
      <svg aria-hidden width="40" height="4" viewBox="0 0 40 4" className="shrink-0">
        <rect width="40" height="4" rx="2" className="fill-line" />
        <rect width={clamp(percentage) * 0.4} height="4" rx="2" className="fill-accent" />
      </svg>
      {formatPercentage(percentage, language)}
    </span>
  )
}
