import { Findings } from './findings'
import { judgeUser, type RuleWorld, type Verdict } from './rules'
import { activeStatus, type ErrorLevel, type SentUser, type UserError, type UserRow } from './steps'
import { foldEmail, nameOf, type UserStore } from './store'

export interface ActRules {
  /** When an existing user is reported: never, only in a dry run, or always. */
  reportsExisting: 'never' | 'validate' | 'always'
  /** Total number of seats by type; types that are not named are unlimited. */
  seats: Record<string, number>
}

/** A failure that a test sets for one user. */
export interface UserFailure {
  reason: string
  level: ErrorLevel
  message: string
  field: string
  /** When it fails: in the dry run, in the import, or both. */
  when: 'validate' | 'execute' | 'both'
  times: number
}

/** Addresses of a company that has its own organization. */
export const foreignDomain = '@northgate-freight.example'

/** Validates users and creates or changes them, one at a time. */
export class UserActs {
  readonly #failures = new Map<string, UserFailure[]>()
  readonly #foreign = new Set<string>()

  constructor(
    private readonly getStore: () => UserStore,
    private readonly rules: ActRules,
  ) {}

  failUsers(emails: readonly string[], failure: UserFailure): void {
    for (const email of emails) {
      const key = foldEmail(email)
      this.#failures.set(key, [...(this.#failures.get(key) ?? []), { ...failure }])
    }
  }
  clearFailures(): void {
    this.#failures.clear()
  }
  addForeign(emails: readonly string[]): void {
    for (const email of emails) this.#foreign.add(foldEmail(email))
  }

  /** What would happen to a user. */
  inspect(
    sent: SentUser,
    isRepeated: boolean,
    seats: Map<string, number>,
  ): { errors: UserError[]; existing: UserRow | null } {
    const { errors, next, existing } = judgeUser(sent, this.#makeWorld(isRepeated, seats))
    const failure = this.#drawFailure(sent, 'validate')
    if (next && next.status === activeStatus && !holdsSeat(existing, next))
      seats.set(next.seatType, (seats.get(next.seatType) ?? 0) + 1)
    const known = existing && this.rules.reportsExisting !== 'never' ? listExistingErrors(existing) : []
    return { errors: [...known, ...errors, ...failure], existing }
  }

  /** Creates or changes a user, unless there is a fatal error. */
  act(sent: SentUser, isRepeated: boolean, at: number) {
    const verdict = judgeUser(sent, this.#makeWorld(isRepeated, new Map()))
    const { next, existing } = verdict
    const failure = this.#drawFailure(sent, 'execute')
    const known = existing && this.rules.reportsExisting === 'always' ? listExistingErrors(existing) : []
    const errors = [...known, ...verdict.errors, ...failure]
    if (!next || failure.some(({ level }) => level === 'LEVEL_FATAL'))
      return { errors, row: null, outcome: 'refused' as const }
    const row = makeRow(next, existing, existing?.id ?? this.getStore().takeUserId(), Math.floor(at))
    this.getStore().putUser(row)
    return { errors, row, outcome: existing ? ('updated' as const) : ('created' as const) }
  }

  #makeWorld(isRepeated: boolean, seats: ReadonlyMap<string, number>): RuleWorld {
    const { rules } = this
    const store = this.getStore()
    return {
      findUser: (id) => store.user(id),
      findByEmail: (email) => store.userByEmail(email),
      groups: store.groups,
      sites: store.sites,
      hasSeat: (type) => store.seatsTaken(type) + (seats.get(type) ?? 0) < (rules.seats[type] ?? Infinity),
      isForeign: (email) => this.#foreign.has(foldEmail(email)) || foldEmail(email).endsWith(foreignDomain),
      isRepeated,
    }
  }

  #drawFailure(sent: SentUser, turn: 'validate' | 'execute'): UserError[] {
    const failures = this.#failures.get(foldEmail(nameOf(sent.user)))
    const armed = failures?.find(({ when, times }) => times > 0 && (when === 'both' || when === turn))
    if (!armed) return []
    armed.times -= 1
    const found = new Findings()
    found.add(armed.level, armed.reason.replace(/^REASON_/, ''), armed.field.replace(/^FIELD_/, ''), '', armed.message)
    return found.errors
  }
}

const holdsSeat = (existing: UserRow | null, next: NonNullable<Verdict['next']>) =>
  existing !== null && existing.status === next.status && existing.seatType === next.seatType

function listExistingErrors({ email }: UserRow): UserError[] {
  const found = new Findings()
  found.add('LEVEL_INFO', 'USER_EXISTS', 'USERNAME', email, 'The user exists already and will be updated')
  return found.errors
}

function makeRow(next: NonNullable<Verdict['next']>, existing: UserRow | null, id: string, at: number): UserRow {
  if (!existing) return { id, ...next, createdAtMs: at, modifiedAtMs: at }
  const same: UserRow = { ...existing, ...next, modifiedAtMs: existing.modifiedAtMs }
  // An unchanged user keeps its modification time.
  return JSON.stringify(same) === JSON.stringify(existing) ? existing : { ...same, modifiedAtMs: at }
}
