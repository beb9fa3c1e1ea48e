import type { ComponentProps } from 'react'
import { classNames } from '@/lib/browser/class-names'

/** The style of fields on the sign-in page, which are so large that phones do not zoom in. */
export const largeInputClass =
  'field h-10 w-full min-w-0 rounded px-3 text-base text-ink placeholder:text-ink-muted sm:text-sm'

/** A labeled input in this style. `className` is added to its own classes. */
export function LargeField({ label, className, ...input }: { label: string; id: string } & ComponentProps<'input'>) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={input.id} className="text-sm font-medium">
        {label}
      </label>
      <input {...input} className={classNames(largeInputClass, className)} />
    </div>
  )
}
