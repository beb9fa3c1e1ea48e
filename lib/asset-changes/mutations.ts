import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import { AppError } from '@/lib/errors'
import { publishChange } from '@/lib/events/publish'
import { serverText } from '@/lib/server-text'
import { lockChange, recordChange, requireRoom, wakeWorker, type ChangeDeps } from './change-write'
import { readChangeSummary } from './data'
import type { ChangeRetry, ChangeSummary } from './schema'

/**
 * Sends no further steps of a change. Steps that are being sent record their own outcome, and steps whose response was
 * lost are still checked.
 */
export async function cancelChange(actor: Actor, changeId: string, deps: ChangeDeps = {}): Promise<ChangeSummary> {
  const db = deps.db ?? (await database())
  await db.transaction(async (tx) => {
    const { title } = await lockChange(tx, actor, changeId)
    const { rowCount } = await tx.query(
      `update asset_change_steps
       set state = case when activity_id is null then 'cancelled' else 'unknown' end, note = null,
           next_at = case when activity_id is null then null else 'epoch'::timestamptz end,
           finished_at = case when activity_id is null then now() else finished_at end
       where change_id = $1 and state = 'waiting'`,
      [changeId],
    )
    const { rowCount: cancelled } = await tx.query(
      `update asset_changes set cancelled_at = coalesce(cancelled_at, now())
       where change_id = $1
         and ($2 or exists (select from asset_change_steps s where s.change_id = $1 and s.state = 'running'))`,
      [changeId, rowCount > 0],
    )
    // Canceling a change that has ended has no effect, so it is not logged.
    if (cancelled > 0) await recordChange(tx, actor, { act: 'cancel', changeId, title, after: { steps: rowCount } })
  })
  ;(deps.wake ?? wakeWorker)()
  publishChange('asset-changes', [changeId])
  return readChangeSummary(actor, changeId, db)
}

/**
 * Retries steps that failed, were canceled or have an unknown outcome, when a person requests it. A step whose response
 * was lost is checked first, and sent only if the service shows that it was not done.
 * @throws AppError not_found, forbidden, conflict when no step is in such a state, throttled (too many open steps)
 */
export async function retryChange(
  actor: Actor,
  changeId: string,
  { states, positions }: ChangeRetry,
  deps: ChangeDeps = {},
): Promise<ChangeSummary> {
  const db = deps.db ?? (await database())
  await db.transaction(async (tx) => {
    const { title } = await lockChange(tx, actor, changeId)
    const { rowCount } = await tx.query(
      `update asset_change_steps
       set state = 'waiting', next_at = 'epoch', note = null, tries = tries + 1,
           finished_at = case when state = 'unknown' then finished_at end,
           activity_id = case when state = 'unknown' then activity_id end
       where change_id = $1 and state = any($2) and ($3::int[] is null or position = any($3))`,
      [changeId, states, positions ?? null],
    )
    // The steps that must be done before these are retried too. Otherwise these would wait forever.
    await tx.query(
      `update asset_change_steps first
       set state = 'waiting', next_at = 'epoch', note = null, tries = first.tries + 1,
           finished_at = case when first.state = 'unknown' then first.finished_at end,
           activity_id = case when first.state = 'unknown' then first.activity_id end
       from asset_change_steps built
       where built.change_id = $1 and built.state = 'waiting' and first.change_id = $1
         and first.position = built.after_position and first.state in ('failed', 'cancelled', 'unknown')`,
      [changeId],
    )
    await tx.query(
      `update asset_change_steps built set next_at = null
       from asset_change_steps first
       where built.change_id = $1 and built.state = 'waiting' and first.change_id = $1
         and first.position = built.after_position and first.state not in ('done', 'unchanged')`,
      [changeId],
    )
    if (rowCount === 0) throw new AppError('conflict', serverText('assetChanges.nothingToRetry'))
    await requireRoom(tx, actor.userId, 0)
    await tx.query('update asset_changes set cancelled_at = null where change_id = $1', [changeId])
    await recordChange(tx, actor, { act: 'retry', changeId, title, after: { steps: rowCount } })
  })
  ;(deps.wake ?? wakeWorker)()
  publishChange('asset-changes', [changeId])
  return readChangeSummary(actor, changeId, db)
}
