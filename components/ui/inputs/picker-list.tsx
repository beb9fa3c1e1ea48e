'use client'

import { Combobox } from '@base-ui/react/combobox'
import { Check, Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useMemo, useRef } from 'react'
import { type PickerOption, type PickerOptions, startsWords } from './picker-option'

export interface PickerListProps {
  placeholder: string
  options: PickerOptions
  value: readonly string[]
  onChange: (value: string[]) => void
  multiple: boolean
  emptyText: string | undefined
  onDone: () => void
}

/** The field and the list in the panel of a picker. */
export function PickerList({
  placeholder,
  options: given,
  value,
  onChange,
  multiple,
  emptyText,
  onDone,
}: PickerListProps) {
  const options = useMemo(() => (typeof given === 'function' ? given() : given), [given])
  const t = useTranslations('common.picker')
  const input = useRef<HTMLInputElement>(null)
  // A panel focuses its field when it opens. If this code arrives later, the panel has the focus or is about to get it,
  // so the field takes it.
  useEffect(() => {
    const panel = input.current?.closest('[role="dialog"]')
    const take = () => {
      if (document.activeElement?.contains(input.current) === true) input.current?.focus({ preventScroll: true })
    }
    take()
    panel?.addEventListener('focus', take)
    return () => panel?.removeEventListener('focus', take)
  }, [])
  const chosen = options.filter((option) => value.includes(option.value))
  const shared = {
    inline: true,
    open: true,
    items: options,
    autoHighlight: true,
    filter: (option: PickerOption, query: string) => startsWords(option.label, query),
    itemToStringLabel: (option: PickerOption) => option.label,
    isItemEqualToValue: (option: PickerOption, other: PickerOption) => option.value === other.value,
  } as const
  const body = (
    <>
      <div className="flex items-center gap-2 border-b border-line px-3">
        <Search aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-ink-muted" />
        <Combobox.Input
          ref={input}
          aria-label={placeholder}
          placeholder={placeholder}
          className="h-9 w-full min-w-0 bg-transparent text-sm outline-none placeholder:text-ink-muted"
        />
      </div>
      <Combobox.Empty className="text-sm text-ink-muted">
        <span className="block px-3 py-4">{emptyText ?? t('none')}</span>
      </Combobox.Empty>
      <Combobox.List className="max-h-[min(22rem,calc(var(--available-height)-3rem))] overflow-y-auto p-1 outline-none empty:hidden">
        {(option: PickerOption) => (
          <Combobox.Item
            key={option.value}
            value={option}
            className="flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 py-1.5 text-sm select-none data-highlighted:bg-raised"
          >
            <span className="flex size-4 shrink-0 items-center justify-center">
              <Combobox.ItemIndicator>
                <Check aria-hidden size={16} strokeWidth={2} />
              </Combobox.ItemIndicator>
            </span>
            {option.lead}
            <span className="min-w-0 flex-1 truncate">{option.label}</span>
            {option.hint !== undefined && (
              <span className="shrink-0 text-xs text-ink-muted tabular-nums">{option.hint}</span>
            )}
          </Combobox.Item>
        )}
      </Combobox.List>
    </>
  )
  return multiple ? (
    <Combobox.Root
      {...shared}
      multiple
      value={chosen}
      onValueChange={(next: PickerOption[]) => onChange(next.map((option) => option.value))}
    >
      {body}
    </Combobox.Root>
  ) : (
    <Combobox.Root
      {...shared}
      value={chosen[0] ?? null}
      onValueChange={(next: PickerOption | null) => {
        onDone()
        if (next !== null) onChange([next.value])
      }}
    >
      {body}
    </Combobox.Root>
  )
}
