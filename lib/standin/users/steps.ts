import * as z from 'zod'

/** States of a job, as the service spells them, in order. */
export const jobStatuses = [
  'STATUS_PENDING',
  'STATUS_VALIDATING',
  'STATUS_VALIDATED',
  'STATUS_VALIDATED_WITH_ERRORS',
  'STATUS_EXECUTING',
  'STATUS_COMPLETED',
  'STATUS_COMPLETED_WITH_ERRORS',
  'STATUS_ERRORED',
  'STATUS_CANCELLED',
] as const
export type JobStatus = (typeof jobStatuses)[number]

export const seatTypes = ['PREMIUM', 'LITE', 'COLLABORATOR', 'SERVICE_USER', 'SUPPORT'].map(
  (word) => `SUBSCRIPTION_SEAT_TYPE_${word}`,
)
export const activeStatus = 'USER_ACTIVE_STATUS_ACTIVE'
export const deactivatedStatus = 'USER_ACTIVE_STATUS_DEACTIVATED'

const userRow = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  seatType: z.string(),
  timezone: z.string(),
  language: z.string(),
  status: z.string(),
  permissionSetId: z.string().nullable(),
  groupIds: z.array(z.string()),
  siteIds: z.array(z.string()),
  attributes: z.record(z.string(), z.array(z.string())),
  createdAtMs: z.number(),
  modifiedAtMs: z.number(),
})
/** A user of the organization. It has no password, because none is ever stored. */
export type UserRow = z.infer<typeof userRow>

export const errorLevels = ['LEVEL_INFO', 'LEVEL_WARNING', 'LEVEL_ERROR', 'LEVEL_FATAL'] as const
export type ErrorLevel = (typeof errorLevels)[number]

const userError = z.object({
  reason: z.string(),
  field_hint: z.string(),
  value_hint: z.string(),
  message: z.string(),
  level: z.enum(errorLevels),
  value_reference: z.object({ id: z.string(), name: z.string(), valid: z.boolean() }).nullable(),
  details: z
    .object({
      ambiguous_reference: z.object({ possible_references: z.array(z.object({ id: z.string(), name: z.string() })) }),
    })
    .nullable(),
})
/** The errors of a user, in the service's own words. */
export type UserError = z.infer<typeof userError>

const sentUser = z.object({
  /** The user as it was sent, without the password. */
  user: z.record(z.string(), z.unknown()),
  /** All that is stored about a password. */
  password: z.enum(['none', 'fit', 'short']),
})
/** A user of a job as it was sent. */
export type SentUser = z.infer<typeof sentUser>

const result = z.object({
  /** Its position in the job. */
  at: z.number().int(),
  userId: z.string().nullable(),
  errors: z.array(userError),
  /** Whether it was already created or changed, and with what result. */
  outcome: z.enum(['created', 'updated', 'refused']).nullable(),
})
export type UserResult = z.infer<typeof result>

const progress = z.object({
  id: z.string(),
  /** Users finished in this phase. */
  done: z.number().int(),
  /** When the next user or the next phase is due; null: never on its own. */
  nextAtMs: z.number().nullable(),
  /** Its past statuses, with their times. */
  went: z.array(z.tuple([z.enum(jobStatuses), z.number()])),
  results: z.array(result),
})
export type JobProgress = z.infer<typeof progress>

/** One change to users, groups or upsert jobs. */
export const userStep = z.discriminatedUnion('do', [
  z.object({ do: z.literal('put-groups'), groups: z.array(z.object({ id: z.string(), name: z.string() })) }),
  z.object({ do: z.literal('put-sites'), sites: z.array(z.object({ id: z.string(), name: z.string() })) }),
  z.object({ do: z.literal('put-users'), users: z.array(userRow) }),
  /** Users upserted by the immediate call, with the upsert count for each address. */
  z.object({ do: z.literal('upsert'), users: z.array(userRow), emails: z.array(z.string()) }),
  /** A new pending job, or more users for one. */
  z.object({ do: z.literal('put-job'), id: z.string(), users: z.array(sentUser) }),
  z.object({
    do: z.literal('start-job'),
    id: z.string(),
    validateOnly: z.boolean(),
    nextAtMs: z.number().nullable(),
  }),
  /** The progress of jobs since the last request. */
  z.object({ do: z.literal('progress'), jobs: z.array(progress), users: z.array(userRow) }),
])
export type UserStep = z.infer<typeof userStep>

/** A step with its time, as in the change log. `made` is the number of ids given out up to and including it. */
export const userChange = z.object({ kind: z.literal('users'), at: z.number(), made: z.number().int(), step: userStep })
