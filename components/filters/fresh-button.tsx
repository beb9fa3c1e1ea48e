'use client'

import { ArrowUp, RefreshCw } from 'lucide-react'
import { classNames } from '@/lib/browser/class-names'
import { formatCount } from '@/lib/browser/numbers'

/** Offers the list as it is now: new rows on top by number, else rows that would move. It lies over the head, no row moves for it. */
export function FreshButton({
  fresh,
  noun = 'list',
  isLow = false,
  onClick,
}: {
  /** How many rows are new; `isMore` when there may be more than were counted. */
  fresh: { count: number; isMore: boolean }
  noun?: 'list' | 'wall'
  /** The place over the head is taken. */
  isLow?: boolean
  onClick: () => void
}) {
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
          <ArrowUp aria-hidden size={16} /> {formatCount(fresh.count)}
          {fresh.isMore && '+'} new
        </>
      ) : (
        <>
          <RefreshCw aria-hidden size={14} /> Update the {noun}
        </>
      )}
    </button>
  )
}
