'use client'

import { type PointerEvent, useRef } from 'react'

const longPressMs = 450
const pressSlackPx = 8

/** Detects a long touch. People with a mouse use checkboxes and keys instead. */
export function useLongPress(onLong: () => void) {
  const state = useRef({ timer: 0, x: 0, y: 0, isLong: false })
  const end = () => window.clearTimeout(state.current.timer)
  return {
    begin: (event: PointerEvent) => {
      end()
      state.current.isLong = false
      if (event.pointerType === 'mouse') return
      Object.assign(state.current, { x: event.clientX, y: event.clientY })
      state.current.timer = window.setTimeout(() => {
        state.current.isLong = true
        onLong()
      }, longPressMs)
    },
    move: (event: PointerEvent) => {
      const { x, y } = state.current
      if (Math.hypot(event.clientX - x, event.clientY - y) > pressSlackPx) end()
    },
    end,
    /** Whether the current click ends a long press. */
    wasLong: () => {
      const { isLong } = state.current
      state.current.isLong = false
      return isLong
    },
  }
}
