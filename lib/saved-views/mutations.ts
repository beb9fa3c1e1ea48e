import 'server-only'
import { recordActivity, relatedKey } from '@/lib/activity/journal'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import type { Database, Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { publishChange } from '@/lib/events/publish'
import { findPeople } from '@/lib/people/names-data'
import { serverText } from '@/lib/server-text'
import { isVisible, requireList, toSavedView, viewColumns, type StoredView } from './data'
import { listReadable } from './lists-model'
import { canonicalQuery, mayEditView, mayShareViews, nameKey, numberName, startNameKeys } from './model'
import {
  viewsMax,
  type ImportedViews,
  type NewView,
  type SavedView,
  type ViewChange,
  type ViewList,
  type ViewsFile,
} from './schema'

const undoDays = 7

function refuseName(): AppError {
  return new AppError('invalid', serverText('savedViews.nameTaken'), {
    details: { fields: { name: serverText('savedViews.fields.nameTaken') } },
  })
}

function requireSharing(actor: Actor): void {
  if (!mayShareViews(actor))
    throw new AppError('forbidden', serverText('savedViews.sharingDenied', { role: actor.role }))
}

/**
 * The names that a person uses in a list, and how many views they have. Locks the person's row, so that two tabs cannot
 * both take the last place.
 */
async function lockOwn(tx: Queryable, ownerId: string, list: ViewList): Promise<{ taken: Set<string>; kept: number }> {
  await tx.query('select from users where user_id = $1 for no key update', [ownerId])
  const { rows } = await tx.query<{ name_key: string }>(
    'select name_key from list_views where owner_id = $1 and list = $2 and deleted_at is null',
    [ownerId, list],
  )
  return { taken: new Set([...startNameKeys(list), ...rows.map((row) => row.name_key)]), kept: rows.length }
}

function requireRoom(kept: number, added: number): void {
  if (kept + added > viewsMax)
    throw new AppError('invalid', serverText('savedViews.tooMany', { count: kept + added, max: viewsMax }))
}

/**
 * Shares a view with exactly these people. People who already have access may be disabled, but new ones may not.
 * @throws AppError forbidden (sharing), invalid, naming `sharedWith`
 */
async function writeShares(
  tx: Queryable,
  actor: Actor,
  { viewId, ownerId, before }: { viewId: string; ownerId: string; before: readonly string[] },
  wanted: readonly string[],
): Promise<void> {
  const others = [...new Set(wanted)].filter((userId) => userId !== ownerId)
  const added = others.filter((userId) => !before.includes(userId))
  if (added.length > 0) {
    requireSharing(actor)
    if ((await findPeople(tx, added)).length < added.length)
      throw new AppError('invalid', serverText('savedViews.inactiveAccount'), {
        details: { fields: { sharedWith: serverText('common.fields.accounts') } },
      })
  }
  await tx.query('delete from saved_view_shares where view_id = $1 and user_id <> all($2::uuid[])', [viewId, others])
  await tx.query(
    'insert into saved_view_shares (view_id, user_id) select $1, * from unnest($2::uuid[]) on conflict do nothing',
    [viewId, others],
  )
}

async function insertView(tx: Queryable, actor: Actor, view: NewView): Promise<SavedView> {
  const { list = 'inspections' } = view
  const { rows } = await tx.query<StoredView>(
    `insert into list_views (owner_id, list, name, name_key, query, is_shared) values ($1, $2, $3, $4, $5, $6)
     returning ${viewColumns}`,
    [actor.userId, list, view.name, nameKey(view.name), canonicalQuery(view.query, list), view.isShared === true],
  )
  const [row] = rows
  if (row === undefined) throw new Error('an insert gives its row')
  const { sharedWith = [], isShared } = view
  if (isShared === true || sharedWith.length === 0) return toSavedView(row, actor)
  await writeShares(tx, actor, { viewId: row.view_id, ownerId: actor.userId, before: [] }, sharedWith)
  return toSavedView(await lockView(tx, actor, row.view_id, 'kept'), actor)
}

/**
 * Log entries of earlier releases have no list, because they are about views of inspections. So entries for inspections
 * still have none.
 */
const keptList = (list: ViewList) => (list === 'inspections' ? {} : { list })

/** A view as the log stores it. `isShared` decides who may see the entry. */
const toKept = (row: Pick<StoredView, 'list' | 'name' | 'query' | 'is_shared' | 'shared_with'>) => ({
  ...keptList(row.list),
  name: row.name,
  query: row.query,
  isShared: row.is_shared,
  sharedWith: row.shared_with.map(({ name }) => name),
})

async function recordView(
  tx: Queryable,
  actor: Actor,
  act: 'create' | 'update' | 'delete' | 'restore',
  { viewId, name, ...states }: { viewId: string; name: string; before?: object; after?: object },
): Promise<void> {
  await recordActivity(tx, actor, {
    action: `saved-view.${act}`,
    objectKind: 'saved-view',
    objectId: viewId,
    objectName: name,
    ...states,
  })
}

/**
 * Adds a view that belongs to the person.
 * @throws AppError invalid (name taken, too many), forbidden (sharing, or no access to the list)
 */
export async function createView(actor: Actor, view: NewView, given?: Database): Promise<SavedView> {
  const { list = 'inspections' } = view
  requireList(actor, list)
  if (view.isShared === true) requireSharing(actor)
  const db = given ?? (await database())
  const done = await db.transaction(async (tx) => {
    const { taken, kept } = await lockOwn(tx, actor.userId, list)
    if (taken.has(nameKey(view.name))) throw refuseName()
    requireRoom(kept, 1)
    const added = await insertView(tx, actor, view)
    const { viewId, name, query, isShared, sharedWith } = added
    const after = { ...keptList(list), name, query, isShared, sharedWith: sharedWith.map((person) => person.name) }
    await recordView(tx, actor, 'create', { viewId, name, after })
    return added
  })
  publishChange('saved-views')
  return done
}

/** The view if the person may see it and its list, locked. @throws AppError not_found */
async function lockView(tx: Queryable, actor: Actor, viewId: string, state: 'kept' | 'deleted'): Promise<StoredView> {
  const { rows } = await tx.query<StoredView>(
    `select ${viewColumns} from list_views
     where view_id = $2 and list = any($3) and ${isVisible} and deleted_at is ${state === 'kept' ? 'null' : 'not null'}
     for update of list_views`,
    [actor.userId, viewId, listReadable(actor)],
  )
  const [row] = rows
  if (row === undefined)
    throw new AppError('not_found', serverText(state === 'kept' ? 'savedViews.notFound' : 'savedViews.notRestorable'))
  return row
}

function requireEdit(actor: Actor, row: StoredView): void {
  if (!mayEditView({ isMine: row.owner_id === actor.userId, isShared: row.is_shared }, actor))
    throw new AppError('forbidden', serverText('savedViews.notYours', { owner: row.owner_name }))
}

/**
 * Changes name, query or sharing of a view.
 * @throws AppError conflict when the view has changed since `revision`, not_found, forbidden, invalid (name taken)
 */
export async function changeView(
  actor: Actor,
  viewId: string,
  change: ViewChange,
  given?: Database,
): Promise<SavedView> {
  const db = given ?? (await database())
  const done = await db.transaction(async (tx) => {
    const before = await lockView(tx, actor, viewId, 'kept')
    requireEdit(actor, before)
    if (change.isShared === true && !before.is_shared) requireSharing(actor)
    if (change.sharedWith !== undefined && before.owner_id !== actor.userId)
      throw new AppError('forbidden', serverText('savedViews.notYoursToShare', { owner: before.owner_name }))
    if (before.revision !== change.revision) throw new AppError('conflict', serverText('savedViews.changed'))
    const name = change.name ?? before.name
    if (nameKey(name) !== nameKey(before.name)) {
      const { taken } = await lockOwn(tx, before.owner_id, before.list)
      if (taken.has(nameKey(name))) throw refuseName()
    }
    const isShared = change.isShared ?? before.is_shared
    const shares = isShared ? [] : change.sharedWith
    if (shares !== undefined)
      await writeShares(
        tx,
        actor,
        { viewId, ownerId: before.owner_id, before: before.shared_with.map(({ userId }) => userId) },
        shares,
      )
    const { rows } = await tx.query<StoredView>(
      `update list_views set name = $2, name_key = $3, query = $4, is_shared = $5, revision = revision + 1,
              updated_at = now()
       where view_id = $1 returning ${viewColumns}`,
      [
        viewId,
        name,
        nameKey(name),
        change.query === undefined ? before.query : canonicalQuery(change.query, before.list),
        isShared,
      ],
    )
    const [row] = rows
    if (row === undefined) throw new Error('the row is locked')
    await recordView(tx, actor, 'update', { viewId, name: row.name, before: toKept(before), after: toKept(row) })
    return toSavedView(row, actor)
  })
  publishChange('saved-views')
  return done
}

/** Deletes a view. It can be restored for a week. @throws AppError not_found, forbidden */
export async function deleteView(actor: Actor, viewId: string, given?: Database): Promise<void> {
  const db = given ?? (await database())
  await db.transaction(async (tx) => {
    const before = await lockView(tx, actor, viewId, 'kept')
    requireEdit(actor, before)
    await recordView(tx, actor, 'delete', { viewId, name: before.name, before: toKept(before) })
    await tx.query('update list_views set deleted_at = now(), revision = revision + 1 where view_id = $1', [viewId])
    await tx.query(`delete from list_views where deleted_at < now() - make_interval(days => $1)`, [undoDays])
  })
  publishChange('saved-views')
}

/**
 * Restores a deleted view. It gets a numbered name if its own has been taken since.
 * @throws AppError not_found, forbidden
 */
export async function restoreView(actor: Actor, viewId: string, given?: Database): Promise<SavedView> {
  const db = given ?? (await database())
  const done = await db.transaction(async (tx) => {
    const before = await lockView(tx, actor, viewId, 'deleted')
    requireEdit(actor, before)
    const { taken, kept } = await lockOwn(tx, before.owner_id, before.list)
    requireRoom(kept, 1)
    const name = numberName(before.name, taken)
    const { rows } = await tx.query<StoredView>(
      `update list_views set deleted_at = null, name = $2, name_key = $3, revision = revision + 1
       where view_id = $1 returning ${viewColumns}`,
      [viewId, name, nameKey(name)],
    )
    const [row] = rows
    if (row === undefined) throw new Error('the row is locked')
    await recordView(tx, actor, 'restore', { viewId, name: row.name, after: toKept(row) })
    return toSavedView(row, actor)
  })
  publishChange('saved-views')
  return done
}

/**
 * Adds all views of a file or none. They are private views of the person. Taken names get a number.
 * @throws AppError invalid (too many), forbidden without access to their list
 */
export async function importViews(actor: Actor, file: ViewsFile, given?: Database): Promise<ImportedViews> {
  const { list = 'inspections' } = file
  requireList(actor, list)
  const db = given ?? (await database())
  const done = await db.transaction(async (tx) => {
    const { taken, kept } = await lockOwn(tx, actor.userId, list)
    requireRoom(kept, file.views.length)
    const added: SavedView[] = []
    const renamed: ImportedViews['renamed'] = []
    for (const { name: from, query } of file.views) {
      const name = numberName(from, taken)
      if (name !== from) renamed.push({ from, to: name })
      taken.add(nameKey(name))
      added.push(await insertView(tx, actor, { list, name, query, isShared: false }))
    }
    if (added.length > 0)
      await recordActivity(tx, actor, {
        action: 'saved-view.import',
        objectKind: 'saved-view',
        objectId: null,
        objectName: added.length === 1 ? '1 view' : `${added.length} views`,
        after: { ...keptList(list), views: added.map(({ name, query }) => ({ name, query })), isShared: false },
        related: added.map(({ viewId }) => relatedKey('saved-view', viewId)),
      })
    return { added, renamed }
  })
  publishChange('saved-views')
  return done
}
