'use client'

import { ArrowUp, RefreshCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { classNames } from '@/lib/browser/class-names'

/**
 * Offers to update a list, with the number of new rows. It is in a header or covers the first row, so that no row
 * moves.
 */
export function FreshButton({
  fresh,
  noun = 'list',
  isInline = false,
  onClick,
}: {
  /** The number of new rows; `isMore` when there may be more. */
  fresh: { count: number; isMore: boolean }
  noun?: 'list' | 'wall'
  isInline?: boolean
  onClick: () => void
}) {
  const t = useTranslations('shell.fresh')
  return (
    <button
      type="button"
      onClick={onClick}
      className={classNames(
        'flex items-center gap-1.5 rounded-full bg-accent font-medium whitespace-nowrap text-accent-on hover:bg-accent-hover',
        isInline
          ? 'h-6 shrink-0 px-2.5 text-xs'
          : 'absolute left-1/2 z-10 h-7 -translate-x-1/2 px-3 text-sm shadow-float',
        // Placed below the column headers.
        !isInline && (noun === 'list' ? 'top-10' : 'top-1'),
      )}
    >
      {fresh.count > 0 ? (
        <>
          <ArrowUp aria-hidden size={16} /> {t(fresh.isMore ? 'moreThan' : 'new', { count: fresh.count })}
        </>
      ) : (
        <>
          <RefreshCw aria-hidden size={14} /> {t(`actions.update.${noun}`)}
        </>
      )}
    </button>
  )
}
