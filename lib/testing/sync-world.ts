import { systemClock, type Clock } from '@/lib/clock'
import { openTestDatabase, silentLog } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { createService } from '@/lib/service/client'
import type { Service } from '@/lib/service/types'
import { startStandin, type Standin, type StandinOptions } from '@/lib/standin/server'
import { rereadGap, runPass, type PassOptions, type PassResult } from '@/lib/sync/pass'
import { createSearch } from '@/lib/sync/search'
import { stepReconcile, type ReconcileDeps } from '@/lib/sync/reconcile/reconcile'
import { readLatestRun, readRunningRun, startRun, type ReconcileRun } from '@/lib/sync/reconcile/store'
import { createPassStore, recordFinishedPass } from '@/lib/sync/store'
import { createSync, type Sync, type SyncOptions } from '@/lib/sync/sync'

/** Worlds for tests of the sync: a stand-in over HTTP, a separate index, and a clock that the test moves. */

/** Time moves only when the test moves it. Sleepers wake in order. */
export class HandClock implements Clock {
  #now = Date.parse('2026-06-01T00:00:00.000Z')
  #sleepers: Array<{ at: number; wake: () => void }> = []

  now(): number {
    return this.#now
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason as Error)
        return
      }
      const sleeper = { at: this.#now + ms, wake: resolve }
      this.#sleepers.push(sleeper)
      signal?.addEventListener(
        'abort',
        () => {
          this.#sleepers = this.#sleepers.filter((other) => other !== sleeper)
          reject(signal.reason as Error)
        },
        { once: true },
      )
    })
  }

  advance(ms: number): void {
    this.#now += ms
    const due = this.#sleepers.filter((sleeper) => sleeper.at <= this.#now)
    this.#sleepers = this.#sleepers.filter((sleeper) => sleeper.at > this.#now)
    for (const { wake } of due.sort((a, b) => a.at - b.at)) wake()
  }
}

export interface IndexRow {
  audit_id: string
  modified_at: string
}

export class World implements AsyncDisposable {
  readonly clock = new HandClock()
  readonly service: Service
  readonly #syncs: Sync[] = []

  constructor(
    readonly standin: Standin,
    readonly db: Database,
  ) {
    this.service = createService({
      baseUrl: standin.baseUrl,
      token: standin.token,
      clock: this.clock,
      limits: { searchInspections: 1_000_000, other: 1_000_000 },
    })
  }

  /** A sync as in the console, not started. It stops with the world. */
  createSync(options: Partial<SyncOptions> = {}): Sync {
    const sync = createSync({
      database: () => Promise.resolve(this.db),
      service: () => this.service,
      clock: this.clock,
      log: silentLog,
      ...options,
    })
    this.#syncs.push(sync)
    return sync
  }

  #passOptions(db: Database): PassOptions {
    return { search: createSearch(this.service), store: createPassStore(db), signal: new AbortController().signal }
  }

  /** One pass, without hydration. */
  pass(db: Database = this.db): Promise<PassResult> {
    return runPass(this.#passOptions(db))
  }

  /** One pass as the sync runs it: its end is recorded. */
  async finishPass(db: Database = this.db): Promise<PassResult> {
    const startedAt = new Date(this.clock.now())
    const result = await this.pass(db)
    await recordFinishedPass(db, { startedAt, finishedAt: new Date(this.clock.now()), note: null })
    return result
  }

  /**
   * A full reconciliation to its end, with the passes that it waits for. `between` runs before each step. A failed step
   * is retried if `mayFail` accepts the error.
   */
  async reconcile(
    options: {
      db?: Database
      limit?: number
      between?: (run: ReconcileRun) => void | Promise<void>
      mayFail?: (error: unknown) => boolean
      search?: ReconcileDeps['search']
      onSaved?: NonNullable<ReconcileDeps['onSaved']>
    } = {},
  ): Promise<ReconcileRun> {
    const { db = this.db } = options
    await startRun(this.db, 'person')
    const deps: ReconcileDeps = {
      db,
      search: options.search ?? createSearch(this.service),
      service: this.service,
      store: createPassStore(db),
      signal: new AbortController().signal,
      ...(options.limit === undefined ? {} : { limit: options.limit }),
      ...(options.onSaved === undefined ? {} : { onSaved: options.onSaved }),
    }
    for (;;) {
      const run = await readRunningRun(this.db)
      if (run === null) break
      await options.between?.(run)
      const result = await stepReconcile(run, deps).catch((error: unknown) => {
        if (options.mayFail?.(error) === true) return 'failed' as const
        throw error
      })
      if (result === 'waiting') await this.finishPass()
    }
    const latest = await readLatestRun(this.db)
    if (latest === null) throw new Error('no full compare was begun')
    return latest
  }

  /** Checks the gap that is due. */
  rereadGap() {
    return rereadGap(this.#passOptions(this.db))
  }

  async index(): Promise<IndexRow[]> {
    const { rows } = await this.db.query<IndexRow>(`select audit_id, modified_at from inspections`)
    return sortRows(rows)
  }

  /** Inspections in the service that the connected account can see, sorted like `index()`. */
  truth(): IndexRow[] {
    return sortRows(this.standin.control.truth('both'))
  }

  async count(where: string): Promise<number> {
    const { rows } = await this.db.query<{ n: number }>(`select count(*)::int as n from inspections where ${where}`)
    return rows[0]?.n ?? 0
  }

  /** Moves the world's time until `check` is true. Fails with `what` after 25 s of real time. */
  async until(what: string, check: () => boolean | Promise<boolean>): Promise<void> {
    const deadline = performance.now() + 25_000
    while (!(await check())) {
      if (performance.now() > deadline) throw new Error(`waited in vain: ${what}`)
      this.clock.advance(100)
      await systemClock.sleep(5)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#syncs.map((sync) => sync.stop()))
    await this.service.close()
    await this.standin.close()
    await this.db.close()
  }
}

function sortRows(rows: readonly IndexRow[]): IndexRow[] {
  return [...rows].sort((a, b) => (a.audit_id < b.audit_id ? -1 : 1))
}

/** A stand-in, an empty index and a client between them. */
export async function startWorld(options: StandinOptions = {}): Promise<World> {
  const standin = await startStandin({ inspections: 60, limits: 'off', ...options })
  return new World(standin, await openTestDatabase())
}
