import * as z from 'zod'
import { pathId } from '@/lib/ids'
import { serverText } from '@/lib/server-text'

/** Status groups that asset types can use, with the data to show the effects of an edit. */

const instant = z.iso.datetime({ offset: true })

/** The service accepts at most this number of statuses in a group. */
export const optionsMax = 10
/** The service documents no limits for texts. These limits refuse a whole page that was pasted by mistake. */
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
  /** In the service's spelling, such as STATUS_BADGE_COLOR_GREEN. Unknown values are kept and shown. */
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

const newOption = z.object({ name, color: z.string().min(1).max(100) })

/** Body of POST /api/status-groups. */
export const newStatusGroup = z.object({
  name,
  description: text(descriptionCharsMax).default(''),
  options: z.array(newOption).max(optionsMax),
})
export type NewStatusGroup = z.input<typeof newStatusGroup>

/** What assets with removed options get. There is one target for all, because a request can only have one. */
export const optionReplacement = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('move'), optionId: pathId }),
  z.object({ kind: z.literal('clear') }),
])
export type OptionReplacement = z.infer<typeof optionReplacement>

/**
 * Body of PATCH /api/status-groups/[groupId]. Omitted fields stay unchanged. `options` contains all options in display
 * order.
 */
export const statusGroupEdit = z.object({
  /**
   * The group when it was opened. If it has changed since then, the response is a conflict with the current group as
   * `current`.
   */
  base: statusGroup,
  name: name.optional(),
  description: text(descriptionCharsMax).optional(),
  options: z
    .array(newOption.extend({ optionId: pathId.nullable() }))
    .max(optionsMax)
    .optional(),
  /** Required if an option of `base` is missing in `options`, otherwise refused. */
  removed: optionReplacement.optional(),
})
export type StatusGroupEdit = z.input<typeof statusGroupEdit>

/** Body of DELETE /api/status-groups/[groupId]. */
export const statusGroupRemoval = z.object({
  base: statusGroup,
  /** The name that the person typed. It must equal the group's name. */
  confirmedName: z.string(),
})
export type StatusGroupRemoval = z.input<typeof statusGroupRemoval>

/** Body of POST /api/status-groups/recreate, with the log entry of a deletion. */
export const statusGroupRecreation = z.object({ activityId: z.uuid() })

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
