import type { Messages } from '@/lib/messages/catalog'
import type { FieldKey } from './fields'
import type { UserReferences } from '@/lib/user-jobs/references-schema'
import type { Reference } from '@/lib/user-jobs/schema'

/** Types that the parts of the sheet share: file -> table -> columns -> sheet -> errors -> users. */

/**
 * A text of the catalog: a key of one group of `userJobs`, and its values. Errors and problems are found in a worker,
 * which has no catalog, so the text is created where it is shown.
 */
export interface SheetText<Key extends string> {
  key: Key
  values?: Readonly<Record<string, string | number>>
}
export type IssueText = SheetText<keyof Messages['userJobs']['issues']>
export type StepText = SheetText<keyof Messages['userJobs']['grid']['steps']>

/** Why a file cannot be read at all. Its text says what happened and what to do next. */
export interface Problem extends SheetText<keyof Messages['userJobs']['problems']> {
  code:
    | 'empty'
    | 'no-rows'
    | 'too-large'
    | 'too-many-columns'
    | 'not-a-table'
    | 'old-excel'
    | 'protected'
    | 'broken'
    | 'no-sheet'
    | 'stopped'
}

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]
export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** How a file was read. The person sees it and can have the file read in another way. */
export interface ParseNotes {
  kind: 'text' | 'xlsx'
  /** Null for a workbook and for pasted text. */
  encoding: Encoding | null
  hasByteOrderMark: boolean
  /** Null for a workbook. */
  delimiter: Delimiter | null
  /** Name of the sheet that was read, and the names of all sheets of a workbook. */
  sheet: string | null
  sheets: readonly string[]
  blankRows: number
  /**
   * Lines with more or fewer cells than the header. Missing cells were added as empty ones, extra cells got columns of
   * their own.
   */
  raggedRows: { count: number; firstLines: readonly number[] }
  /** Headers that occur more than once, as written, with their columns (from 0). */
  duplicateHeads: readonly { head: string; columns: readonly number[] }[]
  /** Columns without a header, which got a name. */
  unnamedColumns: readonly number[]
  /** Rows beyond the 10,000 that one job can have. They are in the table, but a job with all of them cannot start. */
  rowsOverLimit: number
  /** Cells from which NULs or lone surrogates were removed. */
  cleanedCells: number
  /** Cells cut at 10,000 characters. */
  cutCells: number
  /** Apostrophes that were removed because they had kept a spreadsheet from reading a formula. */
  unguardedCells: number
  /** Whether a quote was not closed or was within a text. */
  hasLooseQuotes: boolean
  /** Cells that contain a spreadsheet error (#N/A) or could not be read. Each has a validation error. */
  errorCells: number
}

/** A file as rows of text. All rows have as many cells as the header. */
export interface Table {
  header: readonly string[]
  /** By row: its cells, in the order of the header. */
  rows: readonly (readonly string[])[]
  /** By row: its line, from 1 without the header. Blank lines count, so lines have gaps. */
  lines: readonly number[]
  notes: ParseNotes
}

/** What a column is for. `unmapped`: not decided yet; it is not sent, and the screen says so. */
export type ColumnUse =
  | { to: 'field'; field: FieldKey }
  | { to: 'attribute'; name: string }
  | { to: 'ignored' }
  | { to: 'unmapped' }

/** By column of the header. */
export type Mapping = readonly ColumnUse[]

/** A row of the sheet. It is replaced by a new object when a cell of it changes, so that it can be a memo key. */
export interface SheetRow {
  /** Its line in the file, from 1 without the header. It never changes. Rows added later continue the count. */
  readonly id: number
  readonly cells: readonly string[]
}

export interface CellEdit {
  rowId: number
  column: number
  value: string
}

export interface FindQuery {
  find: string
  /** Matches whole cells only. With an empty `find`, it finds empty cells. */
  isWhole?: boolean
  isCaseSensitive?: boolean
  /** Only these columns; all when left out. */
  columns?: readonly number[]
  /** Only these rows; all when left out. */
  rowIds?: readonly number[]
}

/** What one step changed; the result of undo and redo. */
export interface SheetChange {
  label: StepText
  rowIds: readonly number[]
  /** Whether rows were added or deleted. */
  isOfRows: boolean
}

/**
 * A sheet of at most about 10,000 rows in the browser's memory. It is edited in place, listeners are notified, and
 * steps can be undone.
 */
export interface Sheet {
  readonly header: readonly string[]
  /** Increases with each change: the snapshot for useSyncExternalStore. */
  readonly version: number
  /** Ids of the existing rows, in order. The array is replaced only when rows are added or deleted. */
  readonly rowIds: readonly number[]
  /** Calls the listener on each change; returns a function that stops it. */
  subscribe(listener: (change: SheetChange) => void): () => void
  row(rowId: number): SheetRow | undefined
  /** Empty for a cell that does not exist. */
  cell(rowId: number, column: number): string

  /** Each edits as one step, and returns the number of changed cells or rows: 0 adds no step. */
  setCell(rowId: number, column: number, value: string): number
  setCells(edits: readonly CellEdit[], label?: StepText): number
  /**
   * Pastes a block with its first cell at this position. Rows below the last are added; cells right of the last column
   * are left out and counted.
   */
  pasteBlock(
    rowId: number,
    column: number,
    block: readonly (readonly string[])[],
  ): { cells: number; addedRows: number; leftOut: number }
  /** Puts the value of the first of these rows into the others. */
  fillDown(rowIds: readonly number[], column: number): number
  find(query: FindQuery): readonly { rowId: number; column: number }[]
  replace(query: FindQuery, replacement: string): number
  deleteRows(rowIds: readonly number[]): number
  /** Adds rows (at the end, or after one) and returns their ids. */
  addRows(rows: readonly (readonly string[])[], afterRowId?: number): readonly number[]

  readonly undoLabel: StepText | null
  readonly redoLabel: StepText | null
  undo(): SheetChange | null
  redo(): SheetChange | null

  /** Rows changed since they were last marked clean, including new ones but not deleted ones. */
  readonly dirtyRowIds: ReadonlySet<number>
  /** Marks these rows clean: a dry run has checked them. */
  markClean(rowIds: readonly number[]): void
  /** Marks these rows dirty again: they were checked under another mapping. */
  markDirty(rowIds: readonly number[]): void
}

export const issueCodes = [
  'unmapped-required',
  'missing-email',
  'bad-email',
  'duplicate-email',
  'missing-name',
  'unknown-seat-type',
  'unknown-status',
  'unknown-language',
  'unknown-zone',
  'short-password',
  'missing-password',
  'too-long',
  'control-characters',
  'bad-list',
  'added-and-removed',
  'too-many-references',
  'outer-blanks',
  'bad-reference',
  'spreadsheet-error',
  'service',
] as const
export type IssueCode = (typeof issueCodes)[number]
export type IssueLevel = 'error' | 'warning' | 'info'

/** A fix to offer for a cell, which then contains `value`. Named by its kind, or by a name that is not translated. */
export type Fix = { value: string } & (
  | { kind: keyof Messages['userJobs']['fixes']; label?: never }
  | { kind?: never; label: string }
)

export interface CellIssue {
  rowId: number
  /** Null: for the row as a whole. */
  column: number | null
  code: IssueCode
  /** Rows with an error are not sent. */
  level: IssueLevel
  text: IssueText
  fixes?: readonly Fix[]
  /** For `service`: its own code, REASON_USER_EXISTS. */
  reason?: string
  /** The group, site or other part of the cell that it is about, as the service repeats it. */
  value?: string
  /** The service would still write the user, without the part that this names. */
  isPartial?: true
}

/** What is known about the organization. Unknown names are not checked. */
export interface Known {
  permissionSets?: KnownNames
  groups?: KnownNames
  sites?: KnownNames
  /** Emails, in lower case, of existing users. Their rows may lack a name. */
  emails?: ReadonlySet<string>
  /** Rows that had a password, which is not stored: it must be typed again. */
  blankedRows?: ReadonlySet<number>
}

/** Names without ids. */
export interface KnownNames {
  /** Without surrounding blanks, in lower case. */
  keys: ReadonlySet<string>
  /** Whether no other names exist. Otherwise an unknown name is only a warning. */
  isWhole: boolean
}

export interface IssueCounts {
  errors: number
  warnings: number
  infos: number
  /** Rows with at least one error. */
  badRows: number
  /** By code, the most frequent first. */
  byCode: readonly { code: IssueCode; level: IssueLevel; count: number }[]
}

/**
 * Errors of a sheet, kept up to date: only changed rows, and those that shared an email with them, are validated again.
 */
export interface Validator {
  /** Increases whenever an error is added or removed: the snapshot for useSyncExternalStore. */
  readonly version: number
  subscribe(listener: () => void): () => void
  /** Errors of a row, by column, most severe first. The array is the same until they change. */
  issuesOf(rowId: number): readonly CellIssue[]
  /** Errors of the whole sheet: a required column that is not mapped. */
  readonly sheetIssues: readonly CellIssue[]
  readonly counts: IssueCounts
  /** Rows waiting to be validated. */
  readonly pending: number
  /**
   * Validates waiting rows, until `untilMs` (of performance.now()) or, without it, to the end. Returns whether it
   * reached the end.
   */
  step(untilMs?: number): boolean
  /** Another mapping: all rows wait again. What is known stays known. */
  reset(mapping: Mapping): void
  /** Names of groups, sites and permission sets: all rows wait once, unless these are the same names as before. */
  learn(references: UserReferences): void
  /**
   * The messages of a dry run for these rows, until they change. Replaces earlier messages. Mark rows clean before, so
   * that the result of the service replaces doubts about their groups and sites.
   */
  setServiceIssues(rowIds: readonly number[], issues: readonly CellIssue[]): void
  /**
   * The next (or previous) error after a cell, wrapping around at the end: in these rows (all when left out), and of
   * the wanted levels (warnings and errors when left out).
   */
  next(
    from: { rowId: number; column: number } | null,
    options?: { rowIds?: readonly number[]; isWanted?: (issue: CellIssue) => boolean; isBackwards?: boolean },
  ): CellIssue | null
  dispose(): void
}

/** Text of a list cell read as references. */
export interface ParsedList {
  items: readonly Reference[]
  /** Why it cannot be read; null when it can. */
  trouble: IssueText | null
}
