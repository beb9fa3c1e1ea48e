import type { ReadOptions, ReadProgress, SheetRead } from '@/lib/user-jobs/parse/read'
import type { CellIssue, Problem, Table } from '@/lib/user-jobs/sheet/types'

/** The messages between a page and its worker. */

export interface ReadRequest {
  source: File | Blob | { text: string }
  options: ReadOptions
}

/**
 * Rows and errors come in portions, because each message is decoded in one step on the page's thread. Decoding 10,000
 * rows at once would delay a frame or two.
 */
export type WorkerMessage =
  | { type: 'progress'; progress: ReadProgress }
  | { type: 'rows'; rows: Table['rows']; lines: Table['lines'] }
  | { type: 'issues'; issues: readonly CellIssue[] }
  | { type: 'end'; table: Pick<Table, 'header' | 'notes'>; read: Pick<SheetRead, 'mapping' | 'isRemembered'> }
  | { type: 'problem'; problem: Problem }

export const rowsPerMessage = 500
export const issuesPerMessage = 1_000
