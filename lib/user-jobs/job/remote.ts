import 'server-only'
import {
  cancelUserJob,
  getUserJob,
  initializeUserJob,
  listUserJobs,
  searchUsers,
  startUserJob,
  upsertUsers,
  type UpsertUser,
  type WireResult,
  type WireUser,
  type WireUserJob,
} from '@/lib/service/users'
import type { CallOptions, OperationName, Service } from '@/lib/service/types'
import { pollShare } from './notes'

type Limited = Extract<OperationName, 'startUpsertJob' | 'upsertUsers' | 'getUpsertJob' | 'createUpsertJob'>

/** The requests that a job of users sends to the service. */
export interface Remote {
  initialize(users: readonly UpsertUser[], remoteId: string | null): Promise<{ remoteId: string }>
  start(remoteId: string, validateOnly: boolean): Promise<void>
  get(remoteId: string): Promise<WireUserJob>
  cancel(remoteId: string): Promise<void>
  /** The newest jobs of the organization. */
  list(): Promise<WireUserJob[]>
  upsert(users: readonly UpsertUser[], validateOnly: boolean): Promise<WireResult[]>
  search(emails: readonly string[]): Promise<WireUser[]>
  /** How long an operation would wait for its rate limit, in milliseconds. */
  waitMs(operation: Limited): number
  /** The service's limit of requests per minute for an operation. */
  perMinute(operation: Limited): number
}

/** Short, because a step without a response is then rechecked, but reading thousands of users takes a while. */
const writeDeadlineMs = 30_000
const readDeadlineMs = 30_000
const listPagesMax = 3
/** The governor keeps the same share from background work. */
const reserveShare = 0.1
const handOutSeconds = 2

export function createRemote(service: Service): Remote {
  const write: CallOptions = { lane: 'background', deadlineMs: writeDeadlineMs }
  const budgetOf = (operation: Limited) => service.budget().find(({ bucket }) => bucket === operation)
  const read: CallOptions = { lane: 'background', deadlineMs: readDeadlineMs, isFresh: true }
  return {
    initialize: (users, remoteId) => initializeUserJob(service, users, remoteId, write),
    start: (remoteId, validateOnly) => startUserJob(service, remoteId, { validateOnly }, write),
    // A failed poll is repeated at its next turn and not earlier: at most one in five seconds.
    get: (remoteId) => getUserJob(service, remoteId, { ...read, isOnce: true }),
    cancel: (remoteId) => cancelUserJob(service, remoteId, write),
    list: async () => {
      const jobs: WireUserJob[] = []
      let pageToken: string | null = null
      for (let page = 0; page < listPagesMax; page += 1) {
        const told: Awaited<ReturnType<typeof listUserJobs>> = await listUserJobs(service, { pageToken }, read)
        jobs.push(...told.jobs)
        pageToken = told.nextPageToken
        if (pageToken === null) break
      }
      return jobs
    },
    // A person waits for the result.
    upsert: (users, validateOnly) => upsertUsers(service, users, { validateOnly }, { ...write, lane: 'person' }),
    search: (emails) => searchUsers(service, emails, read),
    waitMs: (operation) => {
      const budget = budgetOf(operation)
      if (budget === undefined) return 0
      const { limit, remaining, queuedPerson, queuedBackground, resetSeconds } = budget
      // A share is reserved for people. Except for polls, it is released at the end of the window. Waiting for it in
      // the queue would hold up other jobs.
      const isHandedOut =
        operation === 'upsertUsers' || (operation !== 'getUpsertJob' && resetSeconds <= handOutSeconds)
      const kept = isHandedOut ? 0 : Math.ceil(limit * (operation === 'getUpsertJob' ? 1 - pollShare : reserveShare))
      if (remaining - kept > queuedPerson + queuedBackground) return 0
      const early = operation !== 'getUpsertJob' && remaining > 0 ? handOutSeconds : 0
      return Math.max(500, (resetSeconds - early) * 1_000)
    },
    perMinute: (operation) => budgetOf(operation)?.limit ?? Infinity,
  }
}
