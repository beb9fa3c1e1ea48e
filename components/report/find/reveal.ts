/**
 * Brings an element on screen and gives it the focus, opening the entries it is in as the browser's own search does:
 * what is folded is `hidden="until-found"` and listens for `beforematch`.
 * @returns the element, or null when the page has none of this id
 */
export function revealElement(id: string, { focus = true } = {}): HTMLElement | null {
  const element = document.getElementById(id)
  if (element === null) return null
  openAround(element)
  element.scrollIntoView({ block: 'center' })
  if (focus) element.focus({ preventScroll: true })
  return element
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
