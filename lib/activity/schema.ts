import * as z from 'zod'
import { tableFormats } from '@/lib/csv/formats'
import { serverText } from '@/lib/server-text'

/** Actions of people at the service: who, when, what, before and after, and the outcome. */

const instant = z.iso.datetime({ offset: true })

/** `pending`: in progress. `unknown`: sent, and its answer lost; the console checks with the service until it knows. */
export const activityOutcomes = ['pending', 'done', 'failed', 'unknown'] as const
export const activityOutcome = z.enum(activityOutcomes)
export type ActivityOutcome = z.infer<typeof activityOutcome>

const figure = z.number().int()

/** What a bulk change acts on, and its progress. */
export const activityBulk = z.object({
  things: z.enum(['asset', 'asset-type', 'user', 'document']),
  /** What it does to assets and types, if that is one thing. */
  act: z
    .enum(['set-status', 'clear-status', 'restore-status', 'assign-group', 'remove-group', 'change-group', 'undo'])
    .nullable(),
  /** What an undo undoes: the title of that change. */
  undone: z.string().nullish(),
  /** The name of the only object. */
  only: z.string().nullable(),
  /** The status or group that all of them get. */
  to: z.object({ id: z.string().nullable(), name: z.string(), color: z.string() }).nullable(),
  total: figure,
  done: figure,
  unchanged: figure,
  failed: figure,
  unknown: figure,
  cancelled: figure,
  /** Waiting or running. */
  open: figure,
})
export type ActivityBulk = z.infer<typeof activityBulk>

export const activityEntry = z.object({
  activityId: z.uuid(),
  at: instant,
  /** Null for the console itself, and for deleted accounts. */
  actorId: z.uuid().nullable(),
  /** For a refused sign-in, the typed address, which may belong to nobody. */
  actorName: z.string(),
  /** Empty for readers who may not see it. */
  actorEmail: z.string(),
  /** noun.verb, such as `status-group.update`. Those of status groups and assets are named in lib/activity/model.ts. */
  action: z.string(),
  objectKind: z.string(),
  objectId: z.string().nullable(),
  objectName: z.string(),
  changeId: z.uuid().nullable(),
  /** As the service had it, and as requested; null if there is nothing to show. */
  before: z.unknown(),
  after: z.unknown(),
  /** There is a before or an after that the person may not see. */
  isWithheld: z.boolean(),
  outcome: activityOutcome,
  /** Why it failed or is unknown, in words. */
  outcomeNote: z.string().nullable(),
  /**
   * Why it failed, if the note says so. `service`: SafetyCulture refused it. `unsent`: nothing was sent. `undone`: the
   * response was lost, and SafetyCulture shows that it was not done.
   */
  outcomeReason: z.enum(['service', 'unsent', 'undone']).nullish(),
  finishedAt: instant.nullable(),
  /** Assets whose status was recorded because this cleared or moved it. */
  snapshotCount: z.number().int(),
  /** Further objects: the inspections of a bulk review. */
  relatedCount: z.number().int(),
  /** The first of these. */
  relatedTo: z.array(z.object({ objectKind: z.string(), objectId: z.string() })).optional(),
  /**
   * Identifies the request in the log of the process, and in messages to people. Null: the console did it by itself.
   */
  requestId: z.string().nullable(),
  /** Client address; null for readers who may not see it, and when it is not known. */
  address: z.string().nullable(),
  /** For an entry that started a bulk change. */
  bulk: activityBulk.nullish(),
  /** The entry of which it is a step. */
  parentId: z.uuid().nullish(),
  /**
   * The number of its steps, when they are listed under it. `matching`: those that match the filter; null: they are not
   * the reason that it is in the list.
   */
  steps: z.object({ total: figure, matching: figure.nullable() }).nullish(),
})
export type ActivityEntry = z.infer<typeof activityEntry>

const text = (charsMax: number) =>
  z
    .string()
    .max(charsMax)
    .refine((given) => given.isWellFormed() && !given.includes('\0'), serverText('common.fields.badCharacter'))
const asked = (charsMax: number) => text(charsMax).optional()

const several = <Value extends z.ZodType>(value: Value) => z.array(value).max(100).optional()

const filterFields = {
  /** Id of an account; readers who manage people may also give an email address, in any case. */
  person: asked(320),
  objectKind: asked(50),
  objectId: asked(200),
  action: several(text(100)),
  outcome: several(activityOutcome),
  changeId: z.uuid().optional(),
  /** Only the steps of this entry. */
  parentId: z.uuid().optional(),
  /**
   * An end of a range as in lists of inspections: a day, an instant, or relative (`now-7d/d`). Days are those of `tz`.
   */
  from: asked(60),
  to: asked(60),
  tz: asked(64),
  /** Words that the name of the object contains, all of them, in any case. */
  q: asked(200),
}

const ordered = {
  /** Newest first when left out. */
  sort: z.enum(['oldest']).optional(),
}

export const activityParts = ['counts'] as const

/** Query of GET /api/activity. */
export const activityQuery = z.object({
  ...filterFields,
  ...ordered,
  /** `counts`: how many match, which only the first page requests. */
  include: several(z.enum(activityParts)),
  /** `nested`: parents instead of the steps of a bulk change, also if only a step matches. */
  steps: z.enum(['nested']).optional(),
  after: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

export const activityFormats = [...tableFormats, 'jsonl'] as const
export type ActivityFormat = (typeof activityFormats)[number]

/** Query of GET /api/activity/export. `columns` are those of the list's address; all there is when left out. */
export const activityExportQuery = z.object({
  ...filterFields,
  ...ordered,
  columns: z.string().max(1_000).optional(),
  format: z.enum(activityFormats).default('csv'),
})

/** The filters of entries. */
export interface ActivityFilter {
  person?: string
  objectKind?: string
  objectId?: string
  action?: string | readonly string[]
  outcome?: readonly ActivityOutcome[]
  changeId?: string
  parentId?: string
  from?: string
  to?: string
  tz?: string
  q?: string
  sort?: 'oldest'
  steps?: 'nested'
  limit?: number
}

const count = z.object({
  total: z.number().int(),
  /** False: there are too many to count, and this is an estimate. */
  isExact: z.boolean(),
})
export type ActivityCount = z.infer<typeof count>

export const activityPage = z.object({
  entries: z.array(activityEntry),
  after: z.string().nullable(),
  /** The matching steps, and all steps that the reader may see. Null when they were not requested. */
  counts: z.object({ matching: count, all: count }).nullable().default(null),
})
export type ActivityPage = z.infer<typeof activityPage>

/** Answer of GET /api/activity/people: those with an account here, by name. */
export const activityPeople = z.object({
  people: z.array(z.object({ userId: z.uuid(), name: z.string(), email: z.string().nullable() })),
})
export type ActivityPeople = z.infer<typeof activityPeople>
