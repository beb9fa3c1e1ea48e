import * as z from 'zod'
import { assetFilter, assetStatus } from '@/lib/assets/schema'
import { pathId } from '@/lib/ids'
import { changeAssetsMax } from './values-model'

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
export const keptQuery = z.object({
  /** ID of the log entry. */
  activityId: z.uuid(),
})
export const keptRead = z.object({ kept: z.array(keptStatuses) })

/** How far the changes of steps were returned. Its content has no meaning for clients. */
const mark = z.string().regex(/^\d{1,20}$/)

/** Query of GET /api/asset-changes/[changeId]. */
export const assetChangeQuery = z.object({
  /** `mark` of an earlier response, to get only the steps that have changed since. If omitted, all steps are returned. */
  since: mark.optional(),
})

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
export const changeListQuery = z.object({
  /** Cursor of the next page: `after` from the previous response. */
  after: z.string().max(100).optional(),
})

export const changeTypesMax = 1_000

/** The assets of a change: some IDs, or everything that a filter matches. */
export const assetSelection = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ids'),
    /** IDs of the assets. */
    ids: z.array(pathId).min(1).max(changeAssetsMax),
  }),
  /** Everything that the filter currently matches, except these. */
  z.object({
    kind: z.literal('filter'),
    filter: assetFilter,
    /** IDs of assets that are left out. */
    except: z.array(pathId).max(changeAssetsMax),
  }),
])
export type AssetSelection = z.input<typeof assetSelection>

/** Body of POST /api/asset-changes/set-status. */
export const newStatusChange = z.object({
  selection: assetSelection,
  /** ID of the new status. Null clears the status. */
  optionId: pathId.nullable(),
})
export type NewStatusChange = z.input<typeof newStatusChange>

/** Body of POST /api/asset-changes/assign-types. */
export const newTypeChange = z.object({
  /** One entry for each type that gets another group. */
  moves: z
    .array(
      z.object({
        /** ID of the type. */
        typeId: pathId,
        /**
         * ID of the group that the type has now; null: none. If it has another group, the step fails with a note.
         */
        fromGroupId: pathId.nullable(),
        /** ID of the new group. Null: no group. */
        toGroupId: pathId.nullable(),
      }),
    )
    .min(1)
    .max(changeTypesMax),
})
export type NewTypeChange = z.input<typeof newTypeChange>

/** Body of POST /api/asset-changes/restore. The request sets statuses again that a logged action cleared. */
export const newRestore = z.union([
  z.object({
    /** ID of the log entry of the action. */
    activityId: z.uuid(),
  }),
  z.object({
    /** ID of a bulk change, to restore everything that it cleared. */
    changeId: z.uuid(),
  }),
])
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

export const retryStates = ['failed', 'unknown', 'cancelled'] as const
/** Body of POST /api/asset-changes/[changeId]/retry. */
export const changeRetry = z.object({
  /** Steps in these states are retried. */
  states: z.array(z.enum(retryStates)).min(1).max(retryStates.length),
  /** Only the steps at these positions, counted from 0. If omitted, steps at all positions. */
  positions: z.array(z.number().int().min(0).max(changeAssetsMax)).max(changeAssetsMax).optional(),
})
export type ChangeRetry = z.infer<typeof changeRetry>
