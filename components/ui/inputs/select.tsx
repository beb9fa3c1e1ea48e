'use client'

import { useTrigger } from '@/components/ui/overlays/use-trigger'
import { classNames } from '@/lib/browser/class-names'
import { onDemand } from '@/lib/browser/on-demand'
import { inputClass } from './field'
import { Arrows, type SelectOption, valueClass } from './select-button'

const code = onDemand(() => import('./select-parts'), { isEarly: true })

/**
 * A choice from a list that opens below. Its name comes from `label`, or from a `<label htmlFor>` with the `id`. The
 * server's HTML contains only its button, because Base UI adds a hidden field with a style attribute, which the content
 * security policy forbids.
 */
export function Select<Value extends string>({
  label,
  id,
  describedBy,
  isInvalid = false,
  value,
  options,
  onChange,
  disabled = false,
  className,
}: {
  label?: string
  id?: string
  describedBy?: string | undefined
  isInvalid?: boolean
  value: Value
  options: ReadonlyArray<SelectOption<Value>>
  onChange: (value: Value) => void
  disabled?: boolean
  className?: string | undefined
}) {
  const { parts, ref, standIn } = useTrigger(code, false)
  const button = {
    id,
    'aria-label': label,
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid || undefined,
    className: classNames(inputClass, 'flex items-center gap-2 pe-1.5 text-start select-none', className),
  }
  if (parts !== null) return <parts.Select {...{ value, options, onChange, disabled, button }} triggerRef={ref} />
  return standIn(
    <button {...button} type="button" disabled={disabled}>
      <span className={valueClass}>{options.find((option) => option.value === value)?.label}</span>
      <Arrows />
    </button>,
    { role: 'combobox', 'aria-haspopup': 'listbox' },
  )
}
