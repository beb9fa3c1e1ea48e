'use client'

import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to a restored view, because its "Undo" button disappears. If the person has moved the focus elsewhere,
 * it stays there.
 * @param views changes when the views in the bar change
 * @returns a function that names the view to wait for
 */
export function useRestoredFocus(bar: RefObject<HTMLElement | null>, views: unknown): (key: string) => void {
  const awaited = useRef<string>(null)
  useEffect(() => {
    const tabs = [...(bar.current?.querySelectorAll<HTMLElement>('a[data-view]') ?? [])]
    const tab = tabs.find((each) => each.dataset['view'] === awaited.current)
    if (bar.current === null || tab === undefined) return
    awaited.current = null
    const { activeElement } = document
    if (activeElement !== document.body && activeElement?.closest('[data-toasts]') == null) return
    // A tab that does not fit is invisible; then the button that lists it gets the focus.
    const isCut = tab.offsetTop > (tabs[0]?.offsetTop ?? 0)
    for (const target of [...(isCut ? [] : [tab]), ...bar.current.querySelectorAll('button')]) {
      target.focus()
      // Elements that are hidden at this width cannot be focused.
      if (document.activeElement === target) return
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- it waits for other views in the bar
  }, [bar, views])
  return (key) => {
    awaited.current = key
  }
}
