import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { findStartView, mayEditView, mayShareViews } from './model'
import type { SavedView, SavedViewList, ViewBar } from './schema'

export interface StoredView {
  view_id: string
  owner_id: string
  owner_name: string
  name: string
  query: string
  is_shared: boolean
  shared_with: Array<{ userId: string; name: string }>
  revision: number
}

/** Which views the person of `$1` sees: their own, and those shared with everyone or with them. */
export const isVisible = `(owner_id = $1 or is_shared or exists (
  select from saved_view_shares as shares where shares.view_id = saved_views.view_id and shares.user_id = $1))`

/** The columns that every read of a view returns. */
export const viewColumns = `view_id, owner_id, name, query, is_shared, revision,
  coalesce((select json_agg(json_build_object('userId', users.user_id, 'name', users.name) order by lower(users.name))
            from saved_view_shares as shares join users using (user_id) where shares.view_id = saved_views.view_id), '[]')
    as shared_with,
  (select users.name from users where users.user_id = owner_id) as owner_name`

/** A row as the current person may see it. */
export function toSavedView(row: StoredView, actor: Actor): SavedView {
  const isMine = row.owner_id === actor.userId
  return {
    viewId: row.view_id,
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

/** Views of the person and those that others share with them, by name, and how they arranged their bar. */
export async function listSavedViews(actor: Actor, given?: Queryable): Promise<SavedViewList> {
  const db = given ?? (await database())
  const { rows } = await db.query<StoredView>(
    `select ${viewColumns} from saved_views
     where deleted_at is null and ${isVisible}
     order by name_key, view_id`,
    [actor.userId],
  )
  const bars = await db.query<ViewBar>('select ordered, hidden from saved_view_bars where user_id = $1', [actor.userId])
  return {
    views: rows.map((row) => toSavedView(row, actor)),
    bar: bars.rows[0] ?? { ordered: [], hidden: [] },
    mayShare: mayShareViews(actor),
  }
}

/** The queries behind keys of the bar; what the person may not see, or is not there, is left out. */
export async function readViewQueries(
  actor: Actor,
  keys: readonly string[],
  given?: Queryable,
): Promise<Map<string, string>> {
  const db = given ?? (await database())
  const found = new Map<string, string>()
  for (const key of keys) {
    const start = findStartView(key)
    if (start !== undefined) found.set(key, start.query)
  }
  const { rows } = await db.query<{ view_id: string; query: string }>(
    `select view_id, query from saved_views
     where view_id::text = any($2) and deleted_at is null and ${isVisible}`,
    [actor.userId, keys],
  )
  for (const { view_id, query } of rows) found.set(view_id, query)
  return found
}
