import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { hashPassword, verifyPassword } from './password'

/**
 * Makes sure that the admin of the settings can sign in, at every start. An admin who exists keeps role and name; the
 * password follows the settings, since they are the way back in when it was lost. Sessions made under an older password
 * end. Null (no such setting) changes nothing. Safe to run from two consoles at once.
 */
export async function ensureFirstAdmin(
  db: Queryable,
  admin: { email: string; password: string } | null,
): Promise<void> {
  if (admin === null) return
  const { rows } = await db.query<{ user_id: string; password_hash: string }>(
    'select user_id, password_hash from users where lower(email) = lower($1)',
    [admin.email.trim()],
  )
  const [existing] = rows
  if (existing === undefined) {
    await db.query(
      `insert into users (email, name, role, password_hash) values ($1, $2, 'admin', $3)
       on conflict (lower(email)) do nothing`,
      [admin.email.trim(), nameFromEmail(admin.email), await hashPassword(admin.password)],
    )
    return
  }
  if (await verifyPassword(admin.password, existing.password_hash)) return
  await db.query('update users set password_hash = $2 where user_id = $1', [
    existing.user_id,
    await hashPassword(admin.password),
  ])
  await db.query('update sessions set revoked_at = now() where user_id = $1 and revoked_at is null', [existing.user_id])
}

/** `maria.lopez@example.com` -> `Maria Lopez`: a name to begin with. */
function nameFromEmail(email: string): string {
  const words = (email.split('@')[0] ?? '').split(/[._+-]+/).filter((word) => word !== '')
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
  return name === '' ? 'Administrator' : name
}
