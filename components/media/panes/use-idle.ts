import { useEffect, useState } from 'react'

const idleMs = 2_500
const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'focusin'] as const

/** Whether there was no input for a while, so that controls over a picture can be hidden. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    let timer = 0
    const wake = () => {
      setIdle(false)
      window.clearTimeout(timer)
      timer = window.setTimeout(() => setIdle(true), idleMs)
    }
    wake()
    for (const sign of signs) window.addEventListener(sign, wake, { passive: true, capture: true })
    return () => {
      window.clearTimeout(timer)
      for (const sign of signs) window.removeEventListener(sign, wake, { capture: true })
    }
  }, [])
  return isIdle
}
