import * as z from 'zod'
import type { Operation } from '../operation'
import { idFrom, maskParameter, other, paged, read, whole, write } from './parts'

// These are not in the contract but on the service's public pages (service.md 3.2). Their responses are read in
// `lib/service/assets.ts`, which knows how certain their format is.
const shared = { ...other, group: 'Assets', isBeyondContract: true } as const
const reads = { ...read, ...shared, permission: 'assets:read', answer: z.unknown() } as const
const writes = { ...write, ...shared, permission: 'assets:write', answer: z.unknown() } as const
const nothing = z.looseObject({}).optional()

// The value may be in another field than `string_value`, and all fields pass through.
const fieldValue = z.looseObject({ field_id: z.string().optional(), string_value: z.string().optional() })
const assetParts = {
  fields: z.array(fieldValue).meta({ description: 'Values for the fields of the asset type.' }).optional(),
  site_id: z.string().meta({ description: 'The site where the asset is located.' }).nullish(),
}
const newAsset = z.looseObject({
  code: z
    .string()
    .min(1, 'must not be empty')
    .meta({ description: 'Your own unique ID for the asset.', examples: ['FL-0042'] }),
  type_id: idFrom('listAssetTypes', 'The asset’s type.'),
  ...assetParts,
  status_option_ids: z
    .array(z.string())
    .max(1, 'must contain at most one status')
    .meta({ description: 'The asset’s status, at most one.' })
    .optional(),
})
const statuses = z
  .array(z.looseObject({ status_option_id: z.string().meta({ idOf: 'listStatusGroups' }) }))
  .meta({ description: 'The asset’s status, at most one. An empty list removes it. Include statuses in update_mask.' })
const changedAsset = z.looseObject({ ...assetParts, statuses: statuses.optional() })

const typeName = z
  .string()
  .min(1, 'must not be empty')
  .max(130, 'must be at most 130 characters')
  .meta({ description: 'The name of the asset type, at most 130 characters.', examples: ['Forklift'] })

const listing = z.looseObject({
  ...paged(100),
  search: z.string().meta({ description: 'Text to search for in the code and fields of assets.' }).optional(),
  asset_filters: z
    .array(
      z.looseObject({
        type_id: z.string().optional(),
        site_id: z.string().optional(),
        state: z.string().optional(),
      }),
    )
    .meta({
      description: 'Objects with one key each: type_id, site_id or state (ASSET_STATE_ACTIVE or ASSET_STATE_ARCHIVED).',
    })
    .optional(),
})

export const assetOperations = {
  listAssets: {
    ...reads,
    title: 'List assets',
    method: 'POST',
    path: '/assets/v1/assets/list',
    body: listing.optional(),
  },
  getAsset: { ...reads, title: 'Get an asset', method: 'GET', path: '/assets/v1/assets/:assetId' },
  getAssetByCode: {
    ...reads,
    title: 'Get an asset by its code',
    method: 'GET',
    path: '/assets/v1/assets:GetAssetByCode',
    query: z.looseObject({
      code: z
        .string({ error: 'must be an asset code' })
        .min(1, 'must be an asset code')
        .meta({ description: 'The code of the asset, which is your own ID for it.' }),
    }),
  },
  lookupAssetsByField: {
    ...reads,
    title: 'Look up assets by field value',
    method: 'POST',
    path: '/assets/v1/assets:LookupAssetsByField',
    body: z.looseObject({
      field_name: z
        .string()
        .min(1, 'must be a field name')
        .meta({ idOf: 'listAssetFields', examples: ['Serial number'] }),
      string_value: z.string().meta({ examples: ['SN-1'] }),
      ...paged(100),
    }),
  },
  createAsset: { ...writes, title: 'Create an asset', method: 'POST', path: '/assets/v1/assets', body: newAsset },
  createAssets: {
    ...writes,
    title: 'Create assets in bulk',
    method: 'POST',
    path: '/assets/v1/assets/bulk',
    body: z.looseObject({ assets: z.array(newAsset).min(1, 'must contain at least one asset') }),
  },
  updateAssets: {
    ...writes,
    title: 'Update assets in bulk',
    method: 'PUT',
    path: '/assets/v1/assets/bulk',
    body: z.looseObject({
      assets: z
        .array(z.looseObject({ id: idFrom('listAssets', 'The asset to update.'), ...changedAsset.shape }))
        .min(1, 'must contain at least one asset'),
      update_mask: maskParameter('statuses'),
    }),
  },
  updateAsset: {
    ...writes,
    title: 'Update an asset',
    method: 'PATCH',
    path: '/assets/v1/assets/:assetId',
    body: z.looseObject({ asset: changedAsset, update_mask: maskParameter('statuses') }),
  },
  archiveAsset: {
    ...writes,
    title: 'Archive an asset',
    method: 'PATCH',
    path: '/assets/v1/assets/:assetId/archive',
    body: nothing,
  },
  restoreAsset: {
    ...writes,
    title: 'Restore an asset',
    method: 'DELETE',
    path: '/assets/v1/assets/:assetId/archive',
    body: nothing,
  },
  listAssetTypes: {
    ...reads,
    title: 'List asset types',
    method: 'POST',
    path: '/assets/v1/types/list',
    body: z.looseObject({ ...paged(100), search: z.string().optional() }).optional(),
  },
  // Types are settings of the organization, as status groups are.
  createAssetType: {
    ...writes,
    title: 'Create an asset type',
    method: 'POST',
    path: '/assets/v1/types',
    permission: 'status-groups:write',
    body: z.looseObject({ name: typeName }),
  },
  updateAssetType: {
    ...writes,
    title: 'Rename an asset type',
    method: 'PATCH',
    path: '/assets/v1/types/:typeId',
    permission: 'status-groups:write',
    body: z.looseObject({ type: z.looseObject({ name: typeName }), update_mask: maskParameter('name') }),
  },
  listAssetFields: {
    ...reads,
    title: 'List asset fields',
    method: 'POST',
    path: '/assets/v1/fields/list',
    body: z.looseObject({ search: z.string().optional(), page_size: whole(0, 100).optional() }).optional(),
  },
} as const satisfies Record<string, Operation>
