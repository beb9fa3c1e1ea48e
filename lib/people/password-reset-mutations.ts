import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import { clientAddress } from '@/lib/access/client-address'
import { type ActivityActor, recordActivity } from '@/lib/activity/journal'
import { addressKey } from '@/lib/access/address-prefix'
import { hashPassword } from '@/lib/auth/password'
import { requireStrongPassword } from '@/lib/auth/password-strength'
import { authContext } from '@/lib/auth/session'
import { settings } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { mailer } from '@/lib/mail/instance'
import { MailError } from '@/lib/mail/types'
import { reportEvent } from '@/lib/web/report-failure'
import { type BucketLimit, takeToken } from '@/lib/web/throttle'
import { serverText } from '@/lib/server-text'
import { changeAccount } from './account-write'
import { ownWriter } from './mutations'
import { type Addressee, writePasswordResetMail } from './password-reset-mail'
import { passwordResetPath, type PasswordResetLink } from './schema'
import { findPasswordReset, lockAccount, storePassword, storePasswordReset, takePasswordReset } from './store'

/** How long a link to set a new password works. */
const keptMs = 24 * 60 * 60_000

/**
 * The allowed attempts of one address. 256 random bits need no limit, but it protects the log and the database from
 * floods.
 */
const allowance: BucketLimit = { burst: 10, perSecond: 10 / 60 }

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/**
 * Creates a link with which a person sets a new password. It works once, for 24 hours, and invalidates earlier links.
 * The token is in the fragment of the address, which browsers send to no server. Only its hash is stored.
 * @throws AppError not_found, conflict (disabled, or passwords are off), forbidden
 */
export async function createPasswordReset(actor: ActivityActor, userId: string): Promise<PasswordResetLink> {
  const around = await ownWriter()
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(authContext().clock.now() + keptMs).toISOString()
  let person: Addressee | null = null
  await changeAccount(actor, userId, around, async (tx, account) => {
    if (account.isDisabled) throw new AppError('conflict', serverText('people.disabled'))
    if (!around.ways.isPasswordSignInOn && !account.isBreakGlass)
      throw new AppError('conflict', serverText('people.passwordsOff'))
    await storePasswordReset(tx, userId, { hash: hashOf(token), expiresAt })
    person = account
    return { action: 'account.create-reset-link', after: { expiresAt }, ends: 'none' }
  })
  const link = `${settings().publicUrl}${passwordResetPath}#${token}`
  return { link, expiresAt, isEmailed: await emailLink(person, { link, expiresAt }) }
}

/**
 * Also emails the link to the person. Returns false when mail is off or the server refused it. The admin can then pass
 * the link on.
 */
async function emailLink(
  person: Addressee | null,
  { link, expiresAt }: { link: string; expiresAt: string },
): Promise<boolean> {
  const sender = mailer()
  if (sender === null || person === null) return false
  try {
    await sender.send(writePasswordResetMail(person, { link, expiresAt, host: new URL(link).host }))
    return true
  } catch (error) {
    const reason = error instanceof MailError ? error.message : 'unknown'
    reportEvent('warn', { reason }, 'a link to set a password could not be mailed')
    return false
  }
}

/** The same error for used, expired and unknown links, and for links of disabled people. */
const gone = () => new AppError('not_found', serverText('people.linkInvalid'))

/**
 * Sets a new password with a link, uses the link up, and ends all sessions of the person. Only one of two simultaneous
 * requests succeeds.
 * @throws AppError throttled, not_found (one sentence for every reason), invalid (a weak password: the link stays
 * valid)
 */
export async function setPasswordByLink(
  headers: Headers,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const address = clientAddress(headers)
  const waitSeconds = takeToken(`password-reset ${addressKey(address)}`, allowance)
  if (waitSeconds > 0)
    throw new AppError('throttled', serverText('common.tooManyAttempts'), {
      details: { retryAfterSeconds: Math.ceil(waitSeconds) },
    })
  const { db, sessions, ways } = await ownWriter()
  const hash = hashOf(token)
  const owner = await findPasswordReset(db, hash, new Date(authContext().clock.now()).toISOString())
  if (owner === null || !(ways.isPasswordSignInOn || owner.isBreakGlass)) {
    reportEvent('info', { address }, 'a link to set a password that does not work')
    throw gone()
  }
  await requireStrongPassword(password, owner)
  const passwordHash = await hashPassword(password)
  const { userId } = owner
  await db.transaction(async (tx) => {
    const account = await lockAccount(tx, userId)
    if (account.isDisabled || !(await takePasswordReset(tx, hash))) throw gone()
    await storePassword(tx, userId, passwordHash)
    await sessions.revokeUser(userId, tx)
    const act = { action: 'account.reset-password', objectKind: 'account', objectId: userId, objectName: account.name }
    await recordActivity(tx, account, act, { outcome: 'done', note: serverText('people.byLink') })
  })
  sessions.forgetUser(userId)
}
