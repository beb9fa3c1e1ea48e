import 'server-only'
import { consoleActor, recordActivity } from '@/lib/activity/journal'
import type { Database, Queryable } from '@/lib/db/types'
import { hashPassword, verifyPassword } from '@/lib/auth/password'

/**
 * Makes sure that the admin of the settings can sign in, at every start. An admin who exists keeps role and name; the
 * password follows the settings, since they are the way back in when it was lost. Sessions made under an older password
 * end. Null (no such setting) changes nothing. Safe to run from two consoles at once. What it does is in the log of activity,
 * or is not done.
 */
export async function ensureFirstAdmin(
  db: Pick<Database, 'query' | 'transaction'>,
  admin: { email: string; password: string } | null,
): Promise<void> {
  if (admin === null) return
  const { rows } = await db.query<{ user_id: string; email: string; password_hash: string }>(
    'select user_id, email, password_hash from users where lower(email) = lower($1)',
    [admin.email.trim()],
  )
  const [existing] = rows
  if (existing === undefined) return createAdmin(db, admin)
  if (await verifyPassword(admin.password, existing.password_hash)) return
  const password = await hashPassword(admin.password)
  await db.transaction(async (tx) => {
    // Of two consoles one is first; the other changes what the first has written, and has nothing to tell.
    const { rowCount: isFirst } = await tx.query(
      'update users set password_hash = $2 where user_id = $1 and password_hash = $3',
      [existing.user_id, password, existing.password_hash],
    )
    if (isFirst === 0) return
    const { rowCount: ended } = await tx.query(
      'update sessions set revoked_at = now() where user_id = $1 and revoked_at is null',
      [existing.user_id],
    )
    const sessions = `${ended} ${ended === 1 ? 'session was' : 'sessions were'} ended.`
    await record(
      tx,
      'account.reset-password',
      existing,
      `At the start, since ADMIN_PASSWORD is another one. ${sessions}`,
    )
  })
}

async function createAdmin(
  db: Pick<Database, 'transaction'>,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const hash = await hashPassword(password)
  await db.transaction(async (tx) => {
    const { rows } = await tx.query<{ user_id: string; email: string }>(
      `insert into users (email, name, role, password_hash) values ($1, $2, 'admin', $3)
       on conflict (lower(email)) do nothing returning user_id, email`,
      [email.trim(), nameFromEmail(email), hash],
    )
    const [made] = rows
    if (made !== undefined) await record(tx, 'account.create', made, 'At the start, by ADMIN_EMAIL of the settings.')
  })
}

async function record(
  tx: Queryable,
  action: 'account.create' | 'account.reset-password',
  { user_id, email }: { user_id: string; email: string },
  note: string,
): Promise<void> {
  // Somebody whose password is set anew keeps the role they have.
  const after = action === 'account.create' ? { email, role: 'admin' } : undefined
  const what = { action, objectKind: 'account', objectId: user_id, objectName: email, after }
  await recordActivity(tx, consoleActor, what, { outcome: 'done', note })
}

/** `maria.lopez@example.com` -> `Maria Lopez`: a name to begin with. */
function nameFromEmail(email: string): string {
  const words = (email.split('@')[0] ?? '').split(/[._+-]+/).filter((word) => word !== '')
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
  return name === '' ? 'Administrator' : name
}
