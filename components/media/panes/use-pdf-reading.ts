import { useTranslations } from 'next-intl'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useShortcuts } from '@/lib/browser/shortcuts'
import { type PaneKeySlot, usePaneKeys } from './pane-keys'

const zooms = [0.5, 0.75, 1, 1.5, 2, 3] as const
/** The zoom step at which a page is as wide as the pane. */
const wholeWidth = 2
const wheelStepPx = 60
const lineScrollPx = 60

/** The current page and zoom of a PDF. */
export interface PdfReading {
  /** The page on screen, from 1. */
  current: number
  setCurrent: (number: number) => void
  /** Scrolls to a page. A number beyond the ends means the page at that end. */
  goTo: (number: number) => void
  /** 1 = as wide as the pane. */
  zoom: number
  canZoomIn: boolean
  canZoomOut: boolean
  /** Zooms to the next larger or smaller step. */
  step: (by: 1 | -1) => void
}

/** Controls the pages in the scrolling `listRef` by keys, wheel and buttons. */
export function usePdfReading(
  listRef: RefObject<HTMLElement | null>,
  { numPages, keys }: { numPages: number; keys: PaneKeySlot },
): PdfReading {
  const t = useTranslations('media')
  const [at, setAt] = useState<number>(wholeWidth)
  const [current, setCurrent] = useState(1)
  const step = (by: 1 | -1) => setAt((before) => Math.min(zooms.length - 1, Math.max(0, before + by)))
  useKeptPage(listRef, at, current)
  useWheelSteps(listRef, step)
  useScrollKeys(listRef, keys)
  const shortcut = { group: t('shortcutGroup'), inDialogs: true, repeats: true }
  useShortcuts([
    { ...shortcut, id: 'media.closer', keys: ['+', '='], label: t('zoom.in'), run: () => step(1) },
    { ...shortcut, id: 'media.farther', keys: ['-'], label: t('zoom.out'), run: () => step(-1) },
    { ...shortcut, id: 'media.fit', keys: ['0'], label: t('pdf.fitWidth'), run: () => setAt(wholeWidth) },
  ])
  return {
    current,
    setCurrent,
    goTo: (number) => {
      const page = Math.min(numPages, Math.max(1, number))
      scrollToPage(listRef.current, page)
      setCurrent(page)
    },
    zoom: zooms[at] ?? 1,
    canZoomIn: at < zooms.length - 1,
    canZoomOut: at > 0,
    step,
  }
}

function scrollToPage(list: HTMLElement | null, page: number): void {
  list?.querySelector(`[data-page="${page}"]`)?.scrollIntoView({ block: 'start' })
}

/** Keeps the current page in place when all pages change their size. */
function useKeptPage(ref: RefObject<HTMLElement | null>, zoomAt: number, current: number): void {
  const before = useRef(zoomAt)
  const keep = useEffectEvent(() => scrollToPage(ref.current, current))
  useEffect(() => {
    if (before.current === zoomAt) return
    before.current = zoomAt
    keep()
  }, [zoomAt])
}

/** Scroll keys work wherever the focus is. The pane itself has the focus only after a click or Tab. */
function useScrollKeys(ref: RefObject<HTMLElement | null>, keys: PaneKeySlot): void {
  usePaneKeys(keys, (event) => {
    const list = ref.current
    if (list === null || list.contains(event.target as Node)) return false
    const pagePx = list.clientHeight * 0.9
    const by = { ArrowDown: lineScrollPx, ArrowUp: -lineScrollPx, PageDown: pagePx, PageUp: -pagePx }
    const px = Object.hasOwn(by, event.key) ? by[event.key as keyof typeof by] : 0
    list.scrollTop += px
    return px !== 0
  })
}

/** Zooms in steps with Ctrl and the wheel, or with a trackpad pinch, which sends the same events. */
function useWheelSteps(ref: RefObject<HTMLElement | null>, step: (by: 1 | -1) => void): void {
  const act = useEffectEvent(step)
  useEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    let gathered = 0
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      gathered -= event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1)
      if (Math.abs(gathered) < wheelStepPx) return
      act(gathered > 0 ? 1 : -1)
      gathered = 0
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [ref])
}
