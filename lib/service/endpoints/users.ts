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
    .meta({ description: 'The user’s email address.', examples: ['sam.lee@example.com'] })
    .optional(),
  user_id: z.string().meta({ idOf: 'listUsers', description: 'The ID of an existing user.' }).optional(),
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
    .meta({
      description: 'The seat type: SUBSCRIPTION_SEAT_TYPE_PREMIUM, _LITE, _COLLABORATOR, _SERVICE_USER or _SUPPORT.',
    })
    .optional(),
  timezone: z.string().meta({ description: 'The user’s IANA time zone.' }).optional(),
  status: z
    .string()
    .meta({ description: 'The user’s status: USER_ACTIVE_STATUS_ACTIVE or USER_ACTIVE_STATUS_DEACTIVATED.' })
    .optional(),
  language: z.string().meta({ description: 'The user’s language, such as LANGUAGE_EN_US.' }).optional(),
  permission_set: reference.optional(),
  groups: references
    .meta({ description: 'Groups to add or remove, by ID or name. The name * in remove_references means all groups.' })
    .optional(),
  sites: references.optional(),
})
const users = (most: number) =>
  z
    .array(z.looseObject({ user }))
    .min(1, 'must contain at least one user')
    .max(most, `must contain at most ${most} users`)
    .meta({
      description: `The users to create or update, at most ${most}. An error in one user does not stop the others.`,
    })
const validateOnly = z
  .boolean({ error: 'must be true or false' })
  .meta({ description: 'Validate the users without changing anything.', examples: [true] })
  .optional()

export const userOperations = {
  searchUsers: {
    ...read,
    title: 'Search users by email address',
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
            description: 'Complete email addresses. Only users with one of these addresses are returned.',
            examples: [['sam.lee@example.com']],
          })
          .optional(),
      })
      .optional(),
    answer: z.looseObject({ users: z.array(z.looseObject({})).optional() }),
  },
  upsertUsers: {
    ...write,
    title: 'Create or update up to 10 users',
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
        status: z
          .string()
          .meta({ description: 'Return only jobs with this status, such as STATUS_COMPLETED_WITH_ERRORS.' })
          .optional(),
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
          .meta({ description: 'The number of results per page, at most 200.', examples: [200] })
          .optional(),
        page_token: paged(200).page_token,
        list_all: z
          .boolean()
          .meta({ description: 'Return all users. Otherwise, filters are required.', examples: [true] })
          .optional(),
        filters: z
          .looseObject({ user_ids: z.array(z.string()).nullish(), statuses: z.array(z.string()).nullish() })
          .meta({ description: 'Return only users with these user_ids and statuses. Values must match exactly.' })
          .nullish(),
      })
      .optional(),
    answer,
  },
  listGroupUsers: {
    ...read,
    ...other,
    title: 'List the users in a group',
    group: 'Users',
    isBeyondContract: true,
    method: 'GET',
    path: '/groups/:groupId/users',
    permission: 'user-jobs:read',
    query: z.looseObject({
      limit: whole(1, 2_000)
        .meta({ description: 'The number of users to return, at most 2,000.', whenAbsent: '2000' })
        .optional(),
      offset: whole(0, 100_000_000).meta({ description: 'The number of users to skip.', whenAbsent: '0' }).optional(),
      status: choice(['active', 'inactive', 'all']).optional(),
    }),
    answer,
  },
} as const satisfies Record<string, Operation>
