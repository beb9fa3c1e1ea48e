import 'server-only'
import type * as z from 'zod'
import type { Actor } from '@/lib/access/actor'
import { recordActivity } from '@/lib/activity/journal'
import { authContext } from '@/lib/auth/session'
import { database } from '@/lib/db/instance'
import type { Database, Queryable } from '@/lib/db/types'
import { settings } from '@/lib/env'
import { AppError, invalidField } from '@/lib/errors'
import { publishEvents } from '@/lib/events/publish'
import { mailer } from '@/lib/mail/instance'
import { MailError } from '@/lib/mail/types'
import { reportEvent } from '@/lib/web/report-failure'
import { serverText } from '@/lib/server-text'
import { writeInvitationMail } from './invitation-mail'
import {
  invitationPath,
  invitedMax,
  type Invited,
  type InviteOutcome,
  type newInvitations,
  type SentInvitation,
} from './invitation-schema'
import { invitationDays } from './values-model'
import {
  createLinkToken,
  endOf,
  findTaken,
  insertInvitation,
  noteMail,
  renewInvitation,
  revokeStored,
  type StoredInvitation,
} from './invitation-store'
import { type PastedAddress, parseAddresses } from './parse-addresses'

interface FreshInvitation {
  stored: StoredInvitation
  token: string
  hash: Buffer
}

/** How many mails are sent to the mail server at once. */
const mailsAtOnce = 3

/**
 * Invites every address in a pasted text. Each part of the text has a result, so nothing is dropped silently. If the
 * email fails, the invitation stays and the response contains its link.
 * @throws AppError invalid (no address, too many)
 */
export async function invitePeople(
  actor: Actor,
  asked: z.output<typeof newInvitations>,
  given?: Database,
): Promise<Invited> {
  const db = given ?? (await database())
  const pasted = parseAddresses(asked.addresses)
  const wanted = pasted.filter(isNew)
  if (pasted.length === 0) throw refuseAddresses(serverText('people.noAddress'))
  if (wanted.length > invitedMax)
    throw refuseAddresses(serverText('people.tooManyAddresses', { count: wanted.length, max: invitedMax }))
  const nowMs = authContext().clock.now()
  const { members, made } = await db.transaction(async (tx) => {
    const keys = wanted.map(({ address }) => address.toLowerCase())
    const taken = await findTaken(tx, keys, nowMs)
    const fresh = new Map<PastedAddress, FreshInvitation>()
    for (const one of wanted) {
      const key = one.address.toLowerCase()
      if (taken.members.has(key) || taken.open.has(key)) continue
      const invitation = await createInvitation(tx, actor, { ...one, ...asked, nowMs })
      if (invitation !== null) fresh.set(one, invitation)
    }
    return { members: taken.members, made: fresh }
  })
  const sent = await sendLinks(db, actor, [...made.values()])
  await publishEvents(db, [{ kind: 'people' }])
  const judge = (one: PastedAddress): InviteOutcome => {
    if (one.address === null) return 'invalid'
    if (one.isDuplicate) return 'duplicate'
    if (made.has(one)) return 'invited'
    return members.has(one.address.toLowerCase()) ? 'member' : 'open'
  }
  return {
    results: pasted.map((one) => {
      const { text, name, address } = one
      const fresh = made.get(one)
      return {
        text,
        name,
        address,
        outcome: judge(one),
        invitation: fresh === undefined ? null : (sent.get(fresh) ?? null),
      }
    }),
  }
}

const isNew = (one: PastedAddress): one is PastedAddress & { address: string } =>
  one.address !== null && !one.isDuplicate

function refuseAddresses(problem: string): AppError {
  return invalidField('addresses', problem)
}

async function createInvitation(
  tx: Queryable,
  actor: Actor,
  {
    address,
    name,
    role,
    language,
    nowMs,
  }: { address: string; name: string | null; role: Actor['role']; language: string; nowMs: number },
): Promise<FreshInvitation | null> {
  const { token, hash } = createLinkToken()
  const expiresAt = endOf(nowMs, invitationDays)
  const stored = await insertInvitation(tx, {
    email: address,
    name,
    role,
    language,
    hash,
    invitedBy: actor,
    nowMs,
    expiresAt,
  })
  if (stored === null) return null
  await recordInvitation(tx, actor, 'create', stored)
  return { stored, token, hash }
}

/**
 * Gives an invitation a new link for another 7 days and mails it. The old link stops working.
 * @throws AppError not_found when it was accepted or revoked
 */
export async function resendInvitation(actor: Actor, invitationId: string, given?: Database): Promise<SentInvitation> {
  const db = given ?? (await database())
  const { token, hash } = createLinkToken()
  const expiresAt = endOf(authContext().clock.now(), invitationDays)
  const fresh = await db.transaction(async (tx) => {
    const stored = await renewInvitation(tx, invitationId, { hash, expiresAt })
    if (stored === null) throw notOpen()
    await recordInvitation(tx, actor, 'resend', stored)
    return { stored, token, hash }
  })
  const sent = (await sendLinks(db, actor, [fresh])).get(fresh)
  await publishEvents(db, [{ kind: 'people' }])
  if (sent === undefined) throw new Error('each link that is sent has a result')
  return sent
}

/** Ends an invitation: its link stops working. @throws AppError not_found when it was accepted or revoked */
export async function revokeInvitation(actor: Actor, invitationId: string, given?: Database): Promise<void> {
  const db = given ?? (await database())
  await db.transaction(async (tx) => {
    const stored = await revokeStored(tx, invitationId, authContext().clock.now())
    if (stored === null) throw notOpen()
    await recordInvitation(tx, actor, 'revoke', stored)
  })
  await publishEvents(db, [{ kind: 'people' }])
}

const notOpen = () => new AppError('not_found', serverText('people.invitationClosed'))

async function recordInvitation(
  tx: Queryable,
  actor: Actor,
  act: 'create' | 'resend' | 'revoke',
  { invitationId, email, role, expiresAt }: StoredInvitation,
): Promise<void> {
  await recordActivity(tx, actor, {
    action: `invitation.${act}`,
    objectKind: 'invitation',
    objectId: invitationId,
    objectName: email,
    after: act === 'revoke' ? null : { email, role, expiresAt },
  })
}

/**
 * Mails the links, several at once. When the mail server is down, the remaining mails are not tried, because each would
 * wait for a timeout.
 */
async function sendLinks(
  db: Queryable,
  actor: Actor,
  fresh: readonly FreshInvitation[],
): Promise<Map<FreshInvitation, SentInvitation>> {
  const { publicUrl, isPasswordSignInOn } = settings()
  const { host } = new URL(publicUrl)
  const sender = mailer()
  const sent = new Map<FreshInvitation, SentInvitation>()
  let downBecause: string | null = null
  const sendOne = async (one: FreshInvitation) => {
    const { stored, token, hash } = one
    const link = `${publicUrl}${invitationPath}#${token}`
    let mailError = downBecause
    if (sender !== null && mailError === null) {
      const mail = writeInvitationMail(stored, { link, invitedByName: actor.name, host, isPasswordSignInOn })
      const failure = await sender.send(mail).then(() => null, explain)
      if (failure?.isServerDown === true) downBecause = failure.text
      mailError = failure?.text ?? null
    }
    if (sender !== null) await noteMail(db, { hash, nowMs: authContext().clock.now(), error: mailError })
    const { invitationId, expiresAt } = stored
    const mail = sender === null ? 'off' : mailError === null ? 'sent' : 'failed'
    sent.set(one, { invitationId, link, expiresAt, mail, mailError })
  }
  const waiting = [...fresh]
  const work = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await sendOne(one)
  }
  await Promise.all(Array.from({ length: mailsAtOnce }, work))
  return sent
}

function explain(error: unknown): MailError {
  const failure =
    error instanceof MailError ? error : new MailError(serverText('mail.notSent'), false, { cause: error })
  // Only the code of the error is logged, because the mail server's message may contain the address.
  const { cause } = failure
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : null
  reportEvent('warn', { reason: failure.message, code }, 'an invitation could not be mailed')
  return failure
}
