/** The sign of “forward” on the x axis: -1 where text goes from right to left. */
export function forwardOf(element: Element): 1 | -1 {
  return element.closest('[dir]')?.getAttribute('dir') === 'rtl' ? -1 : 1
}

/** The step of a left or right arrow key along the text; 0 for other keys. */
export function readArrow({ key, currentTarget }: { key: string; currentTarget: Element }): 1 | -1 | 0 {
  const forward = forwardOf(currentTarget)
  if (key === 'ArrowRight') return forward
  return key === 'ArrowLeft' ? (forward === 1 ? -1 : 1) : 0
}
