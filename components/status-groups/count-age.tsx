'use client'

import { useTranslations } from 'next-intl'
import { Spinner } from '@/components/ui/spinner'
import { Time } from '@/components/ui/dates/time'
import { describeError } from '@/lib/browser/describe-error'
import type { Reach } from '@/lib/status-groups/schema'

export interface Recounting {
  isCounting: boolean
  /** When the assets of these types were last counted; other types may have been counted earlier. */
  countedAt?: string | null
  error: Error | null
}

/** The age of the numbers that a decision is based on. */
export function CountAge({ reach, recounting }: { reach: Reach | undefined; recounting: Recounting }) {
  const t = useTranslations('statusGroups.counts')
  if (reach === undefined) return null
  if (reach.assets === 'refused') return <p className="text-xs text-ink-muted">{t('refused')}</p>
  const known = [reach.assetsAsOf, recounting.countedAt ?? null].filter((at) => at !== null)
  const countedAt = known.toSorted((one, other) => Date.parse(other) - Date.parse(one))[0] ?? null
  if (recounting.isCounting)
    return (
      <p className="flex items-center gap-1.5 text-xs text-ink-muted">
        <Spinner size={12} /> {t('recounting')}
      </p>
    )
  const countedTime = countedAt !== null && <Time value={countedAt} format="relative" />
  return (
    <p className="text-xs text-ink-muted">
      {recounting.error !== null && (
        <span className="text-attention">{t('failed', { reason: describeError(recounting.error).message })} </span>
      )}
      {countedAt === null ? t('never') : t.rich('at', { time: () => countedTime })}
    </p>
  )
}
