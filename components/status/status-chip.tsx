import type { ReactNode } from 'react'
import { classNames } from '@/lib/browser/class-names'
import { isWithoutColor, readColor, type ColorKey } from '@/lib/status-groups/color'

const grounds: Record<ColorKey, string> = {
  green: 'bg-status-green-soft',
  yellow: 'bg-status-yellow-soft',
  orange: 'bg-status-orange-soft',
  red: 'bg-status-red-soft',
  blue: 'bg-status-blue-soft',
  purple: 'bg-status-purple-soft',
  grey: 'bg-status-grey-soft',
}

const inks: Record<ColorKey, string> = {
  green: 'text-status-green',
  yellow: 'text-status-yellow',
  orange: 'text-status-orange',
  red: 'text-status-red',
  blue: 'text-status-blue',
  purple: 'text-status-purple',
  grey: 'text-status-grey',
}

// Each color has its own shape, for people who cannot tell the colors apart.
const shapes: Record<ColorKey, ReactNode> = {
  green: <circle cx="5" cy="5" r="4" />,
  yellow: <path d="M5 .8 9.4 9H.6z" />,
  orange: <path d="M5 .3 9.7 5 5 9.7.3 5z" />,
  red: <rect x="1.2" y="1.2" width="7.6" height="7.6" rx="1" />,
  blue: <path d="M.6 1.5h8.8L5 9.6z" />,
  purple: <path d="M5 .4 9.2 2.8v4.6L5 9.7.8 7.4V2.8z" />,
  grey: <circle cx="5" cy="5" r="3.2" fill="none" stroke="currentColor" strokeWidth="1.8" />,
}

/** The shape of a color, drawn in that color. An unknown color is a dashed ring. Screen readers skip it. */
export function StatusMark({ color, className }: { color: string; className?: string }) {
  const { key } = readColor(color)
  return (
    <svg
      aria-hidden
      viewBox="0 0 10 10"
      width="10"
      height="10"
      fill="currentColor"
      className={classNames('shrink-0', key === null ? 'text-ink-muted' : inks[key], className)}
    >
      {key === null ? (
        <circle cx="5" cy="5" r="4" fill="none" stroke="currentColor" strokeWidth="1.4" strokeDasharray="2 1.4" />
      ) : (
        shapes[key]
      )}
    </svg>
  )
}

/** The name of a status on its color. An unknown color is shown as gray, with its name in the tooltip. */
export function StatusChip({ name, color, size = 'sm' }: { name: string; color: string; size?: 'sm' | 'md' }) {
  const { key, name: colorName } = readColor(color)
  return (
    <span
      title={key === null && !isWithoutColor(color) ? `${name} (${colorName})` : name}
      className={classNames(
        'inline-flex max-w-full items-center gap-1.5 rounded-sm font-medium whitespace-nowrap text-ink',
        size === 'sm' ? 'h-5 px-1.5 text-xs' : 'h-6 px-2 text-sm',
        key === null ? 'bg-raised' : grounds[key],
      )}
    >
      <StatusMark color={color} />
      <span className="truncate">{name}</span>
    </span>
  )
}
