import type { SortName } from './schema'

/**
 * Columns of the list, in their first order: the grid, its chooser and the CSV export read this one table. In the address
 * `columns=title,site:240,score` names those shown, in order, with a width in pixels where it was changed.
 */
export interface Column {
  id: string
  /** Head of the grid and of the CSV. */
  label: string
  sort?: SortName
  widthPx: number
  isShownFirst: boolean
}

export const columns = [
  { id: 'title', label: 'Title', sort: 'title', widthPx: 320, isShownFirst: true },
  { id: 'template', label: 'Template', widthPx: 200, isShownFirst: true },
  { id: 'site', label: 'Site', widthPx: 160, isShownFirst: true },
  { id: 'author', label: 'Author', widthPx: 150, isShownFirst: true },
  { id: 'score', label: 'Score', sort: 'score', widthPx: 120, isShownFirst: true },
  { id: 'failed', label: 'Failed', sort: 'failed', widthPx: 80, isShownFirst: true },
  { id: 'result', label: 'Result', widthPx: 120, isShownFirst: true },
  { id: 'media', label: 'Media', widthPx: 80, isShownFirst: false },
  { id: 'items', label: 'Items', widthPx: 80, isShownFirst: false },
  { id: 'documentNo', label: 'Document no.', widthPx: 130, isShownFirst: false },
  { id: 'started', label: 'Started', widthPx: 150, isShownFirst: false },
  { id: 'completed', label: 'Completed', sort: 'completed', widthPx: 150, isShownFirst: false },
  { id: 'created', label: 'Created', widthPx: 150, isShownFirst: false },
  { id: 'modified', label: 'Modified', sort: 'modified', widthPx: 150, isShownFirst: true },
  { id: 'archived', label: 'Archived', widthPx: 90, isShownFirst: false },
  { id: 'review', label: 'Review', widthPx: 130, isShownFirst: false },
  { id: 'id', label: 'Inspection id', widthPx: 330, isShownFirst: false },
] as const satisfies readonly Column[]

export type ColumnId = (typeof columns)[number]['id']

/** A shown column and its width. */
export interface ShownColumn {
  id: ColumnId
  widthPx: number
}

export const columnWidthMinPx = 60
export const columnWidthMaxPx = 800
/** Columns as they are before anybody chose. */
export const firstColumns: readonly ShownColumn[] = columns
  .filter(({ isShownFirst }) => isShownFirst)
  .map(({ id, widthPx }) => ({ id, widthPx }))

const byId = new Map<string, Column & { id: ColumnId }>(columns.map((column) => [column.id, column]))

/** The column of an id, or undefined. */
export function findColumn(id: string): (Column & { id: ColumnId }) | undefined {
  return byId.get(id)
}

/** Reads `columns=`. Unknown and doubled names are passed over; the title is always there; nothing readable = the first ones. */
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
  const title = byId.get('title')
  return shown.has('title') || title === undefined ? list : [{ id: 'title', widthPx: title.widthPx }, ...list]
}

/** Writes `columns=`; null when they are the first ones, so that a plain address stays plain. */
export function writeColumns(shown: readonly ShownColumn[]): string | null {
  const write = (list: readonly ShownColumn[]) =>
    list.map(({ id, widthPx }) => (byId.get(id)?.widthPx === widthPx ? id : `${id}:${widthPx}`)).join(',')
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
