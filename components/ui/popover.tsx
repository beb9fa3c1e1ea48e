'use client'

import { type ComponentType, createElement, useState } from 'react'
import { onDemand } from '@/lib/browser/on-demand'
import type { PopoverProps } from './overlays/popover-parts'
import { useTrigger } from './overlays/use-trigger'

const code = onDemand(() => import('./overlays/popover-parts'), { isEarly: true })

/** A panel that opens from `trigger`, which must be a single button element. `label` names the panel. */
export function Popover(props: PopoverProps) {
  const { parts, ref, standIn } = useTrigger(code, props.open === true)
  if (parts === null) return standIn(props.trigger, { 'aria-haspopup': 'dialog' })
  return <parts.Popover {...props} triggerRef={ref} />
}

/**
 * A panel whose content is loaded with it. A press waits for both. The component of the content gets `of`, and `onClose`
 * to close the panel.
 */
export function latePopover<Props extends { onClose: () => void }>(load: () => Promise<ComponentType<Props>>) {
  const both = onDemand(() => Promise.all([code.load(), load()]), { isEarly: true })
  type Panel = Omit<PopoverProps, 'children' | 'open' | 'onOpenChange'>
  return function LatePopover({ of, ...panel }: Panel & { of: Omit<Props, 'onClose'> }) {
    const [isOpen, setOpen] = useState(false)
    const { parts: loaded, ref, standIn } = useTrigger(both, isOpen)
    if (loaded === null) return standIn(panel.trigger, { 'aria-haspopup': 'dialog' })
    const [parts, Content] = loaded
    const content = { ...of, onClose: () => setOpen(false) } as Props
    return (
      <parts.Popover {...panel} open={isOpen} onOpenChange={setOpen} triggerRef={ref}>
        {createElement(Content, content)}
      </parts.Popover>
    )
  }
}
