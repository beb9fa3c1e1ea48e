/**
 * How answers about jobs of users are read. The envelopes are INFERRED, so each thing
 * is looked for under every name that the service is known to use, and what is not understood is kept in `rest`.
 */
import { idOf, isFields, omit, pick, readId, readList, readText, readTime, textOf } from './shapes'
import type { Fields, WirePage } from './shapes'

/** What a job is at. `starting`: it waits to be started, or for its turn. */
export type WireJobPhase =
  | 'starting'
  | 'validating'
  | 'validated'
  | 'executing'
  | 'completed'
  | 'errored'
  | 'cancelled'
  | 'unknown'

const phases: Readonly<Record<string, WireJobPhase>> = {
  PENDING: 'starting',
  QUEUED: 'starting',
  CREATED: 'starting',
  INITIALIZED: 'starting',
  INITIALISED: 'starting',
  VALIDATING: 'validating',
  VALIDATED: 'validated',
  EXECUTING: 'executing',
  RUNNING: 'executing',
  PROCESSING: 'executing',
  IN_PROGRESS: 'executing',
  COMPLETED: 'completed',
  COMPLETE: 'completed',
  SUCCEEDED: 'completed',
  ERRORED: 'errored',
  ERROR: 'errored',
  FAILED: 'errored',
  CANCELLED: 'cancelled',
  CANCELED: 'cancelled',
}

/** The phase that a state in any spelling stands for; `unknown` for a word that is not known. */
export function readPhase(state: string | null): WireJobPhase {
  const plain = (state ?? '')
    .trim()
    .replace(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toUpperCase()
    .replace(/[^A-Z]+/g, '_')
    .replace(/^(?:[A-Z_]*_)?(?:STATUS|STATE)_/, '')
    .replace(/_WITH_(?:ERRORS|WARNINGS)$/, '')
  return Object.hasOwn(phases, plain) ? (phases[plain] ?? 'unknown') : 'unknown'
}

export interface WireFault {
  reason: string
  level: 'info' | 'warning' | 'error' | 'fatal'
  field: string | null
  value: string | null
  message: string
  /** Those that an ambiguous reference could be. */
  choices: Array<{ id: string; name: string }>
}

export interface WireResult {
  /** As it was sent; null when the entry does not tell whose it is. */
  username: string | null
  /** Of the user that was created or changed. */
  userId: string | null
  faults: WireFault[]
  /** `created`, `updated` or `unchanged`, where the service says so. */
  outcome: string | null
  /** The user as the service took it. Never stored: it may hold a password. */
  sent: Fields | null
}

export interface WireUserJob {
  remoteId: string
  /** The service's own word. */
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

const levels: Readonly<Record<string, WireFault['level']>> = {
  INFO: 'info',
  WARNING: 'warning',
  WARN: 'warning',
  ERROR: 'error',
  FATAL: 'fatal',
}

const charsMax = 1_000
const cut = (text: string) => (text.length > charsMax ? `${text.slice(0, charsMax - 1).toWellFormed()}…` : text)

function readChoices(fields: Fields): WireFault['choices'] {
  const details = fields['details']
  for (const holder of [...(Array.isArray(details) ? (details as unknown[]) : [details]), fields]) {
    if (!isFields(holder)) continue
    const inner = pick(holder, ['ambiguous_reference', 'ambiguousReference'])
    const list = pick(isFields(inner) ? inner : holder, ['possible_references', 'possibleReferences'])
    if (!Array.isArray(list)) continue
    return (list as unknown[]).slice(0, 100).flatMap((entry) => {
      const id = isFields(entry) ? readId(entry['id']) : null
      return id === null || !isFields(entry) ? [] : [{ id: cut(id), name: cut(textOf(entry, ['name']) ?? id) }]
    })
  }
  return []
}

// Whatever stands between quotes or behind a colon may be what was sent.
const quoted = /(["'“”‘’`«]).*["'“”‘’`»]|:\s.*$/gsu

function readFault(value: unknown): WireFault | null {
  if (typeof value === 'string') return readFault({ message: value })
  if (!isFields(value)) return null
  const reference = pick(value, ['value_reference', 'valueReference'])
  const word = (textOf(value, ['level', 'severity']) ?? '').toUpperCase().replace(/^(?:LEVEL|SEVERITY)_/, '')
  const field = textOf(value, ['field_hint', 'fieldHint', 'field'])
  const reason = textOf(value, ['reason', 'code', 'type']) ?? 'REASON_UNSPECIFIED'
  const message = textOf(value, ['message', 'description']) ?? ''
  const hint = textOf(value, ['value_hint', 'valueHint', 'value'])
  const named = isFields(reference) ? (textOf(reference, ['name']) ?? readId(reference['id'])) : null
  const found = hint === null || hint === '' ? named : hint
  const isSecret = /passw/i.test(`${field ?? ''} ${reason} ${message}`)
  return {
    reason: cut(reason).slice(0, 200),
    // What does not say how bad it is, is taken for the worst: that the user was not written.
    level: levels[word] ?? 'fatal',
    field: field === null || field === '' || /_?UNSPECIFIED$/.test(field) ? null : cut(field),
    value: isSecret || found === null || found === '' ? null : cut(found),
    message: cut(isSecret ? message.replace(quoted, '…') : message),
    choices: readChoices(value),
  }
}

/** A password that the service repeats is not in what it says of the user either. */
function withoutEcho(fault: WireFault, password: string): WireFault {
  const hide = (text: string) => text.replaceAll(password, '…')
  return {
    ...fault,
    reason: hide(fault.reason),
    field: fault.field === null ? null : hide(fault.field),
    value: fault.value === null ? null : hide(fault.value),
    message: hide(fault.message),
    choices: fault.choices.map(({ id, name }) => ({ id: hide(id), name: hide(name) })),
  }
}

const outcomes: Readonly<Record<string, string>> = {
  CREATED: 'created',
  CREATE: 'created',
  UPDATED: 'updated',
  UPDATE: 'updated',
  UNCHANGED: 'unchanged',
  NO_CHANGE: 'unchanged',
}

function readResult(value: unknown): WireResult | null {
  if (!isFields(value)) return null
  const user = isFields(value['user']) ? value['user'] : null
  const names = ['username', 'email', 'email_address'] as const
  const faults = pick(value, ['errors', 'faults', 'issues', 'messages', 'error'])
  const told = (Array.isArray(faults) ? (faults as unknown[]) : faults === undefined ? [] : [faults])
    .slice(0, 100)
    .flatMap((fault) => readFault(fault) ?? [])
  const echoed = user === null ? null : textOf(user, ['password'])
  const word = (textOf(value, ['outcome', 'action', 'operation', 'result']) ?? '').toUpperCase()
  return {
    username: (user === null ? null : textOf(user, names)) ?? textOf(value, names),
    userId: idOf(value, ['user_id', 'userId', 'id']),
    faults: echoed === null || /^\**$/.test(echoed) ? told : told.map((fault) => withoutEcho(fault, echoed)),
    outcome: outcomes[word.replace(/^(?:OUTCOME|ACTION|RESULT|OPERATION)_/, '')] ?? null,
    sent: user ?? value,
  }
}

const jobWrappers = ['job', 'upsert_job', 'upsertJob', 'result', 'data'] as const
const jobIdNames = ['job_id', 'jobId', 'id'] as const
const resultNames = ['users', 'results', 'user_results', 'items'] as const
const stateNames = ['status', 'state', 'job_status'] as const
const byNames = ['created_by', 'createdBy', 'submitted_by', 'requested_by'] as const
const totalNames = ['total_users', 'totalUsers', 'user_count', 'total'] as const
const failedNames = ['failed_users', 'failedUsers', 'failed_count', 'error_count', 'failed'] as const
const jobRead = new Set<string>([
  ...jobIdNames,
  ...resultNames,
  ...stateNames,
  ...byNames,
  ...totalNames,
  ...failedNames,
  'validate_only',
  'created_at',
])

function readCount(value: unknown): number | null {
  const count = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null
}

function readBy(value: unknown): string | null {
  const text = isFields(value)
    ? (textOf(value, ['name', 'full_name', 'email', 'username']) ?? idOf(value, ['user_id', 'id']))
    : readText(value)
  return text === null || text === '' ? null : cut(text)
}

/** The fields of a job, under a wrapper or bare, wherever its id or its state is. */
function unwrapJob(value: unknown): Fields | null {
  if (!isFields(value)) return null
  for (const name of jobWrappers) {
    const inner = Object.hasOwn(value, name) ? value[name] : undefined
    if (isFields(inner) && pick(inner, [...jobIdNames, ...stateNames]) !== undefined) return inner
  }
  return value
}

/** The id of the job that an answer names; null for none. */
export function readJobId(value: unknown): string | null {
  const fields = unwrapJob(value)
  return fields === null ? null : idOf(fields, jobIdNames)
}

/** The results in an answer, in their order; null when there is no list of them. */
export function readResults(value: unknown): WireResult[] | null {
  const list = Array.isArray(value) ? value : isFields(value) ? pick(value, resultNames) : undefined
  if (!Array.isArray(list)) return null
  const nothing: WireResult = { username: null, userId: null, faults: [], outcome: null, sent: null }
  return (list as unknown[]).map((entry) => readResult(entry) ?? nothing)
}

/** A job, under `job` or bare; null when the answer is none. `askedId` stands where the answer does not repeat the id. */
export function readUserJob(value: unknown, askedId: string | null = null): WireUserJob | null {
  const fields = unwrapJob(value)
  if (fields === null) return null
  const remoteId = idOf(fields, jobIdNames) ?? askedId
  const state = readId(pick(fields, stateNames))
  if (remoteId === null || (askedId !== null && state === null && readResults(fields) === null)) return null
  const results = readResults(fields) ?? readResults(value) ?? []
  const check = fields['validate_only']
  return {
    remoteId,
    state,
    phase: readPhase(state),
    isCheck: typeof check === 'boolean' ? check : null,
    createdAt: readTime(pick(fields, ['created_at', 'createdAt', 'submitted_at'])),
    by: readBy(pick(fields, byNames)),
    total: readCount(pick(fields, totalNames)) ?? (results.length > 0 ? results.length : null),
    failed: readCount(pick(fields, failedNames)),
    results,
    rest: omit(fields, jobRead),
  }
}

/** @throws AppError upstream_failed when it is no list */
export function readUserJobPage(value: unknown): WirePage<WireUserJob> {
  return readList(value, ['jobs', 'upsert_jobs'], 'list of jobs', (entry) => readUserJob(entry))
}
