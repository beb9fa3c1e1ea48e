import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { api } from '@/lib/browser/api'
import {
  apiTokenList,
  type AskedApiToken,
  createdApiToken,
  type NewServiceAccount,
  serviceAccount,
  serviceAccountList,
  type ServiceAccountChange,
} from './schema'

export const apiTokenQueries = {
  all: ['api-tokens'] as const,

  own: () =>
    queryOptions({
      queryKey: ['api-tokens', 'own'] as const,
      queryFn: ({ signal }) => api.get('/api/account/tokens', undefined, apiTokenList, signal),
    }),

  /** Tokens of any account, for admins. */
  of: (userId: string) =>
    queryOptions({
      queryKey: ['api-tokens', 'of', userId] as const,
      queryFn: ({ signal }) => api.get('/api/people/tokens', { userId }, apiTokenList, signal),
    }),

  serviceAccounts: () =>
    queryOptions({
      queryKey: ['api-tokens', 'service-accounts'] as const,
      queryFn: ({ signal }) => api.get('/api/people/service-accounts', undefined, serviceAccountList, signal),
    }),
}

const accountPath = (accountId: string) => `/api/people/service-accounts/${encodeURIComponent(accountId)}`

/** Actions on tokens and service accounts. Each fails as `api` does. */
export const apiTokenCalls = {
  create: (token: AskedApiToken) => api.post('/api/account/tokens', token, createdApiToken),
  revoke: (tokenId: string) =>
    api.delete(`/api/account/tokens/${encodeURIComponent(tokenId)}`, undefined, z.undefined()),
  /** Tokens of any account, for admins. */
  revokeOf: (tokenId: string) =>
    api.delete(`/api/people/tokens/${encodeURIComponent(tokenId)}`, undefined, z.undefined()),
  createAccount: (account: NewServiceAccount) => api.post('/api/people/service-accounts', account, serviceAccount),
  changeAccount: (accountId: string, change: ServiceAccountChange) =>
    api.patch(accountPath(accountId), change, serviceAccount),
  createFor: (accountId: string, token: AskedApiToken) =>
    api.post(`${accountPath(accountId)}/tokens`, token, createdApiToken),
}
