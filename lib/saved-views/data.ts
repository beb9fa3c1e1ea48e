import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { may } from '@/lib/access/permissions'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { viewListPages, listReadable } from './lists-model'
import { findStartView, mayEditView, mayShareViews } from './model'
import type { SavedView, SavedViewList, ViewBar, ViewList } from './schema'

export interface StoredView {
  view_id: string
  list: ViewList
  owner_id: string
  owner_name: string
  name: string
  query: string
  is_shared: boolean
  shared_with: Array<{ userId: string; name: string }>
  revision: number
}

/**
 * SQL: the views that the person `$1` sees in a list that they have access to. These are their own views, and views
 * that are shared with everyone or with them.
 */
export const isVisible = `(owner_id = $1 or is_shared or view_id in (
  select shares.view_id from saved_view_shares as shares where shares.user_id = $1))`

/** @throws AppError forbidden without access to the list */
export function requireList(actor: Actor, list: ViewList): void {
  if (!may(actor, viewListPages[list].permission)) throw new AppError('forbidden', serverText('savedViews.listDenied'))
}

/** The columns that every read of a view returns. */
export const viewColumns = `view_id, list, owner_id, name, query, is_shared, revision,
  coalesce((select json_agg(json_build_object('userId', users.user_id, 'name', users.name) order by lower(users.name))
            from saved_view_shares as shares join users using (user_id) where shares.view_id = list_views.view_id), '[]')
    as shared_with,
  (select users.name from users where users.user_id = owner_id) as owner_name`

/** A row as the current person may see it. */
export function toSavedView(row: StoredView, actor: Actor): SavedView {
  const isMine = row.owner_id === actor.userId
  return {
    viewId: row.view_id,
    list: row.list,
    name: row.name,
    query: row.query,
    isShared: row.is_shared,
    sharedWith: isMine ? row.shared_with : [],
    isMine,
    mayEdit: mayEditView({ isMine, isShared: row.is_shared }, actor),
    ownerName: row.owner_name,
    revision: row.revision,
  }
}

/** How a person arranged the bar of a list. The bar of inspections is stored where the previous release expects it. */
async function readBar(db: Queryable, actor: Actor, list: ViewList): Promise<ViewBar> {
  const { rows } = await db.query<ViewBar>(
    list === 'inspections'
      ? 'select ordered, hidden from saved_view_bars where user_id = $1'
      : 'select ordered, hidden from list_view_bars where user_id = $1 and list = $2',
    list === 'inspections' ? [actor.userId] : [actor.userId, list],
  )
  return rows[0] ?? { ordered: [], hidden: [] }
}

/**
 * The views of a list, and how the person arranged their bar. Contains the person's own views and views that others
 * share with them, by name.
 * @throws AppError forbidden without access to the list
 */
export async function listSavedViews(actor: Actor, list: ViewList, given?: Queryable): Promise<SavedViewList> {
  requireList(actor, list)
  const db = given ?? (await database())
  const { rows } = await db.query<StoredView>(
    `select ${viewColumns} from list_views
     where list = $2 and deleted_at is null and ${isVisible}
     order by name_key, view_id`,
    [actor.userId, list],
  )
  return {
    views: rows.map((row) => toSavedView(row, actor)),
    bar: await readBar(db, actor, list),
    mayShare: mayShareViews(actor),
  }
}

/** The views of all lists that the person has access to, in the order of lists and names. */
export async function listViewsOfAllLists(actor: Actor, given?: Queryable): Promise<{ views: SavedView[] }> {
  const db = given ?? (await database())
  const { rows } = await db.query<StoredView>(
    `select ${viewColumns} from list_views
     where list = any($2) and deleted_at is null and ${isVisible}
     order by list, name_key, view_id`,
    [actor.userId, listReadable(actor)],
  )
  return { views: rows.map((row) => toSavedView(row, actor)) }
}

/**
 * The queries of views of a list, by their keys. Views that the person may not see, or that do not exist, are left out.
 */
export async function readViewQueries(
  actor: Actor,
  keys: readonly string[],
  given?: Queryable,
  list: ViewList = 'inspections',
): Promise<Map<string, string>> {
  const db = given ?? (await database())
  const found = new Map<string, string>()
  for (const key of keys) {
    const start = findStartView(key, list)
    if (start !== undefined) found.set(key, start.query)
  }
  const { rows } = await db.query<{ view_id: string; query: string }>(
    `select view_id, query from list_views
     where list = $3 and view_id::text = any($2) and deleted_at is null and ${isVisible}`,
    [actor.userId, keys, list],
  )
  for (const { view_id, query } of rows) found.set(view_id, query)
  return found
}
