import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { recordActivity } from '@/lib/activity/journal'
import { authContext } from '@/lib/auth/session'
import type { SessionInfo } from '@/lib/auth/session-rows'
import { database } from '@/lib/db/instance'
import { AppError } from '@/lib/errors'
import { publishEvents } from '@/lib/events/publish'
import { serverText } from '@/lib/server-text'
import { readAccount, requireSession } from './data'
import type { Account, AccountChange, Preferences, PreferencesChange } from './schema'
import { readStoredPreferences } from './store'

/** Changes a person's own name. It shows at the next request, on every console within two seconds. */
export async function changeAccount(actor: Actor, { name }: AccountChange): Promise<Account> {
  const db = await database()
  const isChanged = await db.transaction(async (tx) => {
    const { rows } = await tx.query<{ name: string }>('select name from users where user_id = $1 for no key update', [
      actor.userId,
    ])
    const before = rows[0]?.name
    if (before === undefined || before === name) return false
    await tx.query('update users set name = $2 where user_id = $1', [actor.userId, name])
    await recordActivity(
      tx,
      { ...actor, name },
      {
        action: 'account.rename',
        objectKind: 'account',
        objectId: actor.userId,
        objectName: name,
        before: { name: before },
        after: { name },
      },
    )
    return true
  })
  if (isChanged) {
    authContext().sessions.forgetUser(actor.userId)
    await publishEvents(db, [{ kind: 'people', ids: [actor.userId] }])
  }
  return readAccount(actor, db)
}

/** Stores the changed preferences and keeps the others. @returns the stored preferences */
export async function changePreferences(actor: Actor, change: PreferencesChange): Promise<Preferences> {
  return storePreferences(actor, `preferences = coalesce(preferences, '{}') || $2::jsonb`, change)
}

/** Stores the preferences of a browser when the account has none yet. The first of several browsers wins. */
export async function adoptPreferences(actor: Actor, found: Preferences): Promise<Preferences> {
  return storePreferences(actor, 'preferences = coalesce(preferences, $2::jsonb)', found)
}

async function storePreferences(actor: Actor, set: string, value: PreferencesChange): Promise<Preferences> {
  const db = await database()
  const { rows } = await db.query<{ preferences: unknown }>(
    `update users set ${set} where user_id = $1 returning preferences`,
    [actor.userId, JSON.stringify(value)],
  )
  const stored = readStoredPreferences(rows[0]?.preferences)
  if (stored === null) throw new AppError('not_found', serverText('common.noAccount'))
  authContext().sessions.forgetUser(actor.userId)
  return stored
}

/** Ends one of the person's own sessions, at once. @throws AppError not_found */
export async function endOwnSession(actor: Actor, sessionId: string): Promise<{ ended: number }> {
  const { sessions } = authContext()
  const db = await database()
  const isEnded = await db.transaction(async (tx) => {
    const found = await sessions.revokeOne(actor.userId, sessionId, tx)
    if (found) await recordEnd(tx, actor, 1)
    return found
  })
  // Another request may have read the session again before the commit.
  sessions.forgetUser(actor.userId)
  if (!isEnded) throw new AppError('not_found', serverText('common.sessionEnded'))
  return { ended: 1 }
}

/** Ends all sessions of the person except the one that requests this. */
export async function endOtherSessions(actor: Actor, given: SessionInfo | null): Promise<{ ended: number }> {
  const { sid } = requireSession(given)
  const { sessions } = authContext()
  const db = await database()
  const ended = await db.transaction(async (tx) => {
    const count = await sessions.revokeUser(actor.userId, tx, sid)
    if (count > 0) await recordEnd(tx, actor, count)
    return count
  })
  sessions.forgetUser(actor.userId)
  return { ended }
}

async function recordEnd(tx: Parameters<typeof recordActivity>[0], actor: Actor, count: number): Promise<void> {
  await recordActivity(
    tx,
    actor,
    { action: 'session.end', objectKind: 'account', objectId: actor.userId, objectName: actor.name },
    { outcome: 'done', note: serverText('account.sessionsEnded', { count }) },
  )
}
