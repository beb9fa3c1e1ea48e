import 'server-only'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog, Queryable } from '@/lib/db/types'
import type { Lease, Leases, Take } from './leases'
import { createTurnLoop, type Worker } from './turn-loop'

/** Renewed while the worker lives. When a worker dies, its rows are taken over after this time. */
const leaseMs = 15_000
const renewEveryMs = 4_000
const idleMs = 5_000
/** The pause when something is due but all places are taken. A task that ends also ends the pause. */
const busyMs = 500

/** The tasks that a worker takes in one turn. `Kind` names their kinds. */
export interface LeaseTurn<Kind extends string> {
  db: Database
  /** Aborts when the worker stops. */
  signal: AbortSignal
  /** How many more tasks of a kind may run. */
  room: (kind: Kind) => number
  take: (limit: number) => Take
  /** Runs a task, and renews its lease until the task ends or fails. */
  run: (kind: Kind, lease: Lease, task: () => Promise<void>) => void
  /** Runs a task without a lease. */
  runFree: (task: () => Promise<void>) => void
}

export interface WorkerBase {
  database: () => Promise<Database>
  /** Consoles compare the ends of leases, so their clocks must agree: see `DatabaseClock`. */
  clock: Clock & { follow?: (db: Queryable) => Promise<void> }
  log: DatabaseLog
}

interface LeasedWorkerOptions<Kind extends string> extends WorkerBase {
  leases: Leases
  /** How many tasks of each kind run at one time. */
  places: Readonly<Record<Kind, number>>
  /** Takes rows that are due, as long as there is room for their tasks. Not called while nothing is due. */
  takeDue: (turn: LeaseTurn<Kind>) => Promise<void>
  /** Runs first and every few seconds, and cleans up after dead workers. `held` are this worker's own leases. */
  tidy?: (db: Database, held: ReadonlySet<Lease>) => Promise<void>
  /** The log messages for a failed turn and a failed task. */
  failed: { turn: string; task: string }
}

/**
 * A worker on a table of leases. Several workers may share one table, because each row belongs to one worker at a time.
 * A worker may die at any moment, because others take over its rows.
 */
export function createLeasedWorker<Kind extends string>(options: LeasedWorkerOptions<Kind>): Worker {
  const { database, clock, log, leases, places, takeDue, tidy, failed } = options
  const held = new Set<Lease>()
  const running = new Map<Kind, number>()
  let renewedAt = -Infinity

  const after = (ms: number) => new Date(clock.now() + ms)
  const count = (kind: Kind, added: number) => running.set(kind, (running.get(kind) ?? 0) + added)

  const pauseUntil = (next: Date | null): number => {
    const longestMs = held.size > 0 ? renewEveryMs : idleMs
    if (next === null) return longestMs
    const untilMs = next.getTime() - clock.now()
    return untilMs <= 0 ? busyMs : Math.min(longestMs, Math.max(20, untilMs))
  }

  const turn = async (signal: AbortSignal): Promise<number> => {
    const db = await database()
    // A clock that was set back must not let the leases end.
    if (Math.abs(clock.now() - renewedAt) >= renewEveryMs) {
      await clock.follow?.(db)
      renewedAt = clock.now()
      await leases.renew(db, [...held], after(leaseMs))
      await tidy?.(db, held)
    }
    const due = await leases.nextDue(db)
    if (due === null || due > after(0) || signal.aborted) return pauseUntil(due)
    await takeDue({
      db,
      signal,
      room: (kind) => places[kind] - (running.get(kind) ?? 0),
      take: (limit) => ({ limit, now: after(0), until: after(leaseMs) }),
      run: (kind, lease, task) => {
        count(kind, 1)
        held.add(lease)
        loop.run(() =>
          task().finally(() => {
            count(kind, -1)
            held.delete(lease)
          }),
        )
      },
      runFree: (task) => loop.run(task),
    })
    return pauseUntil(await leases.nextDue(db))
  }

  const loop = createTurnLoop({ clock, log, turn, failed })
  return loop
}
