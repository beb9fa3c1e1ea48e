import 'server-only'
import type { Queryable } from '@/lib/db/types'
import type { ProofWays } from './schema'

/** What somebody can prove with who they are. */
export async function readProofWays(db: Queryable, userId: string): Promise<ProofWays> {
  const { rows } = await db.query<ProofWays>(
    `select password_hash is not null as "hasPassword", totp_confirmed_at is not null as "hasCode",
            exists (select from passkeys where passkeys.user_id = users.user_id) as "hasPasskey"
       from users where user_id = $1`,
    [userId],
  )
  return rows[0] ?? { hasPassword: false, hasPasskey: false, hasCode: false }
}
