import 'server-only'
import { verifyPassword } from '@/lib/auth/password'
import type { Database } from '@/lib/db/types'
import { findAccount } from '@/lib/people/store'
import { openRunning } from './admin/database'
import type { Prepared } from './environment'
import { frame } from './frame'

/**
 * Whether the first admin can sign in with the email and password of the settings. `nobody`: there is no admin.
 * `unknown`: the check failed.
 */
export type FirstAdminState = 'as-set' | 'changed' | 'nobody' | 'unknown'

/**
 * Compares the first admin in the settings with their account. Both may have changed, and the greeting must not show a
 * sign-in that does not work.
 */
export async function findFirstAdminState(
  db: Pick<Database, 'query'>,
  admin: { email: string; password: string } | null,
): Promise<FirstAdminState> {
  const { rows: admins } = await db.query(
    `select from users where role = 'admin' and kind = 'person' and disabled_at is null limit 1`,
  )
  if (admins.length === 0) return 'nobody'
  if (admin === null) return 'unknown'
  const account = await findAccount(db, admin.email)
  if (account === null || account.isDisabled || account.role !== 'admin') return 'changed'
  const { rows } = await db.query<{ hash: string | null }>(
    'select password_hash as hash from users where user_id = $1',
    [account.userId],
  )
  return (await verifyPassword(admin.password, rows[0]?.hash ?? null)) ? 'as-set' : 'changed'
}

/** The same as `findFirstAdminState`, for a console that has just started in another process. */
export async function askFirstAdminState({ settings }: Prepared): Promise<FirstAdminState> {
  try {
    const db = await openRunning(settings)
    try {
      return await findFirstAdminState(db, settings.admin)
    } finally {
      await db.close()
    }
  } catch {
    return 'unknown'
  }
}

const wayBack = 'To sign in without a password that works: npm run admin -- help'

/** The text in the terminal once the console is ready. */
export function greet({ settings, login }: Prepared, state: FirstAdminState): string {
  const lines = [`Sightline is ready:  ${settings.publicUrl}`]
  if (settings.mode === 'demo') lines.push('Made-up data from the stand-in service; nothing leaves this machine.')
  if (state === 'nobody')
    lines.push('', 'Nobody can sign in yet. Create an admin:', 'npm run admin -- create --email you@example.com')
  else if (settings.admin !== null) lines.push('', ...greetAdmin(settings.admin, login, state))
  lines.push('', 'Ctrl+C stops it.')
  return frame(lines)
}

function greetAdmin(admin: { email: string }, login: Prepared['login'], state: FirstAdminState): string[] {
  if (state === 'changed')
    return login === null
      ? ['ADMIN_EMAIL and ADMIN_PASSWORD are not used: an admin exists.', wayBack]
      : [`The password of ${admin.email} was changed.`, wayBack]
  if (login === null) return state === 'as-set' ? ['Sign in as ADMIN_EMAIL with ADMIN_PASSWORD, as you set them.'] : []
  return [`Email     ${login.email}`, `Password  ${login.password}`]
}
