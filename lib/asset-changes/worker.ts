import 'server-only'
import { createLeasedWorker, type LeaseTurn, type WorkerBase } from '@/lib/background/leased-worker'
import type { Worker } from '@/lib/background/turn-loop'
import { withLock } from '@/lib/db/embedded/lock'
import type { Database } from '@/lib/db/types'
import { publishChange } from '@/lib/events/publish'
import type { Tools } from './outcomes'
import { notes } from './texts'
import { recheck } from './recheck'
import type { Remote } from './remote'
import { doStep } from './steps'
import { giveUpRunning, hasWaiting, leaseOf, noteWaiting, stepLeases, takeUnknown, takeWaiting } from './store'

export interface ChangeWorkerOptions extends WorkerBase {
  remote: () => Remote
  /** Refreshes the list of assets of these types. */
  refreshTypes: (typeIds: readonly string[]) => Promise<unknown>
  /** Groups and the groups of types are written one at a time across all consoles. */
  lock?: (db: Database) => Tools['lock']
}

/**
 * Steps that run at the same time. With a fifth of a second per response, 200 assets take five seconds. Types wait for
 * each other anyway because of `lock`.
 */
const places = { asset: 8, 'asset-type': 1, recheck: 4 } as const
const objectKinds = ['asset', 'asset-type'] as const
type ObjectKind = (typeof objectKinds)[number]
/**
 * For an asset: a write, and a read if the response does not show the new status. For a type: its assets before and
 * after (two lists each, more for hundreds of assets), the groups before and after, and the write.
 */
const requestsPerStep: Readonly<Record<ObjectKind, number>> = { asset: 2, 'asset-type': 8 }
/** The share of the limit that is reserved for people. What they have not used is spent just before the window ends. */
const keptShare = 0.1
const handOutSeconds = 3

const bucketName = 'other'

const lockDefault: NonNullable<ChangeWorkerOptions['lock']> = (db) => (work) => withLock(db, 'status-groups', work)

/**
 * The number of steps that fit into the current budget. More steps would wait in the client's queue but appear to be
 * sent.
 */
function roomForSteps(remote: Remote, kind: ObjectKind): number {
  const budget = remote.budget().find(({ bucket }) => bucket === bucketName)
  if (budget === undefined) return Infinity
  const queued = budget.queuedPerson + budget.queuedBackground
  const share = budget.source === 'headers' ? Math.min(1, Math.max(0, budget.resetSeconds - 1) / handOutSeconds) : 1
  const free = budget.remaining - queued - Math.ceil(budget.limit * keptShare * share)
  return Math.max(0, Math.floor(free / requestsPerStep[kind]))
}

/** Takes and sends steps of one kind, or notes why due steps are not sent. */
async function sendWaiting(
  { room, take, run }: LeaseTurn<keyof typeof places>,
  tools: Tools,
  { kind, isDown }: { kind: ObjectKind; isDown: boolean },
): Promise<void> {
  const { db, clock } = tools
  const free = room(kind)
  if (free <= 0) return
  const limit = isDown ? 0 : Math.min(free, roomForSteps(tools.remote, kind) - (places[kind] - free))
  if (limit > 0)
    for (const step of await takeWaiting(db, kind, take(limit))) {
      run(kind, leaseOf(step), () => doStep(tools, step))
      publishChange('asset-changes', [step.change_id])
    }
  else {
    const now = new Date(clock.now())
    if (await hasWaiting(db, kind, now))
      await noteWaiting(db, { kind, now, limit: free, note: isDown ? notes.down : notes.room })
  }
}

/**
 * Carries out the steps of all changes. Every step is recorded in the database before and after it is sent, so that a
 * console may die at any moment and another one continues.
 */
export function createChangeWorker(options: ChangeWorkerOptions): Worker {
  const { remote, refreshTypes, lock = lockDefault, ...base } = options
  const { clock, log } = base
  let isProbing = false

  /**
   * Nothing is sent while the service is down. A read and not a write finds out whether the service is available again.
   */
  const probe = (from: Remote, runFree: (task: () => Promise<void>) => void) => {
    if (isProbing || (from.breaker().nextProbeAt ?? 0) > clock.now()) return
    isProbing = true
    runFree(async () => {
      await from.listGroups().catch(() => null)
      isProbing = false
    })
  }

  return createLeasedWorker({
    ...base,
    leases: stepLeases,
    places,
    failed: { turn: 'the changes could not be looked at', task: 'a step of a change failed' },
    tidy: (db) => giveUpRunning(db, new Date(clock.now())),
    takeDue: async (turn) => {
      const { db, signal, room, take, run, runFree } = turn
      const tools: Tools = { db, remote: remote(), clock, log, refreshTypes, lock: lock(db) }
      const rechecks = room('recheck')
      if (rechecks > 0)
        for (const step of await takeUnknown(db, take(rechecks)))
          run('recheck', leaseOf(step), () => recheck(tools, step, signal))
      const isDown = tools.remote.breaker().state !== 'closed'
      if (isDown) probe(tools.remote, runFree)
      for (const kind of objectKinds) if (!signal.aborted) await sendWaiting(turn, tools, { kind, isDown })
    },
  })
}
