import * as z from 'zod'
import { pathId } from '@/lib/ids'
import { serverText } from '@/lib/server-text'

/** Status groups that asset types can use, and what an edit would affect. */

const instant = z.iso.datetime({ offset: true })

/** The service accepts no more. */
export const optionsMax = 10
/** The service documents no limits. Ours prevent a whole page of text from being pasted by mistake. */
export const nameCharsMax = 200
export const descriptionCharsMax = 2_000

const text = (charsMax: number) =>
  z
    .string()
    .max(charsMax)
    .refine(
      (value) => value.isWellFormed() && !/\p{Cc}/u.test(value.replace(/[\n\t]/g, '')),
      serverText('common.fields.badCharacter'),
    )
const name = text(nameCharsMax).refine((value) => value.trim() !== '', serverText('common.fields.empty'))

export const statusOption = z.object({
  optionId: z.string(),
  name: z.string(),
  /** As the service spells it, such as STATUS_BADGE_COLOR_GREEN. Unknown values are kept and shown. */
  color: z.string(),
})
export type StatusOption = z.infer<typeof statusOption>

export const statusGroup = z.object({
  groupId: z.string(),
  name: z.string(),
  description: z.string(),
  /** In their display order. */
  options: z.array(statusOption),
  typeIds: z.array(z.string()),
})
export type StatusGroup = z.infer<typeof statusGroup>

/** The number of assets with each option, by its id. Options without assets are left out. */
const optionCounts = z.record(z.string(), z.number().int())

/** True while assets are listed again after a write. `counts` is null until then. */
const isCounting = z.literal(true).optional()

export const assetType = z.object({
  typeId: z.string(),
  /** The id if the service gives no name. */
  name: z.string(),
  groupId: z.string().nullable(),
  /** Null: assets cannot be listed. */
  assetCount: z.number().int().nullable(),
  /** Its assets by option: what assigning another group clears. Null also while they are counted. */
  counts: optionCounts.nullable(),
  isCounting,
})
export type AssetType = z.infer<typeof assetType>

/** What may be incomplete because the token lacks access or the service does not answer. */
export const reach = z.object({
  /** Other than `listed`: only types that groups name are known, and no type without a group. */
  types: z.enum(['listed', 'refused', 'failed']),
  /** Other than `listed`: no counts. `pending`: the first listing is in progress. */
  assets: z.enum(['listed', 'pending', 'refused', 'failed']),
  /** When the newest full listing of assets ended. */
  assetsAsOf: instant.nullable(),
  /** The service has refused the token a write in this area since the console started. */
  areWritesRefused: z.boolean(),
})
export type Reach = z.infer<typeof reach>

/** Answer of GET /api/status-groups. */
export const statusGroupBoard = z.object({
  groups: z.array(statusGroup.extend({ counts: optionCounts.nullable(), isCounting })),
  types: z.array(assetType),
  reach,
})
export type StatusGroupBoard = z.infer<typeof statusGroupBoard>
export type CountedStatusGroup = StatusGroupBoard['groups'][number]

/** Answer of GET /api/status-groups/[groupId]: read from the service now, as the base of an edit. */
export const openedStatusGroup = z.object({ group: statusGroup })

const newOption = z.object({ name, color: z.string().min(1).max(100) })

/** Body of POST /api/status-groups. */
export const newStatusGroup = z.object({
  name,
  description: text(descriptionCharsMax).default(''),
  options: z.array(newOption).max(optionsMax),
})
export type NewStatusGroup = z.input<typeof newStatusGroup>

/** Where assets with removed options go. One target for all of them, because a request can have only one. */
export const optionReplacement = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('move'), optionId: pathId }),
  z.object({ kind: z.literal('clear') }),
])
export type OptionReplacement = z.infer<typeof optionReplacement>

/**
 * Body of PATCH /api/status-groups/[groupId]. Fields that are left out stay unchanged; `options` is the whole set in
 * its order.
 */
export const statusGroupEdit = z.object({
  /**
   * The group as it was opened. If the service has another one now, the answer is a conflict with the group as
   * `current`.
   */
  base: statusGroup,
  name: name.optional(),
  description: text(descriptionCharsMax).optional(),
  options: z
    .array(newOption.extend({ optionId: pathId.nullable() }))
    .max(optionsMax)
    .optional(),
  /** Required when an option of `base` is missing in `options`; refused otherwise. */
  removed: optionReplacement.optional(),
})
export type StatusGroupEdit = z.input<typeof statusGroupEdit>

/** Body of DELETE /api/status-groups/[groupId]. */
export const statusGroupRemoval = z.object({
  base: statusGroup,
  /** Typed by the person; must be the group's name. */
  confirmedName: z.string(),
})
export type StatusGroupRemoval = z.input<typeof statusGroupRemoval>

/** Body of POST /api/status-groups/recreate: creates the group of a logged deletion again. */
export const statusGroupRecreation = z.object({ activityId: z.uuid() })

/** A type that used a deleted group and is not assigned to the new one, and why. */
export const unassignedType = z.object({
  typeId: z.string(),
  name: z.string(),
  why: z.discriminatedUnion('kind', [
    /** It has this group now. Assigning another one would clear the statuses of its assets. */
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
   * `unknown`: the response was lost, and the recheck has not found out yet. Nothing was sent again. The log entry gets
   * its outcome as soon as the service shows it.
   */
  outcome: z.enum(['done', 'unknown']),
  /** As the service has it now; null after a deletion and while unknown. */
  group: statusGroup.nullable(),
  activityId: z.uuid(),
  /** Assets whose status was stored in the log because this write moved or cleared it. */
  snapshotCount: z.number().int(),
  /** The response was lost, and a recheck showed that it was done. */
  wasLookedUp: z.boolean(),
  /** Of a recreated group; left out for other writes and while unknown. */
  unassigned: z.array(unassignedType).optional(),
})
export type StatusGroupWritten = z.infer<typeof statusGroupWritten>
