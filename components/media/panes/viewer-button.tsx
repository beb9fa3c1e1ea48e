import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Kbd } from '@/components/ui/kbd'
import { Tip } from '@/components/ui/tooltip'
import { addressOf } from '@/lib/base-path'
import { classNames } from '@/lib/browser/class-names'

const buttonClass =
  'inline-flex size-9 shrink-0 items-center justify-center rounded text-white/85 outline-offset-[-2px] hover:bg-white/12 hover:text-white focus-visible:outline-white disabled:opacity-35 aria-pressed:bg-white/15 aria-pressed:text-white'

interface ButtonContent {
  label: string
  icon: LucideIcon
  keys?: string
}

function TipText({ label, keys }: { label: string; keys: string | undefined }) {
  return (
    <span className="inline-flex items-center gap-2">
      {label}
      {keys !== undefined && <Kbd keys={keys} />}
    </span>
  )
}

/** An icon button of the viewer, which is dark in both themes. */
export function ViewerButton({
  label,
  icon: Icon,
  keys,
  className,
  ...rest
}: ButtonContent & Omit<ComponentProps<'button'>, 'children' | 'type'>) {
  return (
    <Tip content={<TipText label={label} keys={keys} />}>
      <button {...rest} type="button" aria-label={label} className={classNames(buttonClass, className)}>
        <Icon aria-hidden size={18} strokeWidth={1.75} />
      </button>
    </Tip>
  )
}

/** A link that looks like this button. */
export function ViewerLink({
  label,
  icon: Icon,
  keys,
  className,
  href,
  ...rest
}: ButtonContent & Omit<ComponentProps<'a'>, 'children' | 'href'> & { href: string }) {
  return (
    <Tip content={<TipText label={label} keys={keys} />}>
      <a {...rest} href={addressOf(href)} aria-label={label} className={classNames(buttonClass, className)}>
        <Icon aria-hidden size={18} strokeWidth={1.75} />
      </a>
    </Tip>
  )
}

/** The controls of a file, at its bottom. `isHidden`: set when they cover the file and were not used for a while. */
export function ViewerBar({ isHidden = false, children }: { isHidden?: boolean; children: ReactNode }) {
  return (
    <div
      data-hidden={isHidden || undefined}
      className={classNames(
        'absolute bottom-2 left-1/2 flex max-w-[calc(100%-1rem)] -translate-x-1/2 items-center gap-0.5 rounded-md bg-black/70 p-0.5 text-white/85 transition-opacity',
        isHidden && 'opacity-0 focus-within:opacity-100 hover:opacity-100',
      )}
    >
      {children}
    </div>
  )
}

/** A line over the picture: what is still loading, or what was done to the picture. */
export function ViewerNote({ children }: { children: ReactNode }) {
  return (
    <output className="pointer-events-none absolute top-2 left-1/2 -translate-x-1/2 rounded bg-black/70 px-2 py-1 text-xs whitespace-nowrap text-white/90 tabular-nums">
      {children}
    </output>
  )
}
