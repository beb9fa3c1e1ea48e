import { csrfAnswer, signedAnswer, singleSignOnAnswer } from '@/lib/access/schema'
import { api } from '@/lib/browser/api'

/**
 * Signs in; the session comes as a cookie that scripts cannot read.
 * @throws ApiError unauthenticated, throttled (with retryAfterSeconds), forbidden, offline and the like
 */
export async function signIn(email: string, password: string): Promise<void> {
  const { csrfToken } = await api.get('/api/auth/csrf', undefined, csrfAnswer)
  await api.post('/api/auth/callback/credentials', { csrfToken, email, password }, signedAnswer)
}

/**
 * Begins single sign-on.
 * @returns the address at the issuer to go to
 * @throws ApiError unavailable, forbidden, offline and the like
 */
export async function startSingleSignOn(next: string): Promise<string> {
  const { csrfToken } = await api.get('/api/auth/csrf', undefined, csrfAnswer)
  const { location } = await api.post('/api/auth/signin/oidc', { csrfToken, next }, singleSignOnAnswer)
  return location
}
