import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { addNotices, readAdminIds } from '@/lib/inbox/store'
import { serverText } from '@/lib/server-text'

/** Shorter problems are over before an admin could act. */
const troubleMinutes = 10

/**
 * Notifies admins when no sync has succeeded for some minutes. The time of the last success identifies the problem, so
 * that each problem is reported once, by the first console that finds it.
 * @returns how many notices are new
 */
export async function noticeTrouble(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ last_finished_at: string | null; last_error: string }>(
    `select last_finished_at, last_error
     from sync_state
     where name = 'inspections' and last_error is not null
       and coalesce(last_finished_at, '-infinity') < now() - make_interval(mins => ${troubleMinutes})`,
  )
  const [trouble] = rows
  if (trouble === undefined) return 0
  return addNotices(db, [
    {
      userIds: await readAdminIds(db),
      kind: 'trouble',
      cause: `sync ${trouble.last_finished_at ?? 'never'}`,
      text: serverText('inbox.notices.trouble', { minutes: troubleMinutes }),
      detail: trouble.last_error,
      target: { kind: 'system', id: null },
    },
  ])
}
