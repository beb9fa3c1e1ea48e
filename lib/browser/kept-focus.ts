import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For a place whose buttons come and go with `state`: whoever stood on a button that is gone stays in the place instead of
 * falling back to the top of the page. Its first button is not taken: the key that made it appear may still be down.
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
      // Null: nothing else took it.
      if (relatedTarget !== null) isInside.current = false
    },
  }
}
