import type { UserRow } from '../users/steps'
import { makeCatalog, type Catalog } from './catalog'
import { makeAttempts, makeRefreshAnswers, type Attempt, type RefreshAnswer } from './results'

const hourMs = 3_600_000

/** Courses and current results. Created on first use, and again when users have changed. */
export class TrainingDesk {
  #catalog: Catalog | null = null
  #of: readonly UserRow[] | null = null
  #attempts: Attempt[] = []
  #answers: RefreshAnswer[] = []

  constructor(
    private readonly from: { seed: number; startMs: number; users: () => readonly UserRow[]; now: () => number },
  ) {}

  get seed(): number {
    return this.from.seed
  }
  get catalog(): Catalog {
    this.#catalog ??= makeCatalog(this.from.seed, this.from.startMs)
    return this.#catalog
  }

  now(): number {
    return this.from.now()
  }
  /** Results come from a data warehouse that is updated at every full hour. */
  knownUntil(): number {
    return Math.floor(this.from.now() / hourMs) * hourMs
  }

  /** Attempts started by then, oldest first. */
  attempts(): Attempt[] {
    this.#make()
    const until = this.knownUntil()
    return this.#attempts.filter(({ startedAtMs }) => startedAtMs <= until)
  }
  /** Answers to rapid refreshes, oldest first. */
  refreshAnswers(): RefreshAnswer[] {
    this.#make()
    const until = this.knownUntil()
    return this.#answers.filter(({ atMs }) => atMs <= until)
  }

  #make(): void {
    const users = this.from.users()
    if (this.#of === users) return
    this.#of = users
    this.#attempts = makeAttempts(this.from.seed, users, this.catalog, this.from.startMs)
    this.#answers = makeRefreshAnswers(this.from.seed, users, this.catalog)
  }
}
