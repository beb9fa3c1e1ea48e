import { useDeferredValue, useEffect, useMemo, useState } from 'react'

/** Words looked for in lines of text, and the lines that hold them. */
export interface LineFind {
  words: string
  setWords: (words: string) => void
  /** The words in lower case, as far as they were looked for already. */
  sought: string
  hitCount: number
  /** Which of the hits one is at, from 0. */
  at: number
  /** The line of that hit; undefined without any. */
  currentLine: number | undefined
  isHit: (line: number) => boolean
  /** Goes to the next or previous hit; after the last comes the first. */
  jump: (step: 1 | -1) => void
}

/** Finds words in lines, whatever their case. `scrollTo` shows a line: the first hit, and each one that is jumped to. */
export function useFindLines(lines: readonly string[], scrollTo: (line: number) => void): LineFind {
  const [words, setWords] = useState('')
  const [position, setPosition] = useState(0)
  const sought = useDeferredValue(words.trim().toLowerCase())
  // Folded once: a document of 5 MB has some 200,000 lines, and each key pressed reads all of them.
  const foldedLines = useMemo(() => lines.map((line) => line.toLowerCase()), [lines])
  const hits = useMemo(
    () => (sought === '' ? [] : foldedLines.flatMap((line, index) => (line.includes(sought) ? [index] : []))),
    [foldedLines, sought],
  )
  const hitSet = useMemo(() => new Set(hits), [hits])
  const at = Math.min(position, Math.max(0, hits.length - 1))
  const [firstHit] = hits
  useEffect(() => {
    if (firstHit !== undefined) scrollTo(firstHit)
  }, [scrollTo, firstHit])
  return {
    words,
    setWords: (next) => {
      setWords(next)
      setPosition(0)
    },
    sought,
    hitCount: hits.length,
    at,
    currentLine: hits[at],
    isHit: (line) => hitSet.has(line),
    jump: (step) => {
      if (hits.length === 0) return
      const next = (at + step + hits.length) % hits.length
      setPosition(next)
      scrollTo(hits[next] ?? 0)
    },
  }
}
