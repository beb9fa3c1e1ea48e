import { flushSync } from 'react-dom'
import { drawAround, hasRuns } from '@/components/ui/drawn-runs'

/**
 * Brings an element on screen and gives it the focus, opening the entries it is in as the browser's own search does:
 * what is folded is `hidden="until-found"` and listens for `beforematch`. A long report draws what is around it first.
 * @returns the element, or null when the page has none of this id
 */
export function revealElement(id: string, { focus = true } = {}): HTMLElement | null {
  drawAround(id, flushSync)
  const element = document.getElementById(id)
  if (element === null) return null
  openAround(element)
  scrollTo(element)
  if (focus) element.focus({ preventScroll: true })
  return element
}

/** Frames in which what is around a place is drawn and gets its real height. */
const settleFrames = 20
const ownMoves = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** Scrolls to an element and keeps it there while a long report draws what is around it, unless the person moves on. */
export function scrollTo(element: HTMLElement, block: ScrollLogicalPosition = 'center'): void {
  element.scrollIntoView({ block })
  if (!hasRuns()) return
  const moving = new AbortController()
  // Not yet: the key or the click that led here is still on its way up to the window.
  requestAnimationFrame(() => {
    for (const name of ownMoves)
      window.addEventListener(name, () => moving.abort(), { signal: moving.signal, passive: true })
  })
  let top = element.getBoundingClientRect().top
  let left = settleFrames
  const follow = () => {
    left -= 1
    if (left === 0) moving.abort()
    if (moving.signal.aborted || !element.isConnected) return
    if (Math.abs(element.getBoundingClientRect().top - top) > 1) {
      element.scrollIntoView({ block })
      top = element.getBoundingClientRect().top
    }
    requestAnimationFrame(follow)
  }
  requestAnimationFrame(follow)
}

/** Scrolls to a section that may not be drawn yet. */
export function revealSection(id: string): void {
  drawAround(id, flushSync)
  const element = document.getElementById(id)
  if (element !== null) scrollTo(element, 'start')
}

/** Opens the folded entries around an element. */
export function openAround(element: Element): void {
  for (
    let folded = element.closest('[hidden="until-found"]');
    folded !== null;
    folded = folded.closest('[hidden="until-found"]')
  ) {
    folded.removeAttribute('hidden')
    folded.dispatchEvent(new Event('beforematch'))
  }
}
