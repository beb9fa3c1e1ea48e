'use client'

import { useTranslations } from 'next-intl'
import { Tag, X } from 'lucide-react'
import { GuardedButton } from '@/components/status-groups/guarded-button'
import { Button, IconButton } from '@/components/ui/button'
import { classNames } from '@/lib/browser/class-names'
import { type AssetSelecting, describeChosen } from './use-asset-selection'

/** The number of selected assets, and their actions. It covers the column headers, so that no row moves. */
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
  /** Leaves space for the checkbox of the header. */
  hasBox: boolean
  offReason: string | null
  onSetStatus: () => void
  onClear: () => void
}) {
  const t = useTranslations('assets.selection')
  const { selection } = selecting
  const count = selecting.count(total)
  const canExtend =
    total !== null && (selection.kind === 'ids' ? selection.ids.length < total : selection.except.length > 0)
  return (
    <div
      role="toolbar"
      aria-label={t('label')}
      className={classNames(
        'absolute top-0 end-0 z-10 flex h-9 items-center gap-1 border-b border-line bg-canvas pe-2 text-sm max-sm:ps-4',
        hasBox ? 'start-10 max-sm:start-0' : 'start-0',
      )}
    >
      <output className="min-w-0 truncate px-2 font-medium tabular-nums max-sm:px-0">
        {describeChosen(t, selection, total)}
      </output>
      {canExtend && (
        <Button
          size="sm"
          variant="ghost"
          onClick={() => selecting.addAll(total)}
          className="min-w-0 shrink text-accent-ink!"
        >
          <span className="truncate">
            <span className="max-sm:sr-only">{t('actions.selectAll', { count: total })}</span>
            <span aria-hidden className="sm:hidden">
              {t('actions.all', { count: total })}
            </span>
          </span>
        </Button>
      )}
      <span className="min-w-0 flex-1" />
      <GuardedButton
        size="sm"
        variant="primary"
        icon={Tag}
        refusal={count === 0 ? t('nothing') : offReason}
        onClick={onSetStatus}
      >
        {t('actions.setStatus')}
      </GuardedButton>
      <IconButton label={t('clear')} icon={X} size="sm" keys="escape" onClick={onClear} />
    </div>
  )
}
