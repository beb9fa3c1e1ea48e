import { useDeferredValue, useEffect, useMemo, useState } from 'react'

/** A search in lines of text, and the matching lines. */
export interface LineFind {
  words: string
  setWords: (words: string) => void
  /** The search text in lower case, as last searched. */
  sought: string
  hitCount: number
  /** Position of the current match, from 0. */
  at: number
  /** The line of the current match; undefined without matches. */
  currentLine: number | undefined
  isHit: (line: number) => boolean
  /** Moves to the next or previous match. After the last one comes the first. */
  jump: (step: 1 | -1) => void
}

/** Finds text in lines regardless of case. `scrollTo` shows a line: the first match, and each later one jumped to. */
export function useFindLines(lines: readonly string[], scrollTo: (line: number) => void): LineFind {
  const [words, setWords] = useState('')
  const [position, setPosition] = useState(0)
  const sought = useDeferredValue(words.trim().toLowerCase())
  // Lower case is computed once: a document of 5 MB has about 200,000 lines, and each key searches all of them.
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
