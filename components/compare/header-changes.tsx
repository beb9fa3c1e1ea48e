import { ArrowRight } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { formatPercentage } from '@/components/ui/score'
import { Time } from '@/components/ui/dates/time'
import type { HeaderChange } from '@/lib/compare/diff-schema'
import type { PageLanguage } from '@/lib/messages/languages'
import type { Translator } from '@/lib/messages/translator'
import type { ReportScore } from '@/lib/report/schema'

/** The details of an inspection that differ, before and after. */
export function HeaderChanges({ changes }: { changes: readonly HeaderChange[] }) {
  const t = useTranslations('compare.header')
  return (
    <dl className="divide-y divide-line rounded-md border border-line bg-surface">
      {changes.map((change) => (
        <div key={change.field} className="grid gap-x-6 gap-y-1 px-4 py-2.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <dt className="text-sm text-ink-muted">{t(change.field)}</dt>
          <dd className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 text-ink-muted wrap-anywhere">
              <span className="sr-only">{t('before')} </span>
              <HeaderValue change={change} side="left" />
            </span>
            <ArrowRight aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-ink-muted" />
            <span className="min-w-0 font-medium wrap-anywhere">
              <span className="sr-only">{t('after')} </span>
              <HeaderValue change={change} side="right" />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function HeaderValue({ change, side }: { change: HeaderChange; side: 'left' | 'right' }) {
  const t = useTranslations('compare.header')
  const language = useLocale()
  switch (change.field) {
    case 'startedAt':
    case 'completedAt': {
      const at = change[side]
      return at === null ? t('notYet') : <Time value={at} />
    }
    case 'score':
      return formatScore(t, change[side], language)
    case 'archived':
      return t(change[side] ? 'yes' : 'no')
    default:
      return change[side] ?? t('missing')
  }
}

function formatScore(t: Translator<'compare.header'>, score: ReportScore | null, language: PageLanguage): string {
  if (score === null) return t('notScored')
  const points =
    score.max === null ? String(score.score) : t('points', { score: String(score.score), max: String(score.max) })
  return score.percentage === null
    ? points
    : t('percentageWithPoints', { percentage: formatPercentage(score.percentage, language), points })
}
