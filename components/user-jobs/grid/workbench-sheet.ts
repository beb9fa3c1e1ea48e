import { columnOf, secretColumns } from '@/lib/user-jobs/sheet/columns'
import { createSheet } from '@/lib/user-jobs/sheet/sheet'
import { openDraft, type SheetDraft } from '@/lib/user-jobs/sheet/draft'
import type { SheetRead } from '@/lib/user-jobs/parse/read'
import type { UserFixSheet } from '@/lib/user-jobs/schema'
import type { Mapping, ParseNotes, Sheet, Validator } from '@/lib/user-jobs/sheet/types'
import { createValidator } from '@/lib/user-jobs/sheet/validate/validate'

/** One sheet on the workbench, and its source. */
export interface BenchSheet {
  /** An id for each sheet that is opened. It stays the same when only the mapping changes. */
  id: number
  sourceName: string
  /** The source of the sheet, so that it can be read again with other options; null for a draft. */
  source: File | Blob | { text: string } | null
  /** Notes about how the file was read; null for a draft. */
  notes: ParseNotes | null
  sheet: Sheet
  validator: Validator
  mapping: Mapping
  /** The mapping that was guessed or remembered when the file was read. The user chose all differences from it. */
  firstMapping: Mapping
  isRemembered: boolean
  /** Columns whose cells are masked and never stored. */
  secret: ReadonlySet<number>
  /** Rows of a draft or a job that had a password. Passwords are not stored. */
  blankedRows: ReadonlySet<number>
  /** When the draft was saved; null for a file. */
  savedAt: string | null
  /** A dry run that is in progress, or whose results are not in the sheet yet. */
  checkJobId: string | null
  /** The job whose rows are being fixed; null for rows of a file. */
  ofJobId: string | null
}

let nextId = 1

/** The sheet of a file. */
export function benchOfRead(
  { table, mapping, isRemembered, issues }: SheetRead,
  from: { sourceName: string; source: BenchSheet['source'] },
): BenchSheet {
  const sheet = createSheet(table)
  return {
    id: nextId++,
    ...from,
    notes: table.notes,
    sheet,
    validator: createValidator({ sheet, mapping, found: issues }),
    mapping,
    firstMapping: mapping,
    isRemembered,
    secret: secretColumns(mapping, sheet.header),
    blankedRows: new Set(),
    savedAt: null,
    checkJobId: null,
    ofJobId: null,
  }
}

/** A sheet whose file is no longer available. Its columns are mapped, and its passwords were not stored. */
function benchOfKept(
  sheet: Sheet,
  kept: Pick<BenchSheet, 'sourceName' | 'mapping' | 'blankedRows' | 'savedAt' | 'checkJobId' | 'ofJobId'>,
): BenchSheet {
  const { mapping, blankedRows } = kept
  return {
    ...kept,
    id: nextId++,
    source: null,
    notes: null,
    sheet,
    validator: createValidator({ sheet, mapping, known: { blankedRows } }),
    firstMapping: mapping,
    isRemembered: true,
    secret: secretColumns(mapping, sheet.header),
  }
}

/** The sheet of a draft. */
export function benchOfDraft(draft: SheetDraft): BenchSheet {
  const { mapping, sourceName, savedAt, checkJobId, ofJobId, blankedRowIds } = draft.facts
  const blankedRows = new Set(blankedRowIds)
  return benchOfKept(openDraft(draft), { sourceName, mapping, blankedRows, savedAt, checkJobId, ofJobId })
}

/** The sheet of rows that a job left to fix, without their errors. */
export function benchOfFix({ jobId, sourceName, header, mapping, rows }: UserFixSheet): BenchSheet {
  const sheet = createSheet({ header, rows: rows.map(({ cells }) => cells), lines: rows.map(({ line }) => line) })
  const blankedRows = new Set(rows.flatMap(({ line, hadPassword }) => (hadPassword ? [line] : [])))
  return benchOfKept(sheet, { sourceName, mapping, blankedRows, savedAt: null, checkJobId: null, ofJobId: jobId })
}

/** Whether a row needs a dry run: never tested, or changed since. SafetyCulture’s errors stay until the row changes. */
export function isUnchecked(sheet: Sheet, validator: Validator, rowId: number): boolean {
  return sheet.dirtyRowIds.has(rowId) && !validator.issuesOf(rowId).some(({ code }) => code === 'service')
}

/**
 * Whether SafetyCulture would still import the user, because all errors are only about parts of the user, such as an
 * unknown group.
 */
export function isPartial(validator: Validator, rowId: number): boolean {
  const errors = validator.issuesOf(rowId).filter(({ level }) => level === 'error')
  return errors.length > 0 && errors.every((issue) => issue.isPartial === true)
}

/** Whether a row has an error, so that it is not sent. */
export function hasError(validator: Validator, rowId: number): boolean {
  return validator.issuesOf(rowId).some(({ level }) => level === 'error')
}

/** Rows whose password must be typed again. */
export function countMissing({ sheet, mapping, blankedRows }: BenchSheet): number {
  const column = columnOf(mapping, 'password')
  return sheet.rowIds.filter((id) => blankedRows.has(id) && (column === -1 || sheet.cell(id, column) === '')).length
}

/** Rows with a password. */
export function countPasswords(sheet: Sheet, mapping: Mapping): number {
  const column = columnOf(mapping, 'password')
  return column === -1 ? 0 : sheet.rowIds.filter((id) => sheet.cell(id, column) !== '').length
}
