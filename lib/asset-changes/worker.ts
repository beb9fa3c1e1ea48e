import 'server-only'
import type { Clock } from '@/lib/clock'
import { withLock } from '@/lib/db/embedded/lock'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { tell } from '@/lib/events/publish'
import { createTurnLoop } from '@/lib/background/turn-loop'
import type { Tools } from './ends'
import { lookUp } from './looks'
import { notes } from './model'
import type { Remote } from './remote'
import { doStep } from './steps'
import {
  giveUpRunning,
  hasWaiting,
  keepSteps,
  noteWaiting,
  readNextDue,
  takeUnknown,
  takeWaiting,
  type TakenStep,
} from './store'

export interface ChangeWorkerOptions {
  database: () => Promise<Database>
  remote: () => Remote
  /** Lists the assets of these types anew. */
  refreshTypes: (typeIds: readonly string[]) => Promise<unknown>
  clock: Clock
  log: DatabaseLog
  /** All writes of groups and of types' groups are done one at a time, also by other consoles. */
  lock?: (db: Database) => Tools['lock']
}

/**
 * Does the steps of all changes. Every step is in the database before it is sent and after it, so that a console may die
 * at any moment and another go on; several may work on one database, because each step is one worker's at a time.
 */
export interface ChangeWorker {
  start(): void
  /** Takes no more steps, and lets those under way end. */
  stop(): Promise<void>
  /** Something new is due. */
  wake(): void
}

/** Prolonged while the worker lives: a step of one that died is looked at this much later. */
const leaseMs = 15_000
const keepEveryMs = 4_000
const idleMs = 5_000
const busyMs = 500

/** At a fifth of a second an answer, 200 assets take five seconds. Types wait for each other anyway, see `lock`. */
const tasksMax = { asset: 8, 'asset-type': 1, look: 4 } as const
type TaskKind = keyof typeof tasksMax
/**
 * Of an asset: a write, and a read where its answer does not tell what it has now. Of a type: its assets before and after
 * (two lists each, more where it has hundreds), the groups before and after, and the write.
 */
const requestsPerStep = { asset: 2, 'asset-type': 8 } as const
/** Of the limit, for people. What nobody has used of it is taken just before the window ends. */
const keptShare = 0.1
const handOutSeconds = 3

const bucketName = 'other'

const lockDefault: NonNullable<ChangeWorkerOptions['lock']> = (db) => (work) => withLock(db, 'status-groups', work)

export function createChangeWorker(options: ChangeWorkerOptions): ChangeWorker {
  const { database, remote, refreshTypes, clock, log, lock = lockDefault } = options
  const running = { asset: 0, 'asset-type': 0, look: 0 }
  const held = new Set<TakenStep>()
  let keptAt = -Infinity
  let isProbing = false

  const now = () => new Date(clock.now())
  const after = (ms: number) => new Date(clock.now() + ms)

  /** Steps that the service's budget has room for now; one that waits in its queue would look as if it had been sent. */
  const roomForSteps = (kind: keyof typeof requestsPerStep): number => {
    const budget = remote()
      .budget()
      .find(({ bucket }) => bucket === bucketName)
    if (budget === undefined) return Infinity
    const queued = budget.queuedPerson + budget.queuedBackground
    const share = budget.source === 'headers' ? Math.min(1, Math.max(0, budget.resetSeconds - 1) / handOutSeconds) : 1
    const free = budget.remaining - queued - Math.ceil(budget.limit * keptShare * share)
    return Math.max(0, Math.floor(free / requestsPerStep[kind]))
  }

  const run = (kind: TaskKind, step: TakenStep, work: () => Promise<void>) => {
    running[kind] += 1
    held.add(step)
    loop.run(() =>
      work().finally(() => {
        running[kind] -= 1
        held.delete(step)
      }),
    )
  }

  /** Nothing is sent to a service that is down. Whether it is back is found out by a read: a write is no probe. */
  const probe = (from: Remote) => {
    if (isProbing || (from.breaker().nextProbeAt ?? 0) > clock.now()) return
    isProbing = true
    loop.run(async () => {
      await from.listGroups().catch(() => null)
      isProbing = false
    })
  }

  const turn = async (signal: AbortSignal): Promise<number> => {
    const db = await database()
    if (clock.now() - keptAt >= keepEveryMs) {
      keptAt = clock.now()
      await keepSteps(db, [...held], after(leaseMs))
      await giveUpRunning(db, now())
    }
    const due = await readNextDue(db)
    if (due === null) return idleMs
    if (due > now()) return Math.min(held.size > 0 ? keepEveryMs : idleMs, Math.max(20, due.getTime() - clock.now()))

    const tools: Tools = { db, remote: remote(), clock, log, refreshTypes, lock: lock(db) }
    const take = (limit: number) => ({ limit, now: now(), until: after(leaseMs) })
    const looks = tasksMax.look - running.look
    if (looks > 0)
      for (const step of await takeUnknown(db, take(looks))) run('look', step, () => lookUp(tools, step, signal))

    const isDown = tools.remote.breaker().state !== 'closed'
    if (isDown) probe(tools.remote)
    for (const kind of ['asset', 'asset-type'] as const) {
      const places = tasksMax[kind] - running[kind]
      if (signal.aborted || places <= 0) continue
      const limit = isDown ? 0 : Math.min(places, roomForSteps(kind) - running[kind])
      if (limit > 0)
        for (const step of await takeWaiting(db, { kind, ...take(limit) })) {
          run(kind, step, () => doStep(tools, step))
          tell('asset-changes', [step.change_id])
        }
      else if (await hasWaiting(db, kind, now()))
        await noteWaiting(db, { kind, now: now(), limit: places, note: isDown ? notes.down : notes.room })
    }
    const next = await readNextDue(db)
    if (next === null) return idleMs
    // What is due already found no room: a task that ends makes room, and so does time.
    return next <= now() ? busyMs : Math.min(keepEveryMs, Math.max(20, next.getTime() - clock.now()))
  }

  const loop = createTurnLoop({
    clock,
    log,
    turn,
    failed: { turn: 'the changes could not be looked at', task: 'a step of a change failed' },
  })
  return loop
}
