'use client'

import { ArrowDown, ArrowUp } from 'lucide-react'
import { classNames } from '@/lib/browser/class-names'
import { Tip } from './tooltip'

/** The button in the header of a sortable column: its name and the direction. */
export function SortButton({
  id,
  label,
  hint,
  isSorted,
  isDescending,
  isRight = false,
  onPress,
}: {
  /** Identifies the header, so that it can get the focus back. */
  id: string
  label: string
  /** "Sort by name, Z to A" */
  hint: string
  isSorted: boolean
  isDescending: boolean
  isRight?: boolean
  onPress: () => void
}) {
  const Arrow = isDescending ? ArrowDown : ArrowUp
  return (
    <Tip content={hint}>
      <button
        type="button"
        data-head={id}
        onClick={onPress}
        className={classNames(headCellClass, isRight && 'justify-end', 'hover:text-ink', isSorted && 'text-ink')}
      >
        <span className="truncate">{label}</span>
        {isSorted && <Arrow aria-hidden size={14} strokeWidth={2} className="shrink-0" />}
      </button>
    </Tip>
  )
}

export const headCellClass = 'flex h-full w-full min-w-0 items-center gap-1 px-2 outline-offset-[-2px]'
