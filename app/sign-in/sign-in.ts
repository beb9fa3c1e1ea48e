import { api } from '@/lib/browser/api'
import { lateSchemas } from '@/lib/browser/late/late-schemas'
import type { NextStep } from '@/lib/factors/schema'

const accessSchema = lateSchemas(() => import('@/lib/access/schema'))
const factorSchema = lateSchemas(() => import('@/lib/factors/schema'))

/**
 * Signs in; the session comes as a cookie that scripts cannot read.
 * @returns the step that is needed before there is a session; null if there is one
 * @throws ApiError unauthenticated, throttled (with retryAfterSeconds), forbidden, offline and the like
 */
export async function signIn(email: string, password: string): Promise<NextStep | null> {
  const { csrfToken } = await api.get('/api/auth/csrf', undefined, accessSchema('csrfAnswer'))
  const answer = await api.post(
    '/api/auth/callback/credentials',
    { csrfToken, email, password },
    factorSchema('passwordAnswer'),
  )
  return answer.ok ? null : answer
}
