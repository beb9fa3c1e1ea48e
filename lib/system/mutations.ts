import 'server-only'
import { beginActivity, finishActivity } from '@/lib/activity/journal'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import type { Database } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { sync } from '@/lib/sync/instance'
import { acceptRun, cancelRun, startRun } from '@/lib/sync/reconcile/store'
import { serverText } from '@/lib/server-text'
import type { ReconcileAction } from './schema'

/** Logs an action on the console itself: first the intent, then the outcome. */
async function journal<Result>(
  db: Database,
  { actor, action, objectName }: { actor: Actor; action: string; objectName: string },
  act: () => Promise<Result>,
): Promise<Result> {
  const activityId = await beginActivity(db, actor, { action, objectKind: 'system', objectId: null, objectName })
  try {
    const result = await act()
    await finishActivity(db, activityId, { outcome: 'done' })
    return result
  } catch (error) {
    const note = error instanceof AppError ? error.text : serverText('common.mistake')
    await finishActivity(db, activityId, { outcome: 'failed', note })
    throw error
  }
}

/** Requests a sync pass now. If a pass is running, another one follows it. */
export async function requestPass(actor: Actor): Promise<{ requested: true }> {
  await journal(await database(), { actor, action: 'sync.run', objectName: 'sync' }, async () => sync().poke())
  return { requested: true }
}

/**
 * Starts, confirms or cancels a full reconciliation. It runs on the console that syncs.
 * @throws AppError conflict when there is nothing to start, confirm or cancel.
 */
export async function steerReconcile(actor: Actor, action: ReconcileAction): Promise<{ requested: true }> {
  const db = await database()
  await journal(db, { actor, action: `reconcile.${action}`, objectName: 'full reconciliation' }, () =>
    steer(db, action),
  )
  sync().wakeReconcile()
  return { requested: true }
}

async function steer(db: Database, action: ReconcileAction): Promise<void> {
  if (action === 'start' && (await startRun(db, 'person')) === null)
    throw new AppError('conflict', serverText('system.nothingToCompare'))
  if (action === 'accept' && !(await acceptRun(db))) throw new AppError('conflict', serverText('system.notHeld'))
  if (action === 'cancel' && !(await cancelRun(db))) throw new AppError('conflict', serverText('system.notRunning'))
}
