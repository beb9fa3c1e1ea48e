import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { publishChange } from '@/lib/events/publish'
import { mailZone, nextMailAt } from './mail-time-model'
import type { EmailChoice, NoticeKind, QuietHours, TargetKind } from './schema'

/** A notice for some people. */
export interface NewNotice {
  userIds: readonly string[]
  kind: NoticeKind
  /** Identifies what happened. A person gets one notice for each cause, however often it is reported. */
  cause: string
  /** A server text. */
  text: string
  detail?: string | null
  target: { kind: TargetKind; id: string | null } | null
  /** Whether to email even if the reader chose no email, as a rule may. */
  email?: boolean
}

const detailCharsMax = 2_000

/** The ids of admins who can sign in, for notices about problems that only admins can fix. */
export async function readAdminIds(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ user_id: string }>(
    `select user_id from users where role = 'admin' and kind = 'person' and disabled_at is null`,
  )
  return rows.map((row) => row.user_id)
}

interface Reader {
  user_id: string
  kind: string
  in_inbox: boolean
  email: EmailChoice
  zone: string | null
  quiet: QuietHours | null
  now_ms: number
}

/** SQL: the quiet hours of a row of `notice_quiet_hours`, joined as `quiet`; null for none. */
export const quietColumn = `case when quiet.user_id is not null then
  json_build_object('from', quiet.from_minute, 'to', quiet.to_minute, 'days', quiet.days) end as quiet`

/**
 * SQL: the zone and the language of a row of the table `users`, which a query may name differently. Of people who leave
 * them to the browser, those of the browser that they used last; null while they are unknown.
 */
export const zoneColumn = (users = 'users') => `${writeChoice(users, 'zone', 'browserZone')} as zone`
export const languageColumn = (users = 'users') => `${writeChoice(users, 'language', 'browserLanguage')} as language`

const writeChoice = (users: string, chosen: string, reported: string) =>
  `coalesce(nullif(${users}.preferences ->> '${chosen}', 'browser'), ${users}.preferences ->> '${reported}')`

/** What the given people chose for the given kinds of notices. People who cannot sign in are left out. */
async function readReaders(tx: Queryable, given: ReadonlyArray<{ user_id: string; kind: string }>): Promise<Reader[]> {
  const { rows } = await tx.query<Reader>(
    `select users.user_id, asked.kind, coalesce(choice.in_inbox, true) as in_inbox, coalesce(choice.email, 'off') as email,
       ${zoneColumn()}, ${quietColumn}, extract(epoch from now())::float8 * 1000 as now_ms
     from (select distinct user_id, kind from json_to_recordset($1::json) as given(user_id uuid, kind text)) as asked
     join users on users.user_id = asked.user_id and users.kind = 'person' and users.disabled_at is null
     left join notice_choices as choice on choice.user_id = asked.user_id and choice.kind = asked.kind
     left join notice_quiet_hours as quiet on quiet.user_id = asked.user_id`,
    [JSON.stringify(given)],
  )
  return rows
}

/** When a notice that is added now is emailed; null: never. */
function findMailTime(
  { email, quiet, zone, now_ms }: Reader,
  isAsked: boolean,
  nowMs: number | undefined,
): Date | null {
  const every = isAsked ? 'now' : email
  if (every === 'off') return null
  return new Date(nextMailAt(every, nowMs ?? now_ms, { quiet, zone: mailZone(zone) }))
}

/**
 * Adds notices, in the same transaction as the change that they report. People who cannot sign in get none. The others
 * get them in the channels that they chose, and emails only outside their quiet hours.
 * @param nowMs the time of the notices, by default that of the database
 * @returns how many are new
 */
export async function addNotices(tx: Queryable, notices: readonly NewNotice[], nowMs?: number): Promise<number> {
  const asked = notices.flatMap((notice) =>
    [...new Set(notice.userIds)].map((userId) => ({ user_id: userId, kind: notice.kind, notice })),
  )
  if (asked.length === 0) return 0
  const pairs = asked.map(({ user_id, kind }) => ({ user_id, kind }))
  const readers = new Map((await readReaders(tx, pairs)).map((reader) => [`${reader.user_id} ${reader.kind}`, reader]))
  const given = asked.flatMap(({ user_id, kind, notice }) => {
    const { cause, text, target, detail = null, email = false } = notice
    const reader = readers.get(`${user_id} ${kind}`)
    const emailAt = reader === undefined ? null : findMailTime(reader, email, nowMs)
    if (reader === undefined || (!reader.in_inbox && emailAt === null)) return []
    return [
      {
        user_id,
        kind,
        cause,
        text,
        detail: detail === null ? null : detail.slice(0, detailCharsMax).toWellFormed(),
        target_kind: target?.kind ?? null,
        target_id: target?.id ?? null,
        is_listed: reader.in_inbox,
        email_at: emailAt,
      },
    ]
  })
  if (given.length === 0) return 0
  const { rows } = await tx.query<{ user_id: string }>(
    `insert into notices (user_id, kind, cause, text, detail, target_kind, target_id, is_listed, email_at, email_due)
     select given.user_id, given.kind, given.cause, given.text, given.detail, given.target_kind, given.target_id,
       given.is_listed, given.email_at, given.email_at
     from json_to_recordset($1::json) as given(user_id uuid, kind text, cause text, text text, detail text,
       target_kind text, target_id text, is_listed boolean, email_at timestamptz)
     order by given.user_id, given.cause
     on conflict (user_id, cause) do nothing
     returning user_id`,
    [JSON.stringify(given)],
  )
  if (rows.length > 0) publishChange('inbox', [...new Set(rows.map((row) => row.user_id))])
  return rows.length
}

/** Marks notices of a kind as read that a person has seen on another page. */
export async function readNotices(
  db: Queryable,
  userId: string,
  { kind, until }: { kind: NoticeKind; until: string },
): Promise<void> {
  const { rowCount } = await db.query(
    'update notices set read_at = now() where user_id = $1 and kind = $2 and read_at is null and at <= $3::timestamptz',
    [userId, kind, until],
  )
  if (rowCount > 0) publishChange('inbox', [userId])
}

/** Makes a cause new again, because the same thing begins once more. Its earlier notices stay. */
export async function renewCause(tx: Queryable, cause: string): Promise<void> {
  await tx.query(`update notices set cause = cause || ' ' || notice_id where cause = $1`, [cause])
}

/** The zone of a person; UTC while it is unknown, and for nobody. */
export async function readZone(db: Queryable, userId: string | null): Promise<string> {
  const { rows } = await db.query<{ zone: string | null }>(`select ${zoneColumn()} from users where user_id = $1`, [
    userId,
  ])
  return mailZone(rows[0]?.zone)
}

/** Removes notices whose cause was taken back, such as a deleted comment. Notices that were read stay. */
export async function removeNotices(tx: Queryable, causes: readonly string[]): Promise<void> {
  const { rows } = await tx.query<{ user_id: string }>(
    'delete from notices where cause = any($1::text[]) and read_at is null returning user_id',
    [causes],
  )
  if (rows.length > 0) publishChange('inbox', [...new Set(rows.map((row) => row.user_id))])
}

const keptDays = 180

/** Removes notices that are too old to matter. @returns how many were removed */
export async function removeOldNotices(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(`delete from notices where at < now() - make_interval(days => ${keptDays})`)
  return rowCount
}
