import * as z from 'zod'
import { serverText } from '@/lib/server-text'
import { columnUse } from './sheet/column-use'
import { userJobKinds, userRowStates, usersMax } from './values-model'

/** Bulk user imports: what the browser sends, and the results. */

const instant = z.iso.datetime({ offset: true })

/** Users that one request adds to a job of the service. */
export const usersPerCallMax = 2_000

export const text = (charsMax: number) =>
  z
    .string()
    .max(charsMax, serverText('common.fields.tooLong', { max: charsMax }))
    .refine((value) => value.isWellFormed() && !value.includes('\0'), serverText('common.fields.badCharacter'))

/** A group, site or permission set, by its ID or its name. The name `*` in a removal means all. */
export const reference = z.union([
  z
    .object({
      /** The ID in SafetyCulture. */
      id: text(200),
    })
    .strict(),
  z
    .object({
      /** The exact name. */
      name: text(500),
    })
    .strict(),
])
export type Reference = z.infer<typeof reference>

const membership = z.object({
  /** Those that the user is added to. */
  add: z.array(reference).max(200),
  /** Those that the user is removed from. */
  remove: z.array(reference).max(200),
})

/** The requested values of one user. Fields that are left out stay unchanged. */
export const askedUser = z.object({
  /** Email address, which identifies the user in SafetyCulture. */
  username: text(320),
  /** ID of the user in SafetyCulture. If omitted, the email address identifies the user. */
  userId: text(200).optional(),
  /** First name. */
  firstName: text(200).optional(),
  /** Last name. */
  lastName: text(200).optional(),
  /** In the spelling of SafetyCulture, such as SUBSCRIPTION_SEAT_TYPE_PREMIUM. */
  seatType: text(100).optional(),
  /** IANA time zone, such as `Europe/Dublin`. */
  timezone: text(100).optional(),
  /** USER_ACTIVE_STATUS_ACTIVE or USER_ACTIVE_STATUS_DEACTIVATED. */
  status: text(100).optional(),
  /** In the spelling of SafetyCulture, such as LANGUAGE_EN_US. */
  language: text(100).optional(),
  permissionSet: reference.optional(),
  /** Groups that the user joins and leaves. */
  groups: membership.optional(),
  /** Sites that the user gets and loses. */
  sites: membership.optional(),
  /** Custom attributes. */
  attributes: z
    .array(
      z.object({
        /** Name of the attribute. */
        name: text(200),
        /** Its values. */
        values: z.array(text(1_000)).max(50),
      }),
    )
    .max(50)
    .optional(),
})
export type AskedUser = z.infer<typeof askedUser>

/** One user of an import, with the row of the file. */
export const sentUser = askedUser.extend({
  /** Row in the file, counted from 1 without the header row. */
  line: z.number().int().min(1),
  /** Password of a new user. */
  password: text(500).optional(),
  /** The cells of the row, in the order of `header`. Passwords in them are not stored. */
  cells: z.array(text(10_000)).max(1_000),
})
export type SentUser = z.infer<typeof sentUser>

export type UserJobKind = (typeof userJobKinds)[number]
/** `job`: a background job of SafetyCulture. `immediate`: one request, for at most 10 users. */
export const userJobWays = ['job', 'immediate'] as const

/** Body of POST /api/user-jobs. */
export const newUserJob = z.object({
  /** A new UUID for each import. Sending it again returns the existing job. */
  attemptId: z.uuid(),
  kind: z.enum(userJobKinds),
  way: z.enum(userJobWays).default('job'),
  /** Name of the file, as the list of imports shows it. */
  sourceName: text(300),
  /** The header row of the file. */
  header: z.array(text(1_000)).max(1_000),
  /** The users to import, one for each row. */
  users: z.array(sentUser).min(1).max(usersMax),
  /** ID of the import whose failed rows this one corrects. */
  ofJobId: z.uuid().optional(),
  /**
   * Confirms that the same list is sent again. Without it, a list that the same person sent a few minutes ago is
   * refused.
   */
  again: z.boolean().default(false),
})
export type NewUserJob = z.input<typeof newUserJob>
export const newUserJobBytesMax = 24_000_000

/**
 * `sending`: its users are being sent to the service. `unknown`: a response was lost and the outcome is not known yet.
 * `validated` ends a dry run; `completed`, `errored` and `cancelled` end an import.
 */
export const userJobPhases = [
  'sending',
  'starting',
  'validating',
  'executing',
  'validated',
  'completed',
  'errored',
  'cancelled',
  'unknown',
] as const
export const userJobPhase = z.enum(userJobPhases)
export type UserJobPhase = z.infer<typeof userJobPhase>

export const userRowState = z.enum(userRowStates)
export type UserRowState = z.infer<typeof userRowState>

export const userJobSummary = z.object({
  jobId: z.uuid(),
  kind: z.enum(userJobKinds),
  way: z.enum(userJobWays),
  phase: userJobPhase,
  /** The reason for its state, as a text. */
  note: z.string().nullable(),
  sourceName: z.string(),
  ownerName: z.string(),
  isMine: z.boolean(),
  /** Whether the current person may cancel it and retry failed rows. */
  mayChange: z.boolean(),
  createdAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  cancelAskedAt: instant.nullable(),
  ofJobId: z.uuid().nullable(),
  /** Jobs at the service, each with its last state in the service's own terms. */
  remote: z.array(z.object({ remoteId: z.string(), state: z.string().nullable() })),
  total: z.number().int(),
  /** Number of rows sent to the service so far. */
  sent: z.number().int(),
  /** By state of their rows. */
  rows: z.record(userRowState, z.number().int()),
  /** By outcome: `updated`, users who existed, or `valid` in a dry run. Other rows are not counted. */
  outcomes: z.record(z.string(), z.number().int()),
})
export type UserJobSummary = z.infer<typeof userJobSummary>

/** A message of the service about a row. */
export const rowIssue = z.object({
  /** The service's own code: REASON_USER_EXISTS. */
  reason: z.string(),
  level: z.enum(['info', 'warning', 'error', 'fatal']),
  /** The service's own name of the field: FIELD_GROUPS; null if it names none. */
  field: z.string().nullable(),
  value: z.string().nullable(),
  message: z.string(),
  /** For an ambiguous reference: the possible matches. */
  choices: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type RowIssue = z.infer<typeof rowIssue>

export const userJobRow = z.object({
  position: z.number().int(),
  line: z.number().int(),
  username: z.string(),
  state: userRowState,
  outcome: z.string().nullable(),
  userId: z.string().nullable(),
  hadPassword: z.boolean(),
  issues: z.array(rowIssue),
  cells: z.array(z.string()),
})
export type UserJobRow = z.infer<typeof userJobRow>

/** Response of GET /api/user-jobs/[jobId]: the job, how often each reason occurs, and its timeline. */
export const userJobDetail = userJobSummary.extend({
  header: z.array(z.string()),
  reasons: z.array(z.object({ reason: z.string(), level: rowIssue.shape.level, count: z.number().int() })),
  timeline: z.array(z.object({ at: instant, what: z.string() })),
  /** Jobs created from its failed rows. */
  retryJobIds: z.array(z.uuid()),
  /** Rows that were not fully imported, nor by a later job, and how many of them name the field that is wrong. */
  toFix: z.object({ rows: z.number().int(), withField: z.number().int() }),
  /** When the cells of its rows were removed. From then on, they cannot be fixed, retried or downloaded. */
  rowsRemovedAt: instant.nullable(),
})
export type UserJobDetail = z.infer<typeof userJobDetail>

/** States of rows. `failed`: not written. `warned`: written with a warning. */
export const retryChoices = ['failed', 'warned'] as const
const retryStates = z.array(z.enum(retryChoices)).min(1).max(retryChoices.length)
export type RetryState = (typeof retryChoices)[number]
/** Body of POST /api/user-jobs/[jobId]/retry. */
export const userRetry = z.object({
  /** Which rows are sent again: `failed`, `warned` (written with a warning), or both. */
  states: retryStates.default(['failed']),
})
/** Query of GET /api/user-jobs/[jobId]/failed-rows. */
export const failedRowsQuery = z.object({
  /** Which rows the file has: `failed`, `warned` (written with a warning), or both. */
  state: retryStates.default(['failed']),
})
const retryCount = z.object({ rows: z.number().int(), withPassword: z.number().int() })
/** Response of GET /api/user-jobs/[jobId]/retry: the rows that a retry would send, and how many had a password. */
export const userRetryPlan = z.object({
  failed: retryCount,
  warned: retryCount,
  /** A retry that has not ended. There can be only one at a time. */
  openJobId: z.uuid().nullable(),
})
export type UserRetryPlan = z.infer<typeof userRetryPlan>

/** Response of GET /api/user-jobs/[jobId]/fix: rows to fix in the grid, with the mapping that they were sent with. */
export const userFixSheet = z.object({
  jobId: z.uuid(),
  kind: z.enum(userJobKinds),
  sourceName: z.string(),
  header: z.array(z.string()),
  mapping: z.array(columnUse),
  rows: z.array(
    userJobRow.pick({ line: true, username: true, state: true, hadPassword: true, issues: true, cells: true }),
  ),
})
export type UserFixSheet = z.infer<typeof userFixSheet>

/** Query of GET /api/user-jobs/[jobId]/rows. */
export const userRowsQuery = z.object({
  /** States of rows. With several values, any of them matches. If omitted, rows in all states. */
  state: z.array(userRowState).max(userRowStates.length).default([]),
  /** Only rows with a message of this code, such as REASON_USER_EXISTS. */
  reason: z.string().max(200).optional(),
  /** Position of the last row of the previous page: `after` from the previous response. -1 for the first page. */
  after: z.coerce.number().int().min(-1).default(-1),
  /** Number of rows per page. */
  limit: z.coerce.number().int().min(1).max(2_000).default(500),
})
export const userRowsPage = z.object({
  rows: z.array(userJobRow),
  /** Position of the last row; null at the end. */
  after: z.number().int().nullable(),
  total: z.number().int(),
})
export type UserRowsPage = z.infer<typeof userRowsPage>

/** Query of GET /api/user-jobs. */
export const userJobListQuery = z.object({
  /** Phases of imports. With several values, any of them matches. If omitted, imports in all phases. */
  phase: z.array(userJobPhase).max(userJobPhases.length).default([]),
  /** `run`: only imports. `check`: only dry runs. */
  kind: z.enum(userJobKinds).optional(),
  /** `fix`: imports of the last 30 days with errors that were not retried yet. */
  needs: z.enum(['fix']).optional(),
  /** Cursor of the next page: `after` from the previous response. */
  after: z.string().max(100).optional(),
})
export const userJobList = z.object({
  jobs: z.array(userJobSummary),
  after: z.string().nullable(),
})
export type UserJobList = z.infer<typeof userJobList>
