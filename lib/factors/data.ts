import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { settings } from '@/lib/env'
import type { ProofWays } from './schema'

/** What somebody can prove with who they are. */
export async function readProofWays(db: Queryable, userId: string): Promise<ProofWays> {
  const { oidc, isPasswordSignInOn } = settings()
  const { rows } = await db.query<Omit<ProofWays, 'issuerName'> & { isLinked: boolean }>(
    `select password_hash is not null and ($3 or is_break_glass) as "hasPassword",
            totp_confirmed_at is not null as "hasCode",
            exists (select from passkeys where passkeys.user_id = users.user_id) as "hasPasskey",
            exists (select from identities where identities.user_id = users.user_id and rtrim(issuer, '/') = $2) as "isLinked"
       from users where user_id = $1`,
    [userId, oidc?.issuer ?? null, isPasswordSignInOn],
  )
  const { isLinked, ...ways } = rows[0] ?? { hasPassword: false, hasPasskey: false, hasCode: false, isLinked: false }
  return { ...ways, issuerName: isLinked ? (oidc?.name ?? null) : null }
}
