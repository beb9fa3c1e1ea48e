import 'server-only'
import type * as z from 'zod'
import { recordActivity } from '@/lib/activity/journal'
import { listAssets } from '@/lib/assets/data'
import type { AssetStatus } from '@/lib/assets/schema'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import type { Database, Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { tell } from '@/lib/events/publish'
import { listAssetTypes, listStatusGroups, type WireOption, type WireStatusGroup } from '@/lib/service/assets'
import { service } from '@/lib/service/instance'
import type { Service } from '@/lib/service/types'
import { mayChangeChange, readChangeSummary, unknownChange } from './data'
import { changeWorker } from './instance'
import { readKnownAssets, type KnownAsset } from './known-assets'
import { explainLeftOut, titleStatusChange, titleTypeChange } from './model'
import { changeAssetsMax, type ChangeKind, type ChangeRetry, type ChangeSummary, type StartedChange } from './schema'
import type { assetSelection, newStatusChange, newTypeChange } from './schema'
import type { GroupName } from './store'

export interface ChangeDeps {
  db?: Database
  service?: Pick<Service, 'call'>
  /** Tells the worker that something is due. */
  wake?: () => void
  signal?: AbortSignal
}

/** Steps of one person that are not ended yet. */
const openStepsMax = 10_000

const wakeWorker = () => changeWorker().wake()

export interface NewStep {
  objectKind: 'asset' | 'asset-type'
  objectId: string
  objectName: string
  before: AssetStatus | GroupName | null
  after: AssetStatus | GroupName | null
}

const writeJson = (value: object | null) => (value === null ? null : JSON.stringify(value))

/** Writes a change with its steps; the worker begins with them at once. @throws AppError throttled (too much open) */
export async function insertChange(
  actor: Actor,
  change: { kind: ChangeKind; title: string; ofChangeId?: string | null; steps: readonly NewStep[] },
  { db, wake = wakeWorker }: { db: Database; wake?: (() => void) | undefined },
): Promise<ChangeSummary> {
  const { steps } = change
  const column = <Value>(read: (step: NewStep) => Value) => steps.map(read)
  const changeId = await db.transaction(async (tx) => {
    await requireRoom(tx, actor.userId, steps.length)
    const { rows } = await tx.query<{ change_id: string }>(
      `insert into asset_changes (kind, title, owner_id, owner_name, owner_email, of_change_id)
       values ($1, $2, $3, $4, $5, $6) returning change_id`,
      [change.kind, change.title, actor.userId, actor.name, actor.email, change.ofChangeId ?? null],
    )
    const id = rows[0]?.change_id
    if (id === undefined) throw new Error('an insert gives its row')
    await tx.query(
      `insert into asset_change_steps
         (change_id, position, object_kind, object_id, object_name, before, after, state, next_at)
       select $1, place - 1, kind, id, name, before::json, after::json, 'waiting', 'epoch'::timestamptz
       from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
         with ordinality as given (kind, id, name, before, after, place)`,
      [
        id,
        column(({ objectKind }) => objectKind),
        column(({ objectId }) => objectId),
        column(({ objectName }) => objectName),
        column(({ before }) => writeJson(before)),
        column(({ after }) => writeJson(after)),
      ],
    )
    // Each step has an entry of its own once it is sent; this one says who asked for all of them, and from where.
    await recordChange(tx, actor, {
      act: 'start',
      changeId: id,
      title: change.title,
      after: { kind: change.kind, steps: steps.length, ofChangeId: change.ofChangeId ?? null },
    })
    return id
  })
  wake()
  tell('asset-changes', [changeId])
  return readChangeSummary(actor, changeId, db)
}

async function recordChange(
  tx: Queryable,
  actor: Actor,
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
    objectName: title,
    after,
  })
}

/** One person's steps must not be everybody's queue. The person's row is locked: two tabs count together. */
async function requireRoom(tx: Queryable, userId: string, added: number): Promise<void> {
  await tx.query('select from users where user_id = $1 for no key update', [userId])
  const { rows } = await tx.query<{ count: number }>(
    `select count(*) as count from asset_change_steps join asset_changes using (change_id)
     where owner_id = $1 and state in ('waiting', 'running')`,
    [userId],
  )
  if ((rows[0]?.count ?? 0) + added > openStepsMax)
    throw new AppError(
      'throttled',
      `At most ${openStepsMax.toLocaleString('en')} of your changes are made at one time, and these would be more. Wait until some are done, or cancel a change.`,
      { details: { retryAfterSeconds: 60 } },
    )
}

async function listSelected(
  selection: z.output<typeof assetSelection>,
  db: Database,
): Promise<{ found: KnownAsset[]; asked: number }> {
  let ids: string[]
  if (selection.kind === 'ids') ids = [...new Set(selection.ids)]
  else {
    const except = new Set<string>(selection.except)
    const { rows } = await listAssets({ ...selection.filter, limit: changeAssetsMax + except.size + 1 }, db)
    ids = rows.map(({ assetId }) => assetId).filter((assetId) => !except.has(assetId))
  }
  if (ids.length > changeAssetsMax)
    throw new AppError(
      'invalid',
      `One change takes at most ${changeAssetsMax.toLocaleString('en')} assets, and this selection has more. Choose fewer, or narrow the filter.`,
    )
  return { found: await readKnownAssets(db, ids), asked: ids.length }
}

export function toStatus(option: WireOption, groupId: string): AssetStatus {
  return { optionId: option.optionId, name: option.name, color: option.color, groupId }
}

/** The groups as the service has them now. */
export function readGroups({ service: given, signal }: ChangeDeps): Promise<WireStatusGroup[]> {
  return listStatusGroups(given ?? service(), {
    lane: 'person',
    isFresh: true,
    ...(signal === undefined ? {} : { signal }),
  })
}

/**
 * Starts setting the status of a selection, or clearing it. Assets whose type has no group with the status are left out,
 * which is told.
 * @throws AppError invalid (too many), not_found (no such status), conflict (nothing of it can have the status)
 */
export async function createStatusChange(
  actor: Actor,
  { selection, optionId }: z.output<typeof newStatusChange>,
  deps: ChangeDeps = {},
): Promise<StartedChange> {
  const db = deps.db ?? (await database())
  const { found, asked } = await listSelected(selection, db)
  let after: AssetStatus | null = null
  /** Null: a status is taken from any asset. */
  let types: ReadonlySet<string> | null = null
  if (optionId !== null) {
    const groups = await readGroups(deps)
    const group = groups.find(({ options }) => options.some((option) => option.optionId === optionId))
    const option = group?.options.find((one) => one.optionId === optionId)
    if (group === undefined || option === undefined)
      throw new AppError('not_found', 'This status is not there any more. Load the list again and choose another.')
    after = toStatus(option, group.groupId)
    types = new Set(group.typeIds)
  }
  const fitting = types
  const fits = ({ typeId }: KnownAsset) => fitting === null || (typeId !== null && fitting.has(typeId))
  const chosen = found.filter(fits)
  const unfit = found.filter((asset) => !fits(asset))
  const leftOutNote = explainLeftOut(
    {
      gone: asked - found.length,
      unfit: { count: unfit.length, typeNames: unfit.flatMap(({ typeName }) => (typeName === null ? [] : [typeName])) },
      taken: 0,
    },
    after?.name ?? null,
  )
  if (chosen.length === 0)
    throw new AppError('conflict', `Nothing was changed. ${leftOutNote ?? 'The filter finds no assets any more.'}`)
  const change = await insertChange(
    actor,
    {
      kind: 'set-status',
      title: titleStatusChange(
        chosen.map(({ code, assetId }) => code || assetId),
        after?.name ?? null,
      ),
      steps: chosen.map(({ assetId, code, status }) => ({
        objectKind: 'asset',
        objectId: assetId,
        objectName: code || assetId,
        before: status,
        after,
      })),
    },
    { db, wake: deps.wake },
  )
  return { change, leftOut: asked - chosen.length, leftOutNote }
}

/** Names of types, also of those that no list tells. */
async function readTypeNames(groups: readonly WireStatusGroup[], { service: given, signal }: ChangeDeps) {
  const names = new Map(groups.flatMap(({ typeNames }) => Object.entries(typeNames)))
  const types = await listAssetTypes(given ?? service(), {
    lane: 'person',
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    // Without the list of types, what groups tell has to do.
    if (error instanceof AppError) return []
    throw error
  })
  for (const { typeId, name } of types) names.set(typeId, name)
  return names
}

/**
 * Starts assigning groups to types, one by one. A type that has another group by then than the person saw is refused,
 * and its step says so.
 * @throws AppError invalid (a type twice), not_found (a group that is not there)
 */
export async function createTypeChange(
  actor: Actor,
  { moves }: z.output<typeof newTypeChange>,
  deps: ChangeDeps = {},
): Promise<StartedChange> {
  const db = deps.db ?? (await database())
  if (new Set(moves.map(({ typeId }) => typeId)).size < moves.length)
    throw new AppError('invalid', 'A type can be assigned once in one change. Load the board again.')
  const groups = await readGroups(deps)
  const names = await readTypeNames(groups, deps)
  const groupNames = new Map(groups.map(({ groupId, name }) => [groupId, name]))
  if (moves.some(({ toGroupId }) => toGroupId !== null && !groupNames.has(toGroupId)))
    throw new AppError(
      'not_found',
      'A group that types were to be assigned to is not there any more. Load the board again.',
    )
  const toGroup = (groupId: string | null): GroupName | null =>
    groupId === null ? null : { groupId, name: groupNames.get(groupId) ?? groupId }
  const steps = moves.map(({ typeId, fromGroupId, toGroupId }): NewStep => ({
    objectKind: 'asset-type',
    objectId: typeId,
    objectName: names.get(typeId) ?? typeId,
    before: toGroup(fromGroupId),
    after: toGroup(toGroupId),
  }))
  const title = titleTypeChange(
    steps.map(({ objectName, after }) => ({ typeName: objectName, toName: after?.name ?? null })),
  )
  const change = await insertChange(actor, { kind: 'assign-types', title, steps }, { db, wake: deps.wake })
  return { change, leftOut: 0, leftOutNote: null }
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
    throw new AppError('forbidden', `This change belongs to ${row.owner_name}. Only they and admins may do this.`)
  return row
}

/**
 * Sends nothing more of a change. What is being sent tells its own end, and what was sent and lost its answer goes on
 * being looked at.
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
    // To cancel what has ended changes nothing.
    if (cancelled > 0) await recordChange(tx, actor, { act: 'cancel', changeId, title, after: { steps: rowCount } })
  })
  ;(deps.wake ?? wakeWorker)()
  tell('asset-changes', [changeId])
  return readChangeSummary(actor, changeId, db)
}

/**
 * Tries steps again that failed, lost their answer or were cancelled: a person's word. One that lost its answer is looked
 * at first, and sent only when the service shows that it was not done.
 * @throws AppError not_found, forbidden, conflict when none of them is in such a state, throttled (too much open)
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
    if (rowCount === 0)
      throw new AppError('conflict', 'None of it can be tried again any more. Load the change to see how it stands.')
    await requireRoom(tx, actor.userId, 0)
    await tx.query('update asset_changes set cancelled_at = null where change_id = $1', [changeId])
    await recordChange(tx, actor, { act: 'retry', changeId, title, after: { steps: rowCount } })
  })
  ;(deps.wake ?? wakeWorker)()
  tell('asset-changes', [changeId])
  return readChangeSummary(actor, changeId, db)
}
