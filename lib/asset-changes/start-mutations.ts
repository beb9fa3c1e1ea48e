import 'server-only'
import type * as z from 'zod'
import { listAssets } from '@/lib/assets/data'
import type { AssetStatus } from '@/lib/assets/schema'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import type { Database } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { listAssetTypes, listStatusGroups, type WireOption, type WireStatusGroup } from '@/lib/service/assets'
import { service } from '@/lib/service/instance'
import { serverText } from '@/lib/server-text'
import { insertChange, type ChangeDeps, type NewStep } from './change-write'
import { readKnownAssets, type KnownAsset } from './known-assets'
import type { StartedChange } from './schema'
import { changeAssetsMax } from './values-model'
import type { assetSelection, newStatusChange, newTypeChange } from './schema'
import type { GroupName } from './store'
import { explainLeftOut, titleStatusChange, titleTypeChange } from './texts'

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
    throw new AppError('invalid', serverText('assetChanges.tooMany', { max: changeAssetsMax }))
  return { found: await readKnownAssets(db, ids), asked: ids.length }
}

export function toStatus(option: WireOption, groupId: string): AssetStatus {
  return { optionId: option.optionId, name: option.name, color: option.color, groupId }
}

/** The groups as the service has them at present. */
export function readGroups({ service: given, signal }: ChangeDeps): Promise<WireStatusGroup[]> {
  return listStatusGroups(given ?? service(), {
    lane: 'person',
    isFresh: true,
    ...(signal === undefined ? {} : { signal }),
  })
}

/**
 * Starts setting or clearing the status of a selection. Assets whose type has no group with the status are left out,
 * and the response says so.
 * @throws AppError invalid (too many), not_found (no such status), conflict (no asset can have the status)
 */
export async function createStatusChange(
  actor: Actor,
  { selection, optionId }: z.output<typeof newStatusChange>,
  deps: ChangeDeps = {},
): Promise<StartedChange> {
  const db = deps.db ?? (await database())
  const { found, asked } = await listSelected(selection, db)
  let after: AssetStatus | null = null
  /** Types whose assets can have the status. Null: the status of any asset can be cleared. */
  let types: ReadonlySet<string> | null = null
  if (optionId !== null) {
    const groups = await readGroups(deps)
    const group = groups.find(({ options }) => options.some((option) => option.optionId === optionId))
    const option = group?.options.find((one) => one.optionId === optionId)
    if (group === undefined || option === undefined)
      throw new AppError('not_found', serverText('assetChanges.statusDeleted'))
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
    throw new AppError(
      'conflict',
      serverText('assetChanges.nothingChanged', { reason: leftOutNote ?? serverText('assetChanges.noMatch') }),
    )
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

/** Names of types by id; empty if types cannot be listed. */
async function readTypeNames({ service: given, signal }: ChangeDeps): Promise<Map<string, string>> {
  const types = await listAssetTypes(given ?? service(), {
    lane: 'person',
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (error instanceof AppError) return []
    throw error
  })
  return new Map(types.map(({ typeId, name }) => [typeId, name]))
}

/**
 * Starts assigning groups to types, one by one. If the group of a type is no longer the one that the person saw, its
 * step is refused and says so.
 * @throws AppError invalid (a type twice), not_found (no such group)
 */
export async function createTypeChange(
  actor: Actor,
  { moves }: z.output<typeof newTypeChange>,
  deps: ChangeDeps = {},
): Promise<StartedChange> {
  const db = deps.db ?? (await database())
  if (new Set(moves.map(({ typeId }) => typeId)).size < moves.length)
    throw new AppError('invalid', serverText('assetChanges.typeTwice'))
  const groups = await readGroups(deps)
  const names = await readTypeNames(deps)
  const groupNames = new Map(groups.map(({ groupId, name }) => [groupId, name]))
  if (moves.some(({ toGroupId }) => toGroupId !== null && !groupNames.has(toGroupId)))
    throw new AppError('not_found', serverText('assetChanges.groupDeleted'))
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
