import * as z from 'zod'
import type { Operation } from '../operation'
import { idFrom, maskParameter, oneOrMany, other, paged, read, write } from './parts'

// The contract shows no payload of these seven operations. `lib/service/assets.ts` reads their responses.
const answer = z.unknown()

const optionsMax = 10
// Three colors are documented (service.md 3.1). The service may know others, so any value passes.
// A status may have none, because the contract does not name the fields of an option.
const color = z
  .string()
  .meta({
    description: 'The status color: STATUS_BADGE_COLOR_GREEN, _RED, _YELLOW or another one that the service supports.',
    examples: ['STATUS_BADGE_COLOR_GREEN'],
  })
  .optional()
const optionName = z.string().meta({ description: 'The status name.', examples: ['In service'] })
const newOption = z.looseObject({ name: optionName, color })
const keptOption = z.looseObject({
  id: z.string().meta({ description: 'The ID of an existing status to keep. Omit it to add a new status.' }).optional(),
  ...newOption.shape,
})
const tooManyOptions = `must contain at most ${optionsMax} statuses`

const typeIds = z
  .array(idFrom('listAssetTypes'))
  .min(1, 'must contain at least one asset type')
  .meta({ description: 'The asset types. Each type can use one group, so this replaces any group it already uses.' })

const shared = { ...other, group: 'Status groups', answer } as const

export const statusGroupOperations = {
  createStatusGroup: {
    ...write,
    ...shared,
    title: 'Create a status group',
    method: 'POST',
    path: '/assets/v1/status-groups',
    permission: 'status-groups:write',
    body: z.looseObject({
      name: z.string().meta({ examples: ['Operational'] }),
      description: z
        .string()
        .meta({ examples: [''] })
        .optional(),
      options: z
        .array(newOption)
        .max(optionsMax, tooManyOptions)
        .meta({ description: 'The statuses that assets can have, in display order. At most 10.' })
        .optional(),
    }),
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
    body: z.looseObject({
      status_group: z.looseObject({
        name: z
          .string()
          .meta({ examples: ['Operational'] })
          .optional(),
        description: z.string().optional(),
        options: z
          .array(keptOption)
          .max(optionsMax, tooManyOptions)
          .meta({
            description:
              'All statuses, in display order. A status that is left out is removed from the group and from its assets.',
          })
          .optional(),
      }),
      update_mask: maskParameter('name'),
      reassign_to_option_id: z
        .string()
        .meta({
          description: 'The ID of the status for assets whose status is removed. If omitted, they lose their status.',
        })
        .nullish(),
    }),
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
    body: z.looseObject(paged(100)).optional(),
  },
  addStatusGroupTypes: {
    ...write,
    ...shared,
    title: 'Add a status group to asset types',
    method: 'POST',
    path: '/assets/v1/status-groups/:statusGroupId/types',
    permission: 'status-groups:write',
    body: z.looseObject({ type_ids: typeIds }),
  },
  removeStatusGroupTypes: {
    ...write,
    ...shared,
    title: 'Remove a status group from asset types',
    method: 'DELETE',
    path: '/assets/v1/status-groups/:statusGroupId/types',
    permission: 'status-groups:write',
    query: z.looseObject({
      type_ids: oneOrMany.meta({
        repeats: true,
        idOf: 'listAssetTypes',
        description: 'The asset types to remove the group from. Their assets lose their status.',
      }),
    }),
    body: z.looseObject({}).optional(),
  },
} as const satisfies Record<string, Operation>
