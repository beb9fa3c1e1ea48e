import { api } from '@/lib/browser/api'
import { lateSchemas } from '@/lib/browser/late/late-schemas'

const schema = lateSchemas(() => import('@/lib/access/schema'))

/**
 * Starts single sign-on. The caller opens the returned address.
 * @param next path to return to
 * @param purpose `proof`: the issuer asks the person of this session again who they are
 * @returns the address at the issuer
 * @throws ApiError unavailable, forbidden, offline and other codes
 */
export async function startSingleSignOn(next: string, purpose: 'sign-in' | 'proof'): Promise<string> {
  const { csrfToken } = await api.get('/api/auth/csrf', undefined, schema('csrfAnswer'))
  return (await api.post('/api/auth/signin/oidc', { csrfToken, next, purpose }, schema('singleSignOnAnswer'))).location
}
