import type { ComponentProps } from 'react'
import { classNames } from '@/lib/browser/class-names'

/** A native checkbox with the look of the console, so that labels, forms and keys work as everywhere. `indeterminate`: some of several are checked. */
export function Checkbox({
  indeterminate = false,
  className,
  ...input
}: { indeterminate?: boolean } & Omit<ComponentProps<'input'>, 'type' | 'size'>) {
  return (
    <input
      {...input}
      type="checkbox"
      ref={(box) => {
        if (box !== null) box.indeterminate = indeterminate
      }}
      className={classNames('checkbox', className)}
    />
  )
}
