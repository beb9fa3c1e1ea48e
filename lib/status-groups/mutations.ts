import 'server-only'
import type * as z from 'zod'
import type { Actor } from '@/lib/access/actor'
import { storeStatusNames } from '@/lib/assets/store'
import { AppError } from '@/lib/errors'
import {
  createStatusGroup as sendCreate,
  deleteStatusGroup as sendDelete,
  getStatusGroup,
  listStatusGroups,
  updateStatusGroup as sendUpdate,
  type WireStatusGroup,
} from '@/lib/service/assets'
import { isAppError } from '@/lib/background/trouble'
import { serverText } from '@/lib/server-text'
import { nameTypes, toStatusGroup } from './data'
import { recheckCreate, recheckDelete, recheckUpdate, type AskedGroup } from './recheck'
import { applyPatch, isAsAsked, isSameUse, planEdit, requireReadable, requireUnchanged, withRest } from './plan'
import type { newStatusGroup, StatusGroupWritten, statusGroupEdit, statusGroupRemoval } from './schema'
import { keepStatuses } from './snapshot'
import { performWrite, writeAlone, type Around, type WriteOptions } from './write'

/** @throws AppError not_found */
async function readCurrent({ client, call }: Around, groupId: string): Promise<WireStatusGroup> {
  try {
    return await getStatusGroup(client, groupId, call)
  } catch (error) {
    if (isAppError(error) && error.code === 'not_found')
      throw new AppError('not_found', serverText('statusGroups.groupDeleted'), { cause: error })
    throw error
  }
}

/** The requested content of a new group, and the groups that exist before, so that a recheck can find the new one. */
export async function prepareCreate(
  { client, call }: Around,
  asked: z.output<typeof newStatusGroup>,
): Promise<AskedGroup> {
  const groups = await listStatusGroups(client, { ...call, isFresh: true })
  return {
    name: asked.name,
    description: asked.description,
    options: asked.options.map((option) => ({ optionId: '', name: option.name, color: option.color })),
    typeIds: [],
    groupIdsBefore: groups.map(({ groupId }) => groupId),
  }
}

/**
 * Creates a group.
 * @throws the same errors as `Service.call`; if it throws, nothing was created
 */
export function createStatusGroup(
  actor: Actor,
  asked: z.output<typeof newStatusGroup>,
  given: WriteOptions = {},
): Promise<StatusGroupWritten> {
  return writeAlone(given, async (around) => {
    const { db, client, call } = around
    const wanted = await prepareCreate(around, asked)
    return performWrite(around, actor, {
      intent: {
        action: 'status-group.create',
        objectKind: 'status-group',
        objectId: null,
        objectName: asked.name,
        after: wanted,
      },
      send: () => sendCreate(client, asked, call),
      recheck: (activityId, options) => recheckCreate({ db, service: client }, activityId, wanted, options),
    })
  })
}

/**
 * Saves an edit if the group has not changed since it was opened.
 * @throws AppError invalid (see `planEdit`); conflict with the current group; not_found; the same errors as
 * `Service.call`. If it throws, nothing was changed
 */
export async function saveStatusGroup(
  actor: Actor,
  groupId: string,
  edit: z.output<typeof statusGroupEdit>,
  given: WriteOptions = {},
): Promise<StatusGroupWritten> {
  const { patch, removed } = planEdit(groupId, edit)
  return writeAlone(given, async (around) => {
    const { db, client, call, refresh } = around
    const current = await readCurrent(around, groupId)
    requireUnchanged(edit.base, current, { withTypes: false })
    requireReadable(current, patch)
    const before = toStatusGroup(current)
    const asked = applyPatch(before, patch)
    const idsBefore = new Set(before.options.map(({ optionId }) => optionId))
    const replacement = edit.removed === undefined ? {} : { removed: edit.removed }
    // Fields that Sightline does not know cannot conflict, so their latest values are written back.
    let newest = current
    /**
     * Reads the group again.
     * @throws the same errors as the save before its request
     */
    const readAgain = async () => {
      newest = await readCurrent(around, groupId)
      requireUnchanged(edit.base, newest, { withTypes: false })
      requireReadable(newest, patch)
      return toStatusGroup(newest)
    }
    return performWrite(around, actor, {
      intent: {
        action: 'status-group.update',
        objectKind: 'status-group',
        objectId: groupId,
        objectName: current.name,
        before,
        after: { ...asked, ...replacement },
      },
      keep: async (activityId) => {
        if (removed.length === 0) return { count: 0, note: null, typeIds: [] }
        const kept = await keepStatuses(db, activityId, before, removed, refresh)
        // The group may have changed during the listing, because other programs ignore our lock.
        const now = await readAgain()
        if (isSameUse(before, now)) return kept
        const keptOfNow = await keepStatuses(db, activityId, now, removed, refresh)
        await readAgain()
        return keptOfNow
      },
      send: () => sendUpdate(client, groupId, withRest(patch, newest), call),
      recheck: (_, options) => recheckUpdate(client, { before, asked }, options),
      finish: async (group) => {
        if (group !== null && patch.options !== undefined) await storeStatusNames(db, [group]).catch(() => null)
        const isOther = group !== null && !isAsAsked(toStatusGroup(group), asked, idsBefore)
        const note = serverText('statusGroups.resultDiffers')
        return { group, after: replacement, ...(isOther ? { note } : {}) }
      },
    })
  })
}

/**
 * Deletes a group if it has not changed since it was opened and the same types use it.
 * @throws AppError invalid (the typed name is wrong); conflict with the current group; not_found; the same errors as
 * `Service.call`. If it throws, nothing was deleted
 */
export async function deleteStatusGroup(
  actor: Actor,
  groupId: string,
  { base, confirmedName }: z.output<typeof statusGroupRemoval>,
  given: WriteOptions = {},
): Promise<StatusGroupWritten> {
  const mistake =
    base.groupId !== groupId
      ? { field: 'base', message: serverText('statusGroups.otherGroup') }
      : confirmedName.trim() !== base.name.trim()
        ? { field: 'confirmedName', message: serverText('statusGroups.nameMismatch') }
        : null
  if (mistake !== null)
    throw new AppError('invalid', mistake.message, { details: { fields: { [mistake.field]: mistake.message } } })
  return writeAlone(given, async (around) => {
    const { db, client, call, refresh } = around
    const current = await readCurrent(around, groupId)
    requireUnchanged(base, current, { withTypes: true })
    const before = toStatusGroup(current)
    const typeNames = await nameTypes(current, { db, service: client, call })
    return performWrite(around, actor, {
      intent: {
        action: 'status-group.delete',
        objectKind: 'status-group',
        objectId: groupId,
        objectName: current.name,
        before: { ...before, typeNames },
      },
      keep: async (activityId) => {
        const kept = await keepStatuses(db, activityId, before, before.options, refresh)
        requireUnchanged(base, await readCurrent(around, groupId), { withTypes: true })
        return kept
      },
      send: async () => {
        await sendDelete(client, groupId, call)
        return null
      },
      recheck: (_, options) => recheckDelete(client, groupId, options),
    })
  })
}
