import type { Change, ChangeLog } from '../changes'
import { demoGroups, demoSites, makeJobId, makeLaterGroupId, makeLaterUserId, makeUsers, organizationId } from './demo'
import { Directory } from './directory'
import {
  activeStatus,
  type JobProgress,
  type JobStatus,
  type SentUser,
  type UserResult,
  type UserRow,
  type UserStep,
} from './steps'

interface UserSeed {
  seed: number
  count: number
  /** The start of the demo's day. */
  startMs: number
  log: ChangeLog
}

export interface Job {
  id: string
  /** Its number among all jobs, for a stable order. */
  number: number
  createdAtMs: number
  users: SentUser[]
  results: Array<UserResult | null>
  /** The position of the first user with an address or an id, to detect repeats. */
  firstByKey: Map<string, number>
  /** Null until it is started. */
  validateOnly: boolean | null
  status: JobStatus
  statusSinceMs: number
  done: number
  nextAtMs: number | null
  went: Array<[JobStatus, number]>
}

/** The address that a sent user was named by. */
export function nameOf({ username }: Readonly<Record<string, unknown>>): string {
  return typeof username === 'string' ? username.trim() : ''
}

/** The keys of a user: the address, and the id when one was sent. */
export function keysOf(user: Readonly<Record<string, unknown>>): string[] {
  const name = nameOf(user)
  const { user_id: id } = user
  return [
    ...(name === '' ? [] : [`name:${foldEmail(name)}`]),
    ...(typeof id === 'string' && id !== '' ? [`id:${id}`] : []),
  ]
}

export const foldEmail = (text: string) => text.trim().toLowerCase()

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/**
 * Users, groups and upsert jobs in memory: the demo with all stored steps applied. Whether a request is allowed is decided
 * elsewhere.
 */
export class UserStore {
  readonly #users = new Map<string, UserRow>()
  readonly #ids = new Map<string, string>()
  readonly groups = new Directory(demoGroups)
  readonly sites = new Directory(demoSites)
  readonly #jobs = new Map<string, Job>()
  /** Active users by seat. */
  readonly #seats = new Map<string, number>()
  /** How often a user was created or changed, by address. */
  readonly #executed = new Map<string, number>()
  #sorted: UserRow[] | null = null
  #made = 0

  constructor(private readonly from: UserSeed) {
    for (const row of makeUsers(from.seed, from.count, from.startMs)) this.putUser(row)
    for (const past of from.log.past) if (past.kind === 'users') this.#apply(past)
  }

  /** In the order of their ids. */
  users(): readonly UserRow[] {
    this.#sorted ??= [...this.#users.values()].sort(byId)
    return this.#sorted
  }
  user(id: string): UserRow | undefined {
    return this.#users.get(id)
  }
  userByEmail(email: string): UserRow | undefined {
    return this.#users.get(this.#ids.get(foldEmail(email)) ?? '')
  }
  usersOf(groupId: string): UserRow[] {
    return this.users().filter(({ groupIds }) => groupId === organizationId || groupIds.includes(groupId))
  }
  /** Active users on a seat. */
  seatsTaken(seatType: string): number {
    return this.#seats.get(seatType) ?? 0
  }
  job(id: string): Job | undefined {
    return this.#jobs.get(id)
  }
  /** Oldest first. */
  jobs(): readonly Job[] {
    return [...this.#jobs.values()]
  }
  executions(): ReadonlyMap<string, number> {
    return this.#executed
  }

  /** Ids for objects in later steps. A number is never given out twice. */
  takeUserId(): string {
    this.#made += 1
    return makeLaterUserId(this.from.seed, this.#made)
  }
  takeGroupId(): string {
    this.#made += 1
    return makeLaterGroupId(this.from.seed, this.#made)
  }
  takeJobId(): string {
    this.#made += 1
    return makeJobId(this.from.seed, this.#made)
  }

  /** Applies a step and stores it. */
  change(step: UserStep, at: number): void {
    const change = this.#makeChange(step, at)
    this.from.log.append(change)
    this.#apply(change)
  }

  /** Stores a step that `putUser` and `setProgress` have already applied. */
  keep(step: UserStep, at: number): void {
    this.from.log.append(this.#makeChange(step, at))
  }

  #makeChange(step: UserStep, at: number): Extract<Change, { kind: 'users' }> {
    return { kind: 'users', at, made: this.#made, step }
  }

  /** Stores the new state of a user. */
  putUser(row: UserRow): void {
    const before = this.#users.get(row.id)
    if (before) {
      this.#ids.delete(foldEmail(before.email))
      this.#countSeat(before, -1)
    }
    this.#sorted = null
    this.#users.set(row.id, row)
    this.#ids.set(foldEmail(row.email), row.id)
    this.#countSeat(row, 1)
  }

  #countSeat({ seatType, status }: UserRow, by: number): void {
    if (status === activeStatus) this.#seats.set(seatType, this.seatsTaken(seatType) + by)
  }

  countExecution(email: string): void {
    const key = foldEmail(email)
    this.#executed.set(key, (this.#executed.get(key) ?? 0) + 1)
  }

  /** Sets the result of one user in a job. */
  setResult(job: Job, result: UserResult): void {
    job.results[result.at] = result
    const { outcome } = result
    if (outcome === 'created' || outcome === 'updated') this.countExecution(nameOf(job.users[result.at]?.user ?? {}))
  }

  setStatus(job: Job, status: JobStatus, at: number): void {
    job.status = status
    // Times of writes may be ahead of the clock that decides what is due.
    job.statusSinceMs = Math.max(at, job.statusSinceMs)
    job.went.push([status, job.statusSinceMs])
  }

  #apply({ step, at, made }: Extract<Change, { kind: 'users' }>): void {
    this.#made = Math.max(this.#made, made)
    switch (step.do) {
      case 'put-groups':
        this.groups.add(step.groups)
        return
      case 'put-sites':
        this.sites.add(step.sites)
        return
      case 'put-users':
        for (const row of step.users) this.putUser(row)
        return
      case 'upsert':
        for (const row of step.users) this.putUser(row)
        for (const email of step.emails) this.countExecution(email)
        return
      case 'put-job':
        this.#putJob(step.id, step.users, at)
        return
      case 'start-job': {
        const job = this.#jobs.get(step.id)
        if (!job) return
        job.validateOnly = step.validateOnly
        job.nextAtMs = step.nextAtMs
        return
      }
      case 'progress':
        for (const progress of step.jobs) this.#setProgress(progress)
        for (const row of step.users) this.putUser(row)
        return
    }
  }

  #putJob(id: string, users: readonly SentUser[], at: number): void {
    const job: Job = this.#jobs.get(id) ?? {
      id,
      number: this.#jobs.size,
      createdAtMs: at,
      users: [],
      results: [],
      firstByKey: new Map(),
      validateOnly: null,
      status: 'STATUS_PENDING',
      statusSinceMs: at,
      done: 0,
      nextAtMs: null,
      went: [['STATUS_PENDING', at]],
    }
    this.#jobs.set(id, job)
    for (const sent of users) {
      const place = job.users.length
      job.users.push(sent)
      job.results.push(null)
      for (const key of keysOf(sent.user)) if (!job.firstByKey.has(key)) job.firstByKey.set(key, place)
    }
  }

  #setProgress({ id, done, nextAtMs, went, results }: JobProgress): void {
    const job = this.#jobs.get(id)
    if (!job) return
    for (const result of results) this.setResult(job, result)
    for (const [status, at] of went) this.setStatus(job, status, at)
    job.done = done
    job.nextAtMs = nextAtMs
  }
}
