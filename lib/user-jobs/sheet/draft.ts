import * as z from 'zod'
import { columnUse } from './column-use'
import { secretColumns } from './columns'
import { createSheet } from './sheet'
import { blankCells } from './to-users'
import type { Mapping, Sheet } from './types'

/** A sheet as it may be stored in a browser: everything but passwords, which are blank. */

const draftFacts = z.object({
  version: z.literal(1),
  savedAt: z.iso.datetime(),
  sourceName: z.string(),
  header: z.array(z.string()),
  mapping: z.array(columnUse),
  /** Rows that a dry run has checked in their current form. */
  cleanRowIds: z.array(z.number().int()),
  /** Rows whose password was not saved: the person is asked to type it again. */
  blankedRowIds: z.array(z.number().int()).default([]),
  rowCount: z.number().int(),
  /** A dry run whose results are not in the sheet yet. */
  checkJobId: z.uuid().nullable().default(null),
  /** The job whose rows are fixed in this sheet. */
  ofJobId: z.uuid().nullable().default(null),
})
export type DraftFacts = z.infer<typeof draftFacts>
/** The origin of a sheet, and what is in progress for it. */
export type DraftSource = Pick<DraftFacts, 'sourceName' | 'savedAt' | 'checkJobId'> & {
  ofJobId?: string | null
  /** Rows whose password was not stored before. */
  blankedRows?: ReadonlySet<number>
}

const draftRows = z.array(z.tuple([z.number().int().min(1), z.array(z.string())]))
export type DraftRows = z.infer<typeof draftRows>

export interface SheetDraft {
  facts: DraftFacts
  rows: DraftRows
}

/** What to store of a sheet. */
export function makeDraft(
  sheet: Sheet,
  mapping: Mapping,
  { sourceName, savedAt, checkJobId, ofJobId = null, blankedRows = new Set() }: DraftSource,
): SheetDraft {
  const secret = secretColumns(mapping, sheet.header)
  const blankedRowIds: number[] = []
  const rows = sheet.rowIds.map((id): [number, string[]] => {
    const cells = sheet.row(id)?.cells ?? []
    if (blankedRows.has(id) || cells.some((cell, column) => cell !== '' && secret.has(column))) blankedRowIds.push(id)
    return [id, blankCells(cells, secret)]
  })
  const facts = {
    version: 1 as const,
    savedAt,
    sourceName,
    header: [...sheet.header],
    mapping: [...mapping],
    cleanRowIds: sheet.rowIds.filter((id) => !sheet.dirtyRowIds.has(id)),
    blankedRowIds,
    rowCount: rows.length,
    checkJobId,
    ofJobId,
  }
  return { facts, rows }
}

/** A draft from storage; null when it was written by another version, or is damaged or incomplete. */
export function readDraft(facts: unknown, rows: unknown): SheetDraft | null {
  const readFacts = draftFacts.safeParse(facts)
  const readRows = draftRows.safeParse(rows)
  if (!readFacts.success || !readRows.success) return null
  const width = readFacts.data.header.length
  const ids = new Set(readRows.data.map(([id]) => id))
  const isWhole =
    readRows.data.length === readFacts.data.rowCount &&
    ids.size === readRows.data.length &&
    readFacts.data.mapping.length === width &&
    readRows.data.every(([, cells]) => cells.length === width)
  return isWhole ? { facts: readFacts.data, rows: readRows.data } : null
}

/** The sheet of a draft. */
export function openDraft({ facts, rows }: SheetDraft): Sheet {
  return createSheet({
    header: facts.header,
    rows: rows.map(([, cells]) => cells),
    lines: rows.map(([id]) => id),
    cleanRowIds: facts.cleanRowIds,
  })
}
