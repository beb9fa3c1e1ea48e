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
  useSyncExternalStore,
} from 'react'
import type { OnDemand } from '@/lib/browser/late/late-code'
import { press } from '@/lib/browser/late/press'
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
  const isReady = useReplaced(loaded !== null)
  const parts = isReady ? loaded : null
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

const neverDown = () => false
const noChange = () => () => {}

/**
 * Whether the real button replaces the plain one: once, when it is loaded and nothing is pressed. A click is lost if its
 * element is replaced between the press and the release.
 */
function useReplaced(isLoaded: boolean): boolean {
  const [isReplaced, setReplaced] = useState(false)
  const isHeld = useSyncExternalStore(
    isReplaced ? noChange : press.subscribe,
    isReplaced ? neverDown : press.isDown,
    neverDown,
  )
  if (!isLoaded || isReplaced || isHeld) return isReplaced
  setReplaced(true)
  return true
}
