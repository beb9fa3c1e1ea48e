import 'server-only'
import * as z from 'zod'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import { decodePlace, encodePlace } from '@/lib/db/keyset'
import type { Queryable } from '@/lib/db/types'
import { mailer } from '@/lib/mail/instance'
import { isQuiet, mailZone } from './mail-time-model'
import { listKinds } from './model'
import {
  noticeChoice,
  type InboxCount,
  type InboxPage,
  type inboxQuery,
  type NoticeChoice,
  type NoticeChoices,
  type QuietHours,
} from './schema'
import { quietColumn, zoneColumn } from './store'

const pageRows = 50

interface StoredNotice {
  notice_id: string
  kind: string
  at: string
  text: string
  detail: string | null
  target_kind: string | null
  target_id: string | null
  read_at: string | null
  archived_at: string | null
}

/** The last notice of a page. */
const position = z.tuple([z.iso.datetime(), z.uuid()])

const conditions = {
  inbox: 'archived_at is null',
  unread: 'archived_at is null and read_at is null',
  archived: 'archived_at is not null',
} as const

/**
 * Notices of the current person, newest first.
 * @throws AppError invalid, naming `after`
 */
export async function listNotices(
  actor: Pick<Actor, 'userId'>,
  { list, after }: z.output<typeof inboxQuery>,
  given?: Queryable,
  limit = pageRows,
): Promise<InboxPage> {
  const db = given ?? (await database())
  const [at, id] = after === undefined ? [null, null] : decodePlace(position, after)
  const { rows } = await db.query<StoredNotice>(
    `select notice_id, kind, at, text, detail, target_kind, target_id, read_at, archived_at from notices
     where user_id = $1 and is_listed and ${conditions[list]}
       and ($2::timestamptz is null or at < $2 or (at = $2 and notice_id > $3::uuid))
     order by at desc, notice_id limit $4`,
    [actor.userId, at, id, limit + 1],
  )
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    notices: shown.map((row) => ({
      noticeId: row.notice_id,
      kind: row.kind,
      at: row.at,
      text: row.text,
      detail: row.detail,
      target: row.target_kind === null ? null : { kind: row.target_kind, id: row.target_id },
      isRead: row.read_at !== null,
      isArchived: row.archived_at !== null,
    })),
    unread: await countUnread(actor, db),
    after: rows.length <= limit || last === undefined ? null : encodePlace([last.at, last.notice_id]),
  }
}

/** How many notices of the current person are unread. */
async function countUnread(actor: Pick<Actor, 'userId'>, db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select count(*) as n from notices where user_id = $1 and is_listed and ${conditions.unread}`,
    [actor.userId],
  )
  return rows[0]?.n ?? 0
}

async function readQuiet(actor: Pick<Actor, 'userId'>, db: Queryable) {
  const { rows } = await db.query<{ zone: string | null; quiet: QuietHours | null }>(
    `select ${zoneColumn()}, ${quietColumn}
     from users left join notice_quiet_hours as quiet using (user_id) where users.user_id = $1`,
    [actor.userId],
  )
  return { quiet: rows[0]?.quiet ?? null, zone: mailZone(rows[0]?.zone) }
}

/** What the bell of the current person shows at `nowMs`. */
export async function readBell(actor: Pick<Actor, 'userId'>, nowMs: number, given?: Queryable): Promise<InboxCount> {
  const db = given ?? (await database())
  const { quiet, zone } = await readQuiet(actor, db)
  return { unread: await countUnread(actor, db), isQuiet: isQuiet(quiet, nowMs, zone) }
}

/** What the current person chose for each kind that they can receive, and their quiet hours. */
export async function readChoices(actor: Pick<Actor, 'userId' | 'role'>, given?: Queryable): Promise<NoticeChoices> {
  const db = given ?? (await database())
  const { rows } = await db.query(`select kind, in_inbox as "inInbox", email from notice_choices where user_id = $1`, [
    actor.userId,
  ])
  // A kind that only another version knows is not shown.
  const chosen = new Map(
    rows.flatMap((row) => {
      const { data } = noticeChoice.safeParse(row)
      return data === undefined ? [] : [[data.kind, data] as const]
    }),
  )
  return {
    choices: listKinds(actor.role).map(
      (kind): NoticeChoice => chosen.get(kind) ?? { kind, inInbox: true, email: 'off' },
    ),
    ...(await readQuiet(actor, db)),
    canEmail: mailer() !== null,
  }
}
