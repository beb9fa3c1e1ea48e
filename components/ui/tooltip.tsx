'use client'

import {
  cloneElement,
  createContext,
  type DOMAttributes,
  isValidElement,
  type ReactElement,
  type ReactNode,
  use,
  useEffect,
  useId,
  useSyncExternalStore,
} from 'react'
import { onDemand, useOnDemand } from '@/lib/browser/on-demand'
import { hints } from './overlays/hint-store'

const code = onDemand(() => import('./overlays/hint'), { isEarly: true })

/** Time in milliseconds that a pointer rests on an element before its hint appears. */
const DelayContext = createContext(600)

export function TooltipProvider({ delay = 600, children }: { delay?: number; children: ReactNode }) {
  return <DelayContext value={delay}>{children}</DelayContext>
}

/** The single popup behind every `Tip`. Mounted once, in the providers. */
export function TooltipHost() {
  const shown = useSyncExternalStore(hints.subscribe, hints.read, () => null)
  const parts = useOnDemand(code, shown !== null)
  return parts === null ? null : <parts.Hint shown={shown} />
}

/** Shows a hint when its only child is hovered or focused. The child needs its own accessible name. */
export function Tip({ content, children }: { content: ReactNode; children: ReactElement }) {
  const delayMs = use(DelayContext)
  const id = useId()
  useEffect(() => () => hints.hide(id), [id])
  if (!isValidElement<DOMAttributes<HTMLElement>>(children)) return children
  const own = children.props
  return cloneElement(children, {
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event)
      if (event.pointerType !== 'touch') hints.showSoon({ id, anchor: event.currentTarget, content }, delayMs)
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event)
      hints.hideSoon(id)
    },
    onFocus: (event) => {
      own.onFocus?.(event)
      if (event.currentTarget.matches(':focus-visible')) hints.show({ id, anchor: event.currentTarget, content })
    },
    onBlur: (event) => {
      own.onBlur?.(event)
      hints.hide(id)
    },
    onPointerDown: (event) => {
      own.onPointerDown?.(event)
      hints.hide(id)
    },
    onClick: (event) => {
      own.onClick?.(event)
      hints.hide(id)
    },
  })
}
