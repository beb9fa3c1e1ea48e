'use client'

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
