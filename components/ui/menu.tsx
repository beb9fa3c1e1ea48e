'use client'

import { Menu as Base } from '@base-ui/react/menu'
import { Check, type LucideIcon } from 'lucide-react'
import { type ReactElement, type ReactNode, useRef } from 'react'
import { classNames } from '@/lib/browser/class-names'

export const popupClass =
  'rounded bg-surface text-sm text-ink shadow-float outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0'

const itemClass =
  'flex min-h-8 w-full cursor-default items-center gap-2 rounded-sm px-2 py-1.5 text-start text-sm outline-none select-none data-disabled:text-ink-muted data-highlighted:bg-raised'

/** A menu that opens from `trigger`, one element that is a button. */
export function Menu({
  trigger,
  align = 'end',
  className,
  children,
}: {
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  className?: string
  children: ReactNode
}) {
  const container = useRef<HTMLElement>(null)
  return (
    <Base.Root>
      <Base.Trigger
        ref={(element: HTMLElement | null) => {
          container.current = findMain(element)
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

/** A menu that opens at an element or a point, for menus of right clicks and keys. */
export function MenuAt({
  anchor,
  label,
  focusAfter,
  onClose,
  children,
}: {
  anchor: Element | { getBoundingClientRect: () => DOMRect }
  label: string
  /** Gets the focus when the menu closes. */
  focusAfter: () => HTMLElement | null
  onClose: () => void
  children: ReactNode
}) {
  // All content belongs in a landmark.
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

/**
 * Where the menu of a button is placed: all content belongs in a landmark, and a menu is not one. Null inside another
 * popup, where the menu must stay.
 */
export function findMain(trigger: Element | null): HTMLElement | null {
  const isInPopup = trigger === null || trigger.closest('[data-base-ui-portal]') !== null
  return isInPopup ? null : document.querySelector('main')
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

/** Items that belong together, under a label. */
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

/** One choice of several; the chosen one has a check mark. */
export function MenuChoice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: Value
  options: ReadonlyArray<{ value: Value; label: ReactNode; hint?: ReactNode }>
  onChange: (value: Value) => void
}) {
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
