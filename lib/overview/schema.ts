import * as z from 'zod'
import { checkParam } from '@/lib/inspections/params-model'
import { serverText } from '@/lib/server-text'
import { isTimeZone } from '@/lib/time/time-format'
import { readTimeRange } from '@/lib/time/time-range'
import { defaultPeriod } from './values-model'

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

/** Query of GET /api/overview/attention. */
export const attentionQuery = z.object({
  /** IANA time zone that decides which due dates are past. */
  zone: z.string().refine(isTimeZone, serverText('common.notTimeZone')).default('UTC'),
})

/** Response of GET /api/overview/attention. Null: the role may not see this number. */
export const attention = z.object({
  followUpsOverdue: z.number().int().nullable(),
  /** Overdue follow-ups that are assigned to the current person. */
  myFollowUpsOverdue: z.number().int().nullable(),
  /** Imports of the last 30 days with errors that have not been retried yet. */
  importsWithErrors: z.number().int().nullable(),
  webhooksFailed: z.number().int().nullable(),
})
export type Attention = z.infer<typeof attention>

const scopeValue = (name: 'template' | 'site') =>
  z
    .string()
    .refine((value) => value !== '*' && checkParam(name, value) === null, serverText('web.invalid'))
    .optional()

/** The inspections that the numbers of a page count: those of one template or site, or all. */
export interface PeriodScope {
  template?: string | undefined
  site?: string | undefined
}

/** Query of GET /api/overview/period. */
export const periodQuery = z.object({
  /** The period in which inspections were completed, in the format of `completedAt` in GET /api/inspections. */
  range: z
    .string()
    .refine((text) => readTimeRange(text).range !== null, serverText('web.invalid'))
    .default(defaultPeriod),
  /** IANA time zone in which days begin. */
  zone: z.string().refine(isTimeZone, serverText('common.notTimeZone')).default('UTC'),
  /** ID of a template. If omitted, inspections of all templates count. */
  template: scopeValue('template'),
  /** Name of a site. If omitted, inspections of all sites count. */
  site: scopeValue('site'),
})

const periodFigures = z.object({
  completed: z.number().int(),
  failed: z.number().int(),
  /** Inspections that are unreviewed or have changed since their review. */
  unreviewed: z.number().int(),
  /** How many inspections have a score. */
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
  /** Null while no document in which the question failed is stored. */
  label: z.string().nullable(),
  templateName: z.string().nullable(),
  failed: z.number().int(),
  /** Completed inspections of the question's template in the period. */
  completed: z.number().int(),
})

/** Response of GET /api/overview/period. */
export const overviewPeriod = z.object({
  range: z.string(),
  /** The range of the previous period of equal length; null when the period has no start. */
  previous: z.string().nullable(),
  now: periodFigures,
  before: periodFigures.nullable(),
  unit: z.enum(['day', 'month']),
  /** Whole days or months in the zone, oldest first, each as a range. */
  buckets: z.array(counted.extend({ range: z.string() })),
  /** Sites with most failures first. `value` is the value of the list's filter. */
  sites: z.array(topValue),
  templates: z.array(topValue),
  /** The questions that failed in most inspections, by template. */
  questions: z.array(topQuestion),
})
export type OverviewPeriod = z.infer<typeof overviewPeriod>

/** Response of GET /api/overview/first-steps: what everybody together has done. */
export const firstSteps = z.object({
  isConnected: z.boolean(),
  hasView: z.boolean(),
  /** At most the number that the step requires. */
  reviewed: z.number().int(),
  hasImport: z.boolean(),
})
export type FirstSteps = z.infer<typeof firstSteps>
