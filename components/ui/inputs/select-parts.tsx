'use client'

import { Select as Base } from '@base-ui/react/select'
import { Check } from 'lucide-react'
import { type ComponentProps, type RefObject, useRef } from 'react'
import { findMain, popupClass } from '@/components/ui/overlays/popup'
import { classNames } from '@/lib/browser/class-names'
import { Arrows, type SelectOption, valueClass } from './select-button'

interface OptionGroup<Value extends string> {
  label: string | undefined
  options: Array<SelectOption<Value>>
}

/** Consecutive options of the same group. */
function groupOptions<Value extends string>(options: ReadonlyArray<SelectOption<Value>>): Array<OptionGroup<Value>> {
  const groups: Array<OptionGroup<Value>> = []
  for (const option of options) {
    const last = groups.at(-1)
    if (last !== undefined && last.label === option.group) last.options.push(option)
    else groups.push({ label: option.group, options: [option] })
  }
  return groups
}

/** The button of a select and its list. `triggerRef` is set to the button. */
export function Select<Value extends string>({
  value,
  options,
  onChange,
  disabled,
  triggerRef,
  button,
}: {
  value: Value
  options: ReadonlyArray<SelectOption<Value>>
  onChange: (value: Value) => void
  disabled: boolean
  triggerRef: RefObject<HTMLElement | null>
  button: ComponentProps<typeof Base.Trigger>
}) {
  const container = useRef<HTMLElement>(null)
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
        {...button}
        ref={(element: HTMLElement | null) => {
          triggerRef.current = element
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
