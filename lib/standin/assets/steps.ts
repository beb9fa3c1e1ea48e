import * as z from 'zod'

/** Colours that the service is known or thought to have (service.md 3.1). */
export const badgeColours: ReadonlySet<string> = new Set(
  ['UNSPECIFIED', 'GREEN', 'RED', 'YELLOW', 'ORANGE', 'BLUE', 'PURPLE', 'GREY'].map(
    (word) => `STATUS_BADGE_COLOR_${word}`,
  ),
)

export const optionsMax = 10

const option = z.object({
  id: z.string(),
  name: z.string(),
  color: z.string(),
  /** Fields of an option that nothing here knows: kept and told again. */
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
  /** Only where the asset is new. */
  typeId: z.string().optional(),
  siteId: z.string().nullable().optional(),
  state: z.enum(assetStates).optional(),
  /** Null: no status. */
  optionId: z.string().nullable().optional(),
  fields: z.array(fieldValue).optional(),
  picture: z.string().nullable().optional(),
})
export type AssetPatch = z.infer<typeof assetPatch>

/** One thing that was done to groups, types or assets. What it clears silently follows from it and is not written down. */
export const assetStep = z.discriminatedUnion('do', [
  /** The whole group as it is afterwards, new or not. Assets on options it lost go to `moveTo`, or lose their status. */
  z.object({
    do: z.literal('put-group'),
    id: z.string(),
    name: z.string(),
    description: z.string(),
    options: z.array(option),
    moveTo: z.string().nullable(),
  }),
  z.object({ do: z.literal('delete-group'), id: z.string() }),
  /** The group of types from now on; assets of those that had another lose their status. */
  z.object({ do: z.literal('assign'), typeIds: z.array(z.string()), groupId: z.string().nullable() }),
  z.object({
    do: z.literal('put-types'),
    types: z.array(z.object({ id: z.string(), name: z.string(), category: z.string() })),
  }),
  z.object({ do: z.literal('put-assets'), assets: z.array(assetPatch) }),
])
export type AssetStep = z.infer<typeof assetStep>

/** A step with its time, as the change log keeps it. `made` is how many ids have been given out with it. */
export const assetChange = z.object({
  kind: z.literal('assets'),
  at: z.number(),
  made: z.number().int(),
  step: assetStep,
})
