import 'server-only'
import { database } from '@/lib/db/instance'
import { AppError } from '@/lib/errors'
import { sync } from '@/lib/sync/instance'
import { acceptRun, cancelRun, startRun } from '@/lib/sync/reconcile-store'
import type { ReconcileAction } from './schema'

/** Asks for a sync pass now. While one runs, another follows it. */
export function requestPass(): { requested: true } {
  sync().poke()
  return { requested: true }
}

/**
 * Starts, accepts or cancels a full compare; it goes on by itself, in whichever console syncs.
 * @throws AppError conflict when there is nothing to start, accept or cancel.
 */
export async function steerReconcile(action: ReconcileAction): Promise<{ requested: true }> {
  const db = await database()
  if (action === 'start' && (await startRun(db, 'person')) === null)
    throw new AppError('conflict', 'There is nothing to compare yet: the first sync has not ended. Try again after it.')
  if (action === 'accept' && !(await acceptRun(db)))
    throw new AppError('conflict', 'No compare waits for a word any more. Reload to see where it stands.')
  if (action === 'cancel' && !(await cancelRun(db)))
    throw new AppError('conflict', 'No compare is under way any more. Reload to see where it stands.')
  sync().wakeReconcile()
  return { requested: true }
}
