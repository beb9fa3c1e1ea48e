import 'server-only'
import { isEmergencyAdmin } from '@/lib/auth/accounts'
import { authContext } from '@/lib/auth/session'
import type { Queryable } from '@/lib/db/types'
import { settings } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { isFactorRequired } from './policy'
import { findRelyingParty } from './relying-party'
import type { Factors, ProofWays } from './schema'
import { listPasskeys, readStoredFactors } from './store'

/** The second factors of a person. */
export async function readProofWays(db: Queryable, userId: string): Promise<ProofWays> {
  const { oidc, isPasswordSignInOn, publicUrl } = settings()
  const { rows } = await db.query<Omit<ProofWays, 'issuerName'> & { isLinked: boolean }>(
    `select password_hash is not null and ($3 or ${isEmergencyAdmin}) as "hasPassword",
            totp_confirmed_at is not null as "hasCode",
            exists (select from passkeys where passkeys.user_id = users.user_id) as "hasPasskey",
            exists (select from identities where identities.user_id = users.user_id and rtrim(issuer, '/') = $2) as "isLinked"
       from users where user_id = $1`,
    [userId, oidc?.issuer ?? null, isPasswordSignInOn],
  )
  const { isLinked, ...ways } = rows[0] ?? { hasPassword: false, hasPasskey: false, hasCode: false, isLinked: false }
  const hasPasskey = ways.hasPasskey && findRelyingParty(publicUrl) !== null
  return { ...ways, hasPasskey, issuerName: isLinked ? (oidc?.name ?? null) : null }
}

/** The address at which passkeys work; null when the address of this console does not allow passkeys. */
export function readPasskeyOrigin(): string | null {
  return findRelyingParty(settings().publicUrl)?.origin ?? null
}

/**
 * A person's own factors.
 * @throws AppError not_found
 */
export async function readFactors(userId: string): Promise<Factors> {
  const { db } = authContext()
  const stored = await readStoredFactors(db, userId)
  if (stored === null) throw new AppError('not_found', serverText('common.noAccount'))
  return {
    passkeys: await listPasskeys(db, userId),
    totpSince: stored.totpSince,
    recoveryCodesLeft: stored.recoveryCodesLeft,
    hasPassword: stored.hasPassword,
    // Single sign-on has no password to add a factor to.
    isRequired: stored.hasPassword && isFactorRequired(stored.role),
    passkeyOrigin: readPasskeyOrigin(),
  }
}
