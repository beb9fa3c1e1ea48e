'use client'

import { ArrowDown, ArrowUp, Eye, EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { classNames } from '@/lib/browser/class-names'
import type { ViewMode } from '@/lib/report/view'

const modes = [
  { value: 'filled', label: 'As filled' },
  { value: 'failed-first', label: 'Failed first' },
  { value: 'failed-only', label: 'Failed only' },
] as const

/** How the answers are shown, and the way from failure to failure. */
export function ReportToolbar({
  mode,
  onModeChange,
  failedCount,
  position,
  onJump,
  hiddenCount,
  showHidden,
  onShowHiddenChange,
  find,
}: {
  mode: ViewMode
  onModeChange: (mode: ViewMode) => void
  failedCount: number
  /** Which failure was jumped to last, from 0; null before the first jump. */
  position: number | null
  onJump: (step: 1 | -1) => void
  hiddenCount: number
  showHidden: boolean
  onShowHiddenChange: (show: boolean) => void
  /** The box that finds words. */
  find?: ReactNode
}) {
  return (
    <div className="z-10 -mx-1 flex flex-wrap items-center gap-x-4 gap-y-2 bg-canvas px-1 py-2 md:sticky md:top-12 print:hidden">
      <fieldset aria-label="Show answers" className="inline-flex rounded border border-line bg-surface p-0.5">
        {modes.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            aria-pressed={mode === value}
            onClick={() => onModeChange(value)}
            className={classNames(
              'h-7 rounded-sm px-2.5 text-sm',
              mode === value ? 'bg-accent-soft font-medium text-accent-ink' : 'text-ink-muted hover:text-ink',
            )}
          >
            {label}
          </button>
        ))}
      </fieldset>
      {failedCount > 0 && (
        <fieldset aria-label="Failures" className="inline-flex items-center gap-1">
          <IconButton size="sm" icon={ArrowUp} label="Previous failure" keys="p" onClick={() => onJump(-1)} />
          <IconButton size="sm" icon={ArrowDown} label="Next failure" keys="n" onClick={() => onJump(1)} />
          <span className="text-sm text-ink-muted tabular-nums" aria-live="polite">
            {position === null ? `${failedCount} failed` : `${position + 1} of ${failedCount} failed`}
          </span>
        </fieldset>
      )}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-2 md:ml-auto">
        {hiddenCount > 0 && (
          <Button
            size="sm"
            variant="ghost"
            icon={showHidden ? EyeOff : Eye}
            aria-pressed={showHidden}
            onClick={() => onShowHiddenChange(!showHidden)}
          >
            {showHidden ? `Hide ${hiddenCount} skipped` : `Show ${hiddenCount} skipped`}
          </Button>
        )}
        {find}
      </div>
    </div>
  )
}
