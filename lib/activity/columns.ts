import type { ColumnShape } from '@/lib/table/shown-columns'

/**
 * The columns of the activity log in the list, its address and its files. The first one is the sentence of an entry.
 */

export type ActivityColumnId =
  | 'entry'
  | 'at'
  | 'person'
  | 'email'
  | 'action'
  | 'kind'
  | 'object'
  | 'objectId'
  | 'outcome'
  | 'note'
  | 'ended'
  | 'address'
  | 'request'
  | 'id'

export const activityColumns: ReadonlyArray<ColumnShape<ActivityColumnId>> = [
  { id: 'entry', widthPx: 560, minWidthPx: 260, isShownFirst: true },
  { id: 'kind', widthPx: 132, isShownFirst: true },
  { id: 'person', widthPx: 160, minWidthPx: 110, isShownFirst: true },
  { id: 'outcome', widthPx: 112, isShownFirst: true },
  { id: 'at', widthPx: 112, isShownFirst: true },
  { id: 'action', widthPx: 200, minWidthPx: 120 },
  { id: 'object', widthPx: 200, minWidthPx: 120 },
  { id: 'note', widthPx: 240, minWidthPx: 120 },
  { id: 'ended', widthPx: 144 },
  { id: 'email', widthPx: 200, minWidthPx: 120 },
  { id: 'address', widthPx: 132 },
  { id: 'request', widthPx: 220, minWidthPx: 120 },
  { id: 'objectId', widthPx: 220, minWidthPx: 120 },
  { id: 'id', widthPx: 300, minWidthPx: 160 },
]
