'use client'

import { type ComponentProps, useId } from 'react'
import { classNames } from '@/lib/browser/class-names'

export const inputClass =
  'field h-8 w-full min-w-0 rounded px-2 text-sm text-ink placeholder:text-ink-muted disabled:opacity-60'

/** A labeled text input. `error` says what is wrong and how to fix it. */
export function TextField({
  label,
  hint,
  error,
  className,
  id: givenId,
  ...input
}: { label: string; hint?: string; error?: string | undefined } & Omit<
  ComponentProps<'input'>,
  'defaultValue' | 'value'
> & {
    value?: string
    defaultValue?: string
  }) {
  const ownId = useId()
  const id = givenId ?? ownId
  const isInvalid = error !== undefined
  const described = [hint === undefined ? [] : `${id}-hint`, isInvalid ? `${id}-error` : []].flat().join(' ')
  return (
    <div className={classNames('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        aria-invalid={isInvalid || undefined}
        aria-describedby={described === '' ? undefined : described}
        {...input}
        id={id}
        className={inputClass}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-xs text-ink-muted">
          {hint}
        </p>
      )}
      {isInvalid && (
        <div id={`${id}-error`} className="text-xs text-bad">
          {error}
        </div>
      )}
    </div>
  )
}
