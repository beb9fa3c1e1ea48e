import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { api } from '@/lib/browser/api'
import { signedAnswer } from '@/lib/access/schema'
import {
  ceremony,
  factorAdded,
  factors,
  type PasskeyAnswer,
  type PasskeyRegistration,
  type Proof,
  proofWays,
  recoveryCodesMade,
  type SecondStep,
  totpSetUp,
} from './schema'

export const factorQueries = {
  own: () =>
    queryOptions({
      queryKey: ['account', 'factors'] as const,
      queryFn: ({ signal }) => api.get('/api/account/factors', undefined, factors, signal),
    }),

  /** How the person can give proof. Read each time, because it may change in another tab. */
  proofWays: () =>
    queryOptions({
      queryKey: ['account', 'proof-ways'] as const,
      queryFn: ({ signal }) => api.get('/api/account/proof', undefined, proofWays, signal),
      staleTime: 0,
      gcTime: 0,
    }),
}

const passkeyPath = (credentialId: string) => `/api/account/passkeys/${encodeURIComponent(credentialId)}`

export const factorCalls = {
  /** @throws ApiError forbidden when the proof was wrong, throttled */
  prove: (given: Proof) => api.post('/api/account/proof', given, z.undefined()),
  beginPasskeyProof: () => api.post('/api/account/proof/passkey', undefined, ceremony),
  beginTotp: () => api.post('/api/account/totp', undefined, totpSetUp),
  confirmTotp: (given: { step: string; code: string }) => api.post('/api/account/totp/confirm', given, factorAdded),
  removeTotp: () => api.delete('/api/account/totp', undefined, z.undefined()),
  makeRecoveryCodes: () => api.post('/api/account/recovery-codes', undefined, recoveryCodesMade),
  beginPasskey: () => api.post('/api/account/passkeys/options', undefined, ceremony),
  addPasskey: (given: PasskeyRegistration) => api.post('/api/account/passkeys', given, factorAdded),
  renamePasskey: (credentialId: string, name: string) => api.patch(passkeyPath(credentialId), { name }, z.undefined()),
  removePasskey: (credentialId: string) => api.delete(passkeyPath(credentialId), undefined, z.undefined()),
}

/** Requests of the sign-in page, before there is a session. */
export const signInCalls = {
  /** @throws ApiError unauthenticated (wrong factor), not_found (sign in again from the start), throttled */
  takeSecondStep: (given: SecondStep) => api.post('/api/auth/second-factor', given, signedAnswer),
  beginPasskey: () => api.post('/api/auth/passkey/options', undefined, ceremony),
  signInWithPasskey: (given: { step: string; answer: PasskeyAnswer }) =>
    api.post('/api/auth/passkey', given, signedAnswer),
  beginTotp: (step: string) => api.post('/api/auth/enroll/totp', { step }, totpSetUp),
  confirmTotp: (given: { enrollment: string; step: string; code: string }) =>
    api.post('/api/auth/enroll/totp/confirm', given, factorAdded),
  beginEnrolledPasskey: (step: string) => api.post('/api/auth/enroll/passkey/options', { step }, ceremony),
  addPasskey: (given: PasskeyRegistration & { enrollment: string }) =>
    api.post('/api/auth/enroll/passkey', given, factorAdded),
}
