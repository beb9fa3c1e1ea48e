'use client'

import { Spinner } from '@/components/ui/spinner'
import { Time } from '@/components/ui/time'
import { describeError } from '@/lib/browser/describe-error'
import type { Reach } from '@/lib/status-groups/schema'

export interface Recounting {
  isCounting: boolean
  /** When those of the group's types were last counted for this; other types may have been counted before. */
  countedAt?: string | null
  error: Error | null
}

/** How old the numbers are that one decides by. */
export function CountAge({ reach, recounting }: { reach: Reach | undefined; recounting: Recounting }) {
  if (reach === undefined) return null
  if (reach.assets === 'refused')
    return (
      <p className="text-xs text-ink-muted">The service does not let this token list assets: nothing is counted.</p>
    )
  const known = [reach.assetsAsOf, recounting.countedAt ?? null].filter((at) => at !== null)
  const countedAt = known.toSorted((one, other) => Date.parse(other) - Date.parse(one))[0] ?? null
  if (recounting.isCounting)
    return (
      <p className="flex items-center gap-1.5 text-xs text-ink-muted">
        <Spinner size={12} /> Counting again …
      </p>
    )
  return (
    <p className="text-xs text-ink-muted">
      {recounting.error !== null && (
        <span className="text-attention">
          They could not be counted again: {describeError(recounting.error).message}{' '}
        </span>
      )}
      {countedAt === null ? (
        'Not counted yet.'
      ) : (
        <>
          Counted <Time value={countedAt} format="relative" />.
        </>
      )}
    </p>
  )
}
