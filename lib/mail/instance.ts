import 'server-only'
import { settings } from '@/lib/env'
import { processWide } from '@/lib/process-wide'
import { startMailCatcher, type MailCatcher } from './catcher'
import { createMailer } from './transport'
import type { CaughtMail, Mailer } from './types'

interface Post {
  mailer: Mailer | null
  catcher: MailCatcher | null
}

const post = () => processWide<Post>('mail', () => ({ mailer: null, catcher: null }))

/** The mail transport of this process; null: none. */
export function mailer(): Mailer | null {
  const current = post()
  const target = settings().mail
  if (current.mailer === null && target !== null) current.mailer = createMailer(target)
  return current.mailer
}

/** Replaces the mailer, for tests. */
export function setMailer(given: Mailer | null): void {
  post().mailer = given
}

/** Starts the demo's mailbox, which gets all mail of this process from then on. */
export async function startDemoMailbox(): Promise<void> {
  const catcher = await startMailCatcher({ name: 'Sightline', address: 'no-reply@sightline.example' })
  Object.assign(post(), { catcher, mailer: createMailer(catcher.settings) })
}

/** Emails that the demo stored, newest first; null without a demo mailbox. */
export function listCaughtMail(): readonly CaughtMail[] | null {
  return post().catcher?.list() ?? null
}

/** Closes connections to the mail server, and stops the demo's mailbox. */
export async function closeMail(): Promise<void> {
  const { mailer: sender, catcher } = post()
  sender?.close()
  await catcher?.close()
}
