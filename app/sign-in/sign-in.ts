import * as z from 'zod'
import { csrfAnswer, signedAnswer } from '@/lib/access/schema'
import { api } from '@/lib/browser/api'
import { type NextStep, nextStep } from '@/lib/factors/schema'

/**
 * Signs in; the session comes as a cookie that scripts cannot read.
 * @returns the step that is needed before there is a session; null if there is one
 * @throws ApiError unauthenticated, throttled (with retryAfterSeconds), forbidden, offline and the like
 */
export async function signIn(email: string, password: string): Promise<NextStep | null> {
  const { csrfToken } = await api.get('/api/auth/csrf', undefined, csrfAnswer)
  const answer = await api.post(
    '/api/auth/callback/credentials',
    { csrfToken, email, password },
    z.union([signedAnswer, nextStep]),
  )
  return answer.ok ? null : answer
}
