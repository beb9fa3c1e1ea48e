import type { StandinOptions } from '../server'
import { startBench, testNow, type Bench } from '../testing'
import type { JobState } from './control'

export interface Asked {
  status: number
  body: Record<string, unknown>
}

export interface ReportedUser {
  user: Record<string, unknown>
  user_id?: string
  errors: ReportedError[]
}
export interface ReportedError {
  reason: string
  field_hint: string
  value_hint: string
  message: string
  level: string
  value_reference?: { id: string; name: string; valid: boolean }
  details?: { ambiguous_reference: { possible_references: Array<{ id: string; name: string }> } }
}

export interface UserBench extends Bench {
  send(method: string, path: string, body?: unknown, token?: string): Promise<Asked>
  /** Moves the stand-in's clock forward. */
  pass(ms: number): void
  /** Creates a job of these users and returns its id. */
  hold(users: readonly object[], jobId?: string): Promise<string>
  begin(jobId: string, validateOnly?: boolean): Promise<Asked>
  /** Creates and starts a job, lets it end, and returns it. */
  run(users: readonly object[], validateOnly?: boolean): Promise<{ status: string; users: ReportedUser[]; id: string }>
  read(jobId: string): Promise<{ status: string; users: ReportedUser[] } & Record<string, unknown>>
  job(jobId: string): JobState
}

/** A test bench for imports. Its clock moves only when the test moves it. */
export async function startUserBench(given: StandinOptions = {}): Promise<UserBench> {
  let nowMs = testNow
  const bench = await startBench({ inspections: 5, users: 60, now: () => nowMs, ...given })
  const { control } = bench.standin
  const send: UserBench['send'] = async (method, path, body, token) => {
    const answer = await bench.ask(path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(token === undefined ? {} : { token }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const jobs = '/users/v1/users/upsert/jobs'
  const hold: UserBench['hold'] = async (users, jobId) => {
    const wrapped = users.map((user) => ({ user }))
    const answer = await send('POST', jobs, { users: wrapped, ...(jobId === undefined ? {} : { job_id: jobId }) })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer))
    return String(answer.body['job_id'])
  }
  const begin: UserBench['begin'] = (jobId, validateOnly = false) =>
    send('POST', `${jobs}/${jobId}`, { validate_only: validateOnly })
  const read: UserBench['read'] = async (jobId) => {
    const answer = await send('GET', `${jobs}/${jobId}`)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer))
    return answer.body['job'] as Awaited<ReturnType<UserBench['read']>>
  }
  return Object.assign(bench, {
    send,
    pass: (ms: number) => {
      nowMs += ms
    },
    hold,
    begin,
    read,
    run: async (users: readonly object[], validateOnly = false) => {
      const id = await hold(users)
      await begin(id, validateOnly)
      nowMs += 60_000
      const { status, users: told } = await read(id)
      return { status, users: told, id }
    },
    job: (jobId: string) => {
      const found = control.users.jobs().find(({ id }) => id === jobId)
      if (!found) throw new Error(`there is no job ${jobId}`)
      return found
    },
  })
}

/** The documented status changes (service.md 4.1), without any code of the stand-in. */
export const knownMoves: Readonly<Record<string, readonly string[]>> = {
  STATUS_PENDING: ['STATUS_VALIDATING', 'STATUS_CANCELLED', 'STATUS_ERRORED'],
  STATUS_VALIDATING: ['STATUS_VALIDATED', 'STATUS_VALIDATED_WITH_ERRORS', 'STATUS_CANCELLED', 'STATUS_ERRORED'],
  STATUS_VALIDATED: ['STATUS_EXECUTING', 'STATUS_CANCELLED', 'STATUS_ERRORED'],
  STATUS_VALIDATED_WITH_ERRORS: ['STATUS_EXECUTING', 'STATUS_CANCELLED', 'STATUS_ERRORED'],
  STATUS_EXECUTING: ['STATUS_COMPLETED', 'STATUS_COMPLETED_WITH_ERRORS', 'STATUS_ERRORED', 'STATUS_CANCELLED'],
  STATUS_COMPLETED: [],
  STATUS_COMPLETED_WITH_ERRORS: [],
  STATUS_ERRORED: [],
  STATUS_CANCELLED: [],
}
