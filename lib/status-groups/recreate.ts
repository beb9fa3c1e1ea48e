import 'server-only'
import * as z from 'zod'
import { beginActivity, readActivity } from '@/lib/activity/journal'
import { readSnapshot } from '@/lib/activity/snapshot-store'
import type { Actor } from '@/lib/access/actor'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { log } from '@/lib/log'
import {
  addGroupTypes,
  createStatusGroup as sendCreate,
  getStatusGroup,
  listAssetTypes,
  listStatusGroups,
  type WireStatusGroup,
} from '@/lib/service/assets'
import { isAppError } from '@/lib/background/trouble'
import { serverText } from '@/lib/server-text'
import { toStatusGroup } from './data'
import { recheckCreate, recheckedNote, notDoneNote, type RecheckResult } from './recheck'
import { prepareCreate } from './mutations'
import { statusGroup, type StatusGroupWritten, type UnassignedType } from './schema'
import {
  endActivity,
  isUncertain,
  recheckRepeatedly,
  performWrite,
  writeAlone,
  type Around,
  type WriteOptions,
} from './write'

/** The group in the log entry of a deletion. */
const keptGroup = statusGroup.extend({ typeNames: z.record(z.string(), z.string()).catch({}).default({}) })
type KeptGroup = z.infer<typeof keptGroup>

/**
 * Checks that no group was recreated from this deletion, because a second click must not create a second group.
 * @throws AppError conflict with the recreated group if it still exists
 */
async function requireFirst(db: Queryable, activityId: string, groups: readonly WireStatusGroup[]): Promise<void> {
  const { rows } = await db.query<{ id: string | null; outcome: string }>(
    `select object_id as id, outcome from activity
     where action = 'status-group.recreate' and outcome <> 'failed' and after ->> 'ofActivityId' = $1`,
    [activityId],
  )
  if (rows.some(({ outcome }) => outcome === 'unknown' || outcome === 'pending'))
    throw new AppError('conflict', serverText('statusGroups.recreatePending'))
  const ids = new Set(rows.map(({ id }) => id))
  const there = groups.find(({ groupId }) => ids.has(groupId))
  if (there !== undefined)
    throw new AppError('conflict', serverText('statusGroups.alreadyRecreated'), {
      details: { current: toStatusGroup(there) },
    })
}

type NamedType = Pick<UnassignedType, 'typeId' | 'name'>

/** Chooses types without a group. Assigning a type with a group would clear the statuses of its assets. */
async function choose(
  { client, call }: Around,
  { typeIds, typeNames }: KeptGroup,
): Promise<{ free: NamedType[]; unassigned: UnassignedType[] }> {
  const [groups, types] = await Promise.all([
    listStatusGroups(client, { ...call, isFresh: true }),
    listAssetTypes(client, { ...call, isFresh: true }).catch((error: unknown) => {
      // If the token is not allowed to list types, the service itself refuses unknown types later.
      if (isAppError(error)) return null
      throw error
    }),
  ])
  const there = types === null ? null : new Map(types.map(({ typeId, name }) => [typeId, name]))
  const free: NamedType[] = []
  const unassigned: UnassignedType[] = []
  for (const typeId of typeIds) {
    const name = there?.get(typeId) ?? typeNames[typeId] ?? typeId
    const other = groups.find((group) => group.typeIds.includes(typeId))
    if (other !== undefined) unassigned.push({ typeId, name, why: { kind: 'other-group', groupName: other.name } })
    else if (there !== null && !there.has(typeId)) unassigned.push({ typeId, name, why: { kind: 'gone' } })
    else free.push({ typeId, name })
  }
  return { free, unassigned }
}

const mistake = serverText('common.mistake')

/**
 * Assigns the new group to types. Each type has a log entry under the entry of the group.
 * @returns types that were not, or may not have been, assigned
 */
async function assign(
  around: Around,
  actor: Actor,
  group: WireStatusGroup,
  { free, parentId }: { free: readonly NamedType[]; parentId: string },
): Promise<UnassignedType[]> {
  const { db, client, call } = around
  const entries = new Map<string, string>()
  for (const { typeId, name } of free)
    entries.set(
      typeId,
      await beginActivity(db, actor, {
        action: 'asset-type.assign-group',
        objectKind: 'asset-type',
        objectId: typeId,
        objectName: name,
        before: null,
        after: { groupId: group.groupId, name: group.name },
        parentId,
      }),
    )
  const endAll = async (types: readonly NamedType[], outcome: 'done' | 'failed' | 'unknown', note: string | null) => {
    for (const { typeId } of types) {
      const entry = entries.get(typeId)
      if (entry !== undefined) await endActivity(db, entry, { outcome, note })
    }
  }
  try {
    await addGroupTypes(
      client,
      group.groupId,
      free.map(({ typeId }) => typeId),
      call,
    )
    await endAll(free, 'done', null)
    return []
  } catch (error) {
    // The service may have assigned some of the types, so each one is reported by its last known state.
    let seen: ReadonlySet<string> = new Set()
    const found = isUncertain(error)
      ? await recheckRepeatedly(around, error, async (options): Promise<RecheckResult> => {
          const now = await getStatusGroup(client, group.groupId, options)
          seen = new Set(now.typeIds)
          return free.every(({ typeId }) => seen.has(typeId)) ? { kind: 'done', group: now } : { kind: 'not done' }
        })
      : ({ kind: 'not done' } as const)
    const left = free.filter(({ typeId }) => !seen.has(typeId))
    await endAll(
      free.filter(({ typeId }) => seen.has(typeId)),
      'done',
      recheckedNote,
    )
    if (found === null) {
      await endAll(left, 'unknown', serverText('common.outcomeUnknown'))
      return left.map(({ typeId, name }) => ({ typeId, name, why: { kind: 'unknown' } }))
    }
    const message = isUncertain(error) ? notDoneNote : isAppError(error) ? error.text : mistake
    await endAll(left, 'failed', message)
    return left.map(({ typeId, name }) => ({ typeId, name, why: { kind: 'failed', message } }))
  }
}

/** The note about `unassigned` in the log entry of the group. The screen has its own text. */
function tellUnassigned(unassigned: readonly UnassignedType[]): string {
  const notes = unassigned.map(({ name, why }) => {
    switch (why.kind) {
      case 'other-group':
        return serverText('statusGroups.typeHasOtherGroup', { type: name, group: why.groupName })
      case 'gone':
        return serverText('statusGroups.typeDeleted', { type: name })
      case 'failed':
        return serverText('statusGroups.typesFailed', { reason: why.message })
      default:
        return serverText('statusGroups.typesUnknown')
    }
  })
  // Removes duplicate notes, because types in one request fail together. Their own entries name them.
  return [...new Set(notes)].join(' ')
}

/**
 * Creates a deleted group again, with its name, description and ordered statuses. Then assigns it to its former types
 * that have no group. The result says why other types were skipped. The statuses of assets have to be restored
 * separately from the snapshot of the deletion, whose size is `snapshotCount`.
 * @throws AppError not_found; invalid (not a deletion with a stored group); conflict if it was already recreated; the
 * same errors as `Service.call`. If it throws, nothing was created
 */
export function recreateStatusGroup(
  actor: Actor,
  activityId: string,
  given: WriteOptions = {},
): Promise<StatusGroupWritten> {
  return writeAlone(given, async (around) => {
    const { db, client, call } = around
    const deletion = await readActivity(db, activityId)
    if (deletion === null) throw new AppError('not_found', serverText('common.entryNotFound'))
    const kept = keptGroup.safeParse(deletion.before)
    if (deletion.action !== 'status-group.delete' || deletion.outcome !== 'done' || !kept.success)
      throw new AppError('invalid', serverText('statusGroups.notDeletion'))
    const { name, description, options } = kept.data
    await requireFirst(db, activityId, await listStatusGroups(client, { ...call, isFresh: true }))
    const wanted = await prepareCreate(around, { name, description, options })
    let unassigned: UnassignedType[] | undefined
    const written = await performWrite(around, actor, {
      intent: {
        action: 'status-group.recreate',
        objectKind: 'status-group',
        objectId: null,
        objectName: name,
        after: { ...wanted, ofActivityId: activityId },
      },
      send: () => sendCreate(client, { name, description, options }, call),
      recheck: (own, recheckOptions) => recheckCreate({ db, service: client }, own, wanted, recheckOptions),
      finish: async (group, parentId) => {
        if (group === null) return { group }
        const chosen = await choose(around, kept.data).catch((error: unknown) => {
          // The group exists, but types are not assigned if their current groups are unknown.
          if (!isAppError(error)) log().error({ err: error }, 'types to be assigned again could not be chosen')
          return isAppError(error) ? error.text : mistake
        })
        if (typeof chosen === 'string')
          unassigned = kept.data.typeIds.map((typeId) => ({
            typeId,
            name: kept.data.typeNames[typeId] ?? typeId,
            why: { kind: 'failed', message: chosen },
          }))
        else {
          const { free } = chosen
          unassigned = [
            ...chosen.unassigned,
            ...(free.length === 0 ? [] : await assign(around, actor, group, { free, parentId })),
          ]
        }
        const left = new Set(unassigned.map(({ typeId }) => typeId))
        const now = await getStatusGroup(client, group.groupId, call).catch(() => ({
          ...group,
          // The response of the create does not have these types yet.
          typeIds: kept.data.typeIds.filter((typeId) => !left.has(typeId)),
        }))
        return { group: now, after: { ofActivityId: activityId }, note: tellUnassigned(unassigned) }
      },
    })
    return {
      ...written,
      snapshotCount: (await readSnapshot(db, activityId)).length,
      ...(unassigned === undefined ? {} : { unassigned }),
    }
  })
}
