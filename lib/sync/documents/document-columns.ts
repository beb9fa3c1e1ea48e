import 'server-only'
import { documentFields, sqlTypes, type DocumentField } from '@/lib/inspections/columns'
import { searchVersion } from '@/lib/search/search-text'
import { countFailedMedia } from '@/lib/report/index-rows'
import { normalizeInstant } from '@/lib/time/instants'
import type { DocumentDigest } from './read-document'

/** The columns of an inspection's row that come from its document. */
export interface IndexedDocument extends DocumentDigest {
  auditId: string
  modifiedAt: string
}

/** A column, its type, and the source of its value. */
type DocumentColumn = readonly [name: string, type: string, read: (from: IndexedDocument) => unknown]

/** PostgreSQL's text cannot contain NUL, which JSON can. */
function cleanText(text: string | null): string | null {
  return text?.replaceAll('\u0000', '') ?? null
}

/**
 * The column of a registry field. A value that the database cannot store becomes null, or the text without the
 * character.
 */
function toColumn(field: DocumentField): DocumentColumn {
  const { sql, kind } = documentFields[field]
  const read = ({ summary }: IndexedDocument) => {
    const value = summary[field]
    if (kind === 'time') return normalizeInstant(value)
    if (typeof value === 'number') return Number.isFinite(value) ? value : null
    return typeof value === 'string' ? cleanText(value) : value
  }
  return [sql, sqlTypes[kind], read]
}

/** Columns read from a document: the registry fields, and those that only lists and searches need. */
const documentColumns: readonly DocumentColumn[] = [
  ...(Object.keys(documentFields) as DocumentField[]).map(toColumn),
  ['failed_media_count', 'int', ({ media }) => countFailedMedia(media)],
  ['failed_questions', 'text', ({ failures }) => JSON.stringify(failures.map(({ question }) => question))],
  ['answered_set', 'bigint', ({ answered }) => answered.hash],
  ['title_key', 'text', ({ titleKey }) => titleKey],
  ['search', 'text', ({ search }) => search],
  ['document_problem', 'text', ({ problem }) => cleanText(problem)],
]

/** Columns that a row has before any document is read. */
export const keyColumns: readonly DocumentColumn[] = [
  ['audit_id', 'text', ({ auditId }) => auditId],
  ['modified_at', 'timestamptz', ({ modifiedAt }) => modifiedAt],
  ['template_id', 'text', ({ summary }) => cleanText(summary.templateId)],
]

/** All columns that depend on a document. */
export const allColumns: readonly DocumentColumn[] = [...keyColumns, ...documentColumns]

/** SQL: rows of `columnValues`, under the name `fresh`. `first` is the number of the first parameter. */
export function unnestColumns(columns: readonly DocumentColumn[], first: number): string {
  const types = columns.map(([, type], at) => `$${first + at}::${type}[]`)
  return `unnest(${types.join(', ')}) as fresh (${columns.map(([name]) => name).join(', ')})`
}

/** The parameters of `unnestColumns`: one array for each column. */
export function columnValues(columns: readonly DocumentColumn[], batch: readonly IndexedDocument[]): unknown[][] {
  return columns.map(([, , read]) => batch.map(read))
}

/** Columns whose values are sent as text. */
const casts: Readonly<Record<string, string>> = { search: '::tsvector', failed_questions: '::jsonb' }
const setColumn = (name: string) => `${name} = fresh.${name}${casts[name] ?? ''}`
const setVersion = `search_version = ${searchVersion}`
const documentNames = documentColumns.map(([name]) => name)

/** SQL: the columns that an update sets from `fresh`, except those that a row has before any document is read. */
export const setFromDocument = [...documentNames.map(setColumn), setVersion].join(', ')

/**
 * The same for a stored document. It keeps the archived flag of the row, because a full reconciliation may have changed
 * it since.
 */
export const setFromKeptDocument = [
  ...documentNames.filter((name) => name !== 'archived').map(setColumn),
  'archived = coalesce(known.archived, fresh.archived)',
  setVersion,
].join(', ')
