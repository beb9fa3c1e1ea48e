import 'server-only'
import { errorCodes } from '@/lib/errors'
import type { TemplateId } from '@/lib/ids'
import { isId } from '@/lib/ids-model'
import {
  documentFields,
  fieldOf,
  isAlwaysKnown,
  sortKindOf,
  sortNames,
  sqlTypes,
  tieColumnOf,
  type ColumnId,
  type DocumentRowFields,
  type FacetName,
  type SortKind,
  type SortName,
} from './columns'
import { results, type InspectionRow } from './schema'

/** The registry of columns as SQL over the table `inspections`. */

export interface SortColumn {
  column: string
  type: string
  /** Whether rows may have no value. Such rows come last. */
  isNullable: boolean
  /** The column that sorts rows with equal values, see `tieColumnOf`. */
  tieColumn: string | null
}

/** Titles are compared without case and accents, and document numbers by bytes, in every database. */
const sortedBy: Readonly<Partial<Record<SortName, string>>> = {
  title: 'title_key',
  documentNo: '(document_no collate "C")',
}

const typeOf = (kind: SortKind) => (kind === 'result' || kind === 'review' || kind === 'id' ? 'text' : sqlTypes[kind])

function toSortColumn(name: SortName): SortColumn {
  const tie = tieColumnOf(name)
  return {
    column: sortedBy[name] ?? fieldOf(name).sql,
    type: typeOf(sortKindOf(name)),
    isNullable: !isAlwaysKnown(name),
    tieColumn: tie === null ? null : fieldOf(tie).sql,
  }
}

/**
 * The column that each order compares. Columns without a `tieColumn` have an index on (column, audit_id), or none: see
 * `isIndexedSort`.
 */
export const sortColumns = Object.fromEntries(
  sortNames.map((name): [SortName, SortColumn] => [name, toSortColumn(name)]),
) as Readonly<Record<SortName, SortColumn>>

/**
 * The facets. `value` is the column that a filter compares with. Rows are grouped by `key`: a hash of the value, which
 * the indexes of the list contain (migration 0002).
 */
export const facetColumns = {
  template: { value: 'template_id', key: 'template_hash' },
  site: { value: 'site_name', key: 'site_hash' },
  author: { value: 'author_name', key: 'author_hash' },
  result: { value: 'result', key: 'result' },
} as const satisfies Readonly<Record<FacetName, { value: string; key: string }>>

/** A row of the list as the database returns it: `listedColumns`. */
export interface ListedRow extends DocumentRowFields {
  auditId: string
  modifiedAt: string
  templateId: string | null
  hydrated: boolean
  hydrateError: string | null
  documentProblem: string | null
  missingAt: string | null
  result: string | null
  reviewState: 'reviewed' | 'follow-up' | null
  isReviewChanged: boolean | null
}

/** SQL: the select list for a `ListedRow`. */
export const listedColumns = [
  ...Object.entries(documentFields).map(([name, { sql }]) => `${sql} as "${name}"`),
  `audit_id as "auditId", modified_at as "modifiedAt", template_id as "templateId", result`,
  `hydrated_modified_at is not distinct from modified_at as hydrated, hydrate_error as "hydrateError"`,
  `document_problem as "documentProblem", missing_at as "missingAt"`,
  `review_state as "reviewState", review_version < modified_at as "isReviewChanged"`,
].join(', ')

/** Fields that a row of the list has as the database returns them. */
const copied = [
  ...(Object.keys(documentFields) as Array<keyof typeof documentFields>),
  ...(['auditId', 'modifiedAt', 'templateId', 'hydrated', 'documentProblem', 'missingAt', 'result'] as const),
]

/** Turns a row of the database into a row of the list. Other fields of `row` are left out. */
export function toRow(row: ListedRow): InspectionRow {
  // Field by field, because the rest of an object with this many fields takes 20 times as long.
  const listed: Partial<Record<keyof InspectionRow, unknown>> = {}
  for (const name of copied) listed[name] = row[name]
  const { templateId, result, hydrateError, reviewState, isReviewChanged } = row
  listed.templateId = templateId !== null && isId<TemplateId>(templateId) ? templateId : null
  listed.result = results.find((known) => known === result) ?? null
  listed.problem = errorCodes.find((code) => code === hydrateError) ?? null
  listed.review = reviewState === null ? null : { state: reviewState, isChangedSince: isReviewChanged === true }
  // All fields are there. The id was checked when the search was read, and the database guarantees the other types.
  return listed as InspectionRow
}

/** Columns whose value in files is another one than in rows. A `+` after a review: the inspection has changed since. */
const exportedAs: Readonly<Partial<Record<ColumnId, string>>> = {
  review: `coalesce(review_state, 'unreviewed') || case when review_version < modified_at then '+' else '' end`,
}

/** SQL: the select list for the values of these columns in files, named by their ids. */
export function exportedColumns(ids: readonly ColumnId[]): string {
  return ids.map((id) => `${exportedAs[id] ?? fieldOf(id).sql} as "${id}"`).join(', ')
}
