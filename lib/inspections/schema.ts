import * as z from 'zod'
import { tableFormats } from '@/lib/csv/formats'
import { errorCodes } from '@/lib/errors'
import { auditId, templateId } from '@/lib/ids'
import { serverText } from '@/lib/server-text'
import { documentFields, facetNames, sortNames, type DocumentField, type FacetName, type ValueKind } from './columns'
import { checkValue, valuesMax } from './filter/filter-values'

const instant = z.iso.datetime({ offset: true })
/** A time from outside. PostgreSQL and JavaScript write years outside this range in their own ways. */
export const keptInstant = instant.refine(
  (text) => /^(?!000[01])\d{4}-/.test(text),
  serverText('common.fields.format', { format: 'datetime' }),
)

const shortText = (max: number) => z.string().max(max, serverText('common.fields.tooLong', { max }))

/** A whole number in a query string. */
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, serverText('common.fields.wholeNumber'))
    .transform(Number)
    .pipe(z.number().min(min).max(max))

/** `in-progress`: not completed. `failed`: completed with at least one failed answer. `passed`: completed without. */
export const results = ['failed', 'passed', 'in-progress'] as const
export const inspectionResult = z.enum(results)
export type InspectionResult = z.infer<typeof inspectionResult>

/**
 * The review of an inspection in Sightline. `unreviewed`: none, or removed. `changed`: there is a newer version since. So one
 * may match two of them, and `review=unreviewed&review=changed` is everything that needs a review.
 */
export const reviewFilters = ['unreviewed', 'reviewed', 'follow-up', 'changed'] as const
export type ReviewFilter = (typeof reviewFilters)[number]

/** The type of each kind of value in an answer. */
const valueShapes = {
  text: z.string(),
  number: z.number(),
  count: z.number().int(),
  time: instant,
  flag: z.boolean(),
} as const satisfies Readonly<Record<ValueKind, z.ZodType>>

// Cast: built from the registry of columns, the loop sets each field of the type.
const documentShapes = Object.fromEntries(
  Object.entries(documentFields).map(([name, { kind }]) => [name, valueShapes[kind].nullable()]),
) as { [Name in DocumentField]: z.ZodNullable<(typeof valueShapes)[(typeof documentFields)[Name]['kind']]> }

/** One row of the list. `hydrated` false: its document was not read yet; fields are of the previous version, or null. */
export const inspectionRow = z.object({
  auditId,
  modifiedAt: instant,
  templateId: templateId.nullable(),
  hydrated: z.boolean(),
  /** Why the document of this version could not be read so far; it will be tried again. Null without an error. */
  problem: z.enum(errorCodes).nullable(),
  /** What in the document does not match its known structure, in words. */
  documentProblem: z.string().nullable(),
  /** When a full reconciliation no longer found it at the service. Null for all that exist. */
  missingAt: instant.nullable(),
  ...documentShapes,
  result: inspectionResult.nullable(),
  /** Null: not reviewed, or the review was removed. */
  review: z
    .object({
      state: z.enum(['reviewed', 'follow-up']),
      /** The inspection has a newer version than the one that was reviewed. */
      isChangedSince: z.boolean(),
    })
    .nullable(),
})
export type InspectionRow = z.infer<typeof inspectionRow>

/**
 * Parameters of a list, the same in the address of the page, in the API, in saved views and in exports. A name with `!`
 * excludes what it matches. `*` as value of template, site or author: any, so `site!=*` finds what has no site. Ranges
 * are `from..to` with either end open (`50..`, `..10`). For times: `2026-11-01..2026-11-20` (both days whole, in `tz`),
 * instants, relative (`now-7d/d..now`), or one day or unit alone (`2026-11-19`, `now-1d/d`).
 */
export const filterNames = [
  'q',
  'template',
  'template!',
  'site',
  'site!',
  'author',
  'author!',
  'result',
  'result!',
  'score',
  'score!',
  'failed',
  'failed!',
  'failedQuestion',
  'answeredQuestion',
  'asset',
  'media',
  'completed',
  'archived',
  'modified',
  'modified!',
  'completedAt',
  'completedAt!',
  'missing',
  'problem',
  'review',
  'review!',
] as const
export type FilterName = (typeof filterNames)[number]

/** The default order. `-` in front means largest, newest or last first. Rows without a value come last either way. */
export const defaultSort = '-modified'

/**
 * The parameters of a list as in the address: each with its values, not parsed. `tz` names the zone in which days
 * begin. Browser code passes it on; `filter.ts` reads it.
 */
export type ListParams = Readonly<Partial<Record<FilterName | 'sort' | 'tz', readonly string[]>>>

export const facetValue = z.object({
  /** The value of the parameter: a template id, or the name itself. Null: no value. */
  value: z.string().nullable(),
  /** For people; null when no document has the name yet. */
  label: z.string().nullable(),
  count: z.number().int(),
})
export type FacetValue = z.infer<typeof facetValue>

export const facet = z.object({
  /** The most frequent first, at most 50. */
  values: z.array(facetValue),
  /** The number of different values, including those left out. */
  distinct: z.number().int(),
})
/** Each is counted over what all other parameters leave, so that other choices of the same one stay visible. */
export const facets = z.object(
  Object.fromEntries(facetNames.map((name) => [name, facet])) as Record<FacetName, typeof facet>,
)
export type Facets = z.infer<typeof facets>

/** Answer of GET /api/inspections/facets?name=…&find=…: values of one dimension with a word that begins with `find`. */
export const facetValues = z.object({ values: z.array(facetValue) })

const resolvedRange = z.object({ from: instant.nullable(), to: instant.nullable() })

export const inspectionPage = z.object({
  rows: z.array(inspectionRow),
  /** Cursor of the next page; null on the last. */
  after: z.string().nullable(),
  /** Rows that match. Null when it was not requested. */
  total: z.number().int().nullable(),
  /** False: `total` is an estimate, because more than 100,000 match or counting them takes longer than reading the rows. */
  totalIsExact: z.boolean(),
  /** Rows in the whole index, without those no longer found at the service. */
  totalAll: z.number().int().nullable(),
  /** Null when they were not requested. */
  facets: facets.nullable(),
  /** The resolved times of relative or daily parameters; `to` is exclusive. */
  resolved: z.object({ modified: z.array(resolvedRange), completedAt: z.array(resolvedRange) }),
  /** When the last completed sync pass began: nothing older is missing. Null before the first. */
  asOf: instant.nullable(),
})
export type InspectionPage = z.infer<typeof inspectionPage>

/** Parts of the answer of GET /api/inspections; all when `include` is left out. */
export const pageParts = ['rows', 'total', 'facets'] as const
export type PagePart = (typeof pageParts)[number]

/** A parameter of the address that filters or sorts the list. */
export type ParamName = FilterName | 'sort' | 'tz'
export const paramNames: readonly ParamName[] = [...filterNames, 'sort', 'tz']
/** Allowed once: a second value would contradict the first. `q` may be repeated, and then all of it must match. */
const singleNames: ReadonlySet<string> = new Set(['sort', 'tz'])

/** What is wrong with one value of a parameter, in words that follow its name; null when it can be read. */
export function checkParam(name: ParamName, value: string): string | null {
  if (name !== 'sort') return checkValue(name, value)
  const isKnown = sortNames.some((sort) => sort === value.replace(/^-/, ''))
  return isKnown ? null : serverText('inspections.fields.sort', { values: sortNames.join(', ') })
}

/** Values of one parameter. The first unreadable one is reported, under the name of the parameter alone. */
function paramValues(name: ParamName) {
  const findProblem = (values: readonly string[]) => {
    const max = singleNames.has(name) ? 1 : valuesMax
    if (values.length <= max) return values.map((value) => checkParam(name, value)).find((found) => found !== null)
    return max === 1 ? serverText('web.fields.twice') : serverText('inspections.fields.tooManyValues', { max })
  }
  const check = (values: readonly string[], context: z.RefinementCtx) => {
    const problem = findProblem(values) ?? null
    if (problem !== null) context.addIssue({ code: 'custom', message: problem })
  }
  return z.array(z.string()).superRefine(check).optional()
}

// Cast: built from the list of names, the loop sets each key of the type.
const paramFields = Object.fromEntries(paramNames.map((name) => [name, paramValues(name)])) as Record<
  FilterName | 'sort' | 'tz',
  ReturnType<typeof paramValues>
>

/** Only the parameters of a list, each value checked; for what stores or takes over an address. */
export const listParams = z.object(paramFields)

/** The parameters of a list from those of a page: in a fixed order, without empty and unknown ones, unchecked. */
export function readListParams(
  search: Readonly<Partial<Record<FilterName | 'sort' | 'tz', string | readonly string[] | undefined>>>,
): ListParams {
  return Object.fromEntries(
    paramNames.flatMap((name) => {
      const given = [search[name] ?? []].flat().filter((value) => value !== '')
      return given.length === 0 ? [] : [[name, given]]
    }),
  )
}

/** What GET /api/inspections accepts besides the parameters of the list. */
export const pageQuery = {
  /** It contains the sorted value, up to 300 characters of a title in any script. */
  after: z.string().max(4_000, serverText('common.fields.cursor')).optional(),
  /** Position of the first row, for a list that jumps. Prefer `after`. */
  offset: wholeNumber(0, 100_000_000).optional(),
  limit: wholeNumber(1, 200).default(100),
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

/** Query of GET /api/inspections/facets: values of one dimension, for a picker with more of them than a list shows. */
export const facetQuery = z.object({
  ...paramFields,
  name: facetName,
  /** Text that the value contains, ignoring case and accents. */
  find: shortText(200).optional(),
})

/** Query of GET /api/inspections/neighbours. */
export const neighborsQuery = z.object({ ...paramFields, of: auditId })

/** The rows before and after an inspection in a list, whether or not it is in the list; null at the ends. */
export const inspectionNeighbors = z.object({
  previous: inspectionRow.nullable(),
  next: inspectionRow.nullable(),
  /** Whether the inspection matches the list; otherwise its position only follows from the order. */
  isListed: z.boolean(),
})
export type InspectionNeighbors = z.infer<typeof inspectionNeighbors>

/** The most inspections that one export can name by their ids. */
export const exportIdsMax = 20_000
const exportIds = z.array(auditId).max(exportIdsMax)
export const exportSelection = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ids'), ids: exportIds }),
  z.object({ kind: z.literal('matching'), except: exportIds }),
])
export type ExportSelection = z.infer<typeof exportSelection>

const exportFields = {
  /** As in the address of the list. */
  columns: shortText(1_000).optional(),
  /** Zone of the times in the file. By default that of the parameters, or UTC. */
  zone: paramFields.tz,
  /** `xlsx`: an Excel file. Its texts are never formulas, and its times are dates. */
  format: z.enum(tableFormats).default('csv'),
  /** `true`: adds the id and the link of each inspection after the shown columns. */
  links: z.enum(['true', 'false']).default('false'),
  /** The name of the list, for the name of the file. */
  name: shortText(200).optional(),
}

/** Query of GET /api/inspections/export: all rows of a list. */
export const exportQuery = z.object({ ...paramFields, ...exportFields })
/** Body of POST /api/inspections/export, for selected rows. */
export const exportBody = z.object({ ...exportFields, params: listParams, selection: exportSelection })
/** Header of an export: its number of rows. A file with fewer was cut off. */
export const exportTotalHeader = 'x-total-rows'
