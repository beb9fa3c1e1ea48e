'use client'

import {
  createContext,
  type RefObject,
  startTransition,
  useContext,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useMounted } from '@/lib/browser/now'

const headHeight = 36
const cardHeight = 76

export interface Viewport {
  scrollTop: number
  height: number
  rowHeight: number
  /** Whether the list is so narrow that the first column has a second line. */
  isFolded: boolean
  /** False for the assumed values before the first measurement. */
  isMeasured: boolean
}

export const firstViewport: Viewport = { scrollTop: 0, height: 800, rowHeight: 40, isFolded: false, isMeasured: false }
const firstOnPhone: Viewport = { ...firstViewport, height: 600, rowHeight: cardHeight }

/** Whether the browser that requested the page is on a phone. */
export const PhoneContext = createContext(false)

/** The viewport of a list. Before the first measurement and on the server, it is assumed by the kind of device. */
export function useViewport() {
  const isPhone = useContext(PhoneContext)
  return useState(isPhone ? firstOnPhone : firstViewport)
}

/** Whether rows are the two-line cards of a phone, by the measured width. */
export function hasCards({ isMeasured, rowHeight }: Viewport): boolean {
  return isMeasured && rowHeight === cardHeight
}

/**
 * The appearance of rows. Columns are `folded` where the first column has a second line. `assumed`: the screen is not
 * measured yet, so the style sheet decides. Its HTML contains columns, of which narrow windows show the first.
 */
export type RowLayout = 'assumed' | 'cards' | 'columns' | 'folded'

export function layoutOf({ isMeasured, isFolded, rowHeight }: Viewport): RowLayout {
  if (rowHeight === cardHeight) return 'cards'
  return !isMeasured ? 'assumed' : isFolded ? 'folded' : 'columns'
}

/**
 * Lists narrower than this fold columns into the second line of the first column. It is a window of 1,100 px without the
 * rail. `rowClass` contains the same width.
 */
const foldPx = 1056

/** The heights of rows. `foldedPx` is for rows with a second line. */
export interface RowHeights {
  rowPx: number
  foldedPx: number
}

const isSame = (viewport: Viewport, now: Pick<Viewport, 'height' | 'rowHeight' | 'isFolded'>) =>
  now.height === viewport.height && now.rowHeight === viewport.rowHeight && now.isFolded === viewport.isFolded

/** The viewport of a list as it is on screen now. */
export function readViewport(element: HTMLElement, { rowPx, foldedPx }: RowHeights): Viewport {
  const isCards = matchMedia('(width < 40rem)').matches
  // With its scrollbar, as the style sheet measures the list. In a test document without a layout, the width is 0.
  const isFolded = !isCards && element.offsetWidth > 0 && element.offsetWidth < foldPx
  return {
    scrollTop: element.scrollTop,
    height: Math.max(1, element.clientHeight - (isCards ? 0 : headHeight)),
    rowHeight: isCards ? cardHeight : isFolded ? foldedPx : rowPx,
    isFolded,
    isMeasured: true,
  }
}

/** Measures the height of the viewport and of rows. */
export function useMeasuredViewport(
  scroller: RefObject<HTMLElement | null>,
  viewport: Viewport,
  { rowPx, foldedPx }: RowHeights,
  onViewport: (viewport: Viewport) => void,
) {
  // False for a list that appears in a page that is already there.
  const isMounted = useMounted()
  const [isHydrated] = useState(!isMounted)
  const sent = useRef<Viewport>(null)
  const measure = useEffectEvent(() => {
    const element = scroller.current
    if (element === null) return
    const now = readViewport(element, { rowPx, foldedPx })
    if (!viewport.isMeasured) {
      if (sent.current !== null && isSame(sent.current, now)) return
      sent.current = now
      // The server's rows are on screen, and the style sheet decides how they look. Rendering them again in one task would
      // keep the page from responding.
      if (isHydrated) startTransition(() => onViewport(now))
      else onViewport(now)
      return
    }
    if (isSame(viewport, now)) return
    // When the row height changes, the first visible row stays the same.
    const scale = now.rowHeight / viewport.rowHeight
    const scrollTop = Math.round(now.scrollTop * scale)
    onViewport({ ...now, scrollTop })
    if (scale !== 1) requestAnimationFrame(() => (element.scrollTop = scrollTop))
  })
  useLayoutEffect(() => {
    measure()
    const observer = new ResizeObserver(() => measure())
    if (scroller.current !== null) observer.observe(scroller.current)
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- measures again when the row heights change
  }, [scroller, rowPx, foldedPx])
}
