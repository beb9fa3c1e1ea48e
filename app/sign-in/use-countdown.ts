import { useEffect, useState, useSyncExternalStore } from 'react'

/** The remaining seconds, counted down to 0, and a function that sets them. */
export function useCountdown(): [seconds: number, set: (seconds: number) => void] {
  const [seconds, setSeconds] = useState(0)
  const isCounting = seconds > 0
  useEffect(() => {
    if (!isCounting) return undefined
    const timer = setInterval(() => setSeconds((left) => Math.max(0, left - 1)), 1_000)
    return () => clearInterval(timer)
  }, [isCounting])
  return [seconds, setSeconds]
}

const never = () => () => undefined

/** True once scripts run. Before that, a click would send the form without them. */
export function useReady(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
