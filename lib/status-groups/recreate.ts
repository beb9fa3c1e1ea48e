import 'server-only'
import * as z from 'zod'
import { beginActivity, readActivity, readSnapshot } from '@/lib/activity/journal'
import type { Actor } from '@/lib/auth/actor'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import {
  addGroupTypes,
  createStatusGroup as sendCreate,
  getStatusGroup,
  listAssetTypes,
  listStatusGroups,
  type WireStatusGroup,
} from '@/lib/service/assets'
import { isAppError } from '@/lib/sync/trouble'
import { toStatusGroup } from './data'
import { lookAtCreate, lookedUpNote, notDoneNote, type Look } from './looks'
import { prepareCreate } from './mutations'
import { statusGroup, type StatusGroupWritten } from './schema'
import {
  endActivity,
  isUncertain,
  lookRepeatedly,
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
    throw new AppError(
      'conflict',
      'Creating this group again was asked for already, and its outcome is not known yet. Nothing was sent: wait until the log tells.',
    )
  const ids = new Set(rows.map(({ id }) => id))
  const there = groups.find(({ groupId }) => ids.has(groupId))
  if (there !== undefined)
    throw new AppError('conflict', 'This group was created again already, and it is there. Nothing was sent.', {
      details: { current: toStatusGroup(there) },
    })
}

interface LeftOut {
  typeId: string
  name: string
  why: string
}

/** Types that have no group by now; one that has another would lose it, and its assets their statuses. */
async function choose(
  { client, call }: Around,
  { typeIds, typeNames }: KeptGroup,
): Promise<{ free: Array<{ typeId: string; name: string }>; leftOut: LeftOut[] }> {
  const [groups, types] = await Promise.all([
    listStatusGroups(client, { ...call, isFresh: true }),
    listAssetTypes(client, { ...call, isFresh: true }).catch((error: unknown) => {
      // Types may not be listed to this token; then the service itself says which it does not know.
      if (isAppError(error)) return null
      throw error
    }),
  ])
  const there = types === null ? null : new Map(types.map(({ typeId, name }) => [typeId, name]))
  const free: Array<{ typeId: string; name: string }> = []
  const leftOut: LeftOut[] = []
  for (const typeId of typeIds) {
    const name = there?.get(typeId) ?? typeNames[typeId] ?? typeId
    const other = groups.find((group) => group.typeIds.includes(typeId))
    if (other !== undefined) leftOut.push({ typeId, name, why: `has the group “${other.name}” by now` })
    else if (there !== null && !there.has(typeId)) leftOut.push({ typeId, name, why: 'is not there any more' })
    else free.push({ typeId, name })
  }
  return { free, leftOut }
}

/** Assigns the new group to types; each has its own entry in the log. @returns what is left to be told */
async function assign(
  around: Around,
  actor: Actor,
  group: WireStatusGroup,
  free: ReadonlyArray<{ typeId: string; name: string }>,
): Promise<string | null> {
  const { db, client, call } = around
  const entries: string[] = []
  for (const { typeId, name } of free)
    entries.push(
      await beginActivity(db, actor, {
        action: 'asset-type.assign-group',
        objectKind: 'asset-type',
        objectId: typeId,
        objectName: name,
        before: null,
        after: { groupId: group.groupId, name: group.name },
      }),
    )
  const endAll = async (outcome: 'done' | 'failed' | 'unknown', note: string | null) => {
    for (const entry of entries) await endActivity(db, entry, { outcome, note })
  }
  const typeIds = free.map(({ typeId }) => typeId)
  try {
    await addGroupTypes(client, group.groupId, typeIds, call)
    await endAll('done', null)
    return null
  } catch (error) {
    const message = isAppError(error) ? error.message : 'The console made a mistake; its log says more.'
    const found = isUncertain(error)
      ? await lookRepeatedly(around, error, async (options): Promise<Look> => {
          const now = await getStatusGroup(client, group.groupId, options)
          const has = new Set(now.typeIds)
          return typeIds.every((typeId) => has.has(typeId)) ? { kind: 'done', group: now } : { kind: 'not done' }
        })
      : ({ kind: 'not done' } as const)
    if (found?.kind === 'done') {
      await endAll('done', lookedUpNote)
      return null
    }
    if (found === null) {
      await endAll('unknown', 'The answer of the service was lost; the console looks until it knows.')
      return 'Whether its types were assigned again is not known yet.'
    }
    await endAll('failed', isUncertain(error) ? notDoneNote : message)
    return `Its types could not be assigned again. ${message}`
  }
}

/**
 * Makes a group again that was deleted: name, description, statuses with colours in their order; then assigns it to those
 * of its types that have no group. Statuses of assets come back only by restoring them, which the snapshot of the deletion
 * is for: `snapshotCount` is its.
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
    if (deletion === null) throw new AppError('not_found', 'The log has no such entry.')
    const kept = keptGroup.safeParse(deletion.before)
    if (deletion.action !== 'status-group.delete' || deletion.outcome !== 'done' || !kept.success)
      throw new AppError('invalid', 'This entry of the log is not of a group that was deleted. Nothing was sent.')
    const { name, description, options } = kept.data
    await requireFirst(db, activityId, await listStatusGroups(client, { ...call, isFresh: true }))
    const wanted = await prepareCreate(around, { name, description, options })
    const written = await performWrite(around, actor, {
      intent: {
        action: 'status-group.recreate',
        objectKind: 'status-group',
        objectId: null,
        objectName: name,
        after: { ...wanted, ofActivityId: activityId },
      },
      send: () => sendCreate(client, { name, description, options }, call),
      look: (own, lookOptions) => lookAtCreate({ db, service: client }, own, wanted, lookOptions),
      finish: async (group) => {
        if (group === null) return { group }
        const { free, leftOut } = await choose(around, kept.data)
        const trouble = free.length === 0 ? null : await assign(around, actor, group, free)
        const now = await getStatusGroup(client, group.groupId, call).catch(() => group)
        const note = [
          ...leftOut.map((type) => `The type “${type.name}” was not assigned again: it ${type.why}.`),
          ...(trouble === null ? [] : [trouble]),
        ].join(' ')
        return { group: now, after: { ofActivityId: activityId }, note }
      },
    })
    return { ...written, snapshotCount: (await readSnapshot(db, activityId)).length }
  })
}
