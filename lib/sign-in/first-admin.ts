import 'server-only'
import { consoleActor, recordActivity } from '@/lib/activity/journal'
import { insertAccount } from '@/lib/auth/accounts'
import { hashPassword } from '@/lib/auth/password'
import type { Database } from '@/lib/db/types'
import { serverText } from '@/lib/server-text'

/**
 * Creates the first admin from the settings if no admin exists, and logs it. Later changes of the settings have no
 * effect. Otherwise, a removed admin who can change the settings could get in again. Two consoles can safely run this
 * at the same time.
 */
export async function ensureFirstAdmin(
  db: Pick<Database, 'query' | 'transaction'>,
  admin: { email: string; password: string } | null,
): Promise<void> {
  if (admin === null || (await hasAdmin(db))) return
  const hash = await hashPassword(admin.password)
  await db.transaction(async (tx) => {
    // If two consoles start at the same time, the second one finds the admin that the first has created.
    await tx.query('lock table users in share row exclusive mode')
    if (await hasAdmin(tx)) return
    const email = admin.email.trim()
    const objectId = await insertAccount(tx, { email, name: nameFromEmail(email), role: 'admin', hash })
    if (objectId === null) return
    await recordActivity(
      tx,
      consoleActor,
      {
        action: 'account.create',
        objectKind: 'account',
        objectId,
        objectName: email,
        after: { email, role: 'admin' },
      },
      { outcome: 'done', note: serverText('signIn.notes.firstAdmin') },
    )
  })
}

async function hasAdmin(db: Pick<Database, 'query'>): Promise<boolean> {
  const { rows } = await db.query(`select from users where role = 'admin' and kind = 'person' limit 1`)
  return rows.length > 0
}

/** Derives an initial name from an address: `maria.lopez@example.com` becomes `Maria Lopez`. */
export function nameFromEmail(email: string): string {
  const words = (email.split('@')[0] ?? '').split(/[._+-]+/).filter((word) => word !== '')
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
  return name === '' ? 'Administrator' : name
}
