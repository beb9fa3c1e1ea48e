'use client'

import {
  cloneElement,
  type DOMAttributes,
  type AriaAttributes,
  isValidElement,
  type ReactElement,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { OnDemand } from '@/lib/browser/late/late-code'
import { useOnDemand } from '@/lib/browser/on-demand'

type TriggerProps = DOMAttributes<HTMLElement> & AriaAttributes & { role?: string }

// React warns about layout effects on the server.
const useBrowserLayout = typeof window === 'undefined' ? useEffect : useLayoutEffect

/**
 * A button whose popup is loaded on demand. Until the code arrives, the caller renders the plain element that `standIn`
 * returns, and then the real button with `ref`. The real button is a new element, so it takes over the focus, and an
 * earlier press is repeated on it, so that no press is lost.
 */
export function useTrigger<Module>(code: OnDemand<Module>, isOpen: boolean) {
  const [isPressed, setPressed] = useState(false)
  const loaded = useOnDemand(code, isPressed || isOpen)
  const { isHeld, hold } = useHold()
  // A click is lost if its element is replaced between the press and the release.
  const parts = isHeld ? null : loaded
  const isReady = parts !== null
  const hadFocus = useRef(false)
  const ref = useRef<HTMLElement>(null)
  useBrowserLayout(() => {
    if (isReady && hadFocus.current) ref.current?.focus()
    hadFocus.current = false
  }, [isReady])
  useEffect(() => {
    if (!isReady || !isPressed) return
    // oxlint-disable-next-line react/set-state-in-effect -- once, when the code arrives
    setPressed(false)
    ref.current?.click()
  }, [isReady, isPressed])
  const standIn = (trigger: ReactElement, attributes: TriggerProps): ReactElement => {
    if (!isValidElement<TriggerProps>(trigger)) return trigger
    const own = trigger.props
    return cloneElement(trigger, {
      ...attributes,
      'aria-expanded': false,
      onClick: (event) => {
        own.onClick?.(event)
        setPressed(true)
      },
      onPointerDown: (event) => {
        own.onPointerDown?.(event)
        hold()
      },
      onKeyDown: (event) => {
        own.onKeyDown?.(event)
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        setPressed(true)
      },
      onFocus: (event) => {
        own.onFocus?.(event)
        hadFocus.current = true
      },
      onBlur: (event) => {
        own.onBlur?.(event)
        hadFocus.current = false
      },
    })
  }
  return { parts, ref, standIn }
}

/** Whether a pointer that was pressed is still down. */
function useHold(): { isHeld: boolean; hold: () => void } {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (!isHeld) return undefined
    // The click follows the release in the same task.
    const release = () => setTimeout(() => setHeld(false))
    const ends = ['pointerup', 'pointercancel'] as const
    for (const kind of ends) window.addEventListener(kind, release)
    return () => {
      for (const kind of ends) window.removeEventListener(kind, release)
    }
  }, [isHeld])
  return { isHeld, hold: () => setHeld(true) }
}
