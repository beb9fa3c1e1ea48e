import type { WireJobPhase, WireResult } from '@/lib/service/users'
import type { RowFault, UserJobKind, UserRowState } from './schema'
import { rowWords } from './notes'
import type { KeptRow, RowResult } from './store'

/** What the service's results mean for rows. */

export const foldName = (username: string) => username.trim().toLowerCase()

export const ownFault = (reason: string, message: string): RowFault => ({
  reason,
  level: 'error',
  field: null,
  value: null,
  message,
  choices: [],
})

/** Results in the order of the rows that they are of: by address, the same address in its order; null for none. */
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

/** Whether a job of the service will not go on. */
export function isEnded(phase: WireJobPhase, kind: UserJobKind): boolean {
  return (
    phase === 'completed' || phase === 'errored' || phase === 'cancelled' || (phase === 'validated' && kind === 'check')
  )
}

const isBad = ({ level }: RowFault) => level === 'error' || level === 'fatal'

function endOf(faults: readonly RowFault[]): UserRowState {
  if (faults.some(isBad)) return 'failed'
  return faults.some(({ level }) => level === 'warning') ? 'warned' : 'ok'
}

function stateOf(kind: UserJobKind, phase: WireJobPhase, { userId, faults }: WireResult): UserRowState {
  // In a run an id tells that the user's turn has been.
  const isDone = kind === 'run' && userId !== null
  if (phase === 'completed' || (kind === 'check' && phase === 'validated')) return endOf(faults)
  if (isDone && (phase === 'executing' || phase === 'cancelled' || phase === 'errored')) return endOf(faults)
  if (phase === 'cancelled') return 'cancelled'
  if (phase === 'errored') return 'failed'
  if (kind === 'check' && faults.length > 0 && endOf(faults) !== 'ok') return endOf(faults)
  if (phase === 'executing' && faults.some(({ level }) => level === 'fatal')) return 'failed'
  return 'sent'
}

function outcomeOf(kind: UserJobKind, state: UserRowState, { outcome, faults, userId }: WireResult, row: KeptRow) {
  if (kind === 'check') return state === 'ok' || state === 'warned' ? 'valid' : null
  if (userId === null) return null
  if (outcome !== null) return outcome
  // Whoever was there before the start is not created by it. An id that an earlier poll told says nothing of that.
  const wasThere = row.asked.userId !== undefined || row.outcome === 'updated'
  const isSaid = faults.some(({ reason }) => reason.endsWith('USER_EXISTS'))
  return wasThere || isSaid ? 'updated' : null
}

/** What a poll tells of a job's rows: those that it changes. */
export function judgeRows(
  kind: UserJobKind,
  phase: WireJobPhase,
  rows: readonly KeptRow[],
  results: readonly WireResult[],
): RowResult[] {
  const isOver = isEnded(phase, kind)
  return matchResults(rows, results).flatMap((result, index): RowResult[] => {
    const row = rows[index]
    // What failed before it was sent has nothing to do with the job there.
    if (row === undefined || (row.state === 'failed' && result === null)) return []
    const next = judgeRow(kind, phase, row, result, isOver)
    const isSame =
      next.state === row.state &&
      next.outcome === row.outcome &&
      next.userId === row.userId &&
      JSON.stringify(next.faults) === JSON.stringify(row.faults ?? [])
    return isSame ? [] : [next]
  })
}

function judgeRow(
  kind: UserJobKind,
  phase: WireJobPhase,
  row: KeptRow,
  result: WireResult | null,
  isOver: boolean,
): RowResult {
  const { position, outcome, userId, faults } = row
  if (result === null) {
    if (!isOver) return { position, outcome, userId, faults: faults ?? [], state: row.state }
    if (phase === 'cancelled') return { position, outcome, userId, faults: faults ?? [], state: 'cancelled' }
    const fault = ownFault('NOT_TOLD', rowWords.notTold)
    return { position, outcome, userId, faults: [fault], state: 'unknown' }
  }
  const state = stateOf(kind, phase, result)
  const isGivenUp = phase === 'errored' && state === 'failed' && !result.faults.some(isBad)
  return {
    position,
    state,
    outcome: outcomeOf(kind, state, result, row),
    userId: kind === 'run' ? result.userId : null,
    faults: isGivenUp ? [...result.faults, ownFault('JOB_ERRORED', rowWords.jobErrored)] : result.faults,
  }
}
