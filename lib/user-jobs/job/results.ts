import type { WireJobPhase, WireResult } from '@/lib/service/users'
import type { RowIssue, UserJobKind, UserRowState } from '@/lib/user-jobs/schema'
import { rowTexts } from './notes'
import { redactIssues } from './redact'
import type { KeptRow, RowResult } from './row-store'

/** What the service's results mean for rows. */

export const foldName = (username: string) => username.trim().toLowerCase()

export const ownIssue = (reason: string, message: string): RowIssue => ({
  reason,
  level: 'error',
  field: null,
  value: null,
  message,
  choices: [],
})

/** The result of each row, or null. Results are matched by address, and repeated addresses by their order. */
export function matchResults(rows: readonly KeptRow[], results: readonly WireResult[]): Array<WireResult | null> {
  const isNameless = results.every(({ username }) => username === null)
  if (isNameless) return rows.map((_, index) => (results.length === rows.length ? (results[index] ?? null) : null))
  const byName = new Map<string, WireResult[]>()
  for (const result of results) {
    if (result.username === null) continue
    const name = foldName(result.username)
    const queue = byName.get(name)
    if (queue === undefined) byName.set(name, [result])
    else queue.push(result)
  }
  return rows.map(({ username }) => byName.get(foldName(username))?.shift() ?? null)
}

/** Whether a job of the service has ended. */
export function isEnded(phase: WireJobPhase, kind: UserJobKind): boolean {
  return (
    phase === 'completed' || phase === 'errored' || phase === 'cancelled' || (phase === 'validated' && kind === 'check')
  )
}

const isFatal = ({ level }: RowIssue) => level === 'fatal'

/**
 * The outcome of a user whose turn is over. Only a fatal error prevents the write; other errors mean that a field was
 * left out. If others have an id and this row has none, its error counts as fatal.
 */
export function endOf({ issues, userId }: Pick<WireResult, 'issues' | 'userId'>, areIdsTold: boolean): UserRowState {
  const hasError = issues.some(({ level }) => level === 'error')
  if (issues.some(isFatal) || (hasError && areIdsTold && userId === null)) return 'failed'
  return hasError || issues.some(({ level }) => level === 'warning') ? 'warned' : 'ok'
}

function stateOf(kind: UserJobKind, phase: WireJobPhase, result: WireResult, areIdsTold: boolean): UserRowState {
  const { userId, issues } = result
  const end = endOf(result, kind === 'run' && areIdsTold)
  // In an import, an id shows that the user has been processed.
  const isDone = kind === 'run' && userId !== null
  if (phase === 'completed' || (kind === 'check' && phase === 'validated')) return end
  if (isDone && (phase === 'executing' || phase === 'cancelled' || phase === 'errored')) return end
  if (phase === 'cancelled') return 'cancelled'
  if (phase === 'errored') return 'failed'
  if (kind === 'check' && end !== 'ok') return end
  if (phase === 'executing' && issues.some(isFatal)) return 'failed'
  return 'sent'
}

function outcomeOf(kind: UserJobKind, state: UserRowState, { issues, userId }: WireResult, row: KeptRow) {
  if (kind === 'check') return state === 'ok' || state === 'warned' ? 'valid' : null
  if (userId === null) return null
  // Only users who existed before the start were updated. An id from an earlier poll does not show that they existed.
  const wasThere = row.asked.userId !== undefined || row.outcome === 'updated'
  const isSaid = issues.some(({ reason }) => reason.endsWith('USER_EXISTS'))
  return wasThere || isSaid ? 'updated' : null
}

/** The changes of a job's rows that a poll shows. `sent`: passwords by position, null when they are not known. */
export function judgeRows(
  kind: UserJobKind,
  phase: WireJobPhase,
  rows: readonly KeptRow[],
  results: readonly WireResult[],
  sent: ReadonlyMap<number, string> | null = null,
): RowResult[] {
  const told: Told = {
    kind,
    phase,
    isOver: isEnded(phase, kind),
    areIdsTold: results.some(({ userId }) => userId !== null),
    secretsOf: makeSecretsOf(sent),
  }
  return matchResults(rows, results).flatMap((result, index): RowResult[] => {
    const row = rows[index]
    // A row that failed before it was sent is not part of the job at the service.
    if (row === undefined || (row.state === 'failed' && result === null)) return []
    const next = judgeRow(told, row, result)
    const isSame =
      next.state === row.state &&
      next.outcome === row.outcome &&
      next.userId === row.userId &&
      JSON.stringify(next.issues) === JSON.stringify(row.issues ?? [])
    return isSame ? [] : [next]
  })
}

/** Up to this many different passwords, each one is searched for in the messages of all rows. */
const sharedMax = 20

function makeSecretsOf(sent: ReadonlyMap<number, string> | null): Told['secretsOf'] {
  if (sent === null) return () => null
  const all = [...new Set(sent.values())]
  if (all.length <= sharedMax) return ({ position }) => (sent.has(position) ? all : null)
  return ({ position }) => {
    const own = sent.get(position)
    return own === undefined ? null : [own]
  }
}

interface Told {
  kind: UserJobKind
  phase: WireJobPhase
  isOver: boolean
  /** Whether the service includes ids in this response at all. */
  areIdsTold: boolean
  /** Passwords that may occur in the messages of a row; null when they are not known. */
  secretsOf: (row: KeptRow) => readonly string[] | null
}

function judgeRow(
  { kind, phase, isOver, areIdsTold, secretsOf }: Told,
  row: KeptRow,
  result: WireResult | null,
): RowResult {
  const { position, outcome, userId, issues } = row
  if (result === null) {
    if (!isOver) return { position, outcome, userId, issues: issues ?? [], state: row.state }
    if (phase === 'cancelled') return { position, outcome, userId, issues: issues ?? [], state: 'cancelled' }
    const issue = ownIssue('NOT_TOLD', rowTexts.noResult)
    return { position, outcome, userId, issues: [issue], state: 'unknown' }
  }
  const state = stateOf(kind, phase, result, areIdsTold)
  const isGivenUp = phase === 'errored' && state === 'failed' && !result.issues.some(isFatal)
  const said = redactIssues(result.issues, row, secretsOf(row))
  return {
    position,
    state,
    outcome: outcomeOf(kind, state, result, row),
    userId: kind === 'run' ? result.userId : null,
    issues: isGivenUp ? [...said, ownIssue('JOB_ERRORED', rowTexts.stopped)] : said,
  }
}
