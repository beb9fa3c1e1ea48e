import { columnById, columns, type ColumnId } from '@/lib/inspections/columns'
import { columnWidthMaxPx, columnWidthMinPx, type ShownColumn } from '@/lib/inspections/model'

/** The checkbox at the start of each row, and the space below the chooser's button at the end. */
export const boxPx = 40
export const tailPx = 44

/**
 * The least width of a flexible column: a text without a set width. Null for all others, which have a fixed width.
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

/** `layOutColumns(firstColumns).template` as a class, because inline styles are allowed only after mounting. */
export const columnsClass =
  'grid auto-cols-[minmax(96px,1fr)] grid-flow-col grid-cols-[var(--row-columns,40px_minmax(176px,320fr)_minmax(96px,200fr)_minmax(96px,160fr)_minmax(96px,150fr)_120px_80px_120px_150px_44px)]'

function clampWidth(widthPx: number): number {
  return Math.round(Math.min(columnWidthMaxPx, Math.max(columnWidthMinPx, widthPx)))
}

/** A set width must differ from the default width, which means "flexible". */
function fixWidth(id: ColumnId, widthPx: number): ShownColumn {
  const width = clampWidth(widthPx)
  return { id, widthPx: columnById(id).widthPx === width ? width + 1 : width }
}

/**
 * Sets the width of a column. The columns left of it keep their width on screen, so that the edge stays where the person
 * put it; the columns right of it share the rest.
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

/** Resets the width of a column. */
export function resetColumnWidth(shown: readonly ShownColumn[], id: ColumnId): ShownColumn[] {
  return shown.map((column) => (column.id === id ? { id, widthPx: columnById(id).widthPx } : column))
}

/** Moves a column to a position among the shown ones. */
export function moveColumn(shown: readonly ShownColumn[], id: ColumnId, to: number): ShownColumn[] {
  const column = shown.find((each) => each.id === id)
  if (column === undefined) return [...shown]
  const rest = shown.filter((each) => each.id !== id)
  return rest.toSpliced(Math.min(Math.max(to, 0), rest.length), 0, column)
}

/** Hides a column, or shows it in its default position. The title cannot be hidden. */
export function toggleColumn(shown: readonly ShownColumn[], id: ColumnId): ShownColumn[] {
  if (shown.some((column) => column.id === id))
    return id === 'title' ? [...shown] : shown.filter((column) => column.id !== id)
  const order = columns.map((column) => column.id)
  const before = new Set(order.slice(0, order.indexOf(id)))
  const at = shown.findLastIndex((column) => before.has(column.id))
  return shown.toSpliced(at + 1, 0, { id, widthPx: columnById(id).widthPx })
}
