import * as z from 'zod'
import { secretColumns } from './columns'
import { fieldKeys } from './fields'
import { createSheet } from './sheet'
import { blankCells } from './to-users'
import type { Mapping, Sheet } from './types'

/** A sheet as it may be kept in a browser: everything but passwords, which are blank in it. */

const columnUse = z.union([
  z.object({ to: z.literal('field'), field: z.enum(fieldKeys) }),
  z.object({ to: z.literal('attribute'), name: z.string() }),
  z.object({ to: z.literal('ignored') }),
  z.object({ to: z.literal('unmapped') }),
])

const draftFacts = z.object({
  version: z.literal(1),
  savedAt: z.iso.datetime(),
  sourceName: z.string(),
  header: z.array(z.string()),
  mapping: z.array(columnUse),
  /** Rows that the service has checked as they are. */
  cleanRowIds: z.array(z.number().int()),
  /** Rows whose password was not saved: the user is told to type it again. */
  blankedPasswords: z.number().int(),
  rowCount: z.number().int(),
  /** A check with the service whose results are not in the sheet yet. */
  checkJobId: z.uuid().nullable().default(null),
})
export type DraftFacts = z.infer<typeof draftFacts>
/** Where a sheet comes from, and what is under way with it. */
export type DraftSource = Pick<DraftFacts, 'sourceName' | 'savedAt' | 'checkJobId'>

const draftRows = z.array(z.tuple([z.number().int().min(1), z.array(z.string())]))
export type DraftRows = z.infer<typeof draftRows>

export interface SheetDraft {
  facts: DraftFacts
  rows: DraftRows
}

/** What to keep of a sheet. */
export function makeDraft(
  sheet: Sheet,
  mapping: Mapping,
  { sourceName, savedAt, checkJobId }: DraftSource,
): SheetDraft {
  const secret = secretColumns(mapping, sheet.header)
  let blankedPasswords = 0
  const rows = sheet.rowIds.map((id): [number, string[]] => {
    const cells = sheet.row(id)?.cells ?? []
    if (cells.some((cell, column) => cell !== '' && secret.has(column))) blankedPasswords += 1
    return [id, blankCells(cells, secret)]
  })
  const facts = {
    version: 1 as const,
    savedAt,
    sourceName,
    header: [...sheet.header],
    mapping: [...mapping],
    cleanRowIds: sheet.rowIds.filter((id) => !sheet.dirtyRowIds.has(id)),
    blankedPasswords,
    rowCount: rows.length,
    checkJobId,
  }
  return { facts, rows }
}

/** A draft from what storage holds; null when it is another version's, damaged or incomplete. */
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
