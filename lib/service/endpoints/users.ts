import * as z from 'zod'
import type { Operation } from '../operation'
import { choice, looseObject, other, paged, read, whole, write } from './parts'

// The structure of their responses is not documented: `lib/service/user-shapes.ts` reads them.
const answer = z.unknown()

const usersAtOnce = 10
const usersOfJob = 2_000

const reference = z.looseObject({ id: z.string().optional(), name: z.string().optional() })
const references = z.looseObject({
  add_references: z.array(reference).optional(),
  remove_references: z.array(reference).optional(),
})
/** How a user is returned. Every field except the address may be missing, and others pass through. */
const user = z.looseObject({
  username: z
    .string()
    .meta({ description: 'E-mail address.', examples: ['sam.lee@example.com'] })
    .optional(),
  user_id: z.string().meta({ idOf: 'listUsers', description: 'Of one who is there already.' }).optional(),
  first_name: z
    .string()
    .meta({ examples: ['Sam'] })
    .optional(),
  last_name: z
    .string()
    .meta({ examples: ['Lee'] })
    .optional(),
  seat_type: z
    .string()
    .meta({ description: 'SUBSCRIPTION_SEAT_TYPE_PREMIUM, _LITE, _COLLABORATOR, _SERVICE_USER or _SUPPORT.' })
    .optional(),
  timezone: z.string().meta({ description: 'IANA name.' }).optional(),
  status: z.string().meta({ description: 'USER_ACTIVE_STATUS_ACTIVE or USER_ACTIVE_STATUS_DEACTIVATED.' }).optional(),
  language: z.string().meta({ description: 'Such as LANGUAGE_EN_US.' }).optional(),
  permission_set: reference.optional(),
  groups: references
    .meta({ description: 'Groups by id or name; the name * in remove_references means all.' })
    .optional(),
  sites: references.optional(),
})
const users = (most: number) =>
  z
    .array(z.looseObject({ user }))
    .min(1, 'must hold one user or more')
    .max(most, `must hold ${most} users at most`)
    .meta({ description: `The users, at most ${most}. One bad user does not stop the others.` })
const validateOnly = z
  .boolean({ error: 'must be true or false' })
  .meta({ description: 'Only look at them, and change nothing.', examples: [true] })
  .optional()

export const userOperations = {
  searchUsers: {
    ...read,
    title: 'Search users by e-mail address',
    group: 'Users',
    method: 'POST',
    path: '/users/search',
    bucket: 'searchUsers',
    perMinute: 200,
    permission: 'user-jobs:read',
    body: z
      .looseObject({
        email: z
          .array(z.string())
          .meta({
            description: 'Whole addresses; who has none of them is left out.',
            examples: [['sam.lee@example.com']],
          })
          .optional(),
      })
      .optional(),
    answer: z.looseObject({ users: z.array(z.looseObject({})).optional() }),
  },
  upsertUsers: {
    ...write,
    title: 'Create or update a few users at once',
    group: 'Users',
    method: 'POST',
    path: '/users/v1/users/upsert',
    bucket: 'upsertUsers',
    perMinute: 5,
    permission: 'user-jobs:write',
    body: z.looseObject({ users: users(usersAtOnce), validate_only: validateOnly }),
    answer,
  },
  createUpsertJob: {
    ...write,
    title: 'Create a user upsert job',
    group: 'Users',
    method: 'POST',
    path: '/users/v1/users/upsert/jobs',
    bucket: 'createUpsertJob',
    perMinute: 200,
    permission: 'user-jobs:write',
    body: z.looseObject({ users: users(usersOfJob) }),
    answer,
  },
  startUpsertJob: {
    ...write,
    title: 'Start a user upsert job',
    group: 'Users',
    method: 'POST',
    path: '/users/v1/users/upsert/jobs/:jobId',
    bucket: 'startUpsertJob',
    perMinute: 5,
    permission: 'user-jobs:write',
    body: z
      .looseObject({
        validate_only: validateOnly,
        email_settings: looseObject.optional(),
        password_settings: looseObject.optional(),
        origin: looseObject.optional(),
      })
      .optional(),
    answer,
  },
  cancelUpsertJob: {
    ...write,
    title: 'Cancel a user upsert job',
    group: 'Users',
    method: 'DELETE',
    path: '/users/v1/users/upsert/jobs/:jobId',
    bucket: 'cancelUpsertJob',
    perMinute: 200,
    permission: 'user-jobs:write',
  },
  getUpsertJob: {
    ...read,
    title: 'Get a user upsert job',
    group: 'Users',
    method: 'GET',
    path: '/users/v1/users/upsert/jobs/:jobId',
    bucket: 'getUpsertJob',
    perMinute: 200,
    permission: 'user-jobs:read',
    answer,
  },
  listUpsertJobs: {
    ...read,
    title: 'List user upsert jobs',
    group: 'Users',
    method: 'POST',
    path: '/users/v1/users/upsert/jobs/list',
    bucket: 'listUpsertJobs',
    perMinute: 200,
    permission: 'user-jobs:read',
    body: z
      .looseObject({
        ...paged(200),
        status: z.string().meta({ description: 'Such as STATUS_COMPLETED_WITH_ERRORS.' }).optional(),
      })
      .optional(),
    answer,
  },
  // These are not in the contract but on the service's public pages (service.md 4.2).
  listGroups: {
    ...read,
    ...other,
    title: 'List groups',
    group: 'Users',
    isBeyondContract: true,
    method: 'GET',
    path: '/groups',
    permission: 'user-jobs:read',
    answer: z.looseObject({ groups: z.array(z.looseObject({})).optional() }),
  },
  listUsers: {
    ...read,
    ...other,
    title: 'List users',
    group: 'Users',
    isBeyondContract: true,
    method: 'POST',
    path: '/users/v1/users/list',
    permission: 'user-jobs:read',
    body: z
      .looseObject({
        page_size: whole(0, 200)
          .meta({ description: 'How many of a page, at most 200.', examples: [200] })
          .optional(),
        page_token: paged(200).page_token,
        list_all: z
          .boolean()
          .meta({ description: 'Everybody; without it, filters are needed.', examples: [true] })
          .optional(),
        filters: z
          .looseObject({ user_ids: z.array(z.string()).nullish(), statuses: z.array(z.string()).nullish() })
          .meta({ description: 'user_ids and statuses, each matched as a whole.' })
          .nullish(),
      })
      .optional(),
    answer,
  },
  listGroupUsers: {
    ...read,
    ...other,
    title: 'List the users of a group',
    group: 'Users',
    isBeyondContract: true,
    method: 'GET',
    path: '/groups/:groupId/users',
    permission: 'user-jobs:read',
    query: z.looseObject({
      limit: whole(1, 2_000).meta({ description: 'How many, at most 2,000.', whenAbsent: '2000' }).optional(),
      offset: whole(0, 100_000_000).meta({ description: 'How many to skip.', whenAbsent: '0' }).optional(),
      status: choice(['active', 'inactive', 'all']).optional(),
    }),
    answer,
  },
} as const satisfies Record<string, Operation>
