import { columnById, columns, findColumn, type ColumnId } from './columns'

/**
 * A shown column and its width. In the address `columns=title,site:240,score` names the columns shown, in order, with a width
 * in pixels where it was changed.
 */
export interface ShownColumn {
  id: ColumnId
  widthPx: number
}

export const columnWidthMinPx = 60
export const columnWidthMaxPx = 800
/** The default columns. */
export const firstColumns: readonly ShownColumn[] = columns
  .filter((column) => 'isShownFirst' in column)
  .map(({ id, widthPx }) => ({ id, widthPx }))

/** Reads `columns=`. Skips unknown and repeated names and always adds the title. Without a valid name: the default columns. */
export function readColumns(text: string | null | undefined): readonly ShownColumn[] {
  if (text == null || text === '') return firstColumns
  const shown = new Map<ColumnId, ShownColumn>()
  for (const part of text.split(',')) {
    const [name = '', width] = part.split(':')
    const column = findColumn(name.trim())
    if (column === undefined || shown.has(column.id)) continue
    const asked = width !== undefined && /^\d{1,4}$/.test(width) ? Number(width) : column.widthPx
    shown.set(column.id, {
      id: column.id,
      widthPx: Math.min(columnWidthMaxPx, Math.max(columnWidthMinPx, asked)),
    })
  }
  if (shown.size === 0) return firstColumns
  const list = [...shown.values()]
  return shown.has('title') ? list : [{ id: 'title', widthPx: columnById('title').widthPx }, ...list]
}

/** Writes `columns=`; null for the default columns, which need no parameter. */
export function writeColumns(shown: readonly ShownColumn[]): string | null {
  const write = (list: readonly ShownColumn[]) =>
    list.map(({ id, widthPx }) => (columnById(id).widthPx === widthPx ? id : `${id}:${widthPx}`)).join(',')
  const text = write(shown)
  return text === write(firstColumns) ? null : text
}

/** The name of a CSV: `inspections-failed-this-week-2026-11-20.csv`, with the day as it is in `zone`. */
export function exportFileName(view: string | undefined, now: Date, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now)
  const read = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const words = (view ?? '').toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return [...['inspections', ...words].join('-').slice(0, 80).split('-'), read('year'), read('month'), read('day')]
    .filter((part) => part !== '')
    .join('-')
    .concat('.csv')
}
