import 'server-only'
import * as z from 'zod'
import { writeDocument } from '@/lib/activity/redact'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { processWide } from '@/lib/process-wide'
import { serverText } from '@/lib/server-text'
import { service } from '@/lib/service/instance'
import type { CallOptions, Service } from '@/lib/service/types'
import {
  getUserJob,
  listUserJobs,
  readUsers,
  searchUsers,
  type WireResult,
  type WireUser,
  type WireUserJob,
} from '@/lib/service/users'
import { toLanguage } from './model'
import { endOf } from './job/results'
import type { ElsewhereJob, elsewhereJobDetail, elsewhereJobs } from './elsewhere-schema'
import type { KnownUsers } from './references-schema'
import type { UserRowState } from './schema'

/** What the service reports about users, and about jobs that were not started here. */

export interface ElsewhereDeps {
  db?: Queryable
  service?: Pick<Service, 'call'>
  signal?: AbortSignal
}

type Client = Pick<Service, 'call'>
const pagesMax = 2
/** Requests within this time share one response of the service. */
const sharedMs = 5_000
const sharedMax = 50

interface Shared {
  at: number
  answer: Promise<unknown>
}

function share<Result>(from: Client, key: string, ask: () => Promise<Result>): Promise<Result> {
  const kept = processWide('user-jobs-elsewhere', () => new WeakMap<Client, Map<string, Shared>>())
  const own = kept.get(from) ?? new Map<string, Shared>()
  kept.set(from, own)
  const now = performance.now()
  for (const [name, { at }] of own) if (now - at >= sharedMs || own.size > sharedMax) own.delete(name)
  const known = own.get(key)
  // Cast: each key has only one caller, which stores this type.
  if (known !== undefined) return known.answer as Promise<Result>
  const answer = ask()
  own.set(key, { at: now, answer })
  // A failure is cached just as long: tabs keep asking, and a failing service must not receive each request.
  answer.catch(() => null)
  return answer
}

// Without a signal, because the request is shared and must not end when one caller leaves.
const options: CallOptions = { lane: 'person' }

const rawCharsMax = 20_000

/** Further fields that the service reports about a job, without secrets; cut off, with a note, if they are too long. */
function toRaw({ rest }: WireUserJob): Record<string, unknown> {
  const text = writeDocument(rest) ?? '{}'
  if (text.length > rawCharsMax) return { cut: `${text.slice(0, rawCharsMax).toWellFormed()}…` }
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
}

const toElsewhere = (job: WireUserJob): ElsewhereJob => ({
  remoteId: job.remoteId,
  state: job.state,
  phase: job.phase,
  isCheck: job.isCheck,
  createdAt: job.createdAt,
  total: job.total,
  failed: job.failed,
  by: job.by,
  raw: toRaw(job),
})

async function readNewest(from: Client): Promise<WireUserJob[]> {
  const jobs = new Map<string, WireUserJob>()
  let pageToken: string | null = null
  for (let page = 0; page < pagesMax; page += 1) {
    const told: Awaited<ReturnType<typeof listUserJobs>> = await listUserJobs(from, { pageToken }, options)
    for (const job of told.jobs) jobs.set(job.remoteId, job)
    pageToken = told.nextPageToken
    if (pageToken === null) break
  }
  return [...jobs.values()]
}

/** The newest jobs in the service's list that were not started here. */
export async function listElsewhereJobs(deps: ElsewhereDeps = {}): Promise<z.output<typeof elsewhereJobs>> {
  const from = deps.service ?? service()
  let jobs: WireUserJob[]
  try {
    jobs = await share(from, 'list', () => readNewest(from))
  } catch (error) {
    if (error instanceof AppError && (error.code === 'upstream_refused' || error.code === 'not_found'))
      return {
        jobs: [],
        note: serverText('userJobs.elsewhereRefused'),
      }
    throw error
  }
  const db = deps.db ?? (await database())
  const { rows } = await db.query<{ remote_id: string }>(
    'select distinct remote_id from user_job_parts where remote_id = any($1::text[])',
    [jobs.map(({ remoteId }) => remoteId)],
  )
  const own = new Set(rows.map(({ remote_id }) => remote_id))
  return { jobs: jobs.filter(({ remoteId }) => !own.has(remoteId)).map(toElsewhere), note: null }
}

function stateOf(result: WireResult, { phase, isCheck, results }: WireUserJob): UserRowState {
  const { issues, userId } = result
  if (issues.some(({ level }) => level === 'fatal')) return 'failed'
  const isOver = phase === 'completed' || (phase === 'validated' && isCheck === true)
  if (!isOver && userId === null) return phase === 'cancelled' ? 'cancelled' : 'sent'
  return endOf(result, isCheck !== true && results.some((other) => other.userId !== null))
}

/**
 * One job of the service with what it reports about its users.
 * @throws AppError not_found
 */
export async function readElsewhereJob(
  remoteId: string,
  deps: ElsewhereDeps = {},
): Promise<z.output<typeof elsewhereJobDetail>> {
  const from = deps.service ?? service()
  const job = await share(from, `job ${remoteId}`, () => getUserJob(from, remoteId, options))
  return {
    ...toElsewhere(job),
    rows: job.results.map((result, position) => ({
      position,
      line: position + 1,
      username: result.username ?? '',
      state: stateOf(result, job),
      outcome: null,
      userId: result.userId,
      hadPassword: false,
      issues: result.issues,
    })),
  }
}

/** The value for "unspecified" carries no information. */
const told = (value: string | null) => (value === null || /_UNSPECIFIED$/iu.test(value) ? null : value)
const isTold = ({ seatType, timezone, status, locale }: WireUser) =>
  [seatType, timezone, status, locale].every((value) => told(value) !== null)

/** Reads more fields than a search returns. Empty if the token may not read them; the users still exist. */
async function readMore(from: Client, found: readonly WireUser[], given: CallOptions): Promise<WireUser[]> {
  const ids = found.filter((user) => !isTold(user)).map(({ userId }) => userId)
  try {
    return ids.length === 0 ? [] : await readUsers(from, ids, given)
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

/**
 * Which of these addresses belong to existing users, with the fields that the service reports; null for fields that it
 * does not.
 * @throws AppError as the service's
 */
export async function lookUpUsers(emails: readonly string[], deps: ElsewhereDeps = {}): Promise<KnownUsers> {
  const unique = [...new Set(emails.map((email) => email.trim().toLowerCase()).filter((email) => email !== ''))]
  const given: CallOptions = deps.signal === undefined ? options : { ...options, signal: deps.signal }
  const from = deps.service ?? service()
  const found = unique.length === 0 ? [] : await searchUsers(from, unique, given)
  const more = new Map((await readMore(from, found, given)).map((user) => [user.userId, user]))
  return {
    users: found.map((user) => {
      const beside = more.get(user.userId)
      const value = (key: 'firstName' | 'lastName' | 'seatType' | 'timezone' | 'status' | 'locale') =>
        told(user[key]) ?? told(beside?.[key] ?? null)
      return {
        email: user.email,
        userId: user.userId,
        firstName: value('firstName'),
        lastName: value('lastName'),
        seatType: value('seatType'),
        timezone: value('timezone'),
        status: value('status'),
        language: toLanguage(value('locale')),
      }
    }),
  }
}
