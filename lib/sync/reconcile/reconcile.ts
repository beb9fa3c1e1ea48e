import 'server-only'
import type { Database } from '@/lib/db/types'
import { auditId as auditIdShape } from '@/lib/ids'
import { toStatusError } from '@/lib/service/errors'
import type { Service } from '@/lib/service/types'
import { searchLimit } from '@/lib/sync/pass'
import { compareWindow } from './compare-window'
import { gapsToRead, readCrowds } from './gaps'
import {
  beginMarking,
  endVerify,
  holdRun,
  markNext,
  nextToAsk,
  noteAnswer,
  readAbsence,
  settle,
  type Absence,
} from './steps'
import type { ReconcileRun } from './store'
import { nextToVerify, readListedOlder, verifyWindow } from './verify-window'
import { narrowToArchived, readWindow } from './window'
import type { PassStore, Search } from '@/lib/sync/types'
import { serverText } from '@/lib/server-text'

/**
 * Invariant: a row is marked as missing only when two complete readings of the service's list lacked it, and a regular
 * pass that began after the second did not change its version. It gets an older version only when the second reading,
 * requested when the index already had the newer one, returns it as the first did. A failure in between marks nothing.
 */

/** The most documents that are requested to find out why rows are absent. The reason for others stays unknown. */
const askedMax = 50
/** Fewer absent rows than this need no confirmation, whatever share of the index they are. */
const believedMax = 20

export interface ReconcileDeps {
  db: Database
  search: Search
  service: Pick<Service, 'raw'>
  store: Pick<PassStore, 'templateIds'>
  signal: AbortSignal
  /** Rows per response. Only tests use fewer. */
  limit?: number
  /** Called with the ids that are new or changed. */
  onSaved?: (changedIds: string[]) => void
}

/**
 * `moved`: there is more. `waiting`: a pass must end first. `over`: the run is done, on hold, or continued by another
 * console.
 */
export type StepResult = 'moved' | 'waiting' | 'over'

/** Why so many rows are not marked as missing without a person's confirmation; null when they may be. */
export function describeDoubt(run: Pick<ReconcileRun, 'expected' | 'listed' | 'acceptedAt'>, absence: Absence) {
  if (run.acceptedAt !== null || absence.confirmed === 0) return null
  const isMuch = absence.confirmed > believedMax && absence.confirmed * 2 > run.expected
  if (!isMuch && run.listed > 0) return null
  const { confirmed, removed, notPermitted } = absence
  const { expected } = run
  return [
    run.listed === 0
      ? serverText('sync.reconciliation.noneListed', { expected })
      : serverText('sync.reconciliation.manyMissing', { missing: confirmed, expected }),
    ...(removed > 0 ? [serverText('sync.reconciliation.removed', { count: removed })] : []),
    ...(notPermitted > 0 ? [serverText('sync.reconciliation.notPermitted', { count: notPermitted })] : []),
    serverText('sync.reconciliation.held'),
  ].join(' ')
}

/**
 * Does the next piece of a full reconciliation: a few requests and one transaction.
 * @throws AppError as the service's client; the run stays where it was.
 */
export async function stepReconcile(run: ReconcileRun, deps: ReconcileDeps): Promise<StepResult> {
  switch (run.phase) {
    case 'active':
    case 'archived':
      return compareNext(run, deps)
    case 'verify':
      return verifyNext(run, deps)
    case 'settle':
      return (await settle(deps.db, run)) ? 'moved' : 'waiting'
    case 'ask':
      return askNext(run, deps)
    default:
      // `markNext` also returns false when another console has continued the run. The next read of the run shows that.
      return (await markNext(deps.db, run)) ? 'over' : 'moved'
  }
}

function readOptions({ limit = searchLimit, signal, store }: ReconcileDeps) {
  return { limit, signal, templateIds: () => store.templateIds() }
}

function tellSaved(changedIds: string[] | null, deps: ReconcileDeps): StepResult {
  if (changedIds === null) return 'over'
  deps.onSaved?.(changedIds)
  return 'moved'
}

async function compareNext(run: ReconcileRun, deps: ReconcileDeps): Promise<StepResult> {
  const isArchived = run.phase === 'archived'
  const search = narrowToArchived(deps.search, isArchived ? 'true' : 'false')
  const window = await readWindow(search, run.position, readOptions(deps))
  const gaps = await gapsToRead(deps.db, run, window.to)
  const { reading } = window
  const isCut = reading !== null && reading.known < reading.reported
  const crowds = await readCrowds(deps.search, isCut ? [...gaps, reading.at] : gaps, readOptions(deps))
  return tellSaved(await compareWindow(deps.db, run, { window, isArchived, crowds }), deps)
}

async function verifyNext(run: ReconcileRun, deps: ReconcileDeps): Promise<StepResult> {
  const from = await nextToVerify(deps.db, run)
  if (from === null) return (await endVerify(deps.db, run)) ? 'moved' : 'over'
  // Read before the list is requested: a row that the list returns in an older version was set back at the service.
  const before = await readListedOlder(deps.db)
  const window = await readWindow(deps.search, from, readOptions(deps))
  return tellSaved(await verifyWindow(deps.db, run, { from, window, before }), deps)
}

/** What the service says about one document. A response that is not clearly about this one inspection says nothing. */
async function askFor(id: string, { service, signal }: ReconcileDeps) {
  const auditId = auditIdShape.parse(id)
  const answer = await service.raw('getInspection', { params: { auditId } }, { lane: 'background', signal })
  answer.stream?.destroy()
  if (answer.status === 401 || answer.status === 429)
    throw toStatusError(answer.status, answer.headers, answer.bytes, { repeatable: true, nowMs: Date.now() })
  if (answer.status === 404) return 'removed' as const
  if (answer.status === 403) return 'not-permitted' as const
  return answer.status === 200 ? ('there' as const) : null
}

async function askNext(run: ReconcileRun, deps: ReconcileDeps): Promise<StepResult> {
  const { db } = deps
  const id = await nextToAsk(db, askedMax)
  if (id !== null) return (await noteAnswer(db, run, id, await askFor(id, deps))) ? 'moved' : 'over'
  const doubt = describeDoubt(run, await readAbsence(db))
  if (doubt === null) return (await beginMarking(db, run)) ? 'moved' : 'over'
  await holdRun(db, run, doubt)
  return 'over'
}
