import 'server-only'
import { decode, encode } from 'next-auth/jwt'
import { headers as requestHeaders } from 'next/headers'
import { redirect } from 'next/navigation'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import { settings } from '@/lib/env'
import type { Actor } from '@/lib/access/actor'
import { log } from '@/lib/log'
import { installAuth, installedAuth, type AuthContext } from './context'
import { trackClientAddresses } from '@/lib/access/client-address'
import { cookieNames, readCookie } from './cookies'
import { LoginThrottle } from './login-throttle'
import { may, type Permission } from '@/lib/access/permissions'
import { signInPath } from '@/lib/access/return-path'
import { SessionStore, type SessionToken } from './session-store'
import { type FoundSession, sessionLimits } from './session-rows'

/** Opens a session cookie with the secret of the settings. */
export function createCookieDecoder(secret: string): (cookie: string) => Promise<SessionToken | null> {
  return async (cookie) => {
    try {
      const payload = await decode({ token: cookie, secret })
      const sub = payload?.['sub']
      const sid = payload?.['sid']
      return typeof sub === 'string' && typeof sid === 'string' ? { sub, sid } : null
    } catch {
      return null
    }
  }
}

/** Writes a session cookie in the format of next-auth, which the decoder reads. */
export function encodeCookie(secret: string, token: SessionToken): Promise<string> {
  return encode({ token: { ...token }, secret, maxAge: sessionLimits.absoluteMs / 1000 })
}

/** The context of sign-in and sessions, created at the first use. */
export function authContext(): AuthContext {
  const installed = installedAuth()
  if (installed !== undefined) return installed
  const { secret, trustedProxies } = settings()
  // Each statement asks for the current database, because it may still be starting or may have been replaced.
  const db: AuthContext['db'] = {
    query: async (text, values) => (await database()).query(text, values),
    transaction: async (work, options) => (await database()).transaction(work, options),
  }
  trackClientAddresses(trustedProxies)
  const context: AuthContext = {
    db,
    secret,
    clock: systemClock,
    sessions: new SessionStore({
      db,
      clock: systemClock,
      decode: createCookieDecoder(secret),
      onError: (error) => log().warn({ err: error }, 'when a session was last used could not be stored'),
    }),
    loginThrottle: new LoginThrottle({ db, clock: systemClock, secret }),
  }
  installAuth(context)
  return context
}

/**
 * The actor of a session cookie; null if nobody is signed in.
 * @param options.fresh reads the row even if it is cached, for requests that change something
 * @throws AppError unavailable when the database cannot be reached
 */
export async function readActor(headers: Headers, options: { fresh?: boolean } = {}): Promise<Actor | null> {
  return (await readSession(headers, options))?.actor ?? null
}

/** Like `readActor`, with data of the session itself. */
export async function readSession(headers: Headers, options: { fresh?: boolean } = {}): Promise<FoundSession | null> {
  const cookie = readCookie(headers.get('cookie'), cookieNames.session)
  if (cookie === null || cookie === '') return null
  // Background polls are marked, because otherwise an open tab would keep its session alive forever.
  const active = headers.get('x-sightline-activity') !== 'none'
  return authContext().sessions.readSession(cookie, { fresh: options.fresh === true, active })
}

/**
 * Calls `listener` when the session of these headers may have ended. The listener should check it with `readActor`.
 * @returns a function that unsubscribes
 */
export async function watchSessionEnd(headers: Headers, actor: Actor, listener: () => void): Promise<() => void> {
  const { sessions } = authContext()
  const cookie = readCookie(headers.get('cookie'), cookieNames.session)
  const sid = cookie === null ? null : await sessions.sidOf(cookie)
  return sessions.onEnd((gone) => {
    if ('anyone' in gone || ('sid' in gone ? gone.sid === sid : gone.userId === actor.userId)) listener()
  })
}

/**
 * The person for whom a page is rendered. Every page and layout that shows data calls it. Without a session it
 * redirects to the sign-in page, which returns to this address. Without the permission it redirects to a page that says
 * so.
 */
export async function requirePageSession(permission?: Permission): Promise<Actor> {
  const headers = await requestHeaders()
  const actor = await readActor(headers)
  if (actor === null) redirect(signInPath(headers.get('x-sightline-path')))
  if (permission !== undefined && !may(actor, permission)) redirect('/sign-in/not-allowed')
  return actor
}

/** Whether this console shows demo data, which the sign-in page mentions. */
export function isDemo(): boolean {
  return settings().mode === 'demo'
}
