import * as z from 'zod'
import { pathId } from '@/lib/ids'
import { serverText } from '@/lib/server-text'
import { descriptionCharsMax, nameCharsMax, optionsMax } from './values-model'

/** Status groups that asset types can use, with the data to show the effects of an edit. */

const instant = z.iso.datetime({ offset: true })

const text = (charsMax: number) =>
  z
    .string()
    .max(charsMax)
    .refine(
      (value) => value.isWellFormed() && !/\p{Cc}/u.test(value.replace(/[\n\t]/g, '')),
      serverText('common.fields.badCharacter'),
    )
/** The name, which cannot be blank. */
const name = text(nameCharsMax).refine((value) => value.trim() !== '', serverText('common.fields.empty'))

/** A status of a group. */
export const statusOption = z.object({
  /** ID of the status. */
  optionId: z.string(),
  /** Name of the status. */
  name: z.string(),
  /** In the spelling of SafetyCulture, such as STATUS_BADGE_COLOR_GREEN. */
  color: z.string(),
})
export type StatusOption = z.infer<typeof statusOption>

/** A group of statuses. */
export const statusGroup = z.object({
  /** ID of the group. */
  groupId: z.string(),
  /** Name of the group. */
  name: z.string(),
  /** A description for people. */
  description: z.string(),
  /** The statuses in display order. */
  options: z.array(statusOption),
  /** IDs of the asset types that use the group. */
  typeIds: z.array(z.string()),
})
export type StatusGroup = z.infer<typeof statusGroup>

/** The number of assets with each option, by option id. Options without assets are omitted. */
const optionCounts = z.record(z.string(), z.number().int())

/** True while assets are listed again after a write. `counts` is null until then. */
const isCounting = z.literal(true).optional()

export const assetType = z.object({
  typeId: z.string(),
  /** The ID if the service returns no name. */
  name: z.string(),
  groupId: z.string().nullable(),
  /** Null: assets cannot be listed. */
  assetCount: z.number().int().nullable(),
  /** The type's assets by option. Assigning another group clears these statuses. Also null while assets are counted. */
  counts: optionCounts.nullable(),
  isCounting,
})
export type AssetType = z.infer<typeof assetType>

/** Which data may be incomplete because the token lacks access or the service does not respond. */
export const reach = z.object({
  /** Unless `listed`: only types that groups name are known, so types without a group are missing. */
  types: z.enum(['listed', 'refused', 'failed']),
  /** Unless `listed`: there are no counts. `pending`: the first listing is in progress. */
  assets: z.enum(['listed', 'pending', 'refused', 'failed']),
  /** When the newest full listing of assets ended. */
  assetsAsOf: instant.nullable(),
  /** True if the service has refused a write of status groups by the token since the console started. */
  areWritesRefused: z.boolean(),
})
export type Reach = z.infer<typeof reach>

/** Response of GET /api/status-groups. */
export const statusGroupBoard = z.object({
  groups: z.array(statusGroup.extend({ counts: optionCounts.nullable(), isCounting })),
  types: z.array(assetType),
  reach,
})
export type StatusGroupBoard = z.infer<typeof statusGroupBoard>
export type CountedStatusGroup = StatusGroupBoard['groups'][number]

/** Response of GET /api/status-groups/[groupId], read from the service as the base of an edit. */
export const openedStatusGroup = z.object({ group: statusGroup })

const newOption = z.object({
  name,
  /** In the spelling of SafetyCulture, such as STATUS_BADGE_COLOR_GREEN. Empty: none. */
  color: z.string().max(100),
})

/** Body of POST /api/status-groups. */
export const newStatusGroup = z.object({
  name,
  /** A description for people. */
  description: text(descriptionCharsMax).default(''),
  /** The statuses in display order, at most 10. */
  options: z.array(newOption).max(optionsMax),
})
export type NewStatusGroup = z.input<typeof newStatusGroup>

/** What assets with removed statuses get: another status, the same for all of them, or none. */
export const optionReplacement = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('move'),
    /** ID of the status that the assets get. */
    optionId: pathId,
  }),
  z.object({ kind: z.literal('clear') }),
])
export type OptionReplacement = z.infer<typeof optionReplacement>

/** Body of PATCH /api/status-groups/[groupId]. Omitted fields stay unchanged. */
export const statusGroupEdit = z.object({
  /**
   * The group when it was opened. If it has changed since then, the response is a conflict with the current group as
   * `current`.
   */
  base: statusGroup,
  name: name.optional(),
  /** A description for people. */
  description: text(descriptionCharsMax).optional(),
  /** All statuses in display order. Statuses of `base` that are not in it are removed. */
  options: z
    .array(
      newOption.extend({
        /** ID of an existing status. Null: a new status. */
        optionId: pathId.nullable(),
      }),
    )
    .max(optionsMax)
    .optional(),
  /** What assets with a removed status get. Required if `options` removes a status, otherwise refused. */
  removed: optionReplacement.optional(),
})
export type StatusGroupEdit = z.input<typeof statusGroupEdit>

/** Body of DELETE /api/status-groups/[groupId]. */
export const statusGroupRemoval = z.object({
  /** The group when it was opened. If it has changed since then, the response is a conflict. */
  base: statusGroup,
  /** The name of the group, to confirm the deletion. */
  confirmedName: z.string(),
})
export type StatusGroupRemoval = z.input<typeof statusGroupRemoval>

/** Body of POST /api/status-groups/recreate. */
export const statusGroupRecreation = z.object({
  /** ID of the log entry of the deletion. */
  activityId: z.uuid(),
})

/** A type that used a deleted group and is not assigned to the recreated one, with the reason. */
export const unassignedType = z.object({
  typeId: z.string(),
  name: z.string(),
  why: z.discriminatedUnion('kind', [
    /** The type has this group now. Assigning another group would clear the statuses of its assets. */
    z.object({ kind: z.literal('other-group'), groupName: z.string() }),
    z.object({ kind: z.literal('gone') }),
    /** The message of the refusal, or of the console after a recheck. */
    z.object({ kind: z.literal('failed'), message: z.string() }),
    /** The response was lost. The type's log entry gets its outcome as soon as the service shows it. */
    z.object({ kind: z.literal('unknown') }),
  ]),
})
export type UnassignedType = z.infer<typeof unassignedType>

/** The result of a write. */
export const statusGroupWritten = z.object({
  /**
   * `unknown`: the response was lost, and rechecks have not shown the outcome yet. Nothing was sent again. The log
   * entry gets its outcome as soon as the service shows it.
   */
  outcome: z.enum(['done', 'unknown']),
  /** The group after the write; null after a deletion and if the outcome is unknown. */
  group: statusGroup.nullable(),
  activityId: z.uuid(),
  /** The number of assets whose status was stored in the log because this write moved or cleared it. */
  snapshotCount: z.number().int(),
  /** True if the response was lost and a recheck showed that the write was done. */
  wasLookedUp: z.boolean(),
  /** Types that a recreation did not assign. Undefined for other writes and if the outcome is unknown. */
  unassigned: z.array(unassignedType).optional(),
})
export type StatusGroupWritten = z.infer<typeof statusGroupWritten>
