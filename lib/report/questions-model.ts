import { questionKeyMax } from '@/lib/ids-model'
import type { Report, ReportItem } from './schema'
import { findEntries } from './view'

/**
 * The key of a question in all inspections of its template: its item id. Items in entries of repeated groups get new
 * ids in each inspection, so their key is made from their label.
 */
export function questionKey(item: ReportItem, isInEntry: boolean): string {
  const key = item.itemId === null || isInEntry ? `label:${item.label?.trim() ?? ''}` : item.itemId
  // PostgreSQL's JSON can store neither NUL nor half of a surrogate pair.
  return key.toLowerCase().replaceAll('\u0000', '').slice(0, questionKeyMax).toWellFormed()
}

const labelCharsMax = 500

/** The text of a question as the index stores it; null if it has none. */
export function cleanLabel(label: string | null): string | null {
  return label?.replaceAll('\u0000', '').trim().slice(0, labelCharsMax).toWellFormed() || null
}

/** The visible items of the inspection in reading order, with the keys of their questions. */
export function* listKeyedItems({ items }: Pick<Report, 'items'>): Generator<{ question: string; item: ReportItem }> {
  const entries = findEntries(items)
  for (const item of items) if (item.hidden === null) yield { question: questionKey(item, entries.has(item.key)), item }
}
