'use client'

import { ArrowUp, RefreshCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { classNames } from '@/lib/browser/class-names'

/** Offers to update the list, with the number of new rows. It covers the header, so that no row moves. */
export function FreshButton({
  fresh,
  noun = 'list',
  isLow = false,
  onClick,
}: {
  /** The number of new rows; `isMore` when there may be more. */
  fresh: { count: number; isMore: boolean }
  noun?: 'list' | 'wall'
  /** The selection bar covers the header. */
  isLow?: boolean
  onClick: () => void
}) {
  const t = useTranslations('filters.fresh')
  return (
    <button
      type="button"
      onClick={onClick}
      className={classNames(
        'absolute left-1/2 z-10 flex h-7 -translate-x-1/2 items-center gap-1.5 rounded-full bg-accent px-3 text-sm font-medium whitespace-nowrap text-accent-on shadow-float hover:bg-accent-hover',
        isLow ? 'top-10' : 'top-1',
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
