'use client'

import { ChevronDown } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Picker } from './picker'
import type { PickerOption } from './picker-option'

const light = (chunks: ReactNode) => <span className="font-normal">{chunks}</span>

/** The button of a filter: its name and the chosen value. */
export function FilterButton({
  label,
  value,
  isUsual = value === null,
  ...rest
}: {
  label: string
  value: string | null
  /** Whether the value is the default, which filters nothing. */
  isUsual?: boolean
}) {
  const t = useTranslations('common.picker')
  return (
    <Button
      {...rest}
      size="sm"
      className={isUsual ? 'text-ink-muted' : 'max-w-56 min-w-0 border-line-strong'}
      aria-label={value === null ? label : t('chosen', { label, value })}
    >
      <span className="truncate">{value === null ? label : t.rich('chosenRich', { label, value, light })}</span>
      <ChevronDown aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-ink-muted" />
    </Button>
  )
}

/** A filter by several values, chosen from a list that is searched by typing. */
export function FacetPicker({
  label,
  noun,
  options,
  value,
  nameOf,
  onChange,
  open,
  onOpenChange,
}: {
  label: string
  /** "status group", in the singular. */
  noun: string
  options: readonly PickerOption[]
  value: readonly string[]
  nameOf: (value: string) => string
  onChange: (value: string[]) => void
  /** Set for filters that the header of a column can also open. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
}) {
  const t = useTranslations('common.picker')
  const format = useFormatter()
  const [first] = value
  const shown = first === undefined ? null : value.length === 1 ? nameOf(first) : format.number(value.length)
  return (
    <Picker
      multiple
      trigger={<FilterButton label={label} value={shown} />}
      label={label}
      placeholder={t('find', { noun })}
      options={options}
      value={value}
      onChange={onChange}
      open={open}
      onOpenChange={onOpenChange}
      emptyText={options.length === 0 ? t('none') : t('noneOf', { noun })}
    />
  )
}
