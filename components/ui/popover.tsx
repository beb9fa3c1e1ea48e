'use client'

import { type ComponentType, createElement } from 'react'
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

/** A panel whose content is loaded with it. The component of the content gets `of`. A press waits for both. */
export function latePopover<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const both = onDemand(() => Promise.all([code.load(), load()]), { isEarly: true })
  return function LatePopover({ of, ...panel }: Omit<PopoverProps, 'children'> & { of: Props }) {
    const { parts: loaded, ref, standIn } = useTrigger(both, panel.open === true)
    if (loaded === null) return standIn(panel.trigger, { 'aria-haspopup': 'dialog' })
    const [parts, Content] = loaded
    return (
      <parts.Popover {...panel} triggerRef={ref}>
        {createElement(Content, of)}
      </parts.Popover>
    )
  }
}
