import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus in a container whose buttons change with `state`. When the focused button is removed, the container
 * gets the focus, which would otherwise return to the top of the page. The container's first button does not get it,
 * because the key that caused the change may still be down.
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
      // Null means that no other element took the focus.
      if (relatedTarget !== null) isInside.current = false
    },
  }
}
