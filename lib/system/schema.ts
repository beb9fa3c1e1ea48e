import * as z from 'zod'

const instant = z.iso.datetime({ offset: true })

/** What the frame, the overview and the System page show of the console's own state. */
export const systemStatus = z.object({
  mode: z.enum(['demo', 'service']),
  now: instant,
  sync: z.object({
    /** Nothing modified before this instant is missing from the index (as far as the token's owner may see). */
    asOf: instant.nullable(),
    checkpoint: instant.nullable(),
    running: z.boolean(),
    lastError: z.string().nullable(),
    nextPassAt: instant.nullable(),
    total: z.number().int(),
    hydrated: z.number().int(),
    /** Documents fetched per minute over the last minute; null when idle. */
    hydratePerMinute: z.number().nullable(),
    /** Timestamps with more rows than the search can give. */
    gaps: z.array(z.object({ at: instant, known: z.number().int(), reported: z.number().int() })),
  }),
  service: z.object({
    host: z.string(),
    breaker: z.enum(['closed', 'open', 'half-open']),
    nextProbeAt: instant.nullable(),
    /** The last refusal of the token (401/403), in words; null while it works. */
    refused: z.string().nullable(),
    budget: z.array(
      z.object({
        bucket: z.string(),
        limit: z.number(),
        remaining: z.number(),
        resetSeconds: z.number(),
        queuedPerson: z.number().int(),
        queuedBackground: z.number().int(),
        source: z.enum(['table', 'headers']),
      }),
    ),
  }),
  database: z.object({
    kind: z.enum(['embedded', 'server']),
    sizeBytes: z.number(),
    version: z.string(),
    migrations: z.number().int(),
  }),
  version: z.string(),
})
export const syncRequested = z.object({ requested: z.literal(true) })

export type SystemStatus = z.infer<typeof systemStatus>

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
