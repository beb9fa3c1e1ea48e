import 'server-only'
import { nameActor, recordActivity, type ActivityActor } from '@/lib/activity/journal'
import type { AssetStatus } from '@/lib/assets/schema'
import type { Actor } from '@/lib/access/actor'
import type { Database, Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { publishChange } from '@/lib/events/publish'
import type { Service } from '@/lib/service/types'
import { renderText, serverText } from '@/lib/server-text'
import { mayChangeChange, readChangeSummary, unknownChange } from './data'
import { changeWorker } from './instance'
import type { ChangeKind, ChangeSummary } from './schema'
import type { GroupName } from './store'

/**
 * Code that all writes of changes share: inserting a change with its steps, locking a change, and the limit of open
 * steps.
 */

export interface ChangeDeps {
  db?: Database
  service?: Pick<Service, 'call'>
  /** Notifies the worker that steps are due. */
  wake?: () => void
  signal?: AbortSignal
}

/** The most steps of one person that have not ended. */
const openStepsMax = 10_000

export const wakeWorker = () => changeWorker().wake()

export interface NewStep {
  objectKind: 'asset' | 'asset-type'
  objectId: string
  objectName: string
  before: AssetStatus | GroupName | null
  after: AssetStatus | GroupName | null
  /** Position of the step that must be done before this one is sent. */
  afterPosition?: number
}

const writeJson = (value: object | null) => (value === null ? null : JSON.stringify(value))

export interface NewChange {
  kind: ChangeKind
  title: string
  ofChangeId?: string | null
  steps: readonly NewStep[]
}

/**
 * Writes a change with its steps. The worker begins with the steps at once.
 * @throws AppError throttled (too many open steps)
 */
export async function insertChange(
  actor: Actor,
  change: NewChange,
  { db, wake = wakeWorker }: { db: Database; wake?: (() => void) | undefined },
): Promise<ChangeSummary> {
  const changeId = await db.transaction(async (tx) => writeChange(tx, actor, change))
  wake()
  publishChange('asset-changes', [changeId])
  return readChangeSummary(actor, changeId, db)
}

/**
 * Writes a change within a transaction, for a person or for a rule, which has no account. The caller must wake the
 * worker after the commit.
 * @returns the id of the change
 * @throws AppError throttled (too many open steps)
 */
export async function writeChange(tx: Queryable, actor: ActivityActor, change: NewChange): Promise<string> {
  const { steps } = change
  const column = <Value>(read: (step: NewStep) => Value) => steps.map(read)
  if (actor.userId !== null) await requireRoom(tx, actor.userId, steps.length)
  const { rows } = await tx.query<{ change_id: string }>(
    `insert into asset_changes (kind, title, owner_id, owner_name, owner_email, of_change_id)
       values ($1, $2, $3, $4, $5, $6) returning change_id`,
    [change.kind, change.title, actor.userId, nameActor(actor), actor.email, change.ofChangeId ?? null],
  )
  const id = rows[0]?.change_id
  if (id === undefined) throw new Error('an insert gives its row')
  await tx.query(
    `insert into asset_change_steps
         (change_id, position, object_kind, object_id, object_name, before, after, after_position, state, next_at)
       select $1, place - 1, kind, id, name, before::json, after::json, after_position, 'waiting',
         case when after_position is null then 'epoch'::timestamptz end
       from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[])
         with ordinality as given (kind, id, name, before, after, after_position, place)`,
    [
      id,
      column(({ objectKind }) => objectKind),
      column(({ objectId }) => objectId),
      column(({ objectName }) => objectName),
      column(({ before }) => writeJson(before)),
      column(({ after }) => writeJson(after)),
      column(({ afterPosition }) => afterPosition ?? null),
    ],
  )
  // Each step has its own log entry once it is sent. This entry records who requested all of them, and from where.
  await recordChange(tx, actor, {
    act: 'start',
    changeId: id,
    title: change.title,
    after: { kind: change.kind, steps: steps.length, ofChangeId: change.ofChangeId ?? null },
  })
  return id
}

/** Logs that a person started, canceled or retried a change. */
export async function recordChange(
  tx: Queryable,
  actor: ActivityActor,
  {
    act,
    changeId,
    title,
    after,
  }: { act: 'start' | 'cancel' | 'retry'; changeId: string; title: string; after: object },
): Promise<void> {
  await recordActivity(tx, actor, {
    action: `asset-change.${act}`,
    objectKind: 'asset-change',
    objectId: changeId,
    // The name is in English, because people search the log by it. It is shortened, because the text with its values
    // may exceed the limit.
    objectName: renderText(title),
    after,
  })
}

/**
 * Refuses more steps than one person may have open, because one person must not fill the queue for everybody. The
 * person's row is locked, so that two tabs count together.
 */
export async function requireRoom(tx: Queryable, userId: string, added: number): Promise<void> {
  await tx.query('select from users where user_id = $1 for no key update', [userId])
  const { rows } = await tx.query<{ count: number }>(
    `select count(*) as count from asset_change_steps join asset_changes using (change_id)
     where owner_id = $1 and state in ('waiting', 'running')`,
    [userId],
  )
  if ((rows[0]?.count ?? 0) + added > openStepsMax)
    throw new AppError('throttled', serverText('assetChanges.tooMuchOpen', { max: openStepsMax }), {
      details: { retryAfterSeconds: 60 },
    })
}

/** @throws AppError not_found, forbidden */
export async function lockChange(
  tx: Queryable,
  actor: Actor,
  changeId: string,
): Promise<{ kind: ChangeKind; title: string }> {
  const { rows } = await tx.query<{ owner_id: string | null; owner_name: string; kind: ChangeKind; title: string }>(
    'select owner_id, owner_name, kind, title from asset_changes where change_id = $1 for update',
    [changeId],
  )
  const [row] = rows
  if (row === undefined) throw unknownChange()
  if (!mayChangeChange(actor, row.kind, row.owner_id))
    throw new AppError('forbidden', serverText('assetChanges.notYours', { owner: row.owner_name }))
  return row
}
