'use client'

import { ArrowDown, ArrowUp, Eye, EyeOff } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { Segmented } from '@/components/ui/inputs/segmented'
import { type ViewMode, viewModes } from '@/lib/report/view'

/** The view of the answers, and buttons that jump between failures. */
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
  /** The last failure jumped to, from 0; null before the first jump. */
  position: number | null
  onJump: (step: 1 | -1) => void
  hiddenCount: number
  showHidden: boolean
  onShowHiddenChange: (show: boolean) => void
  /** The search field. */
  find?: ReactNode
}) {
  const t = useTranslations('report')
  return (
    <div className="z-10 -mx-1 flex flex-wrap items-center gap-x-4 gap-y-2 bg-canvas px-1 py-2 md:sticky md:top-12 print:hidden">
      <Segmented
        label={t('toolbar.show')}
        value={mode}
        options={viewModes.map((value) => ({ value, label: t(`toolbar.modes.${value}`) }))}
        onChange={onModeChange}
      />
      {failedCount > 0 && (
        <fieldset aria-label={t('toolbar.failures')} className="inline-flex items-center gap-1">
          <IconButton
            size="sm"
            icon={ArrowUp}
            label={t('shortcuts.previousFailure')}
            keys="p"
            onClick={() => onJump(-1)}
          />
          <IconButton
            size="sm"
            icon={ArrowDown}
            label={t('shortcuts.nextFailure')}
            keys="n"
            onClick={() => onJump(1)}
          />
          <span className="text-sm text-ink-muted tabular-nums" aria-live="polite">
            {position === null
              ? t('toolbar.failed', { count: failedCount })
              : t('toolbar.position', { position: position + 1, count: failedCount })}
          </span>
        </fieldset>
      )}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-2 md:ms-auto">
        {hiddenCount > 0 && (
          <Button
            size="sm"
            variant="ghost"
            icon={showHidden ? EyeOff : Eye}
            aria-pressed={showHidden}
            onClick={() => onShowHiddenChange(!showHidden)}
          >
            {t(showHidden ? 'toolbar.actions.hide' : 'toolbar.actions.show', { count: hiddenCount })}
          </Button>
        )}
        {find}
      </div>
    </div>
  )
}
