/**
 * The columns of a list in its address. `columns=title,site:240,score:pin` contains the shown columns in order. A
 * number is a changed width in pixels. `pin` means that the column stays in place while the others scroll.
 */

export interface ColumnShape<Id extends string = string> {
  /** The column's name in the address and in saved views: never change it. */
  id: Id
  widthPx: number
  /** Until someone sets its width, the column is flexible and has at least this width. */
  minWidthPx?: number
  isShownFirst?: true
}

/** A shown column and its width. */
export interface ShownColumn<Id extends string = string> {
  id: Id
  widthPx: number
  isPinned?: true
}

export const columnWidthMinPx = 48
export const columnWidthMaxPx = 800

/** The columns of a list whose address contains none. */
export function listFirstColumns<Id extends string>(columns: ReadonlyArray<ColumnShape<Id>>): Array<ShownColumn<Id>> {
  return columns.filter((column) => column.isShownFirst === true).map(({ id, widthPx }) => ({ id, widthPx }))
}

function readPart<Id extends string>(
  columns: ReadonlyArray<ColumnShape<Id>>,
  part: string,
): ShownColumn<Id> | undefined {
  const [name = '', ...marks] = part.split(':').map((text) => text.trim())
  const column = columns.find(({ id }) => id === name)
  if (column === undefined) return undefined
  const width = marks.find((mark) => /^\d{1,4}$/.test(mark))
  const widthPx =
    width === undefined ? column.widthPx : Math.min(columnWidthMaxPx, Math.max(columnWidthMinPx, Number(width)))
  return { id: column.id, widthPx, ...(marks.includes('pin') ? { isPinned: true } : {}) }
}

/**
 * Reads `columns=`. Skips unknown and repeated names. The first column of the registry is always shown, because it
 * contains the name of a row. Without a valid name, returns the default columns.
 */
export function readShownColumns<Id extends string>(
  columns: ReadonlyArray<ColumnShape<Id>>,
  text: string | null | undefined,
): ReadonlyArray<ShownColumn<Id>> {
  const shown = new Map<Id, ShownColumn<Id>>()
  for (const part of (text ?? '').split(',')) {
    const column = readPart(columns, part)
    if (column !== undefined && !shown.has(column.id)) shown.set(column.id, column)
  }
  const [main] = columns
  if (shown.size === 0 || main === undefined) return listFirstColumns(columns)
  const list = [...shown.values()]
  return shown.has(main.id) ? list : [{ id: main.id, widthPx: main.widthPx }, ...list]
}

/** Writes `columns=`; null for the default columns, which need no parameter. */
export function writeShownColumns<Id extends string>(
  columns: ReadonlyArray<ColumnShape<Id>>,
  shown: ReadonlyArray<ShownColumn<Id>>,
): string | null {
  const write = (list: ReadonlyArray<ShownColumn<Id>>) =>
    list
      .map(({ id, widthPx, isPinned }) =>
        [
          id,
          ...(columns.find((column) => column.id === id)?.widthPx === widthPx ? [] : [widthPx]),
          ...(isPinned === true ? ['pin'] : []),
        ].join(':'),
      )
      .join(',')
  const text = write(shown)
  return text === write(listFirstColumns(columns)) ? null : text
}
