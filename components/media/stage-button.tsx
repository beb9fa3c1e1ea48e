import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Kbd } from '@/components/ui/kbd'
import { Tip } from '@/components/ui/tooltip'
import { classNames } from '@/lib/browser/class-names'

const looks =
  'inline-flex size-9 shrink-0 items-center justify-center rounded text-white/85 outline-offset-[-2px] hover:bg-white/12 hover:text-white focus-visible:outline-white disabled:opacity-35 aria-pressed:bg-white/15 aria-pressed:text-white'

interface Looks {
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

/** An icon button on the dark stage, which stays dark in both themes. */
export function StageButton({
  label,
  icon: Icon,
  keys,
  className,
  ...rest
}: Looks & Omit<ComponentProps<'button'>, 'children' | 'type'>) {
  return (
    <Tip content={<TipText label={label} keys={keys} />}>
      <button {...rest} type="button" aria-label={label} className={classNames(looks, className)}>
        <Icon aria-hidden size={18} strokeWidth={1.75} />
      </button>
    </Tip>
  )
}

/** A link that looks like one. */
export function StageLink({
  label,
  icon: Icon,
  keys,
  className,
  ...rest
}: Looks & Omit<ComponentProps<'a'>, 'children'>) {
  return (
    <Tip content={<TipText label={label} keys={keys} />}>
      <a {...rest} aria-label={label} className={classNames(looks, className)}>
        <Icon aria-hidden size={18} strokeWidth={1.75} />
      </a>
    </Tip>
  )
}
