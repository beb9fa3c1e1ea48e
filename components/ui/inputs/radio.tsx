import type { ComponentProps } from 'react'
import { classNames } from '@/lib/browser/class-names'

/**
 * A native radio button in the style of the console, so that labels, forms and keys work as usual. Buttons of one choice
 * have the same `name`.
 */
export function Radio({ className, ...input }: Omit<ComponentProps<'input'>, 'type' | 'size'>) {
  return <input {...input} type="radio" className={classNames('radio', className)} />
}
