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
import { type OnDemand, useOnDemand } from '@/lib/browser/on-demand'

type TriggerProps = DOMAttributes<HTMLElement> & AriaAttributes & { role?: string }

// The server has no layout, and React warns about effects of it there.
const useBrowserLayout = typeof window === 'undefined' ? useEffect : useLayoutEffect

/**
 * A button whose popup is loaded on demand. Until then it is the plain element that `standIn` makes; then the caller
 * renders the real one with `ref`. The real one is a new element, so the focus moves to it, and a press that came before it
 * is made again: none is lost.
 */
export function useTrigger<Module>(code: OnDemand<Module>, isOpen: boolean) {
  const [isPressed, setPressed] = useState(false)
  const loaded = useOnDemand(code, isPressed || isOpen)
  const { isHeld, hold } = useHold()
  // A click is lost if its element is replaced between its press and its release.
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
