import { columnById, columns, type ColumnId } from '@/lib/inspections/columns'
import { columnWidthMaxPx, columnWidthMinPx, type ShownColumn } from '@/lib/inspections/model'

/** The box in front of each row, and the space under the chooser's button behind it. */
export const boxPx = 40
export const tailPx = 44

/**
 * The least width of a column that shares the space: a text whose width nobody set. Null for all others, which keep their
 * width to the pixel.
 */
function readFlexibleMin({ id, widthPx }: ShownColumn): number | null {
  const column = columnById(id)
  return column.widthPx === widthPx ? (column.minWidthPx ?? null) : null
}

export interface ColumnLayout {
  /** Value of `grid-template-columns`. */
  template: string
  /** Narrower than this, the table scrolls sideways. */
  minWidthPx: number
}

/** The widths of a row's cells, the box and the tail included. */
export function layOutColumns(shown: readonly ShownColumn[]): ColumnLayout {
  const tracks: string[] = []
  let minWidthPx = boxPx + tailPx
  let canGrow = false
  for (const column of shown) {
    const min = readFlexibleMin(column)
    tracks.push(min === null ? `${column.widthPx}px` : `minmax(${min}px,${column.widthPx}fr)`)
    minWidthPx += min ?? column.widthPx
    canGrow ||= min !== null
  }
  const tail = canGrow ? `${tailPx}px` : `minmax(${tailPx}px,1fr)`
  return { template: [`${boxPx}px`, ...tracks, tail].join(' '), minWidthPx }
}

/** `layOutColumns(firstColumns).template`, for the page before it was measured: styles come after it was mounted only. */
export const columnsClass =
  'grid auto-cols-[minmax(96px,1fr)] grid-flow-col grid-cols-[var(--row-columns,40px_minmax(176px,320fr)_minmax(96px,200fr)_minmax(96px,160fr)_minmax(96px,150fr)_120px_80px_120px_150px_44px)]'

function clampWidth(widthPx: number): number {
  return Math.round(Math.min(columnWidthMaxPx, Math.max(columnWidthMinPx, widthPx)))
}

/** A width that was set is never the automatic one, which means "share the space". */
function fixWidth(id: ColumnId, widthPx: number): ShownColumn {
  const width = clampWidth(widthPx)
  return { id, widthPx: columnById(id).widthPx === width ? width + 1 : width }
}

/**
 * Sets the width of a column. Those left of it keep the width they have on screen, so that the edge stays where the
 * person put it; those right of it share what is left.
 * @param measuredPx widths on screen
 */
export function setColumnWidth(
  shown: readonly ShownColumn[],
  id: ColumnId,
  widthPx: number,
  measuredPx: ReadonlyMap<ColumnId, number>,
): ShownColumn[] {
  const at = shown.findIndex((column) => column.id === id)
  return shown.map((column, index) => {
    if (index > at) return column
    if (index === at) return fixWidth(id, widthPx)
    const measured = measuredPx.get(column.id)
    return readFlexibleMin(column) !== null && measured !== undefined ? fixWidth(column.id, measured) : column
  })
}

/** Gives a column back its automatic width. */
export function resetColumnWidth(shown: readonly ShownColumn[], id: ColumnId): ShownColumn[] {
  return shown.map((column) => (column.id === id ? { id, widthPx: columnById(id).widthPx } : column))
}

/** Puts a column at a place among those shown. */
export function moveColumn(shown: readonly ShownColumn[], id: ColumnId, to: number): ShownColumn[] {
  const column = shown.find((each) => each.id === id)
  if (column === undefined) return [...shown]
  const rest = shown.filter((each) => each.id !== id)
  return rest.toSpliced(Math.min(Math.max(to, 0), rest.length), 0, column)
}

/** Shows a hidden column after the shown one that comes before it in the first order, or hides it. The title stays. */
export function toggleColumn(shown: readonly ShownColumn[], id: ColumnId): ShownColumn[] {
  if (shown.some((column) => column.id === id))
    return id === 'title' ? [...shown] : shown.filter((column) => column.id !== id)
  const order = columns.map((column) => column.id)
  const before = new Set(order.slice(0, order.indexOf(id)))
  const at = shown.findLastIndex((column) => before.has(column.id))
  return shown.toSpliced(at + 1, 0, { id, widthPx: columnById(id).widthPx })
}
