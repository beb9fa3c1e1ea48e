import { CircleCheck, CircleHelp, CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '@/lib/browser/class-names'

export type Tone = 'good' | 'attention' | 'bad' | 'unknown' | 'neutral' | 'accent'

/** The icon of each meaning, so that color is never the only sign. */
export const toneIcons: Record<Tone, LucideIcon | null> = {
  good: CircleCheck,
  attention: TriangleAlert,
  bad: CircleX,
  unknown: CircleHelp,
  neutral: null,
  accent: Info,
}

const tones: Record<Tone, string> = {
  good: 'bg-good-soft text-good',
  attention: 'bg-attention-soft text-attention',
  bad: 'bg-bad-soft text-bad',
  unknown: 'bg-unknown-soft text-unknown',
  neutral: 'bg-raised text-ink-muted',
  accent: 'bg-accent-soft text-accent-ink',
}

/** A short fact with its meaning. `icon={null}` omits the icon where the word alone is clear enough. */
export function Badge({
  tone = 'neutral',
  icon,
  className,
  children,
}: {
  tone?: Tone
  icon?: LucideIcon | null
  className?: string
  children: ReactNode
}) {
  const Icon = icon === undefined ? toneIcons[tone] : icon
  return (
    <span
      className={classNames(
        'inline-flex h-5 max-w-full items-center gap-1 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap tabular-nums',
        tones[tone],
        className,
      )}
    >
      {Icon !== null && <Icon aria-hidden size={12} strokeWidth={2} className="shrink-0" />}
      <span className="truncate">{children}</span>
    </span>
  )
}
