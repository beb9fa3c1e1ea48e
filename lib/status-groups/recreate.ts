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

/** What an entry of a deletion keeps of the group. */
const keptGroup = statusGroup.extend({ typeNames: z.record(z.string(), z.string()).catch({}).default({}) })
type KeptGroup = z.infer<typeof keptGroup>

/**
 * Groups that this deletion was made good by already and that are still there. A second click must not make a second.
 * @throws AppError conflict with that group
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

/** Types that have no group by now; one that has another would lose it, and its assets their statuses. */
async function choose(
  { client, call }: Around,
  { typeIds, typeNames }: KeptGroup,
): Promise<{ free: NamedType[]; unassigned: UnassignedType[] }> {
  const [groups, types] = await Promise.all([
    listStatusGroups(client, { ...call, isFresh: true }),
    listAssetTypes(client, { ...call, isFresh: true }).catch((error: unknown) => {
      // Types may not be listed to this token; then the service itself says which it does not know.
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

/** Assigns the new group to types; each has its own entry in the log, a step of the group's. @returns those that were not, or perhaps not */
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
    // Nobody promises that the service assigns all of them or none, so each is told as it was last seen.
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

/** What of `unassigned` the entry of the group says. The panel on the screen says the same in its own words. */
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
  // Types that were sent together fail together, and their own entries name them.
  return [...new Set(notes)].join(' ')
}

/**
 * Makes a group again that was deleted: name, description, statuses with colours in their order; then assigns it to those
 * of its types that have no group; the answer says of each other one why not. Statuses of assets come back only by
 * restoring them, which the snapshot of the deletion is for: `snapshotCount` is its.
 * @throws AppError not_found, invalid (no deletion that kept a group); conflict when it was done already; as
 * `Service.call`. When it throws, nothing was made
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
          // The group is there all the same. Without knowing what its types have by now, none of them is touched.
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
          // Not as it was made: it has had no types then.
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
