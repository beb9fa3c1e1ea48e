'use client'

import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { classNames } from '@/lib/browser/class-names'
import { useMounted } from '@/lib/browser/now'
import { inputClass } from './field'
import { findMain, popupClass } from '@/components/ui/menu'

export interface SelectOption<Value extends string> {
  value: Value
  label: ReactNode
  disabled?: boolean
  /** Language of the label, when it is not that of the page. */
  lang?: string
  /** The label above this option and the next ones with the same group. */
  group?: string
}

interface OptionGroup<Value extends string> {
  label: string | undefined
  options: Array<SelectOption<Value>>
}

/** Consecutive options with the same group. */
function groupOptions<Value extends string>(options: ReadonlyArray<SelectOption<Value>>): Array<OptionGroup<Value>> {
  const groups: Array<OptionGroup<Value>> = []
  for (const option of options) {
    const last = groups.at(-1)
    if (last !== undefined && last.label === option.group) last.options.push(option)
    else groups.push({ label: option.group, options: [option] })
  }
  return groups
}

const valueClass = 'min-w-0 flex-1 truncate'

function Arrows() {
  return (
    <span aria-hidden className="shrink-0 text-ink-muted">
      <ChevronsUpDown size={14} strokeWidth={1.75} />
    </span>
  )
}

/**
 * One choice of a list that opens below. It is named by `label`, or by a `<label htmlFor>` with the `id`. The page from the server
 * has only its button: the field that Base UI hides beside it has a style attribute, which the policy of pages refuses.
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
  const container = useRef<HTMLElement>(null)
  const isMounted = useMounted()
  const trigger = {
    id,
    'aria-label': label,
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid || undefined,
    className: classNames(inputClass, 'flex items-center gap-2 pe-1.5 text-start select-none', className),
  }
  if (!isMounted)
    return (
      <button {...trigger} type="button" disabled={disabled}>
        <span className={valueClass}>{options.find((option) => option.value === value)?.label}</span>
        <Arrows />
      </button>
    )
  return (
    <Base.Root
      items={options}
      value={value}
      disabled={disabled}
      onValueChange={(next) => {
        if (next !== null) onChange(next)
      }}
    >
      <Base.Trigger
        {...trigger}
        ref={(element: HTMLElement | null) => {
          container.current = findMain(element)
        }}
      >
        <Base.Value className={valueClass} />
        <Arrows />
      </Base.Trigger>
      <Base.Portal container={container}>
        <Base.Positioner
          sideOffset={4}
          align="start"
          alignItemWithTrigger={false}
          collisionPadding={8}
          className="z-70 outline-none"
        >
          <Base.Popup
            className={classNames(
              popupClass,
              'max-h-(--available-height) max-w-(--available-width) min-w-(--anchor-width) overflow-y-auto p-1',
            )}
          >
            <Base.List className="outline-none">
              {groupOptions(options).map((group) => (
                <Base.Group
                  key={group.options[0]?.value ?? group.label}
                  className="not-first:mt-1 not-first:border-t not-first:border-line not-first:pt-1"
                >
                  {group.label !== undefined && (
                    <Base.GroupLabel className="truncate px-2 pt-1.5 pb-1 text-xs font-medium text-ink-muted">
                      {group.label}
                    </Base.GroupLabel>
                  )}
                  {group.options.map((option) => (
                    <Option key={option.value} option={option} />
                  ))}
                </Base.Group>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Option<Value extends string>({ option }: { option: SelectOption<Value> }) {
  return (
    <Base.Item
      value={option.value}
      disabled={option.disabled ?? false}
      lang={option.lang}
      className="flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 py-1.5 text-sm outline-none select-none data-disabled:text-ink-muted data-highlighted:bg-raised max-sm:min-h-10"
    >
      <span className="flex size-4 shrink-0 items-center justify-center">
        <Base.ItemIndicator>
          <Check aria-hidden size={16} strokeWidth={2} />
        </Base.ItemIndicator>
      </span>
      <Base.ItemText className="min-w-0 wrap-anywhere">{option.label}</Base.ItemText>
    </Base.Item>
  )
}
