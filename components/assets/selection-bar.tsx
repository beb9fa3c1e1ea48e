'use client'

import { Tag, X } from 'lucide-react'
import { GuardedButton } from '@/components/status-groups/guarded-button'
import { Button, IconButton } from '@/components/ui/button'
import { classNames } from '@/lib/browser/class-names'
import { formatCount } from '@/lib/browser/numbers'
import { type AssetSelecting, describeChosen } from './use-asset-selection'

/** What is chosen, exactly, and what can be done with it. It lies over the heads, so that no row moves for it. */
export function SelectionBar({
  selecting,
  total,
  hasBox,
  offReason,
  onSetStatus,
  onClear,
}: {
  selecting: AssetSelecting
  total: number | null
  /** The head's box stays free at the left. */
  hasBox: boolean
  offReason: string | null
  onSetStatus: () => void
  onClear: () => void
}) {
  const { selection } = selecting
  const count = selecting.count(total)
  const canExtend =
    total !== null && (selection.kind === 'ids' ? selection.ids.length < total : selection.except.length > 0)
  return (
    <div
      role="toolbar"
      aria-label="Selected assets"
      className={classNames(
        'absolute top-0 right-0 z-10 flex h-9 items-center gap-1 border-b border-line bg-canvas pr-2 text-sm max-sm:pl-4',
        hasBox ? 'left-10 max-sm:left-0' : 'left-0',
      )}
    >
      <output className="min-w-0 truncate px-2 font-medium tabular-nums max-sm:px-0">
        {describeChosen(selection, total)}
      </output>
      {canExtend && (
        <Button
          size="sm"
          variant="ghost"
          onClick={() => selecting.addAll(total)}
          className="min-w-0 shrink text-accent-ink!"
        >
          <span className="truncate">
            <span className="max-sm:sr-only">Select all {formatCount(total)} of this filter</span>
            <span aria-hidden className="sm:hidden">
              All {formatCount(total)}
            </span>
          </span>
        </Button>
      )}
      <span className="min-w-0 flex-1" />
      <GuardedButton
        size="sm"
        variant="primary"
        icon={Tag}
        refusal={count === 0 ? 'Nothing is selected.' : offReason}
        onClick={onSetStatus}
      >
        Set status…
      </GuardedButton>
      <IconButton label="Clear the selection" icon={X} size="sm" keys="escape" onClick={onClear} />
    </div>
  )
}
