'use client'

import { ChevronRight } from 'lucide-react'
import { useFormatter } from 'next-intl'
import { classNames } from '@/lib/browser/class-names'
import { useMounted } from '@/lib/browser/now'
import type { GroupHead } from './table-types'

/** The header of a group of rows: its name, its number of rows, and a button that opens or closes the group. */
export function GroupRow({
  id,
  position,
  head: { label, count, isOpen, toggle },
  rowHeight,
  isActive,
  onPick,
}: {
  id: string
  position: number
  head: GroupHead
  rowHeight: number
  isActive: boolean
  onPick: () => void
}) {
  const format = useFormatter()
  const isMounted = useMounted()
  const text = (
    <>
      <span className="truncate font-medium">{label}</span>
      {count !== null && <span className="text-xs text-ink-muted tabular-nums">{format.number(count)}</span>}
    </>
  )
  return (
    <tr
      id={id}
      aria-rowindex={position + 2}
      data-active={isActive || undefined}
      // Group headers have the same height as rows, because offsets are computed from positions.
      style={isMounted ? { height: rowHeight } : undefined}
      className={classNames(
        'relative flex h-10 border-b border-line bg-canvas text-sm',
        isActive && 'after:pointer-events-none after:absolute after:inset-0 after:border-s-2 after:border-accent',
        isActive && 'group-focus-visible/grid:after:border-2',
      )}
    >
      <th scope="rowgroup" className="sticky start-0 flex min-w-0 items-center text-start font-normal">
        {toggle === null ? (
          <span className="flex min-w-0 items-center gap-2 px-4">{text}</span>
        ) : (
          <button
            type="button"
            tabIndex={-1}
            aria-expanded={isOpen}
            onClick={onPick}
            className="flex h-full min-w-0 items-center gap-2 ps-2 pe-4 outline-offset-[-2px] hover:text-accent-ink"
          >
            <ChevronRight
              aria-hidden
              size={16}
              strokeWidth={1.75}
              className={classNames('shrink-0 text-ink-muted transition-transform', isOpen && 'rotate-90')}
            />
            {text}
          </button>
        )}
      </th>
    </tr>
  )
}
