import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { lateSchemas, noBody } from '@/lib/browser/late/late-schemas'
import type { PasskeyAnswer, PasskeyRegistration, Proof, SecondStep } from './schema'

const accessSchema = lateSchemas(() => import('@/lib/access/schema'))
const schema = lateSchemas(() => import('./schema'))

export const factorQueries = {
  own: () =>
    queryOptions({
      queryKey: ['account', 'factors'] as const,
      queryFn: ({ signal }) => api.get('/api/account/factors', undefined, schema('factors'), signal),
    }),

  /** How the person can give proof. Read each time, because it may change in another tab. */
  proofWays: () =>
    queryOptions({
      queryKey: ['account', 'proof-ways'] as const,
      queryFn: ({ signal }) => api.get('/api/account/proof', undefined, schema('proofWays'), signal),
      staleTime: 0,
      gcTime: 0,
    }),
}

const passkeyPath = (credentialId: string) => `/api/account/passkeys/${encodeURIComponent(credentialId)}`

export const factorCalls = {
  /** @throws ApiError forbidden when the proof was wrong, throttled */
  prove: (given: Proof) => api.post('/api/account/proof', given, noBody),
  beginPasskeyProof: () => api.post('/api/account/proof/passkey', undefined, schema('ceremony')),
  beginTotp: () => api.post('/api/account/totp', undefined, schema('totpSetUp')),
  confirmTotp: (given: { step: string; code: string }) =>
    api.post('/api/account/totp/confirm', given, schema('factorAdded')),
  removeTotp: () => api.delete('/api/account/totp', undefined, noBody),
  makeRecoveryCodes: () => api.post('/api/account/recovery-codes', undefined, schema('recoveryCodesMade')),
  beginPasskey: () => api.post('/api/account/passkeys/options', undefined, schema('ceremony')),
  addPasskey: (given: PasskeyRegistration) => api.post('/api/account/passkeys', given, schema('factorAdded')),
  renamePasskey: (credentialId: string, name: string) => api.patch(passkeyPath(credentialId), { name }, noBody),
  removePasskey: (credentialId: string) => api.delete(passkeyPath(credentialId), undefined, noBody),
}

/** Requests of the sign-in page, before there is a session. */
export const signInCalls = {
  /** @throws ApiError unauthenticated (wrong factor), not_found (sign in again from the start), throttled */
  takeSecondStep: (given: SecondStep) => api.post('/api/auth/second-factor', given, accessSchema('signedAnswer')),
  beginPasskey: () => api.post('/api/auth/passkey/options', undefined, schema('ceremony')),
  signInWithPasskey: (given: { step: string; answer: PasskeyAnswer }) =>
    api.post('/api/auth/passkey', given, accessSchema('signedAnswer')),
  beginTotp: (step: string) => api.post('/api/auth/enroll/totp', { step }, schema('totpSetUp')),
  confirmTotp: (given: { enrollment: string; step: string; code: string }) =>
    api.post('/api/auth/enroll/totp/confirm', given, schema('factorAdded')),
  beginEnrolledPasskey: (step: string) => api.post('/api/auth/enroll/passkey/options', { step }, schema('ceremony')),
  addPasskey: (given: PasskeyRegistration & { enrollment: string }) =>
    api.post('/api/auth/enroll/passkey', given, schema('factorAdded')),
}
