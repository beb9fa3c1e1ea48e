'use client'

import { useEffect, useEffectEvent, useState } from 'react'

/** Text in a field that takes effect when typing pauses. */
export interface TypedText {
  text: string
  setText: (text: string) => void
  /** Applies the typed text at once. */
  flush: () => void
}

/**
 * A field for a value that is stored elsewhere (the address). Typed text is shown at once. It is passed to `commit`
 * when no key was pressed for `delayMs`, or when the field is removed. A change from elsewhere replaces the text.
 */
export function useTypedText(committed: string, commit: (text: string) => void, delayMs: number): TypedText {
  const [text, setText] = useState(committed)
  const [sent, setSent] = useState(committed)
  const [seen, setSeen] = useState(committed)
  if (committed !== seen) {
    setSeen(committed)
    // Our own committed value comes back later. It is older than what was typed since then.
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

/** Returns a value after it has not changed for a while. */
export function useSettled<Value>(value: Value, delayMs: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}
