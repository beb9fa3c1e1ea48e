import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { publishChange } from '@/lib/events/publish'
import type { NoticeKind, TargetKind } from './schema'

/** A notice for some people. */
export interface NewNotice {
  userIds: readonly string[]
  kind: NoticeKind
  /** Identifies what happened: a person gets one notice of it, however often it is reported. */
  cause: string
  /** A server text. */
  text: string
  detail?: string | null
  target: { kind: TargetKind; id: string | null } | null
  /** Channels that somebody other than the reader asked for: a rule may email where the person chose no email. */
  email?: boolean
}

const detailCharsMax = 2_000

/** SQL: 7 o'clock of the next morning in the zone that a person chose; UTC where the browser decides or the zone is unknown. */
const nextMorning = `(date_trunc('day', now() at time zone zone.name) + interval '1 day 7 hours') at time zone zone.name`

/** Admins who can sign in, by their ids: for notices about what they alone can repair. */
export async function readAdminIds(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ user_id: string }>(
    `select user_id from users where role = 'admin' and kind = 'person' and disabled_at is null`,
  )
  return rows.map((row) => row.user_id)
}

/**
 * Adds notices, in the transaction of what they report. People who cannot sign in get none, and each gets them in the
 * channels that they chose.
 * @returns how many are new
 */
export async function addNotices(tx: Queryable, notices: readonly NewNotice[]): Promise<number> {
  const given = notices.flatMap(({ userIds, target, detail = null, email = false, ...rest }) =>
    [...new Set(userIds)].map((userId) => ({
      user_id: userId,
      kind: rest.kind,
      cause: rest.cause,
      text: rest.text,
      detail: detail === null ? null : detail.slice(0, detailCharsMax).toWellFormed(),
      target_kind: target?.kind ?? null,
      target_id: target?.id ?? null,
      email,
    })),
  )
  if (given.length === 0) return 0
  const { rows } = await tx.query<{ user_id: string }>(
    `insert into notices (user_id, kind, cause, text, detail, target_kind, target_id, is_listed, email_at)
     select given.user_id, given.kind, given.cause, given.text, given.detail, given.target_kind, given.target_id,
       coalesce(choice.in_inbox, true),
       case when given.email or choice.email = 'now' then now()
            when choice.email = 'daily' then ${nextMorning} end
     from json_to_recordset($1::json) as given(user_id uuid, kind text, cause text, text text, detail text,
       target_kind text, target_id text, email boolean)
     join users on users.user_id = given.user_id and users.kind = 'person' and users.disabled_at is null
     left join notice_choices as choice on choice.user_id = given.user_id and choice.kind = given.kind
     cross join lateral (
       -- Only read for those who need it, because PostgreSQL reads the names from files.
       select case when choice.email = 'daily' then coalesce((
         select name from pg_timezone_names where name = users.preferences ->> 'zone'), 'UTC') else 'UTC' end as name
     ) as zone
     where given.email or coalesce(choice.in_inbox, true) or choice.email <> 'off'
     order by given.user_id, given.cause
     on conflict (user_id, cause) do nothing
     returning user_id`,
    [JSON.stringify(given)],
  )
  if (rows.length > 0) publishChange('inbox', [...new Set(rows.map((row) => row.user_id))])
  return rows.length
}

/** Removes notices whose cause was taken back, such as a deleted comment. Those that a person has read stay. */
export async function removeNotices(tx: Queryable, causes: readonly string[]): Promise<void> {
  const { rows } = await tx.query<{ user_id: string }>(
    'delete from notices where cause = any($1::text[]) and read_at is null returning user_id',
    [causes],
  )
  if (rows.length > 0) publishChange('inbox', [...new Set(rows.map((row) => row.user_id))])
}

const keptDays = 180

/** Removes notices that are older than anybody reads. @returns how many */
export async function removeOldNotices(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(`delete from notices where at < now() - make_interval(days => ${keptDays})`)
  return rowCount
}
