import 'server-only'
import * as z from 'zod'
import { readActivity, type ActivityEnd, type ActivityRecheck, type OpenActivity } from '@/lib/activity/journal'
import type { Queryable } from '@/lib/db/types'
import { getStatusGroup, listStatusGroups, type WireStatusGroup } from '@/lib/service/assets'
import type { CallOptions, Service } from '@/lib/service/types'
import { isAppError } from '@/lib/background/trouble'
import { serverText } from '@/lib/server-text'
import { toStatusGroup } from './data'
import { isAsAsked, isSameContent } from './plan'
import { optionReplacement, statusGroup, type StatusGroup } from './schema'

/**
 * Finds out from the service whether a write was done whose response was lost. Nothing is sent again from here.
 */

/** `unclear`: other people have changed the group since then. */
export type RecheckResult = { kind: 'done'; group: WireStatusGroup | null } | { kind: 'not done' } | { kind: 'unclear' }

type Client = Pick<Service, 'call'>

/**
 * The data of a create in the log: the group, and the ids of groups that existed before, so that the new one can be
 * found.
 */
export const askedGroup = statusGroup
  .omit({ groupId: true })
  .extend({ groupIdsBefore: z.array(z.string()), ofActivityId: z.string().optional() })
export type AskedGroup = z.infer<typeof askedGroup>

/** Groups that other log entries created. */
async function listClaimed(db: Queryable, activityId: string): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    `select object_id as id from activity
     where object_kind = 'status-group' and action in ('status-group.create', 'status-group.recreate')
       and object_id is not null and activity_id <> $1`,
    [activityId],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Whether another create is in progress. A new group may belong to it. */
async function isOtherUnderWay(db: Queryable, activityId: string): Promise<boolean> {
  const { rows } = await db.query(
    `select from activity
     where object_kind = 'status-group' and action in ('status-group.create', 'status-group.recreate')
       and outcome = 'pending' and activity_id <> $1 limit 1`,
    [activityId],
  )
  return rows.length > 0
}

/** Finds a new group with the requested content that no other entry created. */
export async function recheckCreate(
  { db, service }: { db: Queryable; service: Client },
  activityId: string,
  asked: AskedGroup,
  options: CallOptions,
): Promise<RecheckResult> {
  const groups = await listStatusGroups(service, { ...options, isFresh: true })
  // Must come after the list: a create whose group is in the list is either still in progress or has claimed its group.
  const isCrossed = await isOtherUnderWay(db, activityId)
  const claimed = await listClaimed(db, activityId)
  const before = new Set(asked.groupIdsBefore)
  const wanted: StatusGroup = {
    ...asked,
    groupId: '',
    options: asked.options.map((option) => ({ ...option, optionId: '' })),
  }
  const made = groups.find(
    (group) =>
      !before.has(group.groupId) &&
      !claimed.has(group.groupId) &&
      isAsAsked(toStatusGroup(group), wanted, new Set<string>()),
  )
  if (made === undefined) return { kind: 'not done' }
  return isCrossed ? { kind: 'unclear' } : { kind: 'done', group: made }
}

async function readIfThere(service: Client, groupId: string, options: CallOptions): Promise<WireStatusGroup | null> {
  try {
    return await getStatusGroup(service, groupId, options)
  } catch (error) {
    if (isAppError(error) && error.code === 'not_found') return null
    throw error
  }
}

/** Whether an edit from `before` to `asked` was done, judging by the group `found`. */
function judgeUpdate(found: StatusGroup, before: StatusGroup, asked: StatusGroup): 'done' | 'not done' | 'unclear' {
  if (isAsAsked(found, asked, new Set(before.options.map(({ optionId }) => optionId)))) return 'done'
  return isSameContent(found, before) ? 'not done' : 'unclear'
}

export async function recheckUpdate(
  service: Client,
  { before, asked }: { before: StatusGroup; asked: StatusGroup },
  options: CallOptions,
): Promise<RecheckResult> {
  const group = await readIfThere(service, before.groupId, options)
  if (group === null) return { kind: 'unclear' }
  const kind = judgeUpdate(toStatusGroup(group), before, asked)
  return kind === 'done' ? { kind, group } : { kind }
}

export async function recheckDelete(service: Client, groupId: string, options: CallOptions): Promise<RecheckResult> {
  const group = await readIfThere(service, groupId, options)
  return group === null ? { kind: 'done', group: null } : { kind: 'not done' }
}

export const recheckedNote = serverText('common.wasDone')
export const notDoneNote = serverText('common.notDone')

/** A more recent request may still be in progress at the service. */
const graceMs = 10_000

/** The state of the group before the next logged write. Later states may contain changes by other people. */
async function readNextBefore(db: Queryable, entry: OpenActivity): Promise<StatusGroup | null> {
  const { rows } = await db.query<{ before: unknown }>(
    `select later.before from activity later, activity own
     where own.activity_id = $1 and later.object_kind = own.object_kind and later.object_id = own.object_id
       and later.at > own.at and later.before is not null
     order by later.at limit 1`,
    [entry.activityId],
  )
  const parsed = statusGroup.safeParse(rows[0]?.before)
  return parsed.success ? parsed.data : null
}

async function recheckGroup(
  entry: OpenActivity,
  db: Queryable,
  service: Client,
  options: CallOptions,
): Promise<RecheckResult> {
  if (entry.action === 'status-group.create' || entry.action === 'status-group.recreate') {
    const asked = askedGroup.safeParse(entry.after)
    return asked.success ? recheckCreate({ db, service }, entry.activityId, asked.data, options) : { kind: 'unclear' }
  }
  if (entry.objectId === null) return { kind: 'unclear' }
  const next = await readNextBefore(db, entry)
  // The next write found the group, so the deletion was not done.
  if (entry.action === 'status-group.delete')
    return next === null ? recheckDelete(service, entry.objectId, options) : { kind: 'not done' }
  const before = statusGroup.safeParse(entry.before)
  const asked = statusGroup.safeParse(entry.after)
  if (entry.action !== 'status-group.update' || !before.success || !asked.success) return { kind: 'unclear' }
  if (next === null) return recheckUpdate(service, { before: before.data, asked: asked.data }, options)
  const kind = judgeUpdate(next, before.data, asked.data)
  return kind === 'done' ? { kind, group: null } : { kind }
}

/** Fields that an entry stores in addition to the group. */
const keptFields = z.object({ ofActivityId: z.string().optional(), removed: optionReplacement.optional() })

/**
 * A note for a person if only the recheck found a recreated group. Its types are not assigned then, because the process
 * that would have done it has stopped. Null if no types are left.
 */
async function describeTypesLeft(entry: OpenActivity, group: WireStatusGroup, db: Queryable): Promise<string | null> {
  const { ofActivityId } = keptFields.safeParse(entry.after).data ?? {}
  if (entry.action !== 'status-group.recreate' || ofActivityId === undefined) return null
  const deleted = statusGroup.safeParse((await readActivity(db, ofActivityId))?.before)
  if (!deleted.success) return null
  const has = new Set(group.typeIds)
  const count = deleted.data.typeIds.filter((typeId) => !has.has(typeId)).length
  return count === 0 ? null : serverText('statusGroups.typesLeft', { count })
}

const recheckOptions = (signal: AbortSignal): CallOptions => ({ lane: 'background', deadlineMs: 10_000, signal })

/** Rechecks log entries of status groups without an outcome. */
export const recheckStatusGroup: ActivityRecheck = async (entry, { db, service, signal }) => {
  const recheck = await recheckGroup(entry, db, service, recheckOptions(signal))
  if (recheck.kind === 'done') {
    const { group } = recheck
    if (group === null) return { outcome: 'done', note: recheckedNote }
    const left = await describeTypesLeft(entry, group, db)
    const made: Pick<ActivityEnd, 'objectId' | 'after'> = {
      objectId: group.groupId,
      after: { ...toStatusGroup(group), ...keptFields.safeParse(entry.after).data },
    }
    return { outcome: 'done', note: left === null ? recheckedNote : `${recheckedNote} ${left}`, ...made }
  }
  if (recheck.kind === 'unclear' || Date.now() - entry.atMs < graceMs) return null
  return { outcome: 'failed', note: notDoneNote, isFromRecheck: true }
}

const groupOfType = z.object({ groupId: z.string() }).nullable()

/** Rechecks log entries of asset types whose group was changed. */
export const recheckTypeGroup: ActivityRecheck = async (entry, { service, signal }) => {
  const before = groupOfType.safeParse(entry.before ?? null)
  const after = groupOfType.safeParse(entry.after ?? null)
  const { objectId: typeId } = entry
  if (typeId === null || !before.success || !after.success) return null
  const groups = await listStatusGroups(service, { ...recheckOptions(signal), isFresh: true })
  const now = groups.find(({ typeIds }) => typeIds.includes(typeId))?.groupId ?? null
  if (now === (after.data?.groupId ?? null)) return { outcome: 'done', note: recheckedNote }
  if (now !== (before.data?.groupId ?? null) || Date.now() - entry.atMs < graceMs) return null
  return { outcome: 'failed', note: notDoneNote, isFromRecheck: true }
}
