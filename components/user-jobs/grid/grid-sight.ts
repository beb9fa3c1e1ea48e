import type { Place } from './grid-model'
import { columnWidth, lineWidth, rowHeight } from './grid-row'

/** The positions of cells on screen. */

export const headHeight = 44

/** Whether both are the same cell. */
export const isSamePlace = (one: Place, other: Place | null) =>
  one.rowId === other?.rowId && one.column === other.column

/** The cell that an event came from. */
export function readPlace(target: EventTarget): Place | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
  const row = cell?.closest<HTMLElement>('[data-row-id]')
  if (cell === null || row === null || row === undefined) return null
  return { rowId: Number(row.dataset['rowId']), column: Number(cell.dataset['column']) }
}

/** Scrolls as little as possible to show the whole cell. */
export function bringIntoSight(element: HTMLElement, row: number, column: number): void {
  const top = row * rowHeight
  const left = column * columnWidth
  const height = element.clientHeight - headHeight
  const width = element.clientWidth - lineWidth
  if (top < element.scrollTop) element.scrollTop = top
  else if (top + rowHeight > element.scrollTop + height) element.scrollTop = top + rowHeight - height
  if (left < element.scrollLeft || width < columnWidth) element.scrollLeft = left
  else if (left + columnWidth > element.scrollLeft + width) element.scrollLeft = left + columnWidth - width
}

/** Whether rows are shown as a list of cards, because the screen is too narrow for a grid. */
export const isNarrow = () => typeof matchMedia === 'function' && matchMedia('(width < 40rem)').matches
