import * as z from 'zod'
import { pathId } from '@/lib/ids'

/** A group of statuses that asset types can use, and what it would touch. */

const instant = z.iso.datetime({ offset: true })

/** The service takes no more. */
export const optionsMax = 10
/** The service names no limits; ours keep a slip of the hand from becoming a page of text. */
export const nameCharsMax = 200
export const descriptionCharsMax = 2_000

const text = (charsMax: number) =>
  z
    .string()
    .max(charsMax, `is longer than ${charsMax} characters`)
    .refine((value) => value.isWellFormed() && !/\p{Cc}/u.test(value.replace(/[\n\t]/g, '')), 'has a control character')
const name = text(nameCharsMax).refine((value) => value.trim() !== '', 'is empty')

export const statusOption = z.object({
  optionId: z.string(),
  name: z.string(),
  /** As the service spells it, e.g. STATUS_BADGE_COLOR_GREEN. Unknown ones are kept and shown. */
  color: z.string(),
})
export type StatusOption = z.infer<typeof statusOption>

export const statusGroup = z.object({
  groupId: z.string(),
  name: z.string(),
  description: z.string(),
  /** In their order. */
  options: z.array(statusOption),
  typeIds: z.array(z.string()),
})
export type StatusGroup = z.infer<typeof statusGroup>

/** How many assets have each option, by its id; an option without assets is left out. */
const optionCounts = z.record(z.string(), z.number().int())

/** True while assets are listed again after a write: `counts` is null until that is done. */
const isCounting = z.literal(true).optional()

export const assetType = z.object({
  typeId: z.string(),
  /** The id again where the service tells no name. */
  name: z.string(),
  groupId: z.string().nullable(),
  /** Null: assets cannot be listed. */
  assetCount: z.number().int().nullable(),
  /** Assets of it by option: what assigning another group clears. Null also while they are counted again. */
  counts: optionCounts.nullable(),
  isCounting,
})
export type AssetType = z.infer<typeof assetType>

/** What may be incomplete, because the token may not see it or the service does not answer. */
export const reach = z.object({
  /** Other than `listed`: only types that groups name are known, and none that has no group. */
  types: z.enum(['listed', 'refused', 'failed']),
  /** Other than `listed`: no counts. `pending`: the first listing is under way. */
  assets: z.enum(['listed', 'pending', 'refused', 'failed']),
  /** When the newest whole listing of assets ended. */
  assetsAsOf: instant.nullable(),
  /** The service has refused the token a write of this area since the console started. */
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

/** Answer of GET /api/status-groups/[groupId]: read from the service now, to be the base of an edit. */
export const openedStatusGroup = z.object({ group: statusGroup })

const newOption = z.object({ name, color: z.string().min(1).max(100) })

/** Body of POST /api/status-groups. */
export const newStatusGroup = z.object({
  name,
  description: text(descriptionCharsMax).default(''),
  options: z.array(newOption).max(optionsMax, `are more than the ${optionsMax} that the service takes`),
})
export type NewStatusGroup = z.input<typeof newStatusGroup>

/** Where assets on removed options go. One for all of them: the service takes one in a request. */
export const optionReplacement = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('move'), optionId: pathId }),
  z.object({ kind: z.literal('clear') }),
])
export type OptionReplacement = z.infer<typeof optionReplacement>

/** Body of PATCH /api/status-groups/[groupId]. What is left out stays; `options` is the whole set in its order. */
export const statusGroupEdit = z.object({
  /** The group as it was opened. Anything else at the service by now is a conflict, with the group as `current`. */
  base: statusGroup,
  name: name.optional(),
  description: text(descriptionCharsMax).optional(),
  options: z
    .array(newOption.extend({ optionId: pathId.nullable() }))
    .max(optionsMax)
    .optional(),
  /** Required when an option of `base` is not in `options`, refused when none is. */
  removed: optionReplacement.optional(),
})
export type StatusGroupEdit = z.input<typeof statusGroupEdit>

/** Body of DELETE /api/status-groups/[groupId]. */
export const statusGroupRemoval = z.object({
  base: statusGroup,
  /** Typed by the person; has to be the group's name. */
  confirmedName: z.string(),
})
export type StatusGroupRemoval = z.input<typeof statusGroupRemoval>

/** Body of POST /api/status-groups/recreate: makes the group again that a deletion of the log had. */
export const statusGroupRecreation = z.object({ activityId: z.uuid() })

/** A type that used a deleted group and is not assigned to it when it is created again, and why. */
export const unassignedType = z.object({
  typeId: z.string(),
  name: z.string(),
  why: z.discriminatedUnion('kind', [
    /** It keeps that: assigning would clear the statuses its assets have of it. */
    z.object({ kind: z.literal('other-group'), groupName: z.string() }),
    z.object({ kind: z.literal('gone') }),
    /** In the words of whoever refused it, or of the console that has looked. */
    z.object({ kind: z.literal('failed'), message: z.string() }),
    /** The answer was lost; the entry of the type in the log gets its outcome as soon as the service tells. */
    z.object({ kind: z.literal('unknown') }),
  ]),
})
export type UnassignedType = z.infer<typeof unassignedType>

/** What a write did. */
export const statusGroupWritten = z.object({
  /**
   * `unknown`: the answer was lost, and looking at the service has not told yet either. Nothing was repeated; the entry
   * of the log gets its outcome as soon as the service tells.
   */
  outcome: z.enum(['done', 'unknown']),
  /** As the service has it now; null after a deletion and while unknown. */
  group: statusGroup.nullable(),
  activityId: z.uuid(),
  /** Assets whose status was kept in the log, because this moved or cleared it. */
  snapshotCount: z.number().int(),
  /** The answer was lost and the service was asked what it has: it was done. */
  wasLookedUp: z.boolean(),
  /** Of a group that was created again; left out of other writes, and while unknown. */
  unassigned: z.array(unassignedType).optional(),
})
export type StatusGroupWritten = z.infer<typeof statusGroupWritten>
