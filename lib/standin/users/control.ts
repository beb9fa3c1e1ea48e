import type { Named } from './demo'
import type { UserFailure } from './acts'
import { countFailed, isEnded, type JobRules, type UserDesk } from './desk'
import { nameOf } from './store'
import type { JobStatus, UserError, UserResult, UserRow } from './steps'

export interface JobState {
  id: string
  status: JobStatus
  validateOnly: boolean | null
  isEnded: boolean
  total: number
  /** Users finished in the current phase. */
  done: number
  failed: number
  /** Its past statuses, with their times. */
  went: Array<[JobStatus, number]>
  users: Array<{ username: string; outcome: UserResult['outcome']; userId: string | null; errors: UserError[] }>
}

/** Everything that upserts can change, in the order of ids. Two snapshots are equal when nothing happened between them. */
export interface UserState {
  groups: Named[]
  users: UserRow[]
}

/** Changes users and their jobs directly, without checking permissions or rules. */
export class UserControl {
  constructor(
    private readonly desk: UserDesk,
    private readonly tick: () => number,
  ) {}

  state(): UserState {
    this.desk.settle()
    const { store } = this.desk
    return { groups: store.groups.all(), users: [...store.users()] }
  }

  /** How often each address was created or changed by an upsert, without refused attempts. */
  executions(): Record<string, number> {
    this.desk.settle()
    return Object.fromEntries(this.desk.store.executions())
  }

  /** Jobs, oldest first. */
  jobs(): JobState[] {
    this.desk.settle()
    return this.desk.store.jobs().map((job) => ({
      id: job.id,
      status: job.status,
      validateOnly: job.validateOnly,
      isEnded: isEnded(job),
      total: job.users.length,
      done: job.done,
      failed: countFailed(job),
      went: [...job.went],
      users: job.users.map(({ user }, at) => ({
        username: nameOf(user),
        outcome: job.results[at]?.outcome ?? null,
        userId: job.results[at]?.userId ?? null,
        errors: job.results[at]?.errors ?? [],
      })),
    }))
  }

  /** Changes the behavior of jobs, including those in progress. */
  setRules(rules: Partial<JobRules>): void {
    this.desk.setRules(rules)
  }

  /** Makes the next `times` attempts for each of these users fail. By default, the attempt to create or change it. */
  failUsers(emails: readonly string[], how: { [Key in keyof UserFailure]?: UserFailure[Key] | undefined } = {}): void {
    this.desk.acts.failUsers(emails, {
      reason: how.reason ?? 'REASON_INTERNAL',
      level: how.level ?? 'LEVEL_FATAL',
      message: how.message ?? 'An internal error occurred, please try again',
      field: how.field ?? 'FIELD_UNSPECIFIED',
      when: how.when ?? 'execute',
      times: how.times ?? 1,
    })
  }
  clearFailures(): void {
    this.desk.acts.clearFailures()
  }
  /** Addresses that belong to another organization, besides all of its domain. */
  addForeign(emails: readonly string[]): void {
    this.desk.acts.addForeign(emails)
  }

  addGroups(names: readonly string[]): string[] {
    this.desk.settle()
    const groups = names.map((name) => ({ id: this.desk.store.takeGroupId(), name }))
    this.desk.store.change({ do: 'put-groups', groups }, this.tick())
    return groups.map(({ id }) => id)
  }
  addSites(names: readonly string[]): string[] {
    this.desk.settle()
    const sites = names.map((name) => ({ id: this.desk.store.takeJobId(), name }))
    this.desk.store.change({ do: 'put-sites', sites }, this.tick())
    return sites.map(({ id }) => id)
  }
  /** Changes the given fields of users, by address. @throws when there is no such user */
  editUser(email: string, edit: Partial<Omit<UserRow, 'id'>>): void {
    this.desk.settle()
    const row = this.desk.store.userByEmail(email)
    if (!row) throw new Error(`there is no user ${email}`)
    const at = this.tick()
    this.desk.store.change({ do: 'put-users', users: [{ ...row, ...edit, modifiedAtMs: at }] }, at)
  }

  /** Ends a running job as STATUS_ERRORED. */
  stopJob(jobId: string): void {
    this.desk.stop(jobId)
  }
}
