import * as z from 'zod'
import { checkParam } from '@/lib/inspections/schema'
import { serverText } from '@/lib/server-text'
import { isTimeZone } from '@/lib/time/time-format'
import { readTimeRange } from '@/lib/time/time-range'

const instant = z.iso.datetime({ offset: true })

/** The whole index in numbers, and its newest failures. */
export const overview = z.object({
  asOf: instant.nullable(),
  total: z.number().int(),
  inProgress: z.number().int(),
  recentFailures: z.array(
    z.object({
      auditId: z.string(),
      title: z.string().nullable(),
      templateId: z.string().nullable(),
      templateName: z.string().nullable(),
      siteName: z.string().nullable(),
      failedCount: z.number().int(),
      scorePercentage: z.number().nullable(),
      modifiedAt: instant,
    }),
  ),
})
export type Overview = z.infer<typeof overview>

/** Query of GET /api/overview/attention: days end by the clock of this time zone. */
export const attentionQuery = z.object({
  zone: z.string().refine(isTimeZone, serverText('common.notTimeZone')).default('UTC'),
})

/** Answer of GET /api/overview/attention. Null: the role may not see it. */
export const attention = z.object({
  followUpsOverdue: z.number().int().nullable(),
  /** Those assigned to the person who asks. */
  myFollowUpsOverdue: z.number().int().nullable(),
  /** Imports of the last 30 days with errors that were not retried yet. */
  importsWithErrors: z.number().int().nullable(),
  webhooksFailed: z.number().int().nullable(),
})
export type Attention = z.infer<typeof attention>

const scopeValue = (name: 'template' | 'site') =>
  z
    .string()
    .refine((value) => value !== '*' && checkParam(name, value) === null, serverText('web.invalid'))
    .optional()

export const defaultPeriod = 'now-30d/d..now'

/** The inspections that the numbers of a page are of: those of one template or site, or all. */
export interface PeriodScope {
  template?: string | undefined
  site?: string | undefined
}

/** Query of GET /api/overview/period: a range as the list's filter by completion has it, and a template or site. */
export const periodQuery = z.object({
  range: z
    .string()
    .refine((text) => readTimeRange(text).range !== null, serverText('web.invalid'))
    .default(defaultPeriod),
  zone: z.string().refine(isTimeZone, serverText('common.notTimeZone')).default('UTC'),
  template: scopeValue('template'),
  site: scopeValue('site'),
})

const periodFigures = z.object({
  completed: z.number().int(),
  failed: z.number().int(),
  /** Unreviewed, or changed since their review. */
  unreviewed: z.number().int(),
  /** How many have a score. */
  scored: z.number().int(),
  /** From 0 to 100; null without scores. */
  averageScore: z.number().nullable(),
})
export type PeriodFigures = z.infer<typeof periodFigures>

const counted = z.object({ completed: z.number().int(), failed: z.number().int() })
const topValue = counted.extend({ value: z.string(), name: z.string() })
const topQuestion = z.object({
  /** The value of the filter `failedQuestion`. */
  value: z.string(),
  templateId: z.string().nullable(),
  /** Null while no document is stored in which it failed. */
  label: z.string().nullable(),
  templateName: z.string().nullable(),
  failed: z.number().int(),
  /** Completed inspections of its template in the period. */
  completed: z.number().int(),
})

/** Answer of GET /api/overview/period. */
export const overviewPeriod = z.object({
  range: z.string(),
  /** The range of the period before, as long; null when the period has no beginning. */
  previous: z.string().nullable(),
  now: periodFigures,
  before: periodFigures.nullable(),
  unit: z.enum(['day', 'month']),
  /** Whole days or months of the zone, oldest first, each as a range. */
  buckets: z.array(counted.extend({ range: z.string() })),
  /** Those with most failures first. `value` is that of the list's filter. */
  sites: z.array(topValue),
  templates: z.array(topValue),
  /** Questions of templates that failed in most inspections. */
  questions: z.array(topQuestion),
})
export type OverviewPeriod = z.infer<typeof overviewPeriod>

export const reviewsOfFirstSteps = 5

/** Answer of GET /api/overview/first-steps: of everybody together. */
export const firstSteps = z.object({
  isConnected: z.boolean(),
  hasView: z.boolean(),
  /** At most as many as the step asks for. */
  reviewed: z.number().int(),
  hasImport: z.boolean(),
})
export type FirstSteps = z.infer<typeof firstSteps>
