'use client'

import { type ComponentProps, useState } from 'react'
import { onDemand, useOnDemand } from '@/lib/browser/on-demand'
import { inputClass } from './field'

const code = onDemand(() => import('./suggest-parts'), { isEarly: true })

interface SuggestFieldProps extends Omit<
  ComponentProps<'input'>,
  'value' | 'defaultValue' | 'onChange' | 'list' | 'ref'
> {
  /** What the suggestions are, for assistive technology. */
  listLabel: string
  value: string
  /** Null for a plain field. */
  suggestions: readonly string[] | null
  /** Whether `suggestions` are already those that match the text. */
  isMatched?: boolean
  onChange: (value: string) => void
  /** Enter, unless it takes a suggestion. */
  onEnter?: (field: HTMLInputElement) => void
}

/**
 * A text field that suggests values in a list below. Any text can be typed. Until the code of the list arrives, it is
 * a plain field; it is not replaced while somebody types in it.
 */
export function SuggestField({
  listLabel,
  suggestions,
  isMatched = false,
  onChange,
  onEnter,
  ...input
}: SuggestFieldProps) {
  const [isPlainInUse, setPlainInUse] = useState(false)
  const loaded = useOnDemand(code, suggestions !== null && isPlainInUse)
  const shared = { autoComplete: 'off', spellCheck: false, ...input, className: inputClass }
  const pressEnter: ComponentProps<'input'>['onKeyDown'] = (event) => {
    const isTaking = event.currentTarget.hasAttribute('aria-activedescendant')
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || isTaking || onEnter === undefined) return
    event.preventDefault()
    onEnter(event.currentTarget)
  }
  if (loaded !== null && suggestions !== null && !isPlainInUse)
    return (
      <loaded.SuggestInput
        input={{ ...shared, onKeyDown: pressEnter }}
        listLabel={listLabel}
        suggestions={suggestions}
        isMatched={isMatched}
        onChange={onChange}
      />
    )
  return (
    <input
      {...shared}
      onFocus={(event) => {
        setPlainInUse(true)
        input.onFocus?.(event)
      }}
      onBlur={(event) => {
        setPlainInUse(false)
        input.onBlur?.(event)
      }}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={pressEnter}
    />
  )
}
