import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { publishChange } from '@/lib/events/publish'
import { readChoices } from './data'
import type { NoticeChoice, NoticeChoices, NoticeMarks, NoticesMarked, NoticeState, QuietHours } from './schema'

/**
 * What each state sets, and the condition for notices that do not have the state yet. A notice that is put back into
 * the inbox stays read.
 */
const changes: Readonly<Record<NoticeState, { set: string; where: string }>> = {
  read: { set: 'read_at = now()', where: 'read_at is null' },
  unread: { set: 'read_at = null', where: 'read_at is not null' },
  archived: { set: 'archived_at = now(), read_at = coalesce(read_at, now())', where: 'archived_at is null' },
  listed: { set: 'archived_at = null', where: 'archived_at is not null' },
}

/** Marks the person's own notices. Notices of others, and notices that already have the state, do not change. */
export async function markNotices(
  actor: Pick<Actor, 'userId'>,
  marks: NoticeMarks,
  given?: Queryable,
): Promise<NoticesMarked> {
  const db = given ?? (await database())
  const { set, where } = changes[marks.state]
  const [chosen, value] =
    'until' in marks
      ? ['at <= $2::timestamptz and archived_at is null', marks.until]
      : ['notice_id = any($2::uuid[])', marks.noticeIds]
  const { rows } = await db.query<{ notice_id: string }>(
    `update notices set ${set} where user_id = $1 and is_listed and ${where} and ${chosen} returning notice_id`,
    [actor.userId, value],
  )
  if (rows.length > 0) publishChange('inbox', [actor.userId])
  return { noticeIds: rows.map((row) => row.notice_id) }
}

/** Stores what the person chose for a kind of notice. Existing notices keep their channels. */
export async function chooseNotices(
  actor: Pick<Actor, 'userId' | 'role'>,
  { kind, inInbox, email }: NoticeChoice,
  given?: Queryable,
): Promise<NoticeChoices> {
  const db = given ?? (await database())
  await db.query(
    `insert into notice_choices (user_id, kind, in_inbox, email) values ($1, $2, $3, $4)
     on conflict (user_id, kind) do update set in_inbox = excluded.in_inbox, email = excluded.email`,
    [actor.userId, kind, inInbox, email],
  )
  publishChange('inbox', [actor.userId])
  return readChoices(actor, db)
}

/** Stores the person's quiet hours; null: they have none. Emails that are already due wait as well. */
export async function setQuietHours(
  actor: Pick<Actor, 'userId' | 'role'>,
  quiet: QuietHours | null,
  given?: Queryable,
): Promise<NoticeChoices> {
  const db = given ?? (await database())
  if (quiet === null) await db.query('delete from notice_quiet_hours where user_id = $1', [actor.userId])
  else
    await db.query(
      `insert into notice_quiet_hours (user_id, from_minute, to_minute, days) values ($1, $2, $3, $4)
       on conflict (user_id) do update set from_minute = excluded.from_minute, to_minute = excluded.to_minute,
         days = excluded.days`,
      [actor.userId, quiet.from, quiet.to, quiet.days],
    )
  publishChange('inbox', [actor.userId])
  return readChoices(actor, db)
}
