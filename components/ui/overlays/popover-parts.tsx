'use client'

import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode, RefObject } from 'react'
import { classNames } from '@/lib/browser/class-names'
import { popupClass } from './popup'

export interface PopoverProps {
  trigger: ReactElement
  label: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  align?: 'start' | 'center' | 'end'
  className?: string
  children: ReactNode
}

/** The button and its panel. `triggerRef` is set to the button. */
export function Popover({
  trigger,
  triggerRef,
  label,
  open,
  onOpenChange,
  align = 'end',
  className,
  children,
}: PopoverProps & { triggerRef: RefObject<HTMLElement | null> }) {
  return (
    <Base.Root
      {...(open === undefined ? {} : { open })}
      onOpenChange={(next) => {
        onOpenChange?.(next)
      }}
    >
      <Base.Trigger
        ref={(element: HTMLElement | null) => {
          triggerRef.current = element
        }}
        render={trigger}
      />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup
            aria-label={label}
            className={classNames(popupClass, 'max-w-(--available-width) overflow-hidden', className)}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
