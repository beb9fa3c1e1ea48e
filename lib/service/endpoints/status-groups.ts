import * as z from 'zod'
import type { Operation } from '../operation'
import { oneOrMany, other, read, write } from './parts'

// The contract shows no payload of these seven. How their answers are read is the business of `lib/service/assets.ts`.
const answer = z.unknown()

const shared = { ...other, group: 'Status groups', answer } as const

export const statusGroupOperations = {
  createStatusGroup: {
    ...write,
    ...shared,
    title: 'Create a status group',
    method: 'POST',
    path: '/assets/v1/status-groups',
    permission: 'status-groups:write',
    body: z.looseObject({}),
  },
  getStatusGroup: {
    ...read,
    ...shared,
    title: 'Get a status group',
    method: 'GET',
    path: '/assets/v1/status-groups/:statusGroupId',
    permission: 'status-groups:read',
  },
  updateStatusGroup: {
    ...write,
    ...shared,
    title: 'Update a status group',
    method: 'PATCH',
    path: '/assets/v1/status-groups/:statusGroupId',
    permission: 'status-groups:write',
    body: z.looseObject({}),
  },
  deleteStatusGroup: {
    ...write,
    ...shared,
    title: 'Delete a status group',
    method: 'DELETE',
    path: '/assets/v1/status-groups/:statusGroupId',
    permission: 'status-groups:write',
  },
  listStatusGroups: {
    ...read,
    ...shared,
    title: 'List status groups',
    method: 'POST',
    path: '/assets/v1/status-groups/list',
    permission: 'status-groups:read',
    body: z.looseObject({}).optional(),
  },
  addStatusGroupTypes: {
    ...write,
    ...shared,
    title: 'Add a status group to asset types',
    method: 'POST',
    path: '/assets/v1/status-groups/:statusGroupId/types',
    permission: 'status-groups:write',
    body: z.looseObject({}),
  },
  removeStatusGroupTypes: {
    ...write,
    ...shared,
    title: 'Remove a status group from asset types',
    method: 'DELETE',
    path: '/assets/v1/status-groups/:statusGroupId/types',
    permission: 'status-groups:write',
    query: z.looseObject({ type_ids: oneOrMany.optional() }),
    body: z.looseObject({}).optional(),
  },
} as const satisfies Record<string, Operation>
