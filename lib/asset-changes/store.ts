import 'server-only'
import type { AssetStatus } from '@/lib/assets/schema'
import { createLeases, type Lease, type Take, type TakeRule } from '@/lib/background/leases'
import type { Queryable } from '@/lib/db/types'
import { notes } from './texts'
import type { ChangeKind, StepState } from './schema'

/**
 * Steps of changes, held by leases. `tries` counts how often a step was taken and is its fence. The log entry is stored
 * on the step before anything is sent. So a running step whose lease has expired was never sent if it has no entry, and
 * it waits again. If it has an entry, it may have been sent, and the service is checked.
 */
export interface GroupName {
  groupId: string
  name: string
}

interface StepBase {
  change_id: string
  position: number
  object_id: string
  object_name: string
  tries: number
  /** The log entry of an earlier try. Its outcome is checked before anything is sent again. */
  activity_id: string | null
  /** When the response was lost. */
  finished_at: string | null
  /** The note that the step had before it was taken. */
  note: string | null
  kind: ChangeKind
  owner_id: string | null
  owner_name: string
  owner_email: string
}
export interface AssetStep extends StepBase {
  object_kind: 'asset'
  before: AssetStatus | null
  after: AssetStatus | null
}
export interface TypeStep extends StepBase {
  object_kind: 'asset-type'
  before: GroupName | null
  after: GroupName | null
}
export type TakenStep = AssetStep | TypeStep

export const stepLeases = createLeases({
  work: 'asset_change_steps',
  jobs: 'asset_changes',
  key: ['change_id', 'position'],
  fence: { column: 'tries', type: 'int' },
  open: `w.state in ('waiting', 'running', 'unknown')`,
  held: `w.state in ('running', 'unknown')`,
})

const columns = `w.change_id, w.position, w.object_kind, w.object_id, w.object_name, w.before, w.after, w.tries,
  w.activity_id, w.finished_at, w.note, j.kind, j.owner_id, j.owner_name, j.owner_email`

/** Changes take turns, so that a change with 5,000 steps does not block one with 20. */
const waitingRule: TakeRule = {
  where: `w.state = 'waiting' and w.object_kind = $4`,
  order: 'w.position, j.created_at, w.change_id',
  set: `state = 'running', note = null`,
  columns,
}
const unknownRule: TakeRule = {
  where: `w.state = 'unknown'`,
  order: 'w.next_at, w.change_id, w.position',
  columns,
}

/** Takes steps that are due to be sent. */
export const takeWaiting = (db: Queryable, kind: TakenStep['object_kind'], take: Take): Promise<TakenStep[]> =>
  stepLeases.take(db, waitingRule, take, [kind])

/** Takes steps whose response was lost and that are due for a check. */
export const takeUnknown = (db: Queryable, take: Take): Promise<TakenStep[]> => stepLeases.take(db, unknownRule, take)

export const leaseOf = ({ change_id, position, tries }: Fence): Lease => ({
  jobId: change_id,
  place: position,
  fence: tries,
})

/** Sets the note on steps that are due but cannot be sent yet. */
export async function noteWaiting(
  db: Queryable,
  { kind, now, limit, note }: { kind: 'asset' | 'asset-type'; now: Date; limit: number; note: string },
): Promise<void> {
  await db.query(
    `update asset_change_steps s set note = $4
     from (
       select change_id, position from asset_change_steps
       where state = 'waiting' and next_at <= $1 and object_kind = $2 order by position, change_id limit $3
     ) due
     where s.change_id = due.change_id and s.position = due.position and s.state = 'waiting'
       and s.note is distinct from $4`,
    [now, kind, limit, note],
  )
}

/**
 * Takes back running steps whose lease has expired because their process died. Steps that may have been sent are
 * checked; the others wait again.
 */
export async function giveUpRunning(db: Queryable, now: Date): Promise<void> {
  await db.query(
    `with over as (
       select s.change_id, s.position,
              case when s.activity_id is not null then 'unknown'
                   when c.cancelled_at is not null then 'cancelled'
                   else 'waiting' end as state
       from asset_change_steps s join asset_changes c using (change_id)
       where s.state = 'running' and s.next_at <= $1
       for update of s skip locked
     ), lost as (
       update asset_change_steps s
       set state = over.state, tries = s.tries + 1, note = case when over.state = 'unknown' then $2 end,
           next_at = case when over.state = 'cancelled' then null else $1::timestamptz end,
           finished_at = case over.state when 'waiting' then null when 'unknown' then coalesce(s.finished_at, $1::timestamptz)
                         else $1::timestamptz end
       from over where s.change_id = over.change_id and s.position = over.position
       returning s.state, s.activity_id
     )
     update activity a set outcome = 'unknown', outcome_note = $2
     from lost where lost.state = 'unknown' and a.activity_id = lost.activity_id and a.outcome = 'pending'`,
    [now, notes.lost],
  )
}

/** Whether a step of this kind could be sent now. */
export async function hasWaiting(db: Queryable, kind: 'asset' | 'asset-type', now: Date): Promise<boolean> {
  const { rows } = await db.query(
    `select from asset_change_steps where state = 'waiting' and next_at <= $1 and object_kind = $2 limit 1`,
    [now, kind],
  )
  return rows.length > 0
}

type Fence = Pick<TakenStep, 'change_id' | 'position' | 'tries'>

/**
 * Stores the log entry's id on a step right before the step is sent. Null removes an entry whose outcome is known.
 * @returns false when the step no longer belongs to this worker, which must then send nothing
 */
export async function putActivity(
  db: Queryable,
  step: Fence,
  activityId: string | null,
  before?: AssetStatus | GroupName | null,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update asset_change_steps set activity_id = $4, before = case when $5 then $6::json else before end
     where change_id = $1 and position = $2 and tries = $3 and state = 'running'`,
    [
      step.change_id,
      step.position,
      step.tries,
      activityId,
      before !== undefined,
      before === undefined || before === null ? null : JSON.stringify(before),
    ],
  )
  return rowCount > 0
}

export interface Outcome {
  state: StepState
  now: Date
  note: string | null
  /** When the step is due again, in states in which it has not ended. */
  nextAt?: Date | null
}

/**
 * Records the result of a step. A step that should wait again is canceled if its change was canceled, or checked if the
 * response of an earlier try was lost.
 * @returns false when the step no longer belongs to this worker
 */
export async function settleStep(db: Queryable, step: Fence, outcome: Outcome): Promise<boolean> {
  const { rowCount } = await db.query(
    `update asset_change_steps s
     set state = case when $4 <> 'waiting' or c.cancelled_at is null then $4
                      when s.activity_id is null then 'cancelled' else 'unknown' end,
         note = case when $4 = 'waiting' and c.cancelled_at is not null then null else $5 end,
         next_at = case when $4 = 'waiting' and c.cancelled_at is not null and s.activity_id is null then null
                        else $6::timestamptz end,
         finished_at = case when $4 = 'unknown' or ($4 = 'waiting' and s.activity_id is not null)
                              then coalesce(s.finished_at, $7::timestamptz)
                            when $4 = 'waiting' and c.cancelled_at is null then null
                            else $7::timestamptz end
     from asset_changes c
     where c.change_id = s.change_id and s.change_id = $1 and s.position = $2 and s.tries = $3
       and s.state in ('running', 'unknown')`,
    [step.change_id, step.position, step.tries, outcome.state, outcome.note, outcome.nextAt ?? null, outcome.now],
  )
  return rowCount > 0
}

/**
 * Continues the steps that depend on a step that has ended. They have no due time until then. If the step was done,
 * they become due. Otherwise they fail with it, because they could not succeed.
 */
export async function settleFollowers(
  db: Queryable,
  { change_id, position }: Fence,
  { isDone, now }: { isDone: boolean; now: Date },
): Promise<void> {
  if (isDone)
    await db.query(
      `update asset_change_steps set next_at = 'epoch' where change_id = $1 and after_position = $2 and state = 'waiting'`,
      [change_id, position],
    )
  else
    await db.query(
      `update asset_change_steps set state = 'failed', note = $4, next_at = null, finished_at = $3
     where change_id = $1 and after_position = $2 and state = 'waiting'`,
      [change_id, position, now, notes.notAssigned],
    )
}

/**
 * Ends all steps of a change that were not sent yet. Steps that were sent and whose response was lost are still
 * checked.
 */
export async function stopChange(db: Queryable, changeId: string, now: Date, note: string): Promise<void> {
  await db.query(
    `update asset_change_steps
     set state = case when activity_id is null then 'failed' else 'unknown' end,
         note = case when activity_id is null then $3 else $4 end,
         next_at = case when activity_id is null then null else $2::timestamptz end,
         finished_at = case when activity_id is null then $2::timestamptz else coalesce(finished_at, $2) end
     where change_id = $1 and state = 'waiting'`,
    [changeId, now, note, notes.lost],
  )
}
