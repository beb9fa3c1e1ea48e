'use client'

import { Menu as Base } from '@base-ui/react/menu'
import { Check, type LucideIcon } from 'lucide-react'
import { type ReactElement, type ReactNode, type RefObject, useRef } from 'react'
import { classNames } from '@/lib/browser/class-names'
import { findMain, popupClass } from './popup'

const itemClass =
  'flex min-h-8 w-full cursor-default items-center gap-2 rounded-sm px-2 py-1.5 text-start text-sm outline-none select-none data-disabled:text-ink-muted data-highlighted:bg-raised'

export interface MenuProps {
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  className?: string
  children: ReactNode
}

/** The button and its menu. `triggerRef` is set to the button. */
export function Menu({
  trigger,
  triggerRef,
  align = 'end',
  className,
  children,
}: MenuProps & { triggerRef: RefObject<HTMLElement | null> }) {
  const container = useRef<HTMLElement>(null)
  return (
    <Base.Root>
      <Base.Trigger
        ref={(element: HTMLElement | null) => {
          container.current = findMain(element)
          triggerRef.current = element
        }}
        render={trigger}
      />
      <Base.Portal container={container}>
        <Base.Positioner sideOffset={4} align={align} className="z-50 outline-none">
          <Base.Popup
            className={classNames(popupClass, 'max-h-(--available-height) min-w-48 overflow-y-auto p-1', className)}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export function MenuAt({
  anchor,
  label,
  focusAfter,
  onClose,
  children,
}: {
  anchor: Element | { getBoundingClientRect: () => DOMRect }
  label: string
  /** The element that gets the focus when the menu closes. */
  focusAfter: () => HTMLElement | null
  onClose: () => void
  children: ReactNode
}) {
  // All content of a page must be in a landmark.
  const main = document.querySelector('main')
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()} modal={false}>
      <Base.Portal {...(main === null ? {} : { container: main })}>
        <Base.Positioner anchor={anchor} sideOffset={2} align="start" className="z-50 outline-none">
          <Base.Popup
            aria-label={label}
            finalFocus={() => focusAfter() ?? true}
            className={classNames(popupClass, 'max-h-(--available-height) max-w-80 min-w-48 overflow-y-auto p-1')}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export function MenuItem({
  icon: Icon,
  onSelect,
  disabled = false,
  tone = 'neutral',
  children,
}: {
  icon?: LucideIcon
  onSelect: () => void
  disabled?: boolean
  tone?: 'neutral' | 'bad'
  children: ReactNode
}) {
  return (
    <Base.Item onClick={onSelect} disabled={disabled} className={classNames(itemClass, tone === 'bad' && 'text-bad')}>
      {Icon !== undefined && <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />}
      {children}
    </Base.Item>
  )
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Base.Group className="not-first:mt-1 not-first:border-t not-first:border-line not-first:pt-1">
      <Base.GroupLabel className="truncate px-2 pt-1.5 pb-1 text-xs font-medium text-ink-muted">
        {label}
      </Base.GroupLabel>
      {children}
    </Base.Group>
  )
}

export interface MenuChoiceProps<Value extends string> {
  label: string
  value: Value
  options: ReadonlyArray<{ value: Value; label: ReactNode; hint?: ReactNode }>
  onChange: (value: Value) => void
}

export function MenuChoice<Value extends string>({ label, value, options, onChange }: MenuChoiceProps<Value>) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 text-xs font-medium text-ink-muted">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(next) => onChange(next as Value)}>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} closeOnClick className={itemClass}>
            <span className="flex size-4 items-center justify-center">
              <Base.RadioItemIndicator>
                <Check aria-hidden size={16} strokeWidth={2} />
              </Base.RadioItemIndicator>
            </span>
            <span className="flex-1">{option.label}</span>
            {option.hint !== undefined && <span className="text-xs text-ink-muted tabular-nums">{option.hint}</span>}
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  )
}
