/** Users and the jobs that import them at the service. This is the only place that knows the requests. */
import { AppError } from '@/lib/errors'
import { pathId } from '@/lib/ids'
import { serverText } from '@/lib/server-text'
import { idOf, readEach, refuse, textOf } from './shapes'
import type { CallOptions, Service } from './types'
import {
  readJobId,
  readResults,
  readUserJob,
  readUserJobPage,
  type WireResult,
  type WireUserJob,
} from './user-job-shapes'
import { readUserPage, writeUser, type UpsertUser, type WireUser } from './user-shapes'

export type { WireJobPhase, WireResult, WireUserJob } from './user-job-shapes'
export type { UpsertUser, WireUser } from './user-shapes'

type Client = Pick<Service, 'call'>

/** @throws AppError upstream_unknown: it was done, but its id is not known */
function loseId(): never {
  throw new AppError('upstream_unknown', serverText('service.noJobId'))
}

/**
 * Sends users to a new job of the service, or adds them to one that has not been started. The users themselves are not
 * changed yet.
 * @returns the job that has them, which may differ from the requested one
 * @throws AppError as `call`; upstream_unknown also when the response names no job
 */
export async function initializeUserJob(
  service: Client,
  users: readonly UpsertUser[],
  remoteId: string | null = null,
  options: CallOptions = {},
): Promise<{ remoteId: string }> {
  const body = { users: users.map(writeUser), ...(remoteId === null ? {} : { job_id: remoteId }) }
  const answered = pathId.safeParse(readJobId(await service.call('createUpsertJob', { body }, options)))
  return answered.success ? { remoteId: answered.data } : loseId()
}

/**
 * Starts a job as an import or as a dry run.
 * @throws AppError as `call`
 */
export async function startUserJob(
  service: Client,
  remoteId: string,
  { validateOnly }: { validateOnly: boolean },
  options: CallOptions = {},
): Promise<void> {
  await service.call('startUpsertJob', { params: { jobId: remoteId }, body: { validate_only: validateOnly } }, options)
}

/**
 * The current state of a job.
 * @throws AppError not_found; upstream_failed when the response is not a job
 */
export async function getUserJob(service: Client, remoteId: string, options: CallOptions = {}): Promise<WireUserJob> {
  const answer = await service.call('getUpsertJob', { params: { jobId: remoteId } }, { ...options, isFresh: true })
  const job = readUserJob(answer, remoteId)
  return job ?? refuse('userJob')
}

/**
 * Cancels a job; what was done stays.
 * @throws AppError as `call`
 */
export async function cancelUserJob(service: Client, remoteId: string, options: CallOptions = {}): Promise<void> {
  await service.call('cancelUpsertJob', { params: { jobId: remoteId } }, options)
}

/**
 * A page of the organization's jobs, without their results.
 * @throws AppError as `call`
 */
export async function listUserJobs(
  service: Client,
  { pageToken = null }: { pageToken?: string | null } = {},
  options: CallOptions = {},
): Promise<{ jobs: WireUserJob[]; nextPageToken: string | null }> {
  const body = pageToken === null ? {} : { page_token: pageToken }
  const { items, nextPageToken } = readUserJobPage(await service.call('listUpsertJobs', { body }, options))
  return { jobs: items, nextPageToken }
}

/**
 * Creates or changes at most ten users at once.
 * @returns the result of each, in their order
 * @throws AppError as `call`; upstream_unknown also when it was done and the response does not cover all of them
 */
export async function upsertUsers(
  service: Client,
  users: readonly UpsertUser[],
  { validateOnly }: { validateOnly: boolean },
  options: CallOptions = {},
): Promise<WireResult[]> {
  const body = { users: users.map(writeUser), ...(validateOnly ? { validate_only: true } : {}) }
  const results = readResults(await service.call('upsertUsers', { body }, options))
  if (results === null || results.length !== users.length)
    throw new AppError('upstream_unknown', serverText('service.noResults'))
  return results
}

const emailsPerCall = 100

/**
 * Which of these addresses belong to users, in requests of at most 100.
 * @throws AppError as `call`
 */
export async function searchUsers(
  service: Client,
  emails: readonly string[],
  options: CallOptions = {},
): Promise<WireUser[]> {
  const found: WireUser[] = []
  for (let at = 0; at < emails.length; at += emailsPerCall) {
    const email = emails.slice(at, at + emailsPerCall)
    found.push(...readUserPage(await service.call('searchUsers', { body: { email } }, options)).items)
  }
  return found
}

/**
 * A page of the organization's users.
 * @throws AppError upstream_refused or not_found when the token may not list them
 */
export async function listUsers(
  service: Client,
  { pageToken = null }: { pageToken?: string | null } = {},
  options: CallOptions = {},
): Promise<{ users: WireUser[]; nextPageToken: string | null; unreadCount: number }> {
  const body = { page_size: 200, list_all: true, ...(pageToken === null ? {} : { page_token: pageToken }) }
  const { items, nextPageToken, unreadCount } = readUserPage(await service.call('listUsers', { body }, options))
  return { users: items, nextPageToken, unreadCount }
}

/**
 * The groups of the organization that the connected account can see.
 * @throws AppError as `call`
 */
export async function listGroups(
  service: Client,
  options: CallOptions = {},
): Promise<Array<{ id: string; name: string }>> {
  const { groups } = await service.call('listGroups', {}, options)
  return readEach(groups, (fields) => {
    const id = idOf(fields, 'id')
    return id === null ? null : { id, name: textOf(fields, 'name') ?? '' }
  })
}

const idsPerCall = 200

/**
 * Users by their ids, with fields that a search does not return. Users that the service omits are missing, and users
 * that were not requested are dropped.
 * @throws AppError upstream_refused or not_found when the token may not
 */
export async function readUsers(
  service: Client,
  userIds: readonly string[],
  options: CallOptions = {},
): Promise<WireUser[]> {
  const found: WireUser[] = []
  for (let at = 0; at < userIds.length; at += idsPerCall) {
    const ids = userIds.slice(at, at + idsPerCall)
    const body = { page_size: idsPerCall, filters: { user_ids: ids } }
    const { items } = readUserPage(await service.call('listUsers', { body }, options))
    const asked = new Set(ids)
    found.push(...items.filter(({ userId }) => asked.has(userId)))
  }
  return found
}

const groupUsersPerCall = 2_000
/** A million users. */
const groupPagesMax = 500

/**
 * Ids of the users in a group.
 * @throws AppError as `call`
 */
export async function listGroupUserIds(
  service: Client,
  groupId: string,
  options: CallOptions = {},
): Promise<Set<string>> {
  const ids = new Set<string>()
  for (let page = 0; page < groupPagesMax; page += 1) {
    const query = { limit: String(groupUsersPerCall), offset: String(page * groupUsersPerCall) }
    const { items, unreadCount } = readUserPage(
      await service.call('listGroupUsers', { params: { groupId }, query }, options),
    )
    const before = ids.size
    for (const { userId } of items) ids.add(userId)
    // A service that does not know `offset` returns the first page again.
    if (items.length + unreadCount < groupUsersPerCall || ids.size === before) break
  }
  return ids
}
