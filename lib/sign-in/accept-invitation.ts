import 'server-only'
import { clientAddress } from '@/lib/access/client-address'
import { recordActivity, relatedKey } from '@/lib/activity/journal'
import { addressKey } from '@/lib/access/address-prefix'
import { insertAccount } from '@/lib/auth/accounts'
import { hashPassword } from '@/lib/auth/password'
import { requireStrongPassword } from '@/lib/auth/password-strength'
import { authContext } from '@/lib/auth/session'
import { database } from '@/lib/db/instance'
import { settings } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { publishEvents } from '@/lib/events/publish'
import type { Acceptance, OpenInvitation } from '@/lib/people/invitation-schema'
import { findByToken, takeByToken } from '@/lib/people/invitation-store'
import { takeToken } from '@/lib/web/throttle'
import { serverText } from '@/lib/server-text'
import { planNextStep } from './second-step'
import { endPreviousSession, startKnownSession } from './start-session'

/**
 * The allowed tries with a link from one address. A link cannot be guessed, but this protects the database from floods.
 */
const tries = { burst: 30, perSecond: 0.5 }

/** The same error for links that are used, expired, revoked, replaced or made up. */
const invalidLink = () => new AppError('not_found', serverText('signIn.invitationInvalid'))

function requireTry(headers: Headers): void {
  const waitSeconds = takeToken(`invitation ${addressKey(clientAddress(headers))}`, tries)
  if (waitSeconds > 0)
    throw new AppError('throttled', serverText('common.tooManyAttempts'), {
      details: { retryAfterSeconds: Math.ceil(waitSeconds) },
    })
}

/**
 * The content of an invitation for the holder of its link.
 * @throws AppError not_found, throttled
 */
export async function readInvitation(headers: Headers, token: string): Promise<OpenInvitation> {
  requireTry(headers)
  const { db, clock } = authContext()
  const found = await findByToken(db, token, clock.now())
  if (found === null) throw invalidLink()
  return found
}

/**
 * Creates the account of an invitation, only for the invited address, and signs the person in.
 * @returns the values of Set-Cookie headers; none if a second factor is required, because the person must then sign in
 * and set it up
 * @throws AppError not_found (the link is no longer valid), conflict (passwords are switched off), invalid (a weak
 * password), throttled
 */
export async function acceptInvitation(headers: Headers, { token, name, password }: Acceptance): Promise<string[]> {
  const { email } = await readInvitation(headers, token)
  if (!settings().isPasswordSignInOn) throw new AppError('conflict', serverText('signIn.passwordsOff'))
  await requireStrongPassword(password, { email, name })
  const hash = await hashPassword(password)
  const auth = authContext()
  const db = await database()
  const userId = await db.transaction(async (tx) => {
    const taken = await takeByToken(tx, token, auth.clock.now())
    if (taken === null) throw invalidLink()
    const madeId = await insertAccount(tx, { email: taken.email, name, role: taken.role, hash })
    // The address already got an account in another way, so the invitation is no longer valid.
    if (madeId === null) throw invalidLink()
    await tx.query('update invitations set accepted_by = $2 where invitation_id = $1', [taken.invitationId, madeId])
    await recordActivity(
      tx,
      { userId: madeId, name, email: taken.email },
      {
        action: 'invitation.accept',
        objectKind: 'invitation',
        objectId: taken.invitationId,
        objectName: taken.email,
        after: { email: taken.email, name, role: taken.role },
        related: [relatedKey('account', madeId)],
      },
    )
    return madeId
  })
  await publishEvents(db, [{ kind: 'people', ids: [userId] }])
  if ((await planNextStep(auth, userId)) !== null) {
    // Otherwise the browser would continue as the person who was signed in before, although the page says that it does not.
    await endPreviousSession(auth, headers)
    return []
  }
  return startKnownSession(auth, headers, { userId, method: 'password', hasSecondFactor: false })
}
