import * as z from 'zod'
import { assetFilter, assetStatus } from '@/lib/assets/schema'
import { pathId } from '@/lib/ids'

/**
 * One action on many objects, carried out step by step within the rate limit: the status of assets, or the groups of
 * asset types.
 */

const instant = z.iso.datetime({ offset: true })

export const changeKinds = ['set-status', 'assign-types', 'restore-statuses', 'undo-and-restore'] as const
export type ChangeKind = (typeof changeKinds)[number]

/**
 * `unchanged`: the object already had the value. `unknown`: the request was sent and its response was lost. The step is
 * checked until the service shows the outcome.
 */
export const stepStates = ['waiting', 'running', 'done', 'unchanged', 'failed', 'unknown', 'cancelled'] as const
export const stepState = z.enum(stepStates)
export type StepState = z.infer<typeof stepState>

const groupOfType = z.object({ groupId: z.string(), name: z.string() })

const step = z.object({
  position: z.number().int(),
  objectId: z.string(),
  objectName: z.string(),
  state: stepState,
  /** The reason for the state, as a text for people. */
  note: z.string().nullable(),
  finishedAt: instant.nullable(),
  activityId: z.uuid().nullable(),
})
export const changeStep = z.discriminatedUnion('objectKind', [
  step.extend({ objectKind: z.literal('asset'), before: assetStatus.nullable(), after: assetStatus.nullable() }),
  step.extend({ objectKind: z.literal('asset-type'), before: groupOfType.nullable(), after: groupOfType.nullable() }),
])
export type ChangeStep = z.infer<typeof changeStep>

export const changeSummary = z.object({
  changeId: z.uuid(),
  kind: z.enum(changeKinds),
  /** What was requested, as a text for people: "Set 200 assets to Out of service". */
  title: z.string(),
  ownerName: z.string(),
  isMine: z.boolean(),
  /** Whether the current person may cancel, retry and undo the change. */
  mayChange: z.boolean(),
  createdAt: instant,
  cancelledAt: instant.nullable(),
  /** When the last step ended; null while one is open. */
  finishedAt: instant.nullable(),
  ofChangeId: z.uuid().nullable(),
  total: z.number().int(),
  done: z.number().int(),
  unchanged: z.number().int(),
  failed: z.number().int(),
  unknown: z.number().int(),
  cancelled: z.number().int(),
  /** Steps that are waiting or running. */
  open: z.number().int(),
  /** Statuses that the steps cleared and the log has recorded. "Restore statuses" would set them again. */
  snapshotCount: z.number().int(),
})
export type ChangeSummary = z.infer<typeof changeSummary>

export const assetChange = changeSummary.extend({ steps: z.array(changeStep) })
export type AssetChange = z.infer<typeof assetChange>

/** Statuses that a change has cleared, of assets that still exist, by type and status. */
export const keptStatuses = z.object({
  typeId: z.string(),
  optionId: z.string(),
  name: z.string(),
  color: z.string(),
  /** Assets whose status was cleared or changed since. */
  count: z.number().int(),
  /** How many of these assets have no status at present. */
  bareCount: z.number().int(),
})
export type KeptStatuses = z.infer<typeof keptStatuses>

/**
 * Query of GET /api/asset-changes/restore, and its response: the statuses that a log entry has cleared and that were
 * not set again.
 */
export const keptQuery = z.object({ activityId: z.uuid() })
export const keptRead = z.object({ kept: z.array(keptStatuses) })

/** Up to here, changes of steps were returned. Only the server reads the mark. */
const mark = z.string().regex(/^\d{1,20}$/)

/** Query of GET /api/asset-changes/[changeId]. */
export const assetChangeQuery = z.object({ since: mark.optional() })

/**
 * Response of GET /api/asset-changes/[changeId]. With the `mark` of an earlier response, `steps` has only the steps
 * that changed since.
 */
export const assetChangeRead = assetChange.extend({
  mark: mark.nullable().default(null),
  kept: z.array(keptStatuses).optional(),
})
export type AssetChangeRead = z.infer<typeof assetChangeRead>

export const changeList = z.object({ changes: z.array(changeSummary), after: z.string().nullable() })

/** Query of GET /api/asset-changes. */
export const changeListQuery = z.object({ after: z.string().max(100).optional() })

/** The most assets of one change. */
export const changeAssetsMax = 5_000
export const changeTypesMax = 1_000

export const assetSelection = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ids'), ids: z.array(pathId).min(1).max(changeAssetsMax) }),
  /** Everything that the filter currently matches, except these. */
  z.object({ kind: z.literal('filter'), filter: assetFilter, except: z.array(pathId).max(changeAssetsMax) }),
])
export type AssetSelection = z.input<typeof assetSelection>

/** Body of POST /api/asset-changes/set-status. Null clears the status. */
export const newStatusChange = z.object({ selection: assetSelection, optionId: pathId.nullable() })
export type NewStatusChange = z.input<typeof newStatusChange>

/** Body of POST /api/asset-changes/assign-types. */
export const newTypeChange = z.object({
  moves: z
    .array(
      z.object({
        typeId: pathId,
        /**
         * The group that the person saw. If the group of the type has changed since, the step is refused and says so.
         */
        fromGroupId: pathId.nullable(),
        toGroupId: pathId.nullable(),
      }),
    )
    .min(1)
    .max(changeTypesMax),
})
export type NewTypeChange = z.input<typeof newTypeChange>

/** Body of POST /api/asset-changes/restore. The request sets statuses again that a logged action cleared. */
export const newRestore = z.union([z.object({ activityId: z.uuid() }), z.object({ changeId: z.uuid() })])
export type NewRestore = z.input<typeof newRestore>

/**
 * The change that was started. `leftOut`: how many objects of the selection no longer exist or cannot have the status.
 */
export const startedChange = z.object({
  change: changeSummary,
  leftOut: z.number().int(),
  /** The reason, as a text for people; null when nothing was left out. */
  leftOutNote: z.string().nullable(),
})
export type StartedChange = z.infer<typeof startedChange>

/** Body of POST /api/asset-changes/[changeId]/retry: steps in these states, at these positions or at all positions. */
export const retryStates = ['failed', 'unknown', 'cancelled'] as const
export const changeRetry = z.object({
  states: z.array(z.enum(retryStates)).min(1).max(retryStates.length),
  positions: z.array(z.number().int().min(0).max(changeAssetsMax)).max(changeAssetsMax).optional(),
})
export type ChangeRetry = z.infer<typeof changeRetry>
