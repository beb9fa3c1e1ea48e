'use client'

import { type ReactElement, useState } from 'react'
import { Popover } from '@/components/ui/popover'
import { lateComponent, onDemand } from '@/lib/browser/on-demand'
import type { PickerOptions } from './picker-option'

const code = onDemand(() => import('./picker-list'), { isEarly: true })
const PickerList = lateComponent(code, (parts) => parts.PickerList)

/** Whether a panel is open: controlled by `given`, otherwise by its own state. */
function useOpen(given: boolean | undefined, onOpenChange: ((open: boolean) => void) | undefined) {
  const [own, setOwn] = useState(false)
  const setOpen = (next: boolean) => {
    setOwn(next)
    onOpenChange?.(next)
  }
  return { open: given ?? own, setOpen }
}

/**
 * A long list that is searched by typing, in a panel under `trigger`. With `multiple`, several options can be chosen
 * and the panel stays open. The list is rendered only while the panel is open, so that the server's HTML does not
 * contain it.
 */
export function Picker({
  trigger,
  label,
  placeholder,
  options,
  value,
  onChange,
  multiple = false,
  align = 'start',
  emptyText,
  open: given,
  onOpenChange,
}: {
  trigger: ReactElement
  label: string
  placeholder: string
  options: PickerOptions
  value: readonly string[]
  onChange: (value: string[]) => void
  multiple?: boolean
  align?: 'start' | 'end'
  emptyText?: string
  /** Set for panels that other controls can also open. */
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
}) {
  const { open, setOpen } = useOpen(given, onOpenChange)
  return (
    <Popover trigger={trigger} label={label} align={align} open={open} onOpenChange={setOpen} className="w-80">
      <PickerList {...{ placeholder, options, value, onChange, multiple, emptyText }} onDone={() => setOpen(false)} />
    </Popover>
  )
}
