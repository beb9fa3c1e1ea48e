import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { requireList } from './data'
import type { ViewBar, ViewList } from './schema'

/**
 * Stores how the person arranged the bar of a list. The last change wins, because the bar belongs only to them.
 * @throws AppError forbidden without access to the list
 */
export async function arrangeBar(
  actor: Actor,
  bar: ViewBar,
  given?: Queryable,
  list: ViewList = 'inspections',
): Promise<ViewBar> {
  requireList(actor, list)
  const db = given ?? (await database())
  const values = [actor.userId, [...new Set(bar.ordered)], [...new Set(bar.hidden)]]
  const { rows } = await db.query<ViewBar>(
    list === 'inspections'
      ? `insert into saved_view_bars (user_id, ordered, hidden) values ($1, $2, $3)
         on conflict (user_id) do update set ordered = excluded.ordered, hidden = excluded.hidden returning ordered, hidden`
      : `insert into list_view_bars (user_id, ordered, hidden, list) values ($1, $2, $3, $4)
         on conflict (user_id, list) do update set ordered = excluded.ordered, hidden = excluded.hidden
         returning ordered, hidden`,
    list === 'inspections' ? values : [...values, list],
  )
  return rows[0] ?? bar
}
