import 'server-only'
import type { AuthContext } from '@/lib/auth/context'
import { ownLocker } from '@/lib/auth/locker'
import { discoverIssuer } from '@/lib/auth/oidc-issuer'
import { settings } from '@/lib/env'
import { reportEvent } from '@/lib/web/report-failure'

/** The purpose for which the ID token of a session is encrypted. */
export const idTokenPurpose = 'oidc-id-token'

/**
 * The issuer's sign-out page for a session that started there. The page returns to our sign-in page. Null for other
 * sessions, and when the issuer has no such page or does not respond, because signing out here must not depend on it.
 */
export async function findIssuerSignOut(auth: AuthContext, sid: string): Promise<string | null> {
  const { oidc, publicUrl } = settings()
  if (oidc === null) return null
  const { rows } = await auth.db.query<{ token: Buffer | null }>(
    'select oidc_id_token as token from sessions where sid = $1',
    [sid],
  )
  const locked = rows[0]?.token ?? null
  const idToken = locked === null ? null : ownLocker(idTokenPurpose).unlock(locked)
  if (idToken === null) return null
  try {
    const { endSessionEndpoint } = await discoverIssuer(oidc)
    if (endSessionEndpoint === null) return null
    const url = new URL(endSessionEndpoint)
    url.searchParams.set('id_token_hint', idToken)
    url.searchParams.set('client_id', oidc.clientId)
    url.searchParams.set('post_logout_redirect_uri', `${publicUrl}/sign-in`)
    return url.href
  } catch (error) {
    reportEvent('warn', { reason: error instanceof Error ? error.message : '' }, 'the session at the issuer goes on')
    return null
  }
}
