import { Refusal } from '../refusals'
import { UserActs, type ActRules } from './acts'
import { keysOf, nameOf, type Job, type UserStore } from './store'
import type { JobProgress, JobStatus, SentUser, UserError, UserResult, UserRow } from './steps'

/** The behavior of upsert jobs. Everything may be changed while they run. */
export interface JobRules extends ActRules {
  /** Users per second that a job creates or changes; 0 pauses it, null takes no time. A dry run is four times as fast. */
  usersPerSecond: number | null
  /** How long a started job reports that it is pending. */
  pendingMs: number
  /** How long an import reports that it is validated before it continues. */
  validatedMs: number
  /** False: a call with the id of a pending job creates another job, and returns the new id. */
  addsToJobs: boolean
}

export const usersPerCallMax = 2_000
export const immediateMax = 10

const isFinal = (status: JobStatus, validateOnly: boolean | null) =>
  status === 'STATUS_COMPLETED' ||
  status === 'STATUS_COMPLETED_WITH_ERRORS' ||
  status === 'STATUS_ERRORED' ||
  status === 'STATUS_CANCELLED' ||
  (validateOnly === true && isValidated(status))
const isValidated = (status: JobStatus) => status === 'STATUS_VALIDATED' || status === 'STATUS_VALIDATED_WITH_ERRORS'
const isBad = ({ level }: UserError) => level === 'LEVEL_ERROR' || level === 'LEVEL_FATAL'

/** True when the job has ended. */
export const isEnded = (job: Job) => isFinal(job.status, job.validateOnly)
/** Users with at least one error. */
export const countFailed = (job: Job) => job.results.filter((result) => result?.errors.some(isBad)).length

/**
 * Runs upsert jobs. Nothing runs on a timer: each request first applies everything that was due before it, in order, and
 * stores that as one step.
 */
export class UserDesk {
  readonly rules: JobRules = {
    usersPerSecond: 1_500,
    pendingMs: 0,
    validatedMs: 250,
    addsToJobs: true,
    reportsExisting: 'validate',
    seats: { SUBSCRIPTION_SEAT_TYPE_PREMIUM: 25_000 },
  }
  readonly acts: UserActs
  #running: Set<Job> | null = null
  /** Seats that users of a job would take, counted in a dry run. */
  readonly #seatsMeant = new WeakMap<Job, Map<string, number>>()

  constructor(
    private readonly getStore: () => UserStore,
    private readonly now: () => number,
    private readonly tick: () => number,
  ) {
    this.acts = new UserActs(getStore, this.rules)
  }

  get store(): UserStore {
    return this.getStore()
  }

  /** Changes rules. Jobs in progress continue at the new speed from now on. */
  setRules(rules: Partial<JobRules>): void {
    this.settle()
    Object.assign(this.rules, rules)
    const now = this.now()
    for (const job of this.#getRunning()) {
      const next = this.#nextTurn(job, now)
      job.nextAtMs = next === null || job.nextAtMs === null ? next : Math.min(job.nextAtMs, next)
    }
  }

  /** Adds users to a pending job or a new one, and returns its id. @throws Refusal 400, 404 */
  hold(users: SentUser[], jobId: string | null): string {
    this.settle()
    const known = jobId === null ? null : this.requireJob(jobId)
    if (known && (known.status !== 'STATUS_PENDING' || known.validateOnly !== null))
      throw new Refusal(400, 'users can only be added to a job that is pending')
    const id = known && this.rules.addsToJobs ? known.id : this.store.takeJobId()
    this.store.change({ do: 'put-job', id, users }, this.tick())
    return id
  }

  /** @throws Refusal 400, 404 */
  start(jobId: string, validateOnly: boolean): void {
    this.settle()
    const job = this.requireJob(jobId)
    if (job.status === 'STATUS_CANCELLED') throw new Refusal(400, 'the job was cancelled')
    if (job.status !== 'STATUS_PENDING' || job.validateOnly !== null)
      throw new Refusal(400, 'the job has been started already')
    // Due by the clock itself, because the time of a write may be ahead of it.
    const nextAtMs = this.now() + this.rules.pendingMs
    this.store.change({ do: 'start-job', id: job.id, validateOnly, nextAtMs }, this.tick())
    this.#getRunning().add(job)
    this.settle()
  }

  /** @throws Refusal 400, 404 */
  cancel(jobId: string): void {
    this.settle()
    const job = this.requireJob(jobId)
    if (isEnded(job)) throw new Refusal(400, 'the job has ended already')
    this.#end(job, 'STATUS_CANCELLED')
  }

  /** Ends a job as one that the service failed to finish. @throws when there is no such job, or it has ended */
  stop(jobId: string): void {
    this.settle()
    const job = this.requireJob(jobId)
    if (isEnded(job)) throw new Error(`the job ${jobId} has ended`)
    this.#end(job, 'STATUS_ERRORED')
  }

  #end(job: Job, status: JobStatus): void {
    this.#getRunning().delete(job)
    const at = this.tick()
    this.store.setStatus(job, status, at)
    job.nextAtMs = null
    const { id, done } = job
    this.store.keep(
      { do: 'progress', jobs: [{ id, done, nextAtMs: null, went: [[status, at]], results: [] }], users: [] },
      at,
    )
  }

  /** @throws Refusal 404 */
  requireJob(id: string): Job {
    const job = this.store.job(id)
    if (!job) throw new Refusal(404, 'job not found')
    return job
  }

  /** Creates and changes users at once. */
  upsert(users: readonly SentUser[], validateOnly: boolean): Array<{ userId: string | null; errors: UserError[] }> {
    this.settle()
    const at = this.tick()
    const seen = new Set<string>()
    const rows: UserRow[] = []
    const emails: string[] = []
    const seats = new Map<string, number>()
    const results = users.map((sent) => {
      const keys = keysOf(sent.user)
      const isRepeated = keys.some((key) => seen.has(key))
      for (const key of keys) seen.add(key)
      if (validateOnly) {
        const { errors, existing } = this.acts.inspect(sent, isRepeated, seats)
        return { userId: existing?.id ?? null, errors }
      }
      const { errors, row } = this.acts.act(sent, isRepeated, at)
      if (row) {
        rows.push(row)
        emails.push(nameOf(sent.user) || row.email)
        this.store.countExecution(emails.at(-1) ?? '')
      }
      return { userId: row?.id ?? null, errors }
    })
    if (rows.length > 0) this.store.keep({ do: 'upsert', users: rows, emails }, at)
    return results
  }

  /** Applies everything that is due. */
  settle(): void {
    const now = this.now()
    const running = this.#getRunning()
    const changed = new Map<Job, JobProgress>()
    const rows = new Map<string, UserRow>()
    for (;;) {
      let due: Job | null = null
      for (const job of running)
        if (job.nextAtMs !== null && job.nextAtMs <= now && (due?.nextAtMs ?? Infinity) > job.nextAtMs) due = job
      if (due === null) break
      const progress = changed.get(due) ?? { id: due.id, done: 0, nextAtMs: null, went: [], results: [] }
      changed.set(due, progress)
      const row = this.#takeTurn(due, due.nextAtMs ?? now, progress)
      if (row) rows.set(row.id, row)
      if (isEnded(due)) running.delete(due)
    }
    if (changed.size === 0) return
    const jobs = Array.from(changed, ([job, progress]) => ({ ...progress, done: job.done, nextAtMs: job.nextAtMs }))
    this.store.keep({ do: 'progress', jobs, users: [...rows.values()] }, this.tick())
  }

  #getRunning(): Set<Job> {
    if (this.#running) return this.#running
    this.#running = new Set(this.store.jobs().filter((job) => job.validateOnly !== null && !isEnded(job)))
    // A halted job continues after a restart, because the setting is not kept.
    for (const job of this.#running) job.nextAtMs ??= this.#nextTurn(job, this.now())
    return this.#running
  }

  /** Applies one user or one status change. Returns the user that was created or changed. */
  #takeTurn(job: Job, at: number, progress: JobProgress): UserRow | null {
    const go = (status: JobStatus, nextAtMs: number | null) => {
      this.store.setStatus(job, status, at)
      progress.went.push([status, at])
      job.nextAtMs = nextAtMs
    }
    const note = (result: UserResult) => {
      this.store.setResult(job, result)
      progress.results.push(result)
    }
    if (job.status === 'STATUS_PENDING') {
      go('STATUS_VALIDATING', at)
      job.nextAtMs = this.#nextTurn(job, at)
      return null
    }
    if (isValidated(job.status)) {
      job.done = 0
      go('STATUS_EXECUTING', at)
      job.nextAtMs = this.#nextTurn(job, at)
      return null
    }
    const place = job.done
    const sent = job.users[place]
    if (!sent) throw new Error(`the job ${job.id} is through with more users than it has`)
    const isRepeated = keysOf(sent.user).some((key) => job.firstByKey.get(key) !== place)
    const isExecuting = job.status === 'STATUS_EXECUTING'
    let row: UserRow | null = null
    if (isExecuting) {
      const done = this.acts.act(sent, isRepeated, at)
      row = done.row
      note({ at: place, userId: row?.id ?? null, errors: done.errors, outcome: done.outcome })
    } else {
      const seats = this.#seatsMeant.get(job) ?? new Map<string, number>()
      this.#seatsMeant.set(job, seats)
      const { errors, existing } = this.acts.inspect(sent, isRepeated, seats)
      // In an import, an id means that the user is done.
      const userId = job.validateOnly === true ? (existing?.id ?? null) : null
      note({ at: place, userId, errors, outcome: null })
    }
    job.done = place + 1
    job.nextAtMs = this.#nextTurn(job, at)
    if (job.done < job.users.length) return row
    const hasErrors = countFailed(job) > 0
    if (isExecuting) go(hasErrors ? 'STATUS_COMPLETED_WITH_ERRORS' : 'STATUS_COMPLETED', null)
    else {
      const next = job.validateOnly === true ? null : at + this.rules.validatedMs
      go(hasErrors ? 'STATUS_VALIDATED_WITH_ERRORS' : 'STATUS_VALIDATED', next)
    }
    return row
  }

  #nextTurn(job: Job, at: number): number | null {
    if (job.status === 'STATUS_PENDING') return at + this.rules.pendingMs
    if (isValidated(job.status)) return at + this.rules.validatedMs
    const { usersPerSecond } = this.rules
    if (usersPerSecond === null) return at
    if (usersPerSecond === 0) return null
    return at + 1_000 / (job.status === 'STATUS_VALIDATING' ? usersPerSecond * 4 : usersPerSecond)
  }
}
