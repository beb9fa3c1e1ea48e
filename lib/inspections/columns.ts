/**
 * The registry of inspection columns. Sync, rows, orders, the CSV export, the list, its column chooser and the side
 * sheet all read these tables. CONTRIBUTING.md has the steps for adding a column.
 */

/** Kinds of values, with their types in the summary of a document. Counts and flags are never null. */
interface DocumentTypes {
  text: string | null
  number: number | null
  /** A whole number, 0 or more. */
  count: number
  /** An ISO instant. */
  time: string | null
  flag: boolean
}
export type ValueKind = keyof DocumentTypes

/** The PostgreSQL type of each kind of value. */
export const sqlTypes = {
  text: 'text',
  number: 'float8',
  count: 'int',
  time: 'timestamptz',
  flag: 'boolean',
} as const satisfies Readonly<Record<ValueKind, string>>

interface Field {
  /** Column of the table `inspections`. */
  sql: string
  kind: ValueKind | 'id' | 'result' | 'review'
  /** The search returns the value, so a row has it even before its document is read. */
  isAlwaysKnown?: true
}

/** The values of a document in the index, by their name in the summary and in a row of the list. */
export const documentFields = {
  title: { sql: 'title', kind: 'text' },
  templateName: { sql: 'template_name', kind: 'text' },
  siteName: { sql: 'site_name', kind: 'text' },
  authorName: { sql: 'author_name', kind: 'text' },
  documentNo: { sql: 'document_no', kind: 'text' },
  score: { sql: 'score', kind: 'number' },
  totalScore: { sql: 'total_score', kind: 'number' },
  scorePercentage: { sql: 'score_percentage', kind: 'number' },
  /**
   * Items whose answer failed: `responses.failed`, a selected id in `options.failed_responses`, or a selected response
   * that is marked `failed`. Inactive items, patterns of repeated groups and items that depend on them are not counted.
   */
  failedCount: { sql: 'failed_count', kind: 'count' },
  /** Items that can have an answer, without hidden items, sections, groups, conditions and information. */
  itemCount: { sql: 'item_count', kind: 'count' },
  /** Number of different files by media id, without files of hidden items. */
  mediaCount: { sql: 'media_count', kind: 'count' },
  createdAt: { sql: 'created_at', kind: 'time' },
  startedAt: { sql: 'date_started', kind: 'time' },
  /** Null: in progress. */
  completedAt: { sql: 'date_completed', kind: 'time' },
  archived: { sql: 'archived', kind: 'flag' },
} as const satisfies Readonly<Record<string, Field & { kind: ValueKind }>>

type DocumentFields = typeof documentFields
export type DocumentField = keyof DocumentFields
/** The values in the summary of a document. */
export type DocumentDigestFields = { [Name in DocumentField]: DocumentTypes[DocumentFields[Name]['kind']] }
/** The document's values in a row. Null: the document has no such value or was not read yet. */
export type DocumentRowFields = { [Name in DocumentField]: DocumentTypes[DocumentFields[Name]['kind']] | null }

/**
 * All values that a column can show. Values that are not from the document come from the search or from users of the
 * console.
 */
const fields = {
  ...documentFields,
  auditId: { sql: 'audit_id', kind: 'id', isAlwaysKnown: true },
  modifiedAt: { sql: 'modified_at', kind: 'time', isAlwaysKnown: true },
  result: { sql: 'result', kind: 'result' },
  review: { sql: 'review_state', kind: 'review' },
} as const satisfies Readonly<Record<string, Field>>

export type FieldName = keyof typeof fields

interface ColumnEntry {
  /** The name of the column in addresses and saved views. Never change it. */
  id: string
  /** Header in the CSV. The headers of the list are in `inspections.columns` of the message catalog. */
  label: string
  field: FieldName
  widthPx: number
  /** The column is flexible with at least this width until a person sets its width. */
  minWidthPx?: number
  isShownFirst?: true
}

/** Columns of the list in their default order. */
export const columns = [
  { id: 'title', label: 'Title', field: 'title', widthPx: 270, minWidthPx: 176, isShownFirst: true },
  { id: 'template', label: 'Template', field: 'templateName', widthPx: 210, minWidthPx: 96, isShownFirst: true },
  { id: 'site', label: 'Site', field: 'siteName', widthPx: 200, minWidthPx: 120, isShownFirst: true },
  { id: 'author', label: 'Author', field: 'authorName', widthPx: 160, minWidthPx: 96, isShownFirst: true },
  { id: 'score', label: 'Score', field: 'scorePercentage', widthPx: 104, isShownFirst: true },
  { id: 'failed', label: 'Failed', field: 'failedCount', widthPx: 56, isShownFirst: true },
  { id: 'result', label: 'Result', field: 'result', widthPx: 112, isShownFirst: true },
  { id: 'media', label: 'Media', field: 'mediaCount', widthPx: 80 },
  { id: 'items', label: 'Items', field: 'itemCount', widthPx: 80 },
  { id: 'documentNo', label: 'Document no.', field: 'documentNo', widthPx: 130, minWidthPx: 96 },
  { id: 'started', label: 'Started', field: 'startedAt', widthPx: 150 },
  { id: 'completed', label: 'Completed', field: 'completedAt', widthPx: 150 },
  { id: 'created', label: 'Created', field: 'createdAt', widthPx: 150 },
  { id: 'modified', label: 'Modified', field: 'modifiedAt', widthPx: 104, isShownFirst: true },
  { id: 'archived', label: 'Archived', field: 'archived', widthPx: 90 },
  { id: 'review', label: 'Review', field: 'review', widthPx: 130 },
  { id: 'id', label: 'Inspection ID', field: 'auditId', widthPx: 330, minWidthPx: 160 },
] as const satisfies readonly ColumnEntry[]

export type ColumnId = (typeof columns)[number]['id']
export type Column = ColumnEntry & { id: ColumnId }
type Entries = { [Entry in (typeof columns)[number] as Entry['id']]: Entry }

/** Columns by which a list can be sorted, in either direction. */
export const sortNames = [
  'modified',
  'completed',
  'score',
  'failed',
  'title',
  'template',
  'site',
  'author',
  'result',
  'review',
  'id',
  'media',
  'items',
  'documentNo',
  'started',
  'created',
] as const satisfies readonly ColumnId[]
export type SortName = (typeof sortNames)[number]
export type SortKind = (typeof fields)[Entries[SortName]['field']]['kind']

/**
 * Orders without an index. All matching rows are read and sorted for each page, so a list has them only up to
 * `sortedRowsMax` rows (docs/adr/0019).
 */
const unindexedSorts: ReadonlySet<SortName> = new Set(['media', 'items', 'documentNo', 'started', 'created'])
/** The largest list that can have an order without an index. */
export const sortedRowsMax = 50_000

/** Sorts by names, which many rows share. */
const nameSorts = ['template', 'site', 'author'] as const satisfies readonly SortName[]
export type NameSort = (typeof nameSorts)[number]

/**
 * Orders in which many rows have equal values. In both directions, such rows are sorted by this time, newest first, and
 * then by id. In all other orders, rows with equal values are sorted by id in the direction of the order.
 */
const tieColumns: Readonly<Partial<Record<SortName, ColumnId>>> = {
  template: 'modified',
  site: 'modified',
  author: 'modified',
  result: 'completed',
  review: 'modified',
}

/** Columns whose values are counted for the filters. */
export const facetNames = ['template', 'site', 'author', 'result'] as const satisfies readonly ColumnId[]
export type FacetName = (typeof facetNames)[number]

/** Results in their order: what needs a look first. */
export const resultOrder = ['failed', 'in-progress', 'passed'] as const

/**
 * The values of a facet in the order of groups. Results have their own order; other values stay in the order of the
 * counts, the most frequent first.
 */
export function orderGroups<Value extends { value: string | null }>(
  name: FacetName,
  values: readonly Value[],
): Value[] {
  if (name !== 'result') return [...values]
  const rankOf = ({ value }: Value) => resultOrder.findIndex((known) => known === value)
  return values.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** Columns that the preview shows, in this order. Their values are texts and times. Empty values are not shown. */
export const factColumns = [
  'site',
  'author',
  'started',
  'completed',
  'modified',
  'documentNo',
] as const satisfies readonly ColumnId[]

const byId = Object.fromEntries(columns.map((column) => [column.id, column])) as Entries

/** The column with this id. */
export function columnById(id: ColumnId): Column {
  return byId[id]
}

/** The database column and the kind of value that a column shows. */
export function fieldOf(id: ColumnId): Field {
  return fields[byId[id].field]
}

/** Whether every row has a value in a column, even before its document is read. */
export function isAlwaysKnown(id: ColumnId): boolean {
  return fieldOf(id).isAlwaysKnown === true
}

/** Whether a list can be sorted by a column. */
export function isSortable(id: ColumnId): id is SortName {
  return sortNames.some((name) => name === id)
}

/** The kind of value that an order compares. */
export function sortKindOf(name: SortName): SortKind {
  return fields[byId[name].field].kind
}

/** The time column that sorts rows with equal values; null if they are sorted by id. */
export function tieColumnOf(name: SortName): ColumnId | null {
  return tieColumns[name] ?? null
}

/** Whether an index has the rows in this order, or in parts of it, so that any number of them can be sorted. */
export function isIndexedSort(name: SortName): boolean {
  return !unindexedSorts.has(name)
}

/** Whether a list in this order is sorted by a name, which many rows share. */
export function isNameSort(name: SortName): name is NameSort {
  return nameSorts.some((known) => known === name)
}
