'use client'

import { type MouseEvent, useState } from 'react'
import type { RowMenuPlace } from './row-menu'

/** The menu for right clicks on rows. The browser's menu opens on links, on selected text and with Shift. */
export function useRowMenu() {
  const [place, setPlace] = useState<RowMenuPlace | null>(null)
  const onContextMenu = (event: MouseEvent) => {
    const { target } = event
    // A shortcut handles the menu key.
    if (target === event.currentTarget) return event.preventDefault()
    if (!(target instanceof Element) || event.shiftKey || target.closest('a, thead') !== null) return
    if (window.getSelection()?.isCollapsed === false) return
    const position = readPosition(target.closest('tr[aria-rowindex]'))
    if (position === null) return
    event.preventDefault()
    const at = new DOMRect(event.clientX, event.clientY, 0, 0)
    setPlace({
      position,
      columnId: target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] ?? null,
      anchor: { getBoundingClientRect: () => at },
    })
  }
  return {
    place,
    onContextMenu,
    /** Opens the menu at a row, for the keyboard. */
    openAt: (position: number, element: Element | null) => {
      if (element !== null) setPlace({ position, columnId: null, anchor: element })
    },
    close: () => setPlace(null),
  }
}

function readPosition(row: Element | null): number | null {
  const index = Number(row?.getAttribute('aria-rowindex'))
  return Number.isInteger(index) && index >= 2 ? index - 2 : null
}
