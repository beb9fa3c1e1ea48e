'use client'

import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Picker } from './picker'
import type { PickerOption } from './picker-option'

/** The button of a filter. Chips show what is chosen. */
export function FilterButton({ label, isSet, ...rest }: { label: string; isSet: boolean }) {
  const t = useTranslations('common.picker')
  return (
    <Button
      {...rest}
      size="sm"
      className={isSet ? 'border-accent! text-accent-ink!' : 'text-ink-muted'}
      aria-label={isSet ? t('active', { label }) : undefined}
    >
      {label}
      <ChevronDown aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-ink-muted" />
    </Button>
  )
}

/** A filter by several values, chosen from a list that is searched by typing. Chips show the chosen values. */
export function FacetPicker({
  label,
  noun,
  options,
  value,
  onChange,
  open,
  onOpenChange,
}: {
  label: string
  /** "status group", in the singular. */
  noun: string
  options: readonly PickerOption[]
  value: readonly string[]
  onChange: (value: string[]) => void
  /** Set for filters that the header of a column can also open. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
}) {
  const t = useTranslations('common.picker')
  return (
    <Picker
      multiple
      trigger={<FilterButton label={label} isSet={value.length > 0} />}
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
