import 'server-only'
import { clientAddress } from '@/lib/access/client-address'
import type { AuthContext } from '@/lib/auth/context'
import { cookieNames, cookieOptions, readCookie } from '@/lib/auth/cookies'
import { markDevice } from '@/lib/auth/device-cookie'
import { encodeCookie } from '@/lib/auth/session'
import { type SessionMethod, sessionLimits } from '@/lib/auth/session-rows'
import { recordSignIn } from './sign-in-log'

/**
 * Starts a session for a person who has proved their identity, and ends the previous session of their browser.
 * @returns the value of a Set-Cookie header, the same as next-auth would set
 * @throws AppError when the sign-in cannot be logged; then there is no session
 */
export async function startSession(
  auth: AuthContext,
  headers: Headers,
  who: { userId: string; method: SessionMethod; hasSecondFactor: boolean; oidcIdToken?: Buffer },
): Promise<string> {
  await endPreviousSession(auth, headers)
  const { userId, ...how } = who
  const from = { address: clientAddress(headers), agent: headers.get('user-agent') ?? '', ...how }
  const sid = await auth.sessions.create(userId, from)
  try {
    await recordSignIn(auth.db, userId)
  } catch (error) {
    await auth.sessions.end(sid).catch(() => undefined)
    throw error
  }
  const token = await encodeCookie(auth.secret, { sub: userId, sid })
  const expires = new Date(auth.clock.now() + sessionLimits.absoluteMs).toUTCString()
  return `${cookieNames.session}=${token}; Path=${cookieOptions.path}; Expires=${expires}; HttpOnly; Secure; SameSite=Lax`
}

/** Ends the session that the browser still has, of the person who used it before. */
export async function endPreviousSession(auth: AuthContext, headers: Headers): Promise<void> {
  const previous = readCookie(headers.get('cookie'), cookieNames.session)
  const previousSid = previous === null ? null : await auth.sessions.sidOf(previous)
  if (previousSid !== null) await auth.sessions.end(previousSid)
}

/** Like `startSession`. Also marks the browser as known, so that guesses from elsewhere no longer lock it out. */
export async function startKnownSession(
  auth: AuthContext,
  headers: Headers,
  who: Parameters<typeof startSession>[2],
): Promise<string[]> {
  const cookie = await startSession(auth, headers, who)
  return [cookie, ...(await markBrowser(auth, headers, who.userId))]
}

/** The cookie that marks a browser as known. If it cannot be created, the person is still signed in. */
export async function markBrowser(auth: AuthContext, headers: Headers, userId: string): Promise<readonly string[]> {
  return markDevice(auth, headers, userId).then(
    (cookie) => [cookie],
    () => [],
  )
}
