import 'server-only'
import { AppError } from '@/lib/errors'
import { reportEvent } from '@/lib/web/report-failure'
import { systemClock } from '@/lib/clock'
import { clientAddress } from '@/lib/access/client-address'
import type { AuthContext } from '@/lib/auth/context'
import { cookieNames, readCookie } from '@/lib/auth/cookies'
import { readDeviceCookie } from '@/lib/auth/device-cookie'
import { quietAnswerMs } from '@/lib/auth/login-throttle'
import { runNextAuth } from '@/lib/auth/next-auth'
import { createAuthOptions } from '@/lib/auth/options'
import { passwordLengths } from '@/lib/auth/password-strength'
import { serverText } from '@/lib/server-text'
import { findIssuerSignOut } from './oidc-sign-out'
import type { NextStep } from '@/lib/factors/schema'
import { planNextStep } from './second-step'
import { readTypedName, recordRefusal, recordSignIn, recordSignOut } from './sign-in-log'

import { markBrowser } from './start-session'

export interface SignInForm {
  csrfToken: string
  email: string
  password: string
}

const none = { address: '', agent: '', previousSid: null }

/** A response with the cookies of its session. */
export function withCookies(body: unknown, cookies: readonly string[]): Response {
  const response = new Response(JSON.stringify(body), {
    headers: { 'content-type': 'application/json; charset=utf-8' },
  })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

/** Issues a token for the two requests below, and the cookie that must match it. */
export async function issueCsrfToken(auth: AuthContext, headers: Headers): Promise<Response> {
  const { body, cookies } = await runNextAuth({ action: ['csrf'], method: 'GET', headers }, options(auth, none))
  return withCookies(body, cookies)
}

/**
 * Signs in: counts the attempt, checks email and password, starts a session, and ends the previous one of the browser.
 * With a second factor there is no session yet: the response describes the next step.
 * @throws AppError throttled (before any hashing), unauthenticated (one sentence for every reason), forbidden (token)
 */
export async function signIn(auth: AuthContext, headers: Headers, form: SignInForm): Promise<Response> {
  const arrivedAt = performance.now()
  const address = clientAddress(headers)
  const attempt = await auth.loginThrottle
    .begin(form.email, address, { devices: readDeviceCookie(headers) })
    .catch((error: unknown) => {
      throw notAtTheMoment(error)
    })
  // The account is not logged, because people may type their password into the wrong field.
  const logTry = (outcome: string) => reportEvent('info', { outcome, address }, 'a try to sign in')
  const noteRefusal = (why: Parameters<typeof recordRefusal>[1]) =>
    recordRefusal(auth, why, { typed: readTypedName(form), address })
  if (attempt.waitSeconds > 0) {
    logTry('throttled')
    await noteRefusal('throttled')
    if (attempt.quiet !== null) await holdQuietAnswer(arrivedAt)
    throw throttled(attempt.waitSeconds)
  }
  const previous = readCookie(headers.get('cookie'), cookieNames.session)
  let session: { userId: string; sid: string } | null = null
  const next: NextStep[] = []
  const from = {
    address,
    agent: headers.get('user-agent') ?? '',
    previousSid: previous === null ? null : await auth.sessions.sidOf(previous),
    isEnough: async (userId: string) => {
      const step = await planNextStep(auth, userId)
      if (step !== null) next.push(step)
      return step === null
    },
    onSession: (started: { userId: string; sid: string }) => {
      session = started
    },
  }
  const failures: unknown[] = []
  const answer = await runNextAuth(
    {
      action: ['callback', 'credentials'],
      method: 'POST',
      headers,
      body: { csrfToken: form.csrfToken, email: form.email, password: form.password.slice(0, passwordLengths.max + 1) },
    },
    options(auth, from, (error) => failures.push(error)),
  )
  if (answer.redirect?.includes('csrf=true') === true) throw staleToken()
  const [step] = next
  if (step !== undefined) {
    logTry('second step')
    // Codes have their own counters, which this does not change.
    await attempt.succeed()
    return withCookies(step, answer.cookies)
  }
  const signedIn = answer.cookies.some((cookie) => cookie.startsWith(`${cookieNames.session}=`))
  logTry(signedIn ? 'signed in' : failures.length > 0 ? 'failed by us' : 'refused')
  if (!signedIn && failures.length > 0) {
    await noteRefusal('broken')
    throw notAtTheMoment(failures[0])
  }
  if (!signedIn) {
    await noteRefusal('refused')
    if (attempt.quiet !== null) {
      await holdQuietAnswer(arrivedAt)
      throw throttled(attempt.quiet.waitSeconds)
    }
    throw new AppError('unauthenticated', serverText('signIn.incorrect'))
  }
  // The cookie has not been sent yet, so nobody is signed in without a log entry.
  const userId = await recordStart(auth, session)
  await attempt.succeed()
  auth.sessions.sweep().catch(() => undefined)
  return withCookies({ ok: true }, [...answer.cookies, ...(await markBrowser(auth, headers, userId))])
}

/** Makes responses to quiet tries take the same time, whether or not a password was checked. */
async function holdQuietAnswer(arrivedAt: number): Promise<void> {
  await systemClock.sleep(Math.max(0, quietAnswerMs - (performance.now() - arrivedAt)))
}

function throttled(retryAfterSeconds: number): AppError {
  return new AppError('throttled', serverText('common.tooManyAttempts'), { details: { retryAfterSeconds } })
}

function notAtTheMoment(cause: unknown): AppError {
  return new AppError('unavailable', serverText('signIn.unavailable'), {
    cause,
    details: { retryAfterSeconds: 5 },
  })
}

/** Logs the sign-in. @throws AppError unavailable, after ending the session */
async function recordStart(auth: AuthContext, session: { userId: string; sid: string } | null): Promise<string> {
  if (session === null) throw notAtTheMoment(new Error('a session cookie without a session'))
  try {
    await recordSignIn(auth.db, session.userId)
    return session.userId
  } catch (error) {
    await auth.sessions.end(session.sid).catch(() => undefined)
    throw notAtTheMoment(error)
  }
}

/** Signs out: deletes the row of the session, then the cookies. Copies of the cookie become worthless. */
export async function signOut(auth: AuthContext, headers: Headers, form: { csrfToken: string }): Promise<Response> {
  const answer = await runNextAuth(
    { action: ['signout'], method: 'POST', headers, body: { csrfToken: form.csrfToken } },
    options(auth, none),
  )
  if (answer.redirect?.includes('csrf=true') === true) throw staleToken()
  const cookie = readCookie(headers.get('cookie'), cookieNames.session)
  const sid = cookie === null ? null : await auth.sessions.sidOf(cookie)
  const actor = cookie === null ? null : await auth.sessions.read(cookie, { fresh: true, active: false })
  const leaveTo = sid === null || actor === null ? null : await findIssuerSignOut(auth, sid)
  if (sid !== null) await auth.sessions.end(sid)
  if (actor !== null) await recordSignOut(auth.db, actor)
  const response = withCookies({ ok: true, ...(leaveTo === null ? {} : { leaveTo }) }, answer.cookies)
  // Browsers store only thumbnails of the API. They ask us before showing one, but its bytes are in the folder of the
  // profile, and pages stay in memory for "back". Only the cache is cleared: "storage" would also delete the person's
  // settings, and "cookies" those of other applications on this host. A session that expires has no response in which
  // to send this header.
  response.headers.set('clear-site-data', '"cache"')
  return response
}

function options(auth: AuthContext, from: Parameters<typeof createAuthOptions>[1], onError?: (error: unknown) => void) {
  return createAuthOptions(auth, from, onError ?? (() => undefined))
}

function staleToken(): AppError {
  return new AppError('forbidden', serverText('signIn.stalePage'))
}
