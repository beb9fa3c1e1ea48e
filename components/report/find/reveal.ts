import { flushSync } from 'react-dom'
import { drawAround, hasRuns } from '@/components/ui/drawn-runs'

/**
 * Scrolls to an element and focuses it. Expands the entries around it like the browser's own search: collapsed content is
 * `hidden="until-found"` and listens for `beforematch`. A long report first renders what is around the element.
 * @returns the element, or null when the page has none with this id
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

/** Number of frames until the surroundings of a place are rendered with their real height. */
const settleFrames = 20
const ownMoves = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** Scrolls to an element and keeps it in view while a long report renders its surroundings, until the person scrolls. */
export function scrollTo(element: HTMLElement, block: ScrollLogicalPosition = 'center'): void {
  element.scrollIntoView({ block })
  if (!hasRuns()) return
  const moving = new AbortController()
  // Listens later, because the key or click that led here is still bubbling up to the window.
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

/** Scrolls to a section that may not be rendered yet. */
export function revealSection(id: string): void {
  drawAround(id, flushSync)
  const element = document.getElementById(id)
  if (element !== null) scrollTo(element, 'start')
}

/** Expands the collapsed entries around an element. */
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
