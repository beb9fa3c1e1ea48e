'use client'

import { useEffect, useEffectEvent, useState } from 'react'

/** Text in a field that is acted upon when typing pauses. */
export interface TypedText {
  text: string
  setText: (text: string) => void
  /** Acts at once on what is typed. */
  flush: () => void
}

/**
 * A field over a value that lives elsewhere (the address). What is typed shows at once and is handed to `commit` after
 * `delayMs` without another key, at the latest when the field goes; a change from elsewhere replaces it.
 */
export function useTypedText(committed: string, commit: (text: string) => void, delayMs: number): TypedText {
  const [text, setText] = useState(committed)
  const [sent, setSent] = useState(committed)
  const [seen, setSeen] = useState(committed)
  if (committed !== seen) {
    setSeen(committed)
    // What comes back of our own is older than what was typed meanwhile.
    if (committed !== sent) {
      setSent(committed)
      setText(committed)
    }
  }
  const flush = () => {
    if (text === sent) return
    setSent(text)
    commit(text)
  }
  const flushLatest = useEffectEvent(flush)
  useEffect(() => {
    const timer = text === sent ? undefined : setTimeout(() => flushLatest(), delayMs)
    return () => clearTimeout(timer)
  }, [text, sent, delayMs])
  useEffect(() => () => flushLatest(), [])
  return { text, setText, flush }
}

/** A value once it has stayed the same for a while. */
export function useSettled<Value>(value: Value, delayMs: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}
