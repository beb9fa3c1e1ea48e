'use client'

import { ChevronDown } from 'lucide-react'
import { formatCount } from '@/lib/browser/numbers'
import { Button } from './button'
import { Picker, type PickerOption } from './picker'

/** The button of a filter: its name, and what is chosen. */
export function FilterButton({
  label,
  value,
  isUsual = value === null,
  ...rest
}: {
  label: string
  value: string | null
  /** What it says leaves nothing out. */
  isUsual?: boolean
}) {
  return (
    <Button
      {...rest}
      size="sm"
      className={isUsual ? 'text-ink-muted' : 'max-w-56 min-w-0 border-line-strong'}
      aria-label={value === null ? label : `${label}: ${value}`}
    >
      <span className="truncate">
        {label}
        {value !== null && <span className="font-normal">: {value}</span>}
      </span>
      <ChevronDown aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-ink-muted" />
    </Button>
  )
}

/** A filter that takes several values of a list, which is searched by typing. */
export function FacetPicker({
  label,
  noun,
  options,
  value,
  nameOf,
  onChange,
}: {
  label: string
  /** "status group", in the singular. */
  noun: string
  options: readonly PickerOption[]
  value: readonly string[]
  nameOf: (value: string) => string
  onChange: (value: string[]) => void
}) {
  const [first] = value
  const shown = first === undefined ? null : value.length === 1 ? nameOf(first) : formatCount(value.length)
  return (
    <Picker
      multiple
      trigger={<FilterButton label={label} value={shown} />}
      label={label}
      placeholder={`Find a ${noun}`}
      options={options}
      value={value}
      onChange={onChange}
      emptyText={options.length === 0 ? 'None.' : `No ${noun} starts with this.`}
    />
  )
}
