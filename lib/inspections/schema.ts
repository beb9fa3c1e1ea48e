import * as z from 'zod'
import { errorCodes } from '@/lib/errors'
import { auditId, templateId } from '@/lib/ids'
import { serverText } from '@/lib/server-text'
import { documentFields, facetNames, type DocumentField, type FacetName, type ValueKind } from './columns'
import { findParamProblem, groupsMax, paramNames, type ParamName } from './params-model'

export type { FilterName, ListParams, ParamName } from './params-model'

const instant = z.iso.datetime({ offset: true })
// Limits the year of times in requests, because PostgreSQL and JavaScript write other years differently.
export const keptInstant = instant.refine(
  (text) => /^(?!000[01])\d{4}-/.test(text),
  serverText('common.fields.format', { format: 'datetime' }),
)

export const shortText = (max: number) => z.string().max(max, serverText('common.fields.tooLong', { max }))

/** A whole number in a query string. */
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, serverText('common.fields.wholeNumber'))
    .transform(Number)
    .pipe(z.number().min(min).max(max))

/** `in-progress`: not completed. `failed`: completed with a failed answer. `passed`: completed without one. */
export const results = ['failed', 'passed', 'in-progress'] as const
export const inspectionResult = z.enum(results)
export type InspectionResult = z.infer<typeof inspectionResult>

/**
 * Reviews in Sightline. `unreviewed`: there is no review, or it was removed. `changed`: there is a newer version than
 * the reviewed one. So `review=unreviewed&review=changed` finds all inspections that need a review.
 */
export const reviewFilters = ['unreviewed', 'reviewed', 'follow-up', 'changed'] as const
export type ReviewFilter = (typeof reviewFilters)[number]

/** The schema of each kind of value in a response. */
const valueShapes = {
  text: z.string(),
  number: z.number(),
  count: z.number().int(),
  time: instant,
  flag: z.boolean(),
} as const satisfies Readonly<Record<ValueKind, z.ZodType>>

// The cast is safe: the type and the object have the same fields, from the registry of columns.
const documentShapes = Object.fromEntries(
  Object.entries(documentFields).map(([name, { kind }]) => [name, valueShapes[kind].nullable()]),
) as { [Name in DocumentField]: z.ZodNullable<(typeof valueShapes)[(typeof documentFields)[Name]['kind']]> }

/** A row of the list. `hydrated` false: its document is not read; fields are null or from the previous version. */
export const inspectionRow = z.object({
  auditId,
  modifiedAt: instant,
  templateId: templateId.nullable(),
  hydrated: z.boolean(),
  /** Why the document of this version could not be read yet. It will be tried again. Null: no error. */
  problem: z.enum(errorCodes).nullable(),
  /** A text about the parts of the document that do not match its known structure. */
  documentProblem: z.string().nullable(),
  /** When a full reconciliation no longer found the inspection at the service. Null: it exists. */
  missingAt: instant.nullable(),
  ...documentShapes,
  result: inspectionResult.nullable(),
  /** Null: not reviewed, or the review was removed. */
  review: z
    .object({
      state: z.enum(['reviewed', 'follow-up']),
      /** True if the inspection has a newer version than the reviewed one. */
      isChangedSince: z.boolean(),
    })
    .nullable(),
})
export type InspectionRow = z.infer<typeof inspectionRow>

export const facetValue = z.object({
  /** The value of the parameter: a template ID, or the name itself. Null: no value. */
  value: z.string().nullable(),
  /** The name for people; null if no document with the name was read yet. */
  label: z.string().nullable(),
  count: z.number().int(),
})
export type FacetValue = z.infer<typeof facetValue>

export const facet = z.object({
  /** The most frequent first, at most 50. */
  values: z.array(facetValue),
  /** The number of different values, including those that are not in `values`. */
  distinct: z.number().int(),
})
/** Each facet ignores its own parameter, so that its other values stay visible. */
export const facets = z.object(
  Object.fromEntries(facetNames.map((name) => [name, facet])) as Record<FacetName, typeof facet>,
)
export type Facets = z.infer<typeof facets>

/** Response of GET /api/inspections/facets?name=…&find=…: values of one dimension that contain the words of `find`. */
export const facetValues = z.object({ values: z.array(facetValue) })

const resolvedRange = z.object({ from: instant.nullable(), to: instant.nullable() })

export const inspectionPage = z.object({
  rows: z.array(inspectionRow),
  /** Cursor of the next page; null on the last page. */
  after: z.string().nullable(),
  /** The number of matching rows. Null if it was not requested. */
  total: z.number().int().nullable(),
  /** False: `total` is an estimate, because more than 100,000 rows match or counting takes too long. */
  totalIsExact: z.boolean(),
  /** The number of rows in the whole index, without missing ones. */
  totalAll: z.number().int().nullable(),
  /** Null if they were not requested. */
  facets: facets.nullable(),
  /** The resolved times of parameters with relative times or days. `to` is exclusive. */
  resolved: z.object({ modified: z.array(resolvedRange), completedAt: z.array(resolvedRange) }),
  /** When the last completed sync pass began. The index has all older changes. Null before the first pass. */
  asOf: instant.nullable(),
})
export type InspectionPage = z.infer<typeof inspectionPage>

/** Values of `include`: the parts of the response of GET /api/inspections; all by default. */
export const pageParts = ['rows', 'total', 'facets'] as const
export type PagePart = (typeof pageParts)[number]

/** Schema of the values of one parameter. Reports the first invalid value under the name of the parameter. */
function paramValues(name: ParamName) {
  const check = (values: readonly string[], context: z.RefinementCtx) => {
    const problem = findParamProblem(name, values)
    if (problem !== null) context.addIssue({ code: 'custom', message: problem })
  }
  return z.array(z.string()).superRefine(check).optional()
}

// The cast is safe: the type and the object have the same keys, from the list of names.
const paramFields = Object.fromEntries(paramNames.map((name) => [name, paramValues(name)])) as Record<
  ParamName,
  ReturnType<typeof paramValues>
>

/** Schema of the parameters of a list without other fields, for stored lists. */
export const listParams = z.object(paramFields)

/** Parameters of GET /api/inspections in addition to those of the list. */
export const pageQuery = {
  // A cursor contains the sorted value, which may be up to 300 characters of a title in any script.
  /** Cursor of the next page: `after` from the previous response. */
  after: z.string().max(4_000, serverText('common.fields.cursor')).optional(),
  /** Position of the first row, counted from 0. Prefer `after`, which is faster. */
  offset: wholeNumber(0, 100_000_000).optional(),
  /** Number of inspections per page: 1 to 200, 100 by default. */
  limit: wholeNumber(1, 200).default(100),
  /** Parts of the response: `rows`, `total` and `facets`. If omitted, all parts are included. */
  include: z
    .array(z.string())
    .superRefine((values, context) => {
      if (!values.every((value) => pageParts.some((part) => part === value)))
        context.addIssue({
          code: 'custom',
          message: serverText('common.fields.notOneOf', { values: pageParts.join(', ') }),
        })
    })
    .transform((values) => pageParts.filter((part) => values.includes(part)))
    .optional(),
}

export const templateOption = z.object({
  templateId,
  name: z.string().nullable(),
  count: z.number().int(),
})
export const templateOptions = z.object({ templates: z.array(templateOption) })
export type TemplateOption = z.infer<typeof templateOption>

/** Query of GET /api/inspections. */
export const inspectionListQuery = z.object({ ...paramFields, ...pageQuery })

const facetName = z.enum(facetNames, serverText('common.fields.notOneOf', { values: facetNames.join(', ') }))

/** Query of GET /api/inspections/facets, which searches the values of one dimension. */
export const facetQuery = z.object({
  ...paramFields,
  /** The field whose values are searched. */
  name: facetName,
  /** Text that the values contain. Case and accents are ignored. If omitted, the most frequent values are returned. */
  find: shortText(200).optional(),
  /** Number of values: 1 to 1,000, 50 by default. */
  limit: wholeNumber(1, groupsMax).default(50),
})

/** Query of GET /api/inspections/neighbours. */
export const neighborsQuery = z.object({
  ...paramFields,
  /** ID of the inspection whose neighbors are returned. */
  of: auditId,
  /** Groups rows by this value. Rows in a group are in the order of `sort`. */
  groupBy: z.enum(facetNames).optional(),
})

/** The rows before and after an inspection, even if the inspection itself is not in the list. Null at the ends. */
export const inspectionNeighbors = z.object({
  previous: inspectionRow.nullable(),
  next: inspectionRow.nullable(),
  /** Whether the inspection is in the list. Otherwise, its position is where the order would put it. */
  isListed: z.boolean(),
})
export type InspectionNeighbors = z.infer<typeof inspectionNeighbors>
