import { columnWidthMaxPx, columnWidthMinPx, type ColumnShape, type ShownColumn } from '@/lib/table/shown-columns'
import { type ColumnTexts, fitTexts } from './text-width'

/** The checkbox at the start of each row, and the space below the chooser's button at the end. */
export const boxPx = 40
export const tailPx = 44
/** Without checkboxes, the first column aligns with the header of the page. */
const gutterPx = 16
export const gutterClass = 'sm:ps-4'

type Columns<Id extends string> = ReadonlyArray<ColumnShape<Id> & ColumnTexts>
type Shown<Id extends string> = ReadonlyArray<ShownColumn<Id>>

function defaultWidth<Id extends string>(columns: Columns<Id>, id: Id): number {
  return columns.find((column) => column.id === id)?.widthPx ?? columnWidthMinPx
}

/** The column; undefined if a person has set its width. */
function findUnset<Id extends string>(columns: Columns<Id>, { id, widthPx }: ShownColumn<Id>) {
  return columns.find((column) => column.id === id && column.widthPx === widthPx)
}

/** Until a person sets its width, a column is at least as wide as its texts, which are longer in some languages. */
function fitColumn<Id extends string>(columns: Columns<Id>, shown: ShownColumn<Id>): number {
  const column = findUnset(columns, shown)
  return column === undefined ? 0 : fitTexts(column)
}

/** The minimum width of a flexible column, whose width was not set. Null for columns of fixed width. */
function readFlexibleMin<Id extends string>(columns: Columns<Id>, shown: ShownColumn<Id>): number | null {
  return findUnset(columns, shown)?.minWidthPx ?? null
}

/**
 * The columns that stay in place while the others scroll, in their order: the first column of the list, and the pinned
 * columns.
 */
export function listPinned<Id extends string>(columns: Columns<Id>, shown: Shown<Id>): Id[] {
  return shown.filter(({ id, isPinned }) => isPinned === true || id === columns[0]?.id).map(({ id }) => id)
}

export interface ColumnLayout {
  /** Value of `grid-template-columns`. */
  template: string
  /** The table scrolls sideways when it is narrower than this. */
  minWidthPx: number
  /** Position of each pinned column, from the start of the row. */
  pinsPx: number[]
}

/**
 * The widths of a row's cells, including the checkbox and the space at the end. `hasBox`: rows have a checkbox.
 * @param minShare the share of their minimum width that flexible columns need
 */
export function layOutColumns<Id extends string>(
  columns: Columns<Id>,
  shown: Shown<Id>,
  hasBox = true,
  minShare = 1,
): ColumnLayout {
  const tracks: string[] = []
  const box = hasBox ? boxPx : 0
  let minWidthPx = (hasBox ? box : gutterPx) + tailPx
  let canGrow = false
  const pinned = listPinned(columns, shown)
  const pinsPx: number[] = []
  let pinnedPx = box
  for (const column of shown) {
    const isPinned = pinned.includes(column.id)
    // The position of a pinned column depends on the pinned columns before it, so those have a fixed width.
    const flexible = isPinned && column.id !== pinned.at(-1) ? null : readFlexibleMin(columns, column)
    const fitPx = fitColumn(columns, column)
    const widthPx = Math.max(column.widthPx, fitPx)
    const min = flexible === null ? null : Math.max(Math.round(flexible * minShare), fitPx)
    tracks.push(min === null ? `${widthPx}px` : `minmax(${min}px,${widthPx}fr)`)
    minWidthPx += min ?? widthPx
    canGrow ||= min !== null
    if (!isPinned) continue
    pinsPx.push(pinnedPx)
    pinnedPx += widthPx
  }
  const tail = canGrow ? `${tailPx}px` : `minmax(${tailPx}px,1fr)`
  return { template: [...(hasBox ? [`${boxPx}px`] : []), ...tracks, tail].join(' '), minWidthPx, pinsPx }
}

/** The style of a table with this layout: the variables that `rowClass` and pinned cells read. */
export function writeLayoutStyle(wide: ColumnLayout, folded: ColumnLayout): Record<`--${string}`, string> {
  return {
    '--row-columns': wide.template,
    '--row-min': `${wide.minWidthPx}px`,
    '--row-columns-folded': folded.template,
    '--row-min-folded': `${folded.minWidthPx}px`,
    ...Object.fromEntries(wide.pinsPx.map((px, index) => [`--pin-${index}`, `${px}px`])),
  }
}

/** The columns to show where space is limited. Pinned columns are always shown. */
export function foldColumns<Id extends string>(
  columns: ReadonlyArray<ColumnShape<Id> & { isFolded?: boolean }>,
  shown: Shown<Id>,
): Shown<Id> {
  return shown.filter(
    ({ id, isPinned }) => isPinned === true || columns.find((column) => column.id === id)?.isFolded !== true,
  )
}

/**
 * The layout where space is limited. Flexible columns may be narrower there, so that the first columns of a list fit a
 * tablet (720 px beside the rail): otherwise the button of the column chooser covers the last header.
 */
export function layOutFolded<Id extends string>(
  columns: ReadonlyArray<ColumnShape<Id> & ColumnTexts & { isFolded?: boolean }>,
  shown: Shown<Id>,
  hasBox = true,
): ColumnLayout {
  return layOutColumns(columns, foldColumns(columns, shown), hasBox, 0.8)
}

/** The class of rows and their header. `writeLayoutStyle` sets its variables. */
export const rowClass =
  'grid auto-cols-[minmax(96px,1fr)] grid-flow-col grid-cols-(--row-columns) @max-[66rem]:grid-cols-(--row-columns-folded)'

/** The classes for the positions of pinned cells, by their order among the pinned cells. */
const pinClasses = ['start-(--pin-0)', 'start-(--pin-1)', 'start-(--pin-2)', 'start-(--pin-3)', 'start-(--pin-4)']

/** The class of a cell of a pinned column. The last pinned cell casts a shadow on the cells that scroll below it. */
export function pinClass(place: number, isLast: boolean): string {
  const shadow = isLast
    ? ' group-data-sideways/scroller:shadow-[6px_0_6px_-6px_rgb(0_0_0/0.3)] rtl:group-data-sideways/scroller:shadow-[-6px_0_6px_-6px_rgb(0_0_0/0.3)]'
    : ''
  return `sticky z-1 bg-inherit ${pinClasses[place] ?? ''}${shadow}`
}

function clampWidth(widthPx: number): number {
  return Math.round(Math.min(columnWidthMaxPx, Math.max(columnWidthMinPx, widthPx)))
}

/** A set width must differ from the default width, which means "flexible". */
function fixWidth<Id extends string>(columns: Columns<Id>, column: ShownColumn<Id>, widthPx: number): ShownColumn<Id> {
  const width = clampWidth(widthPx)
  return { ...column, widthPx: defaultWidth(columns, column.id) === width ? width + 1 : width }
}

/**
 * Sets the width of a column. The columns left of it keep their width on screen, so that the edge stays where the person
 * put it; the columns right of it share the rest.
 * @param measuredPx widths on screen
 */
export function setColumnWidth<Id extends string>(
  columns: Columns<Id>,
  shown: Shown<Id>,
  { id, widthPx, measuredPx }: { id: Id; widthPx: number; measuredPx: ReadonlyMap<Id, number> },
): Array<ShownColumn<Id>> {
  const at = shown.findIndex((column) => column.id === id)
  return shown.map((column, index) => {
    if (index > at) return column
    if (index === at) return fixWidth(columns, column, widthPx)
    const measured = measuredPx.get(column.id)
    return readFlexibleMin(columns, column) !== null && measured !== undefined
      ? fixWidth(columns, column, measured)
      : column
  })
}

/** Resets the width of a column. */
export function resetColumnWidth<Id extends string>(
  columns: Columns<Id>,
  shown: Shown<Id>,
  id: Id,
): Array<ShownColumn<Id>> {
  return shown.map((column) => (column.id === id ? { ...column, widthPx: defaultWidth(columns, id) } : column))
}

/** Moves a column to a position among the shown columns. */
export function moveColumn<Id extends string>(shown: Shown<Id>, id: Id, to: number): Array<ShownColumn<Id>> {
  const column = shown.find((each) => each.id === id)
  if (column === undefined) return [...shown]
  const rest = shown.filter((each) => each.id !== id)
  return rest.toSpliced(Math.min(Math.max(to, 0), rest.length), 0, column)
}

/** Hides a column, or shows it in its default position. The first column of the list cannot be hidden. */
export function toggleColumn<Id extends string>(
  columns: Columns<Id>,
  shown: Shown<Id>,
  id: Id,
): Array<ShownColumn<Id>> {
  if (shown.some((column) => column.id === id))
    return id === columns[0]?.id ? [...shown] : shown.filter((column) => column.id !== id)
  const order = columns.map((column) => column.id)
  const before = new Set(order.slice(0, order.indexOf(id)))
  const at = shown.findLastIndex((column) => before.has(column.id))
  return shown.toSpliced(at + 1, 0, { id, widthPx: defaultWidth(columns, id) })
}

/** The maximum number of pinned columns, including the first column of the list. */
export const pinnedMax = pinClasses.length

/** Pins or unpins a column. Pinned columns come first, after the first column of the list. */
export function togglePin<Id extends string>(columns: Columns<Id>, shown: Shown<Id>, id: Id): Array<ShownColumn<Id>> {
  const isPinned = shown.some((column) => column.id === id && column.isPinned === true)
  const changed = shown.map((column) => {
    if (column.id !== id) return column
    const { isPinned: _, ...rest } = column
    return isPinned ? rest : { ...rest, isPinned: true as const }
  })
  const pinned = new Set(listPinned(columns, changed))
  const inOrder = (isIn: boolean) => changed.filter((column) => pinned.has(column.id) === isIn)
  const main = columns[0]?.id
  return [...inOrder(true).toSorted((a, b) => Number(b.id === main) - Number(a.id === main)), ...inOrder(false)]
}
