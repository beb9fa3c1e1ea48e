'use client'

import { Field as Base } from '@base-ui/react/field'
import type { ComponentProps } from 'react'
import { classNames } from '@/lib/browser/class-names'

export const inputClass =
  'field h-8 w-full min-w-0 rounded px-2 text-sm text-ink placeholder:text-ink-muted disabled:opacity-60'

/** A labeled text input. `error` says what is wrong and how to fix it. */
export function TextField({
  label,
  hint,
  error,
  className,
  ...input
}: { label: string; hint?: string; error?: string | undefined } & Omit<
  ComponentProps<'input'>,
  'defaultValue' | 'value'
> & {
    value?: string
    defaultValue?: string
  }) {
  return (
    <Base.Root invalid={error !== undefined} className={classNames('flex flex-col gap-1', className)}>
      <Base.Label className="text-sm font-medium">{label}</Base.Label>
      <Base.Control {...input} className={inputClass} />
      {hint !== undefined && <Base.Description className="text-xs text-ink-muted">{hint}</Base.Description>}
      {error !== undefined && (
        <Base.Error match className="text-xs text-bad">
          {error}
        </Base.Error>
      )}
    </Base.Root>
  )
}
