import type { ComponentProps } from 'react'
import { classNames } from '@/lib/browser/class-names'

/**
 * A native checkbox in the style of the console, so that labels, forms and keys work as usual. `indeterminate`: only
 * some of several items are checked.
 */
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
