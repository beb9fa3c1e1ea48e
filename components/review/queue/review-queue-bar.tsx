'use client'

import { ArrowLeft, ArrowRight, CircleCheck, Flag, type LucideIcon, NotebookPen, Undo2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Kbd } from '@/components/ui/kbd'
import { useRoomForNotices } from '@/components/ui/notices/use-room-for-notices'
import { classNames } from '@/lib/browser/class-names'
import type { ReviewState } from '@/lib/review/schema'

export interface QueueActions {
  next: () => void
  back: () => void
  review: () => void
  followUp: () => void
  note: () => void
  undo: () => void
}

/** The actions of the keys, as buttons at the bottom of the screen that are large enough for a thumb. */
export function ReviewQueueBar({
  actions,
  last,
  mark,
  mayMark,
  isAtEnd,
  canGoBack,
  canUndo,
  hasDraft,
}: {
  actions: QueueActions
  /** The latest action, as text. */
  last: string | null
  /** The current mark of the inspection on screen. */
  mark: ReviewState
  mayMark: boolean
  isAtEnd: boolean
  canGoBack: boolean
  canUndo: boolean
  hasDraft: boolean
}) {
  const t = useTranslations('review.queue.bar')
  useRoomForNotices(4.5)
  return (
    <fieldset
      aria-label={t('label')}
      className="flex min-w-0 shrink-0 items-stretch gap-1 border-t border-line bg-surface px-2 py-2 sm:gap-2 sm:px-6"
    >
      <BarButton icon={ArrowLeft} label={t('back')} keys="k" onClick={actions.back} disabled={!canGoBack} />
      {mayMark && (
        <>
          <BarButton icon={Undo2} label={t('undo')} keys="u" onClick={actions.undo} disabled={!canUndo} />
          <BarButton
            icon={NotebookPen}
            label={t('note')}
            keys="e"
            disabled={isAtEnd}
            onClick={actions.note}
            hint={hasDraft ? t('draft') : undefined}
          />
          <span className="min-w-0 flex-1 self-center truncate text-end text-xs text-ink-muted max-sm:hidden">
            <span className="max-xl:sr-only">{last}</span>
          </span>
          <BarButton
            icon={Flag}
            label={t('followUp')}
            keys="f"
            disabled={isAtEnd}
            onClick={actions.followUp}
            isOn={mark === 'follow-up'}
            variant="attention"
          />
          <BarButton
            icon={CircleCheck}
            label={t('reviewed')}
            keys="r"
            disabled={isAtEnd}
            onClick={actions.review}
            isOn={mark === 'reviewed'}
            variant="primary"
          />
        </>
      )}
      {!mayMark && <span className="flex-1" />}
      <BarButton icon={ArrowRight} label={t('next')} keys="j" onClick={actions.next} disabled={isAtEnd} />
    </fieldset>
  )
}

const variants = {
  plain: 'border-line bg-surface text-ink hover:border-line-strong hover:bg-raised',
  attention: 'border-attention/50 bg-attention-soft text-attention hover:border-attention',
  primary: 'border-transparent bg-accent text-accent-on hover:bg-accent-hover',
} as const

function BarButton({
  icon: Icon,
  label,
  keys,
  onClick,
  disabled = false,
  isOn,
  hint,
  variant = 'plain',
}: {
  icon: LucideIcon
  label: string
  keys: string
  onClick: () => void
  disabled?: boolean
  /** Set for marks: whether the inspection has this one. */
  isOn?: boolean
  hint?: string | undefined
  variant?: keyof typeof variants
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      disabled={disabled}
      aria-pressed={isOn}
      aria-keyshortcuts={keys}
      className={classNames(
        'relative flex h-14 min-w-0 flex-col items-center justify-center gap-0.5 rounded border px-1 text-xs font-medium select-none disabled:opacity-50',
        'sm:h-10 sm:flex-initial sm:flex-row sm:gap-2 sm:px-2 sm:text-sm xl:px-3',
        variant === 'plain' ? 'flex-1' : 'flex-[1.4]',
        variants[variant],
        isOn === true && 'ring-2 ring-accent ring-offset-1 ring-offset-surface',
      )}
    >
      <Icon aria-hidden size={18} strokeWidth={1.75} className="shrink-0" />
      <span className="max-w-full text-center leading-tight sm:truncate">{label}</span>
      {hint !== undefined && <span className="max-sm:sr-only sm:text-xs sm:text-ink-muted">{hint}</span>}
      <Kbd keys={keys} className={variant === 'plain' && keys !== 'j' ? 'max-xl:hidden' : 'max-lg:hidden'} />
    </button>
  )
}
