import * as z from 'zod'

/** Colors that the service certainly or probably has (service.md 3.1). */
export const badgeColors: ReadonlySet<string> = new Set(
  ['UNSPECIFIED', 'GREEN', 'RED', 'YELLOW', 'ORANGE', 'BLUE', 'PURPLE', 'GREY'].map(
    (word) => `STATUS_BADGE_COLOR_${word}`,
  ),
)

export const optionsMax = 10

const option = z.object({
  id: z.string(),
  name: z.string(),
  color: z.string(),
  /** Fields of an option that this code does not know. They are stored and returned unchanged. */
  extra: z.record(z.string(), z.unknown()).optional(),
})
export type Option = z.infer<typeof option>

const fieldValue = z.object({
  fieldId: z.string(),
  value: z.union([
    z.object({ string_value: z.string() }),
    z.object({ timestamp_value: z.string() }),
    z.object({
      money_value: z.object({ currency_code: z.string(), units: z.string(), nanos: z.number().int() }),
    }),
  ]),
})
export type FieldValue = z.infer<typeof fieldValue>

export const assetStates = ['ASSET_STATE_ACTIVE', 'ASSET_STATE_ARCHIVED'] as const
export type AssetState = (typeof assetStates)[number]

const assetPatch = z.object({
  id: z.string(),
  code: z.string().optional(),
  /** Only when the asset is new. */
  typeId: z.string().optional(),
  siteId: z.string().nullable().optional(),
  state: z.enum(assetStates).optional(),
  /** Null: no status. */
  optionId: z.string().nullable().optional(),
  fields: z.array(fieldValue).optional(),
  picture: z.string().nullable().optional(),
})
export type AssetPatch = z.infer<typeof assetPatch>

/** One change to groups, types or assets. Statuses that it clears silently follow from it and are not stored. */
export const assetStep = z.discriminatedUnion('do', [
  /**
   * The whole group after the change, whether it is new or not. Assets on removed options move to `moveTo`, or lose
   * their status.
   */
  z.object({
    do: z.literal('put-group'),
    id: z.string(),
    name: z.string(),
    description: z.string(),
    options: z.array(option),
    moveTo: z.string().nullable(),
  }),
  z.object({ do: z.literal('delete-group'), id: z.string() }),
  /** Sets the group of types. Assets of types that had another group lose their status. */
  z.object({ do: z.literal('assign'), typeIds: z.array(z.string()), groupId: z.string().nullable() }),
  z.object({
    do: z.literal('put-types'),
    types: z.array(z.object({ id: z.string(), name: z.string(), category: z.string() })),
  }),
  z.object({ do: z.literal('put-assets'), assets: z.array(assetPatch) }),
])
export type AssetStep = z.infer<typeof assetStep>

/** A step with its time, as in the change log. `made` is the number of ids given out up to and including it. */
export const assetChange = z.object({
  kind: z.literal('assets'),
  at: z.number(),
  made: z.number().int(),
  step: assetStep,
})
