import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { isEmergencyAdmin } from '@/lib/auth/accounts'
import { authContext, readSession } from '@/lib/auth/session'
import { type SessionInfo, sessionLimits } from '@/lib/auth/session-rows'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { settings } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { defaultLanguage, type PageLanguage, resolveLanguage } from '@/lib/messages/languages'
import { serverText } from '@/lib/server-text'
import { describeDevice } from './device-model'
import type { Account, AccountSession, BrowserReport, Preferences } from './schema'
import { readStoredBrowser, readStoredPreferences } from './store'

/** @throws AppError not_found */
export async function readAccount(actor: Actor, given?: Queryable): Promise<Account> {
  const db = given ?? (await database())
  const { rows } = await db.query<Account>(
    `select name, email, role, password_hash is not null and is_allowed as "hasPassword",
            is_allowed as "isPasswordAllowed", case when is_allowed then password_set_at end as "passwordSetAt"
       from users, lateral (select $2::boolean or ${isEmergencyAdmin} as is_allowed) as allowed
      where user_id = $1`,
    [actor.userId, settings().isPasswordSignInOn],
  )
  const [row] = rows
  if (row === undefined) throw new AppError('not_found', serverText('common.noAccount'))
  return row
}

/** The session of a request that only people may send. @throws AppError unauthenticated */
export function requireSession(session: SessionInfo | null): SessionInfo {
  if (session === null) throw new AppError('unauthenticated', serverText('common.signInAgain'))
  return session
}

/** The valid sessions of a person: the current one first, then by last use. */
export async function listOwnSessions(
  actor: Actor,
  given: SessionInfo | null,
): Promise<{ sessions: AccountSession[] }> {
  const db = await database()
  const now = authContext().clock.now()
  const { rows } = await db.query<AccountSession & { agent: string }>(
    `select session_id as "sessionId", agent, '' as device, address, method, has_second_factor as "hasSecondFactor",
            created_at as "startedAt", last_seen_at as "lastSeenAt", session_id = $4 as "isThis"
       from sessions
      where user_id = $1 and revoked_at is null and created_at > $2 and last_seen_at > $3
      order by session_id = $4 desc, last_seen_at desc, session_id`,
    [
      actor.userId,
      new Date(now - sessionLimits.absoluteMs).toISOString(),
      new Date(now - sessionLimits.idleMs).toISOString(),
      requireSession(given).sessionId,
    ],
  )
  for (const row of rows) row.device = describeDevice(row.agent)
  // The schema of the response removes the header itself.
  return { sessions: rows }
}

/**
 * The person who opens a page, and their preferences, from the row of the session. It is not read from the cache, because
 * another console may just have changed the preferences. Null when nobody is signed in or the database cannot be
 * reached. The page is then rendered with the preferences that the browser stored.
 */
export async function readAccountPreferences(
  headers: Headers,
): Promise<{ userId: string; stored: Preferences | null; browser: BrowserReport } | null> {
  const found = await readSession(headers, { fresh: true }).catch(() => null)
  if (found === null) return null
  const { actor, preferences } = found
  return {
    userId: actor.userId,
    stored: readStoredPreferences(preferences),
    browser: readStoredBrowser(preferences),
  }
}

/** The language of an exported file: English, unless the person wants files in the language of their pages. */
export async function readFileLanguage(headers: Headers): Promise<PageLanguage> {
  const { stored = null } = (await readAccountPreferences(headers)) ?? {}
  return stored?.files === 'own' ? resolveLanguage(stored.language, headers.get('accept-language')) : defaultLanguage
}
