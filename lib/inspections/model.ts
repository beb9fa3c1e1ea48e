import {
  listFirstColumns,
  readShownColumns,
  writeShownColumns,
  type ShownColumn as Shown,
} from '@/lib/table/shown-columns'
import { columns, type ColumnId } from './columns'
import type { TableFormat } from '@/lib/csv/formats'

/** A shown column of the list of inspections, as in its address. */
export type ShownColumn = Shown<ColumnId>

/** The default columns. */
export const firstColumns: readonly ShownColumn[] = listFirstColumns<ColumnId>(columns)

/** Reads `columns=`. Returns the default columns if it contains no valid name. */
export function readColumns(text: string | null | undefined): readonly ShownColumn[] {
  return readShownColumns<ColumnId>(columns, text)
}

/** Writes `columns=`. Null for the default columns, which need no parameter. */
export function writeColumns(shown: readonly ShownColumn[]): string | null {
  return writeShownColumns<ColumnId>(columns, shown)
}

/**
 * The name of an exported file, such as `inspections-failed-this-week-2026-11-20.csv`. The day is the day in `zone`.
 */
export function exportFileName(view: string | undefined, now: Date, zone: string, format: TableFormat = 'csv'): string {
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
    .concat(`.${format}`)
}
