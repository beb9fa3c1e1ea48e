/**
 * Reads responses about user jobs. States and errors are public (service.md 4.1: the vendor's pages). The outer keys
 * are not: they are the INFERRED ones of service.md 4.1 and those that the stand-in adds.
 */
import { idOf, isFields, omit, pick, readEach, readId, readList, readTime, textOf, unwrap } from './shapes'
import type { Fields, WirePage } from './shapes'

/** The phase of a job. `starting`: it waits to be started, or for its turn. */
export type WireJobPhase =
  | 'starting'
  | 'validating'
  | 'validated'
  | 'executing'
  | 'completed'
  | 'errored'
  | 'cancelled'
  | 'unknown'

/** The states that the vendor's page of a job lists. */
const phases: ReadonlyMap<string | null, WireJobPhase> = new Map([
  ['STATUS_PENDING', 'starting'],
  ['STATUS_VALIDATING', 'validating'],
  ['STATUS_VALIDATED', 'validated'],
  ['STATUS_VALIDATED_WITH_ERRORS', 'validated'],
  ['STATUS_EXECUTING', 'executing'],
  ['STATUS_COMPLETED', 'completed'],
  ['STATUS_COMPLETED_WITH_ERRORS', 'completed'],
  ['STATUS_ERRORED', 'errored'],
  ['STATUS_CANCELLED', 'cancelled'],
])

/** The phase of a state; `unknown` for an unknown one. */
export const readPhase = (state: string | null): WireJobPhase => phases.get(state) ?? 'unknown'

export interface WireIssue {
  reason: string
  level: 'info' | 'warning' | 'error' | 'fatal'
  field: string | null
  value: string | null
  message: string
  /** The possible matches of an ambiguous reference. */
  choices: Array<{ id: string; name: string }>
}

export interface WireResult {
  /** As it was sent; null when the entry does not name its user. */
  username: string | null
  /** Of the user that was created or changed. */
  userId: string | null
  issues: WireIssue[]
  /** The user as the service received it. Never stored, because it may contain a password. */
  sent: Fields | null
}

export interface WireUserJob {
  remoteId: string
  /** The service's own term. */
  state: string | null
  phase: WireJobPhase
  isCheck: boolean | null
  createdAt: string | null
  by: string | null
  total: number | null
  failed: number | null
  results: WireResult[]
  rest: Fields
}

const levels: ReadonlyMap<string | null, WireIssue['level']> = new Map([
  ['LEVEL_INFO', 'info'],
  ['LEVEL_WARNING', 'warning'],
  ['LEVEL_ERROR', 'error'],
  ['LEVEL_FATAL', 'fatal'],
])

const charsMax = 1_000
const cut = (text: string) => (text.length > charsMax ? `${text.slice(0, charsMax - 1).toWellFormed()}…` : text)

/** details: {ambiguous_reference: {possible_references: [{id, name}]}} */
function readChoices(details: unknown): WireIssue['choices'] {
  const reference = isFields(details) ? details['ambiguous_reference'] : null
  const list = isFields(reference) ? reference['possible_references'] : null
  return readEach(list, (entry) => {
    const id = idOf(entry, 'id')
    return id === null ? null : { id: cut(id), name: cut(textOf(entry, 'name') ?? id) }
  }).slice(0, 100)
}

// Text in quotes or after a colon may be a sent value.
const quoted = /(["'“”‘’`«]).*["'“”‘’`»]|:\s.*$/gsu

/** An error. Even one that is not an object counts as an error. */
function readFault(value: unknown): WireIssue {
  const error = isFields(value) ? value : {}
  const reference = error['value_reference']
  const field = idOf(error, 'field_hint')
  const reason = textOf(error, 'reason') ?? 'REASON_UNSPECIFIED'
  const message = textOf(error, 'message') ?? ''
  const found = idOf(error, 'value_hint') ?? (isFields(reference) ? idOf(reference, 'name', 'id') : null)
  const isSecret = /passw/i.test(`${field ?? ''} ${reason} ${message}`)
  return {
    reason: cut(reason).slice(0, 200),
    // An error without a level counts as the most severe one, which means that the user was not written.
    level: levels.get(textOf(error, 'level')) ?? 'fatal',
    field: field === null || field === 'FIELD_UNSPECIFIED' ? null : cut(field),
    value: isSecret || found === null ? null : cut(found),
    message: cut(isSecret ? message.replace(quoted, '…') : message),
    choices: readChoices(error['details']),
  }
}

/** A password that the service repeats is removed from its messages as well. */
function withoutEcho(issue: WireIssue, password: string): WireIssue {
  const hide = (text: string) => text.replaceAll(password, '…')
  return {
    ...issue,
    reason: hide(issue.reason),
    field: issue.field === null ? null : hide(issue.field),
    value: issue.value === null ? null : hide(issue.value),
    message: hide(issue.message),
    choices: issue.choices.map(({ id, name }) => ({ id: hide(id), name: hide(name) })),
  }
}

/** The result for one user: {user, user_id, errors}. */
function readResult(value: unknown): WireResult {
  const entry = isFields(value) ? value : {}
  const user = isFields(entry['user']) ? entry['user'] : null
  const issues = [entry['errors'] ?? []]
    .flat()
    .slice(0, 100)
    .map((error) => readFault(error))
  const echoed = user === null ? null : textOf(user, 'password')
  return {
    username: user === null ? null : textOf(user, 'username'),
    userId: idOf(entry, 'user_id'),
    issues: echoed === null || /^\**$/.test(echoed) ? issues : issues.map((issue) => withoutEcho(issue, echoed)),
    sent: user,
  }
}

/** `job_id`: when a job is created or started, which is public. `id`: within `job`, which is INFERRED. */
const jobIdNames = ['job_id', 'id'] as const
/** The results of a job and of an immediate upsert; both INFERRED. */
const resultNames = ['users', 'results'] as const
const jobRead = new Set<string>([
  ...jobIdNames,
  ...resultNames,
  'status',
  'created_by',
  'total_users',
  'failed_users',
  'validate_only',
  'created_at',
])

const readCount = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null

function readBy(value: unknown): string | null {
  const text = isFields(value) ? idOf(value, 'name', 'user_id') : readId(value)
  return text === null ? null : cut(text)
}

/** The id of the job in a response; null for none. */
export function readJobId(value: unknown): string | null {
  const fields = unwrap(value, 'job')
  return fields === null ? null : idOf(fields, ...jobIdNames)
}

/** The results in a response, in their order; null when there is no list of them. */
export function readResults(value: unknown): WireResult[] | null {
  const list = isFields(value) ? pick(value, ...resultNames) : value
  return Array.isArray(list) ? list.map((entry) => readResult(entry)) : null
}

/**
 * A job, under `job` or bare; null when the response is none. `askedId` is its id if the response does not repeat it.
 * `created_by`, `total_users`, `failed_users` and `validate_only` are names of the stand-in: no public source shows
 * any.
 */
export function readUserJob(value: unknown, askedId: string | null = null): WireUserJob | null {
  const fields = unwrap(value, 'job')
  if (fields === null) return null
  const remoteId = idOf(fields, ...jobIdNames) ?? askedId
  const state = idOf(fields, 'status')
  const results = readResults(fields)
  if (remoteId === null || (askedId !== null && state === null && results === null)) return null
  const isCheck = fields['validate_only']
  return {
    remoteId,
    state,
    phase: readPhase(state),
    isCheck: typeof isCheck === 'boolean' ? isCheck : null,
    createdAt: readTime(fields['created_at']),
    by: readBy(fields['created_by']),
    total: readCount(fields['total_users']) ?? (results?.length || null),
    failed: readCount(fields['failed_users']),
    results: results ?? [],
    rest: omit(fields, jobRead),
  }
}

/**
 * A page of jobs: {jobs: […]} or {results: […]}, both INFERRED.
 * @throws AppError upstream_failed when it is not a list
 */
export function readUserJobPage(value: unknown): WirePage<WireUserJob> {
  return readList(value, ['jobs', 'results'], 'userJobs', (entry) => readUserJob(entry))
}
