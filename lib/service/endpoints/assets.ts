import * as z from 'zod'
import type { Operation } from '../operation'
import { other, read, write } from './parts'

// The contract does not name these; the service's public pages do (service.md 3.2). Their answers are read in
// `lib/service/assets.ts`, which knows how much of their shape is certain.
const shared = { ...other, group: 'Assets', isBeyondContract: true } as const
const reads = { ...read, ...shared, permission: 'assets:read', answer: z.unknown() } as const
const writes = { ...write, ...shared, permission: 'assets:write', answer: z.unknown() } as const
const body = z.looseObject({})
const optionalBody = body.optional()

export const assetOperations = {
  listAssets: {
    ...reads,
    title: 'List assets',
    method: 'POST',
    path: '/assets/v1/assets/list',
    body: optionalBody,
  },
  getAsset: { ...reads, title: 'Get an asset', method: 'GET', path: '/assets/v1/assets/:assetId' },
  getAssetByCode: {
    ...reads,
    title: 'Get an asset by its code',
    method: 'GET',
    path: '/assets/v1/assets:GetAssetByCode',
    query: z.looseObject({ code: z.string().optional() }),
  },
  lookupAssetsByField: {
    ...reads,
    title: 'Look up assets by a field',
    method: 'POST',
    path: '/assets/v1/assets:LookupAssetsByField',
    body,
  },
  createAsset: { ...writes, title: 'Create an asset', method: 'POST', path: '/assets/v1/assets', body },
  createAssets: { ...writes, title: 'Create many assets', method: 'POST', path: '/assets/v1/assets/bulk', body },
  updateAssets: { ...writes, title: 'Update many assets', method: 'PUT', path: '/assets/v1/assets/bulk', body },
  updateAsset: { ...writes, title: 'Update an asset', method: 'PATCH', path: '/assets/v1/assets/:assetId', body },
  archiveAsset: {
    ...writes,
    title: 'Archive an asset',
    method: 'PATCH',
    path: '/assets/v1/assets/:assetId/archive',
    body: optionalBody,
  },
  restoreAsset: {
    ...writes,
    title: 'Restore an asset',
    method: 'DELETE',
    path: '/assets/v1/assets/:assetId/archive',
    body: optionalBody,
  },
  listAssetTypes: {
    ...reads,
    title: 'List asset types',
    method: 'POST',
    path: '/assets/v1/types/list',
    body: optionalBody,
  },
  // Types are settings of the organization, as status groups are.
  createAssetType: {
    ...writes,
    title: 'Create an asset type',
    method: 'POST',
    path: '/assets/v1/types',
    permission: 'status-groups:write',
    body,
  },
  updateAssetType: {
    ...writes,
    title: 'Rename an asset type',
    method: 'PATCH',
    path: '/assets/v1/types/:typeId',
    permission: 'status-groups:write',
    body,
  },
  listAssetFields: {
    ...reads,
    title: 'List asset fields',
    method: 'POST',
    path: '/assets/v1/fields/list',
    body: optionalBody,
  },
} as const satisfies Record<string, Operation>
