import { csrfAnswer, signedAnswer } from '@/lib/access/schema'
import { api } from '@/lib/browser/api'

/**
 * Signs in; the session comes as a cookie that scripts cannot read.
 * @throws ApiError unauthenticated, throttled (with retryAfterSeconds), forbidden, offline and the like
 */
export async function signIn(email: string, password: string): Promise<void> {
  const { csrfToken } = await api.get('/api/auth/csrf', undefined, csrfAnswer)
  await api.post('/api/auth/callback/credentials', { csrfToken, email, password }, signedAnswer)
}
