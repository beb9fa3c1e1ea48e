import * as z from 'zod'
import { answerJson } from '../answers'
import { ownerId, ownerName } from '../demo/document'
import { Refusal } from '../refusals'
import { countFailed, immediateMax, usersPerCallMax } from '../users/desk'
import { keepUser, serializeSent, userEntry } from '../users/sent'
import { jobStatuses, type UserError } from '../users/steps'
import type { Job } from '../users/store'
import { parseSent } from './asset-parts'
import type { Handler } from './context'

const iso = (ms: number) => new Date(ms).toISOString()

/** @throws Refusal 400 when there are none, or too many */
function requireCount(count: number, most: number): void {
  if (count === 0) throw new Refusal(400, 'users is required')
  if (count > most) throw new Refusal(400, `users: at most ${most} users are allowed`)
}

/** Users are counted before they are read, so a list that is too long is refused whatever it contains. */
function readUsers(body: unknown, most: number) {
  const { users } = parseSent(z.looseObject({ users: z.array(z.unknown()).default([]) }), body)
  requireCount(users.length, most)
  return users.map((each, at) => {
    try {
      return keepUser(parseSent(userEntry, each))
    } catch (error) {
      if (error instanceof Refusal) throw new Refusal(400, `users.${at}: ${error.message}`)
      throw error
    }
  })
}

/** An error as it is returned; empty fields are left out. */
function serializeError({ value_reference, details, ...error }: UserError): Record<string, unknown> {
  return { ...error, ...(value_reference ? { value_reference } : {}), ...(details ? { details } : {}) }
}

export const upsertUsers: Handler = ({ users, body, userShape }) => {
  const sent = readUsers(body, immediateMax)
  const { validate_only } = parseSent(z.looseObject({ validate_only: z.boolean().nullish() }), body)
  const results = Array.from(users.upsert(sent, validate_only === true), ({ userId, errors }, at) => {
    const result = { user_id: userId ?? '', errors: errors.map(serializeError) }
    const [user] = sent.slice(at, at + 1)
    return userShape === 'results' && user ? { user: serializeSent(user), ...result } : result
  })
  if (userShape === 'bare') return answerJson(results)
  return answerJson(userShape === 'results' ? { users: results } : { results })
}

export const createUpsertJob: Handler = ({ users, body }) => {
  const { job_id: jobId } = parseSent(z.looseObject({ job_id: z.string().nullish() }), body)
  const sent = readUsers(body, usersPerCallMax)
  return answerJson({ job_id: users.hold(sent, jobId === undefined || jobId === null || jobId === '' ? null : jobId) })
}

/** Settings of emails and passwords are accepted and not stored. */
export const startUpsertJob: Handler = ({ users, params, body }) => {
  const { validate_only } = parseSent(z.looseObject({ validate_only: z.boolean().nullish() }), body)
  const jobId = params['jobId'] ?? ''
  users.start(jobId, validate_only === true)
  return answerJson({ job_id: jobId })
}

export const cancelUpsertJob: Handler = ({ users, params }) => {
  users.cancel(params['jobId'] ?? '')
  return answerJson({})
}

function serializeHead(job: Job) {
  return { status: job.status, created_at: iso(job.createdAtMs) }
}

/** The state of a job, in the most detailed possible shape. */
function serializeDetails(job: Job) {
  return {
    updated_at: iso(job.statusSinceMs),
    ...(job.validateOnly === null ? {} : { validate_only: job.validateOnly }),
    created_by: { user_id: ownerId, name: ownerName },
    total_users: job.users.length,
    processed_users: job.done,
    failed_users: countFailed(job),
  }
}

export const getUpsertJob: Handler = ({ users, params, userShape }) => {
  const job = users.requireJob(params['jobId'] ?? '')
  const told = job.users.map((sent, at) => {
    const result = job.results[at]
    return {
      user: serializeSent(sent),
      ...(result?.userId ? { user_id: result.userId } : {}),
      errors: (result?.errors ?? []).map(serializeError),
    }
  })
  if (userShape === 'bare') return answerJson({ id: job.id, ...serializeHead(job), users: told })
  if (userShape === 'results') return answerJson({ job_id: job.id, ...serializeHead(job), results: told })
  return answerJson({ job: { id: job.id, ...serializeHead(job), ...serializeDetails(job), users: told } })
}

const statuses = z.array(z.enum(jobStatuses)).nullish()
const list = z.looseObject({
  filter: z.looseObject({ statuses }).nullish(),
  filters: z.looseObject({ statuses }).nullish(),
  statuses,
  page_size: z.number().int().min(0).max(100).optional(),
  page_token: z.string().optional(),
})

/** Newest first. The token is the number of the last job returned, so new jobs cause no repeats or losses. */
export const listUpsertJobs: Handler = ({ users, body, userShape }) => {
  const sent = parseSent(list, body)
  const wanted = new Set([
    ...(sent.statuses ?? []),
    ...(sent.filter?.statuses ?? []),
    ...(sent.filters?.statuses ?? []),
  ])
  const before = readToken(sent.page_token ?? '')
  const size = sent.page_size === undefined || sent.page_size === 0 ? 50 : sent.page_size
  const found = users.store
    .jobs()
    .toReversed()
    .filter(({ number, status }) => number < before && (wanted.size === 0 || wanted.has(status)))
  const page = found.slice(0, size)
  const last = page.at(-1)
  const next_page_token = found.length > page.length && last ? `before:${last.number}` : ''
  if (userShape === 'results')
    return answerJson({ results: page.map((job) => ({ job_id: job.id, ...serializeHead(job) })), next_page_token })
  const jobs = Array.from(page, (job) => ({
    id: job.id,
    ...serializeHead(job),
    ...(userShape === 'wrapped' ? serializeDetails(job) : {}),
  }))
  return answerJson({ jobs, next_page_token })
}

function readToken(token: string): number {
  if (token === '') return Infinity
  const number = /^before:(\d{1,15})$/.exec(token)?.[1]
  if (number === undefined) throw new Refusal(400, 'invalid page_token')
  return Number(number)
}
