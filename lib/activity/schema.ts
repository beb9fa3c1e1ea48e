import * as z from 'zod'

/** What people did at the service: who, when, what, before and after, and how it ended. */

const instant = z.iso.datetime({ offset: true })

/** `pending`: under way. `unknown`: sent, and its answer lost; the console looks at the service until it knows. */
export const activityOutcomes = ['pending', 'done', 'failed', 'unknown'] as const
export const activityOutcome = z.enum(activityOutcomes)
export type ActivityOutcome = z.infer<typeof activityOutcome>

export const activityEntry = z.object({
  activityId: z.uuid(),
  at: instant,
  actorName: z.string(),
  /** noun.verb, e.g. `status-group.update`. Those of status groups and assets are named in lib/activity/model.ts. */
  action: z.string(),
  objectKind: z.string(),
  objectId: z.string().nullable(),
  objectName: z.string(),
  changeId: z.uuid().nullable(),
  /** As the service had it, and as it was asked for; null where there is nothing to tell. */
  before: z.unknown(),
  after: z.unknown(),
  outcome: activityOutcome,
  /** Why it failed or is unknown, in words. */
  outcomeNote: z.string().nullable(),
  finishedAt: instant.nullable(),
  /** Assets whose status was kept because this cleared or moved it. */
  snapshotCount: z.number().int(),
})
export type ActivityEntry = z.infer<typeof activityEntry>

const asked = (charsMax: number) =>
  z
    .string()
    .max(charsMax)
    .refine((text) => !text.includes('\0'), 'has a character that no text has')
    .optional()

/** Query of GET /api/activity. */
export const activityQuery = z.object({
  objectKind: asked(50),
  objectId: asked(200),
  action: asked(100),
  changeId: z.uuid().optional(),
  after: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
/** What entries are asked for by. */
export type ActivityFilter = Partial<Pick<ActivityEntry, 'objectKind' | 'action'>> & {
  objectId?: string
  changeId?: string
  limit?: number
}

export const activityPage = z.object({ entries: z.array(activityEntry), after: z.string().nullable() })
export type ActivityPage = z.infer<typeof activityPage>
