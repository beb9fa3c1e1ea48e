import * as z from 'zod'

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
