import 'server-only'
import { createTurnLoop, type Worker } from '@/lib/background/turn-loop'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog, Queryable } from '@/lib/db/types'
import type { Mailer } from '@/lib/mail/types'
import { resolveLanguage } from '@/lib/messages/languages'
import { endQuiet, mailZone } from './mail-time-model'
import { type MailedNotice, writeNoticeMail } from './notice-mail'
import type { QuietHours } from './schema'
import { languageColumn, quietColumn, zoneColumn } from './store'

/** After this many tries, a notice is no longer emailed and stays only in the inbox. */
const triesMax = 8
const pauseMs = 15_000
/** Older notices are not emailed, so that setting up a mail server does not send all notices that were due before. */
const ageDays = 3
/** SQL with the time as $1. */
const dueWhere = `email_at <= $1::timestamptz and emailed_at is null and email_tries < ${triesMax}
  and email_due > $1::timestamptz - make_interval(days => ${ageDays})`

interface DuePerson {
  user_id: string
  zone: string | null
  quiet: QuietHours | null
  now_ms: number
}

interface DueNotice {
  notice_id: string
  text: string
  detail: string | null
  target_kind: string | null
  target_id: string | null
  is_read: boolean
  name: string
  email: string
  language: string | null
}

/** The person who has waited longest for an email. @param now null: the clock of the database is used */
async function findDue(db: Queryable, now: Date | null): Promise<DuePerson | null> {
  const { rows } = await db.query<DuePerson>(
    `select users.user_id, ${zoneColumn()}, ${quietColumn}, extract(epoch from $1::timestamptz)::float8 * 1000 as now_ms
     from (select user_id from notices where ${dueWhere} order by email_at limit 1) as due
     join users using (user_id) left join notice_quiet_hours as quiet using (user_id)`,
    [now ?? 'now'],
  )
  return rows[0] ?? null
}

/**
 * Takes the notices that are due for a person. Moving `email_at` forward acts as a lease: other consoles skip these
 * notices, and if this console dies, they are sent later. If it dies after the mail server accepted the mail but before
 * the commit, the mail is sent twice.
 */
async function takeDue(db: Queryable, userId: string, now: Date | null): Promise<DueNotice[]> {
  const { rows } = await db.query<DueNotice>(
    `with taken as (
       update notices set email_tries = email_tries + 1,
         email_at = $1::timestamptz + interval '2 minutes' * 2 ^ least(email_tries, 8)
       where user_id = $2 and ${dueWhere}
       returning notice_id, user_id, at, text, detail, target_kind, target_id, read_at is not null as is_read
     )
     select notice_id, text, detail, target_kind, target_id, is_read, users.name, users.email,
       ${languageColumn()}
     from taken join users using (user_id) where users.disabled_at is null order by at desc, notice_id`,
    [now ?? 'now', userId],
  )
  return rows
}

interface EmailOptions {
  database: () => Promise<Database>
  clock: Clock
  log: DatabaseLog
  mailer: () => Mailer | null
  publicUrl: string
}

/**
 * Emails all notices that are due for one person in one mail. Notices that the person has read are left out. During
 * quiet hours, all notices wait for their end: quiet hours may have changed after a notice became due, or the mail
 * server was down.
 * @param now by default the time of the database
 * @returns whether there may be more people
 * @throws MailError; the taken notices are tried again later
 */
export async function sendNext(
  db: Database,
  sender: Mailer,
  { publicUrl, now = null }: { publicUrl: string; now?: Date | null },
): Promise<boolean> {
  const person = await findDue(db, now)
  if (person === null) return false
  const { user_id: userId, quiet, now_ms: nowMs } = person
  const allowedAt = endQuiet(quiet, nowMs, mailZone(person.zone))
  if (allowedAt > nowMs) {
    await db.query(`update notices set email_at = $3, email_due = $3 where user_id = $2 and ${dueWhere}`, [
      now ?? 'now',
      userId,
      new Date(allowedAt),
    ])
    return true
  }
  const taken = await takeDue(db, userId, now)
  const unread = taken.filter((one) => !one.is_read)
  const [first, ...others] = unread.map(({ text, detail, target_kind: kind, target_id: id }): MailedNotice => ({
    text,
    detail,
    target: kind === null ? null : { kind, id },
  }))
  const [reader] = unread
  if (first !== undefined && reader !== undefined)
    await sender.send(
      writeNoticeMail({ name: reader.name, address: reader.email }, [first, ...others], {
        language: resolveLanguage(reader.language ?? '', null),
        publicUrl,
      }),
    )
  if (taken.length > 0)
    await db.query('update notices set emailed_at = now() where notice_id = any($1::uuid[])', [
      taken.map((one) => one.notice_id),
    ])
  return true
}

/** Emails notices to people who chose to receive emails. Several consoles may run this worker. */
export function createEmailWorker({ database, clock, log, mailer, publicUrl }: EmailOptions): Worker {
  return createTurnLoop({
    clock,
    log,
    failed: { turn: 'notices could not be emailed', task: 'a notice could not be emailed' },
    turn: async (signal) => {
      const sender = mailer()
      if (sender === null) return pauseMs
      const db = await database()
      while (!signal.aborted && (await sendNext(db, sender, { publicUrl }))) {
        // Continue with the next person.
      }
      return pauseMs
    },
  })
}
