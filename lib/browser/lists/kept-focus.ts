import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For a container whose buttons change with `state`: when the focused button is removed, the focus stays in the container
 * instead of falling back to the top of the page. The first button does not get it, because the key that caused the change
 * may still be down.
 */
export function useKeptFocus<T extends HTMLElement>(
  state: string | undefined,
): { ref: RefObject<T | null>; tabIndex: -1; onFocus: () => void; onBlur: (event: FocusEvent) => void } {
  const ref = useRef<T>(null)
  const isInside = useRef(false)
  const before = useRef(state)
  useLayoutEffect(() => {
    if (before.current === state) return
    before.current = state
    if (isInside.current && document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
  }, [state])
  return {
    ref,
    tabIndex: -1,
    onFocus: () => {
      isInside.current = true
    },
    onBlur: ({ relatedTarget }) => {
      // Null: no other element took it.
      if (relatedTarget !== null) isInside.current = false
    },
  }
}
