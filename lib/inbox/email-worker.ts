import 'server-only'
import { createTurnLoop, type Worker } from '@/lib/background/turn-loop'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog, Queryable } from '@/lib/db/types'
import type { Mailer } from '@/lib/mail/types'
import { resolveLanguage } from '@/lib/messages/languages'
import { type MailedNotice, writeNoticeMail } from './notice-mail'

/** After this many tries a notice is only in the inbox. */
const triesMax = 8
const pauseMs = 15_000
/** What is older is no news: a mail server that is set up later does not send what was due before. */
const ageDays = 3
const dueWhere = `email_at <= now() and emailed_at is null and email_tries < ${triesMax}
  and at > now() - make_interval(days => ${ageDays})`

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

/**
 * Takes what is due for one person. Its `email_at` moves forward as a lease: another console skips it, and if this one dies
 * it is sent later. A console that dies between the server's acceptance and the commit sends that mail twice.
 */
async function takeDue(db: Queryable): Promise<DueNotice[]> {
  const { rows } = await db.query<DueNotice>(
    `with person as (select user_id from notices where ${dueWhere} order by email_at limit 1),
     taken as (
       update notices set email_tries = email_tries + 1,
         email_at = now() + interval '2 minutes' * 2 ^ least(email_tries, 8)
       where user_id = (select user_id from person) and ${dueWhere}
       returning notice_id, user_id, at, text, detail, target_kind, target_id, read_at is not null as is_read
     )
     select notice_id, text, detail, target_kind, target_id, is_read, users.name, users.email,
       users.preferences ->> 'language' as language
     from taken join users using (user_id) where users.disabled_at is null order by at desc, notice_id`,
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
 * Emails what is due for one person, in one mail. What was read since needs no mail.
 * @returns whether there may be more
 * @throws MailError; what was taken is tried again later
 */
export async function sendNext(db: Database, sender: Mailer, publicUrl: string): Promise<boolean> {
  const taken = await takeDue(db)
  const unread = taken.filter((one) => !one.is_read)
  const [first, ...others] = unread.map(({ text, detail, target_kind: kind, target_id: id }): MailedNotice => ({
    text,
    detail,
    target: kind === null ? null : { kind, id },
  }))
  const [person] = unread
  if (first !== undefined && person !== undefined)
    await sender.send(
      writeNoticeMail({ name: person.name, address: person.email }, [first, ...others], {
        language: resolveLanguage(person.language ?? '', null),
        publicUrl,
      }),
    )
  if (taken.length > 0)
    await db.query('update notices set emailed_at = now() where notice_id = any($1::uuid[])', [
      taken.map((one) => one.notice_id),
    ])
  return taken.length > 0
}

/** Emails notices to people who chose that. Several consoles may run it. */
export function createEmailWorker({ database, clock, log, mailer, publicUrl }: EmailOptions): Worker {
  return createTurnLoop({
    clock,
    log,
    failed: { turn: 'notices could not be emailed', task: 'a notice could not be emailed' },
    turn: async (signal) => {
      const sender = mailer()
      if (sender === null) return pauseMs
      const db = await database()
      while (!signal.aborted && (await sendNext(db, sender, publicUrl))) {
        // One person after the other.
      }
      return pauseMs
    },
  })
}
