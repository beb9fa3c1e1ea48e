'use client'

import { useTranslations } from 'next-intl'
import { type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { longFrom } from '@/components/ui/windowed'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import { useZone } from '@/lib/browser/preferences/zone'
import type { ReportItem } from '@/lib/report/schema'
import { useReportNames } from '@/lib/report/use-names'
import { countRows, type ReportLayout } from '@/lib/report/view'
import { formatDateTime } from '@/lib/time/time-format'
import { listFindable, listLeftOut, type FindTexts } from './find-items'
import { anchorOfRow, findRows, type FoundRow, isNamedBy, markFound, readRows, unmarkFound } from './find-rows'
import { foldForFind } from './find-text'
import { openAround, revealElement, scrollTo } from './reveal'

export interface Find {
  words: string
  setWords: (words: string) => void
  /** Rows that contain the text. */
  count: number
  /** Position of the current match. */
  position: number
  /** Number of matching items that this view hides. */
  leftOut: number
  jump: (step: 1 | -1) => void
  /** Ends the search and keeps the focus at the match. */
  leave: () => void
}

interface UseFindInput {
  /** The element that contains the report. */
  root: RefObject<HTMLElement | null>
  items: ReadonlyMap<string, ReportItem>
  layout: ReportLayout
  isOnScreen: boolean
}

/** A place that contains the text. `row` is its row on the page; null in a long report, which renders only a part. */
interface Hit {
  anchor: string
  row: FoundRow | null
  /** Whether the text is in the part of a long answer that is not shown. */
  isCut: boolean
}

/** Returns the places that contain the text. */
type Search = (words: string) => Hit[]

const none: readonly Hit[] = []

/**
 * Finds text in the report as a reader sees it on the page, including dates in their time zone. In a long report, the items
 * are searched instead, and matches are rendered. The browser's own search keeps its key.
 */
export function useFind({ root, items, layout, isOnScreen }: UseFindInput): Find {
  const [words, setWords] = useState('')
  const sought = useDeferredValue(words)
  const texts = useFindTexts()
  const isSearching = sought.trim() !== '' && isOnScreen
  const isLong = countRows(layout) >= longFrom
  const [hits, setHits] = useState<readonly Hit[]>(none)
  const found = isSearching ? hits : none
  const [position, setPosition] = useState(0)
  const read = useRef<{ layout: ReportLayout; texts: FindTexts; search: Search } | null>(null)
  const searched = useRef('')
  useEffect(() => {
    const element = root.current
    if (!isSearching || element === null) {
      searched.current = ''
      return
    }
    if (read.current?.layout !== layout || read.current.texts !== texts)
      read.current = {
        layout,
        texts,
        search: isLong ? searchItems(layout, texts) : searchPage(layout, texts, element),
      }
    const next = read.current.search(sought)
    setHits(next)
    // A new text starts at its first match. Another view keeps the position as well as possible.
    if (searched.current === sought) return
    searched.current = sought
    setPosition(0)
    // After this effect, because the surroundings may have to be rendered synchronously.
    queueMicrotask(() => show(next[0]))
  }, [root, sought, layout, texts, isSearching, isLong])
  const at = Math.min(position, Math.max(0, found.length - 1))
  useMarks({ root, found, current: found[at], words: sought })
  const leftOutTexts = useMemo(
    () => (isSearching ? listLeftOut(items.values(), layout, texts) : []),
    [isSearching, items, layout, texts],
  )
  const leftOut = useMemo(() => {
    const folded = foldForFind(sought.trim()).text
    return folded === '' ? 0 : leftOutTexts.filter((text) => text.includes(folded)).length
  }, [leftOutTexts, sought])
  const change = (next: string) => {
    setWords(next)
    if (next === '') read.current = null
  }
  return {
    words,
    setWords: change,
    count: found.length,
    position: at,
    leftOut,
    jump: (step) => {
      if (found.length === 0) return
      const next = (at + step + found.length) % found.length
      setPosition(next)
      show(found[next])
    },
    leave: () => {
      const hit = found[at]
      change('')
      if (hit === undefined) return
      const row = hit.row?.element.closest<HTMLElement>('li[tabindex]') ?? revealElement(hit.anchor, { focus: false })
      row?.focus({ preventScroll: true })
    },
  }
}

/** Dates and states as the page writes them. */
function useFindTexts(): FindTexts {
  const answer = useTranslations('report.answer')
  const names = useReportNames()
  const weather = useTranslations('report.weather')
  const { zone } = useZone()
  const style = useTimeStyle()
  return useMemo(
    () => ({
      answer,
      names,
      weather,
      instant: (at) => {
        const moment = Date.parse(at)
        return Number.isNaN(moment) ? at : formatDateTime(moment, zone, style)
      },
    }),
    [zone, style, answer, names, weather],
  )
}

const cutText = '[data-long-text][aria-expanded="false"]'

/** Long answers show only their beginning, so the rest is searched in the items. */
function searchPage(layout: ReportLayout, texts: FindTexts, root: Element): Search {
  const rows = readRows(root)
  const cut = new Set(rows.map(({ element }) => element).filter((element) => element.querySelector(cutText) !== null))
  const whole = new Map(
    cut.size === 0 ? [] : listFindable(layout, texts).map(({ anchor, folded }) => [anchor, folded] as const),
  )
  return (words) => {
    const sought = foldForFind(words.trim()).text
    if (sought === '') return []
    const found = new Map(findRows(rows, words).map((row) => [row.element, row]))
    return rows.flatMap(({ element }): Hit[] => {
      const anchor = anchorOfRow({ element })
      const row = found.get(element)
      if (row !== undefined) return [{ anchor, row, isCut: false }]
      if (!cut.has(element) || whole.get(anchor)?.includes(sought) !== true) return []
      return [{ anchor, row: { element, ranges: [] }, isCut: true }]
    })
  }
}

function searchItems(layout: ReportLayout, texts: FindTexts): Search {
  const findable = listFindable(layout, texts)
  return (words) => {
    const sought = foldForFind(words.trim()).text
    return findable.flatMap(({ anchor, itemId, folded }) =>
      folded.includes(sought) || isNamedBy(itemId, sought) ? [{ anchor, row: null, isCut: false }] : [],
    )
  }
}

/**
 * Highlights the matches on the page. In a long report, and when a long answer expands, this repeats whenever something
 * else is rendered.
 */
function useMarks({
  root,
  found,
  current,
  words,
}: {
  root: RefObject<HTMLElement | null>
  found: readonly Hit[]
  current: Hit | undefined
  words: string
}): void {
  useEffect(() => {
    const element = root.current
    if (found.length === 0 || element === null) return unmarkFound()
    if (current?.row != null && !current.isCut) {
      markFound(
        found.flatMap(({ row }) => row ?? []),
        current.row,
      )
      return unmarkFound
    }
    const mark = () => {
      const rows = findRows(readRows(element), words)
      markFound(
        rows,
        rows.find((row) => anchorOfRow(row) === current?.anchor),
      )
    }
    mark()
    const observer = new MutationObserver(mark)
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      unmarkFound()
    }
  }, [root, found, current, words])
}

function show(hit: Hit | undefined): void {
  if (hit === undefined) return
  if (hit.row === null) {
    revealElement(hit.anchor, { focus: false })
    return
  }
  const { element, ranges } = hit.row
  openAround(element)
  // Text in collapsed fields below an answer.
  for (const { startContainer } of ranges) {
    const details = startContainer.parentElement?.closest('details')
    if (details != null) details.open = true
  }
  if (hit.isCut) for (const button of element.querySelectorAll<HTMLElement>(cutText)) button.click()
  scrollTo(element)
}
