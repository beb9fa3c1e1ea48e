import * as z from 'zod'
import { listParams } from '@/lib/inspections/schema'
import { namedAsset } from '@/lib/report/names-schema'
import { serverText } from '@/lib/server-text'
import { comparisons, repeatsMin, trendUnits } from './values-model'

export type Comparison = (typeof comparisons)[number]

export type TrendUnit = (typeof trendUnits)[number]

const scopeFields = {
  ...listParams.shape,
  /** The period to compare with. `previous`: of equal length and directly before. `year`: the same days a year before. */
  compare: z.enum(comparisons).default('previous'),
}

/** Query of the insights: the filters of the list. `completedAt` is the period; a second value is ignored. */
export const insightQuery = z.object(scopeFields)

/** Query of GET /api/insights/trend. */
export const trendQuery = z.object({
  ...scopeFields,
  /**
   * Unit of the points. By default `day` for up to 92 days, `week` for up to 104 weeks, otherwise `month`. If there would
   * be more than 400 points, a longer unit is used.
   */
  unit: z.enum(trendUnits).optional(),
})

/** The kinds of places at which the same question fails repeatedly. */
export const repeatPlaces = ['site', 'asset'] as const
export type RepeatPlace = (typeof repeatPlaces)[number]

/** Query of GET /api/insights/repeats: questions that failed at least `times` times at one place. */
export const repeatsQuery = z.object({
  ...scopeFields,
  /** Whether failures are counted for each site or each asset. */
  at: z.enum(repeatPlaces).default('site'),
  /** How often a question must have failed at one place: 2 to 100 times, 3 by default. */
  times: z
    .string()
    .regex(/^\d{1,3}$/, serverText('common.fields.wholeNumber'))
    .transform(Number)
    .pipe(z.number().min(2).max(100))
    .default(repeatsMin),
})

const count = z.number().int()

/** The value of `completedAt` for the numbers, and for the comparison; null: there is no comparison. */
const periods = { range: z.string(), before: z.string().nullable() }

/** Response of GET /api/insights/questions. */
export const questionInsight = z.object({
  ...periods,
  /** Questions that failed in most inspections first, at most 50. */
  questions: z.array(
    z.object({
      /** The value of the filter `failedQuestion`. */
      value: z.string(),
      /** Null: the question has no text. */
      label: z.string().nullable(),
      templateId: z.string().nullable(),
      templateName: z.string().nullable(),
      /** Inspections in which the question failed. */
      failed: count,
      /**
       * Inspections in which the question was answered, which the failure rate refers to. Null while stored documents
       * are indexed again after an upgrade.
       */
      answered: count.nullable(),
      /** Completed inspections of the question's template. */
      completed: count,
      /** The same numbers in the comparison; null without a comparison. */
      failedBefore: count.nullable(),
      answeredBefore: count.nullable(),
      completedBefore: count.nullable(),
    }),
  ),
  /** The number of questions that failed, including those left out. */
  distinct: count,
})
export type QuestionInsight = z.infer<typeof questionInsight>

const facetCount = z.object({
  /** The value of the filter. Null: inspections without a value. */
  value: z.string().nullable(),
  name: z.string().nullable(),
  completed: count,
  failed: count,
})

/** Response of GET /api/insights/sites: sites by templates, those with most failures first. */
export const siteInsight = z.object({
  ...periods,
  /** At most 25. */
  sites: z.array(facetCount),
  /** At most 12. */
  templates: z.array(facetCount),
  /** Cells with inspections; `site` and `template` are indexes into the lists. */
  cells: z.array(z.object({ site: count, template: count, completed: count, failed: count })),
  /** How many sites and templates there are, including those left out. */
  distinctSites: count,
  distinctTemplates: count,
})
export type SiteInsight = z.infer<typeof siteInsight>

const figures = z.object({
  completed: count,
  failed: count,
  /** How many inspections have a score. */
  scored: count,
  /** From 0 to 100; null without scores. */
  averageScore: z.number().nullable(),
  /** From start to completion; null when no inspection has both. */
  averageSeconds: z.number().nullable(),
})
export type InsightFigures = z.infer<typeof figures>

/** Response of GET /api/insights/trend. */
export const trendInsight = z.object({
  ...periods,
  now: figures,
  /** Null: nothing to compare with. */
  earlier: figures.nullable(),
  unit: z.enum(trendUnits),
  /** The oldest first, without gaps. */
  points: z.array(
    figures.extend({
      /** First day of the day, week or month, in the zone. */
      day: z.string(),
      /** The value of `completedAt` for this point: the part of the unit within the period. */
      range: z.string(),
    }),
  ),
})
export type TrendInsight = z.infer<typeof trendInsight>

/** Response of GET /api/insights/authors: the authors who completed most inspections first, at most 50. */
export const authorInsight = z.object({
  ...periods,
  authors: z.array(
    facetCount.extend({ scored: count, averageScore: z.number().nullable(), completedBefore: count.nullable() }),
  ),
  distinct: count,
})
export type AuthorInsight = z.infer<typeof authorInsight>

/** Response of GET /api/insights/repeats: questions that failed repeatedly at one site or asset. */
export const repeatInsight = z.object({
  ...periods,
  times: count,
  /** Most failures first, at most 50. */
  repeats: z.array(
    z.object({
      value: z.string(),
      label: z.string().nullable(),
      templateId: z.string().nullable(),
      templateName: z.string().nullable(),
      /** Null in a list by asset. */
      site: z.string().nullable(),
      /** Null in a list by site. */
      asset: namedAsset.nullable(),
      failed: count,
      /** Completed inspections of the template at the site, or that name the asset. */
      completed: count,
    }),
  ),
  distinct: count,
})
export type RepeatInsight = z.infer<typeof repeatInsight>

const reviewFigures = z.object({
  failed: count,
  reviewed: count,
  followUps: count,
  unreviewed: count,
  /** The time from completion to the current review: the median and the 90th percentile. Null without reviews. */
  medianSeconds: z.number().nullable(),
  slowSeconds: z.number().nullable(),
})
export type ReviewInsightFigures = z.infer<typeof reviewFigures>

/** Response of GET /api/insights/reviews: failed inspections by their review. A filter by review is ignored. */
export const reviewInsight = z.object({ ...periods, now: reviewFigures, earlier: reviewFigures.nullable() })
export type ReviewInsight = z.infer<typeof reviewInsight>
