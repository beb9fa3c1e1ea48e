import type { LucideIcon } from 'lucide-react'
import Link from 'next/link'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { classNames } from '@/lib/browser/class-names'
import {
  buttonBase,
  buttonClass,
  type ButtonSize,
  type ButtonVariant,
  buttonVariants,
} from '@/lib/browser/button-class'
import { Kbd } from './kbd'
import { Spinner } from './spinner'
import { Tip } from './tooltip'

interface ButtonStyle {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: LucideIcon
  children: ReactNode
}

/** A button whose text starts with a verb. `busy` keeps its width and ignores further clicks. */
export function Button({
  variant = 'secondary',
  size = 'md',
  icon: Icon,
  busy = false,
  type = 'button',
  className,
  disabled,
  children,
  ...rest
}: ButtonStyle & { busy?: boolean } & Omit<ComponentProps<'button'>, 'children'>) {
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- given with a default above
      type={type}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={buttonClass(variant, size, className)}
    >
      {busy ? <Spinner /> : Icon !== undefined && <Icon aria-hidden size={16} strokeWidth={1.75} />}
      {children}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  variant = 'secondary',
  size = 'md',
  icon: Icon,
  className,
  children,
  ...rest
}: ButtonStyle & Omit<ComponentProps<typeof Link>, 'children'>) {
  return (
    <Link {...rest} className={buttonClass(variant, size, className)}>
      {Icon !== undefined && <Icon aria-hidden size={16} strokeWidth={1.75} />}
      {children}
    </Link>
  )
}

/**
 * A button with only an icon. The label is its accessible name and its tooltip. `keys` names the shortcut in the
 * tooltip.
 */
export function IconButton({
  label,
  icon: Icon,
  variant = 'ghost',
  size = 'md',
  busy = false,
  keys,
  className,
  type = 'button',
  ref,
  ...rest
}: {
  label: string
  icon: LucideIcon
  variant?: ButtonVariant
  size?: ButtonSize
  busy?: boolean
  keys?: string
  ref?: Ref<HTMLButtonElement>
} & Omit<ComponentProps<'button'>, 'children' | 'ref'>) {
  return (
    <Tip
      content={
        <span className="inline-flex items-center gap-2">
          {label}
          {keys !== undefined && <Kbd keys={keys} />}
        </span>
      }
    >
      <button
        {...rest}
        ref={ref}
        // oxlint-disable-next-line react/button-has-type -- given with a default above
        type={type}
        aria-label={label}
        aria-busy={busy || undefined}
        className={classNames(buttonBase, buttonVariants[variant], size === 'sm' ? 'size-7' : 'size-8', className)}
      >
        {busy ? <Spinner /> : <Icon aria-hidden size={16} strokeWidth={1.75} />}
      </button>
    </Tip>
  )
}
