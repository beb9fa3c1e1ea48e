'use client'

import { type ReactNode, useId } from 'react'
import { classNames } from '@/lib/browser/class-names'

/** A choice between a few options, side by side. The options are native radio buttons, so arrow keys work. */
export function Segmented<Value extends string>({
  label,
  value,
  options,
  onChange,
  className,
}: {
  label: string
  value: Value
  options: ReadonlyArray<{ value: Value; label: ReactNode }>
  onChange: (value: Value) => void
  className?: string
}) {
  const name = useId()
  return (
    <fieldset
      className={classNames('flex w-fit max-w-full min-w-0 overflow-x-auto rounded bg-raised p-0.5', className)}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex h-7 shrink-0 grow cursor-pointer items-center justify-center rounded-sm px-2.5 text-sm whitespace-nowrap text-ink-muted select-none hover:text-ink has-checked:bg-surface has-checked:font-medium has-checked:text-ink has-checked:ring-1 has-checked:ring-line has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
