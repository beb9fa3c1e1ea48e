import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { lateSchemas, noBody } from '@/lib/browser/late/late-schemas'
import type { AskedApiToken, NewServiceAccount, ServiceAccountChange } from './schema'

const schema = lateSchemas(() => import('./schema'))

export const apiTokenQueries = {
  all: ['api-tokens'] as const,

  own: () =>
    queryOptions({
      queryKey: ['api-tokens', 'own'] as const,
      queryFn: ({ signal }) => api.get('/api/account/tokens', undefined, schema('apiTokenList'), signal),
    }),

  /** Tokens of any account, for admins. */
  of: (userId: string) =>
    queryOptions({
      queryKey: ['api-tokens', 'of', userId] as const,
      queryFn: ({ signal }) => api.get('/api/people/tokens', { userId }, schema('apiTokenList'), signal),
    }),

  serviceAccounts: () =>
    queryOptions({
      queryKey: ['api-tokens', 'service-accounts'] as const,
      queryFn: ({ signal }) => api.get('/api/people/service-accounts', undefined, schema('serviceAccountList'), signal),
    }),
}

const accountPath = (accountId: string) => `/api/people/service-accounts/${encodeURIComponent(accountId)}`

/** Actions on tokens and service accounts. Each fails as `api` does. */
export const apiTokenCalls = {
  create: (token: AskedApiToken) => api.post('/api/account/tokens', token, schema('createdApiToken')),
  revoke: (tokenId: string) => api.delete(`/api/account/tokens/${encodeURIComponent(tokenId)}`, undefined, noBody),
  /** Tokens of any account, for admins. */
  revokeOf: (tokenId: string) => api.delete(`/api/people/tokens/${encodeURIComponent(tokenId)}`, undefined, noBody),
  createAccount: (account: NewServiceAccount) =>
    api.post('/api/people/service-accounts', account, schema('serviceAccount')),
  changeAccount: (accountId: string, change: ServiceAccountChange) =>
    api.patch(accountPath(accountId), change, schema('serviceAccount')),
  createFor: (accountId: string, token: AskedApiToken) =>
    api.post(`${accountPath(accountId)}/tokens`, token, schema('createdApiToken')),
}
