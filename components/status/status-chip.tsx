import type { ReactNode } from 'react'
import { classNames } from '@/lib/browser/class-names'
import { readColor, type ColorKey } from '@/lib/status-groups/color'

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

// A shape for each colour, so that they differ for those too who do not see the difference of the colours.
const shapes: Record<ColorKey, ReactNode> = {
  green: <circle cx="5" cy="5" r="4" />,
  yellow: <path d="M5 .8 9.4 9H.6z" />,
  orange: <path d="M5 .3 9.7 5 5 9.7.3 5z" />,
  red: <rect x="1.2" y="1.2" width="7.6" height="7.6" rx="1" />,
  blue: <path d="M.6 1.5h8.8L5 9.6z" />,
  purple: <path d="M5 .4 9.2 2.8v4.6L5 9.7.8 7.4V2.8z" />,
  grey: <circle cx="5" cy="5" r="3.2" fill="none" stroke="currentColor" strokeWidth="1.8" />,
}

/** The mark of a colour: its shape in its colour. One we do not know is a dashed ring. For the eye alone. */
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

/** A status as people see it everywhere: its name with its colour. A colour we do not know shows as grey with its word. */
export function StatusChip({ name, color, size = 'sm' }: { name: string; color: string; size?: 'sm' | 'md' }) {
  const { key, name: colorName } = readColor(color)
  return (
    <span
      title={key === null ? `${name}: ${colorName} (${color === '' ? 'the service names none' : color})` : name}
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
