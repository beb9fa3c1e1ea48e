import 'server-only'
import type * as z from 'zod'
import { readChangeSnapshot, readSnapshot, type SnapshotRow } from '@/lib/activity/snapshot-store'
import { refreshAssets } from '@/lib/assets/refresh'
import type { Actor } from '@/lib/access/actor'
import { may } from '@/lib/access/permissions'
import type { WireStatusGroup } from '@/lib/service/assets'
import { database } from '@/lib/db/instance'
import type { Database, Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { readKnownAssets } from './known-assets'
import { findSameOption } from './model'
import { insertChange, lockChange, type ChangeDeps, type NewStep } from './change-write'
import { readGroups, toStatus } from './start-mutations'
import type { newRestore, StartedChange } from './schema'
import { changeAssetsMax } from './values-model'
import type { GroupName } from './store'
import { explainLeftOut, titleRestore, titleUndo, titleUndoAndRestore, type LeftOut } from './texts'

interface RestoreDeps extends ChangeDeps {
  /** Refreshes the list of assets of these types. */
  refreshTypes?: (typeIds: readonly string[]) => Promise<unknown>
}

async function readKept(
  db: Queryable,
  asked: z.output<typeof newRestore>,
): Promise<{ rows: SnapshotRow[]; ofChangeId: string | null }> {
  if ('activityId' in asked) {
    const { rows } = await db.query<{ change_id: string | null }>(
      'select change_id from activity where activity_id = $1',
      [asked.activityId],
    )
    const [entry] = rows
    if (entry === undefined) throw new AppError('not_found', serverText('common.entryNotFound'))
    return { rows: await readSnapshot(db, asked.activityId), ofChangeId: entry.change_id }
  }
  const exists = await db.query('select from asset_changes where change_id = $1', [asked.changeId])
  if (exists.rows.length === 0) throw new AppError('not_found', serverText('assetChanges.notFound'))
  return { rows: await readChangeSnapshot(db, asked.changeId), ofChangeId: asked.changeId }
}

/**
 * How many types are listed again before a restore. For further types the newest listing is used, and each step checks
 * its own asset.
 */
const refreshTypesMax = 50

/**
 * Starts restoring the statuses that an action cleared. There is one step for each asset that still exists, has no
 * status, and has a type whose group includes the status (or one with the same name if the group was recreated). If
 * there are more such assets than one change can have, the first ones are restored, and restoring again takes the next.
 * @throws AppError not_found; conflict with the reason when nothing can be restored
 */
export async function createRestore(
  actor: Actor,
  asked: z.output<typeof newRestore>,
  deps: RestoreDeps = {},
): Promise<StartedChange> {
  const db = deps.db ?? (await database())
  const kept = await readKept(db, asked)
  const all = kept.rows
  if (all.length === 0) throw new AppError('conflict', serverText('assetChanges.noStatusesKept'))
  const groups = await readGroups(deps)
  const typeIds = [...new Set(all.flatMap(({ typeId }) => (typeId === null ? [] : [typeId])))]
  if (typeIds.length <= refreshTypesMax)
    await (deps.refreshTypes ?? refreshNow(deps))(typeIds).catch((error: unknown) => {
      // Restoring works without this listing, because each step reads its asset before it sets a status.
      if (!(error instanceof AppError)) throw error
    })
  const known = new Map(
    (
      await readKnownAssets(
        db,
        all.map(({ assetId }) => assetId),
      )
    ).map((one) => [one.assetId, one]),
  )
  const groupOfType = new Map(groups.flatMap((group) => group.typeIds.map((typeId) => [typeId, group] as const)))
  const fitting: NewStep[] = []
  const leftOut = { gone: 0, unfit: { count: 0, typeNames: [] as string[] }, taken: 0 } satisfies LeftOut
  for (const row of all) {
    const asset = known.get(row.assetId)
    const group = groupOfType.get(asset?.typeId ?? '')
    const wanted = { optionId: row.optionId, name: row.optionName, color: row.optionColor }
    const option = group === undefined ? null : findSameOption(group.options, wanted)
    if (asset === undefined) leftOut.gone += 1
    else if (asset.status !== null && asset.status.optionId !== option?.optionId) leftOut.taken += 1
    else if (group === undefined || option === null) {
      leftOut.unfit.count += 1
      if (asset.typeName !== null) leftOut.unfit.typeNames.push(asset.typeName)
    } else
      fitting.push({
        objectKind: 'asset',
        objectId: asset.assetId,
        objectName: asset.code || asset.assetId,
        before: asset.status,
        after: toStatus(option, group.groupId),
      })
  }
  // Restoring again afterwards takes the rest. Assets that have their status by then need no step.
  const wanting = fitting.length > changeAssetsMax ? fitting.filter(({ before }) => before === null) : fitting
  const steps = wanting.slice(0, changeAssetsMax)
  const leftOutNote = explainLeftOut({ ...leftOut, later: wanting.length - steps.length }, null)
  if (steps.length === 0)
    throw new AppError(
      'conflict',
      leftOutNote === null
        ? serverText('assetChanges.nothingToRestore')
        : serverText('assetChanges.nothingToRestoreBecause', { reason: leftOutNote }),
    )
  const change = await insertChange(
    actor,
    {
      kind: 'restore-statuses',
      title: titleRestore(steps.map(({ objectName }) => objectName)),
      ofChangeId: kept.ofChangeId,
      steps,
    },
    { db, wake: deps.wake },
  )
  return { change, leftOut: all.length - steps.length, leftOutNote }
}

const refreshNow =
  ({ signal }: ChangeDeps) =>
  (typeIds: readonly string[]) =>
    refreshAssets(typeIds, signal === undefined ? {} : { signal })

interface TypeToUndo {
  object_id: string
  object_name: string
  before: GroupName | null
  after: GroupName | null
}

/** Steps that restore what the change cleared. Each comes after the step that assigns the earlier group to its type. */
async function planRestores(
  db: Queryable,
  changeId: string,
  types: readonly TypeToUndo[],
  groups: readonly WireStatusGroup[],
): Promise<NewStep[]> {
  const kept = await readChangeSnapshot(db, changeId)
  const ids = kept.map(({ assetId }) => assetId)
  const known = new Map((await readKnownAssets(db, ids)).map((one) => [one.assetId, one]))
  const positions = new Map(types.map(({ object_id: typeId }, position) => [typeId, position]))
  const groupOfType = new Map(
    groups.flatMap((group) => group.typeIds.map((typeId) => [typeId, group.groupId] as const)),
  )
  return kept.flatMap((row): NewStep[] => {
    const asset = known.get(row.assetId)
    const position = positions.get(asset?.typeId ?? '')
    const type = position === undefined ? undefined : types[position]
    if (asset === undefined || position === undefined || type === undefined) return []
    const { before, after, object_id: typeId } = type
    const now = groupOfType.get(typeId) ?? null
    // The type was assigned to another group since, so the type and its assets are left unchanged.
    if (before === null || (now !== before.groupId && now !== (after?.groupId ?? null))) return []
    const group = groups.find(({ groupId }) => groupId === before.groupId)
    const wanted = { optionId: row.optionId, name: row.optionName, color: row.optionColor }
    const option = group === undefined ? null : findSameOption(group.options, wanted)
    if (option === null) return []
    // While the type has the other group, a status of the earlier group in the index is from a listing before the
    // change.
    if (now === before.groupId && asset.status?.optionId === option.optionId) return []
    return [
      {
        objectKind: 'asset',
        objectId: asset.assetId,
        objectName: asset.code || asset.assetId,
        before: null,
        after: toStatus(option, before.groupId),
        afterPosition: position,
      },
    ]
  })
}

/**
 * Starts undoing a change of types: assigns the earlier groups and restores the cleared statuses, in one change. Types
 * that were assigned to another group since are skipped, which each step checks first. If there are more statuses than
 * one change can have, restoring takes the rest.
 * @throws AppError not_found, forbidden; conflict when there is nothing to undo; otherwise as `Service.call`
 */
export async function createUndo(actor: Actor, changeId: string, deps: ChangeDeps = {}): Promise<StartedChange> {
  const db: Database = deps.db ?? (await database())
  const { title, types } = await db.transaction(async (tx) => {
    const change = await lockChange(tx, actor, changeId)
    const isOfTypes = change.kind === 'assign-types' || change.kind === 'undo-and-restore'
    if (!isOfTypes || !may(actor, 'status-groups:write'))
      throw new AppError('conflict', serverText('assetChanges.undoTypesOnly'))
    const { rows } = await tx.query<TypeToUndo>(
      `select object_id, object_name, before, after from asset_change_steps
       where change_id = $1 and object_kind = 'asset-type' and state = 'done' order by position`,
      [changeId],
    )
    return { title: change.title, types: rows }
  })
  if (types.length === 0) throw new AppError('conflict', serverText('assetChanges.nothingToUndo'))
  const all = may(actor, 'assets:write') ? await planRestores(db, changeId, types, await readGroups(deps)) : []
  const restores = all.slice(0, changeAssetsMax - types.length)
  const steps = types.map(({ object_id, object_name, before, after }): NewStep => ({
    objectKind: 'asset-type',
    objectId: object_id,
    objectName: object_name,
    before: after,
    after: before,
  }))
  const change = await insertChange(
    actor,
    {
      kind: restores.length > 0 ? 'undo-and-restore' : 'assign-types',
      title: restores.length > 0 ? titleUndoAndRestore(title, restores.length) : titleUndo(title),
      ofChangeId: changeId,
      steps: [...steps, ...restores],
    },
    { db, wake: deps.wake },
  )
  const later = all.length - restores.length
  const leftOutNote = explainLeftOut({ gone: 0, unfit: { count: 0, typeNames: [] }, taken: 0, later }, null)
  return { change, leftOut: later, leftOutNote }
}
