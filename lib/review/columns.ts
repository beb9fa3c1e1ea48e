import type { ColumnShape } from '@/lib/table/shown-columns'
import type { FollowUpSortName } from './follow-ups-schema'

/**
 * The columns of the list of follow-ups, for the list, its address and its exports. The first column is the name of a
 * follow-up.
 */

export type FollowUpColumnId = FollowUpSortName

interface FollowUpColumn extends ColumnShape<FollowUpColumnId> {
  sort?: FollowUpSortName
}

export const followUpColumns: readonly FollowUpColumn[] = [
  { id: 'title', sort: 'title', widthPx: 300, minWidthPx: 180, isShownFirst: true },
  { id: 'note', sort: 'note', widthPx: 280, minWidthPx: 150, isShownFirst: true },
  { id: 'assignee', sort: 'assignee', widthPx: 120, minWidthPx: 110, isShownFirst: true },
  { id: 'due', sort: 'due', widthPx: 136, isShownFirst: true },
  { id: 'site', sort: 'site', widthPx: 200, minWidthPx: 150, isShownFirst: true },
  { id: 'failed', sort: 'failed', widthPx: 76, isShownFirst: true },
  { id: 'marker', sort: 'marker', widthPx: 120, minWidthPx: 96 },
  { id: 'marked', sort: 'marked', widthPx: 104, isShownFirst: true },
  { id: 'template', sort: 'template', widthPx: 180, minWidthPx: 120 },
  { id: 'author', sort: 'author', widthPx: 140, minWidthPx: 96 },
  { id: 'score', sort: 'score', widthPx: 88 },
  { id: 'completed', sort: 'completed', widthPx: 128 },
  { id: 'changed', sort: 'changed', widthPx: 120 },
  { id: 'id', sort: 'id', widthPx: 300, minWidthPx: 160 },
]
