import { classNames } from './class-names'

// In a file of its own, because error pages use the same classes but must not load components, which could fail.

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md'

export const buttonVariants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-accent-on hover:bg-accent-hover',
  secondary: 'border-line bg-surface text-ink hover:border-line-strong hover:bg-raised data-popup-open:bg-raised',
  ghost: 'border-transparent text-ink-muted hover:bg-raised hover:text-ink data-popup-open:bg-raised',
  danger: 'border-bad/40 bg-surface text-bad hover:border-bad hover:bg-bad-soft',
}

export const buttonBase =
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded border font-medium whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed disabled:opacity-50'

const sizes: Record<ButtonSize, string> = {
  sm: 'h-7 px-2 text-sm',
  md: 'h-8 px-3 text-sm',
}

/** The classes of a button, for links that look like one. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md', className?: string): string {
  return classNames(buttonBase, buttonVariants[variant], sizes[size], className)
}
