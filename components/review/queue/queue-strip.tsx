import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '@/lib/browser/class-names'

/** A notice above the report, with its actions. */
export function QueueStrip({
  tone,
  icon: Icon,
  children,
  actions,
  isAlert = false,
}: {
  tone: 'attention' | 'bad' | 'neutral'
  icon: LucideIcon
  children: ReactNode
  actions?: ReactNode
  isAlert?: boolean
}) {
  return (
    <div
      role={isAlert ? 'alert' : undefined}
      className={classNames(
        'flex flex-wrap items-start gap-x-3 gap-y-2 border-b border-line px-4 py-2 text-sm sm:px-6',
        tone === 'attention' && 'bg-attention-soft',
        tone === 'bad' && 'bg-bad-soft',
        tone === 'neutral' && 'bg-raised',
      )}
    >
      <Icon
        aria-hidden
        size={16}
        strokeWidth={2}
        className={classNames(
          'mt-0.5 shrink-0',
          tone === 'attention' ? 'text-attention' : tone === 'bad' ? 'text-bad' : 'text-ink-muted',
        )}
      />
      <div className="min-w-0 flex-1 basis-60 wrap-anywhere">{children}</div>
      {actions !== undefined && <div className="flex shrink-0 flex-wrap gap-2">{actions}</div>}
    </div>
  )
}
