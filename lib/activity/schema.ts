import * as z from 'zod'
import { tableFormats } from '@/lib/csv/formats'
import { serverText } from '@/lib/server-text'
import { activityOutcomes } from './values-model'

/** Actions of people at the service: who, when, what, before and after, and the outcome. */

const instant = z.iso.datetime({ offset: true })

export const activityOutcome = z.enum(activityOutcomes)
export type ActivityOutcome = z.infer<typeof activityOutcome>

const figure = z.number().int()

/** What a bulk change acts on, and its progress. */
export const activityBulk = z.object({
  things: z.enum(['asset', 'asset-type', 'user', 'document']),
  /** What the change does to assets or types; null if there is no single answer. */
  act: z
    .enum(['set-status', 'clear-status', 'restore-status', 'assign-group', 'remove-group', 'change-group', 'undo'])
    .nullable(),
  /** For an undo: the title of the change that it reverts. */
  undone: z.string().nullish(),
  /** The name of the object if there is only one. */
  only: z.string().nullable(),
  /** The status or group that all objects get. */
  to: z.object({ id: z.string().nullable(), name: z.string(), color: z.string() }).nullable(),
  total: figure,
  done: figure,
  unchanged: figure,
  failed: figure,
  unknown: figure,
  cancelled: figure,
  /** Steps that wait or run. */
  open: figure,
})
export type ActivityBulk = z.infer<typeof activityBulk>

export const activityEntry = z.object({
  activityId: z.uuid(),
  at: instant,
  /** Null for the console itself, and for deleted accounts. */
  actorId: z.uuid().nullable(),
  /** For a refused sign-in, the typed email address, which may belong to nobody. */
  actorName: z.string(),
  /** Empty for readers who may not see it. */
  actorEmail: z.string(),
  /** noun.verb, such as `status-group.update`. Known actions are in sentence-table-model.ts. */
  action: z.string(),
  objectKind: z.string(),
  objectId: z.string().nullable(),
  objectName: z.string(),
  changeId: z.uuid().nullable(),
  /** `before`: the state at the service. `after`: the requested state. Null if there is nothing to show. */
  before: z.unknown(),
  after: z.unknown(),
  /** True if there is a before or an after that the person may not see. */
  isWithheld: z.boolean(),
  outcome: activityOutcome,
  /** Why the outcome is failed or unknown, as text. */
  outcomeNote: z.string().nullable(),
  /**
   * Why the write failed, if the note says so. `service`: SafetyCulture refused it. `unsent`: nothing was sent.
   * `undone`: the response was lost, and SafetyCulture shows that the write was not done.
   */
  outcomeReason: z.enum(['service', 'unsent', 'undone']).nullish(),
  finishedAt: instant.nullable(),
  /** The number of assets whose status was recorded because this write cleared or moved it. */
  snapshotCount: z.number().int(),
  /** The number of further objects, such as the inspections of a bulk review. */
  relatedCount: z.number().int(),
  /** The first few of the further objects. */
  relatedTo: z.array(z.object({ objectKind: z.string(), objectId: z.string() })).optional(),
  /**
   * Identifies the request in the process log and in error messages. Null: the console acted by itself.
   */
  requestId: z.string().nullable(),
  /** Client address; null if it is unknown or the reader may not see it. */
  address: z.string().nullable(),
  /** Only for entries that started a bulk change. */
  bulk: activityBulk.nullish(),
  /** The entry that this step is listed under. */
  parentId: z.uuid().nullish(),
  /**
   * The number of steps, in a nested list and of a single entry. `matching`: the steps that match the filter; null if
   * the entry itself matches, or without a filter.
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
  /** ID of an account. People who may list accounts can also use an email address, in upper or lower case. */
  person: asked(320),
  /** Kind of the object, such as `inspection`. With `objectId`, also finds entries in which it is a further object. */
  objectKind: asked(50),
  /** ID of the object. */
  objectId: asked(200),
  /** Actions, such as `status-group.update`. With several values, any of them matches. */
  action: several(text(100)),
  /** Outcomes. With several values, any of them matches. */
  outcome: several(activityOutcome),
  /** Only entries of this bulk change. */
  changeId: z.uuid().optional(),
  /** Only the steps of this entry. */
  parentId: z.uuid().optional(),
  /** Start of the time range: a day (`2026-11-01`), a time or a relative time (`now-7d/d`). If omitted, there is no start. */
  from: asked(60),
  /** End of the time range, in the same format. A day is included. If omitted, there is no end. */
  to: asked(60),
  /** IANA time zone in which days begin, such as `Europe/Dublin`. In files also the zone of times. UTC by default. */
  tz: asked(64),
  /** Words that must all be in the name of the object, in any case. */
  q: asked(200),
}

const ordered = {
  /** `oldest`: oldest first. If omitted, newest first. */
  sort: z.enum(['oldest']).optional(),
}

export const activityParts = ['counts'] as const

/** Query of GET /api/activity. */
export const activityQuery = z.object({
  ...filterFields,
  ...ordered,
  /** `counts`: also return the numbers of entries. Only the first page needs them. */
  include: several(z.enum(activityParts)),
  /** `nested`: steps of a bulk change are replaced by their parent, even if only a step matches. */
  steps: z.enum(['nested']).optional(),
  /** Cursor of the next page: `after` from the previous response. */
  after: z.string().max(100).optional(),
  /** Number of entries per page. */
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

export const activityFormats = [...tableFormats, 'jsonl'] as const
export type ActivityFormat = (typeof activityFormats)[number]

/** Query of GET /api/activity/export. */
export const activityExportQuery = z.object({
  ...filterFields,
  ...ordered,
  /** Column names separated by commas, as in the address of the list. All columns by default. Not used for JSON Lines. */
  columns: z.string().max(1_000).optional(),
  /** `csv`, `xlsx` for an Excel file, or `jsonl` for JSON Lines, which are always in English. */
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
  /** False: there are too many entries to count, and `total` is an estimate. */
  isExact: z.boolean(),
})
export type ActivityCount = z.infer<typeof count>

const counts = z.object({
  /** The number of entries that the list has. In a nested list, steps do not count, and their parents count once. */
  matching: count,
  /** The number of entries that the list has without a filter. */
  all: count,
  /** The number of entries that the file of the list has. It always has each matching step as an entry. */
  exported: count,
})
export type ActivityCounts = z.infer<typeof counts>

export const activityPage = z.object({
  entries: z.array(activityEntry),
  after: z.string().nullable(),
  /** Null when they were not requested. */
  counts: counts.nullable().default(null),
})
export type ActivityPage = z.infer<typeof activityPage>

/** Response of GET /api/activity/people: everyone with an account, by name. */
export const activityPeople = z.object({
  people: z.array(z.object({ userId: z.uuid(), name: z.string(), email: z.string().nullable() })),
})
export type ActivityPeople = z.infer<typeof activityPeople>
