import * as z from 'zod'
import { serverText } from '@/lib/server-text'
import { isTimeZone } from '@/lib/time/time-format'

const instant = z.iso.datetime({ offset: true })

/** Numbers of the overview, each linked to the list behind it. Days are UTC dates, oldest first, 30 of them. */
export const overview = z.object({
  asOf: instant.nullable(),
  total: z.number().int(),
  inProgress: z.number().int(),
  completedLast7Days: z.number().int(),
  failedLast7Days: z.number().int(),
  days: z.array(z.object({ day: z.iso.date(), completed: z.number().int(), withFailures: z.number().int() })),
  recentFailures: z.array(
    z.object({
      auditId: z.string(),
      title: z.string().nullable(),
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
  /** Imports of the last 30 days with errors that nobody has retried. */
  importsWithErrors: z.number().int().nullable(),
  webhooksFailed: z.number().int().nullable(),
})
export type Attention = z.infer<typeof attention>
