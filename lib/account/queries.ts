import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { lateSchemas } from '@/lib/browser/late/late-schemas'
import type { AccountChange, PasswordChange, Preferences, PreferencesChange } from './schema'

const schema = lateSchemas(() => import('./schema'))

export const accountQueries = {
  all: ['account'] as const,

  account: () =>
    queryOptions({
      queryKey: ['account', 'account'] as const,
      queryFn: ({ signal }) => api.get('/api/account', undefined, schema('account'), signal),
    }),

  sessions: () =>
    queryOptions({
      queryKey: ['account', 'sessions'] as const,
      queryFn: ({ signal }) => api.get('/api/account/sessions', undefined, schema('accountSessions'), signal),
    }),
}

/** Actions of people on their own account. Each resolves with the stored state, and fails as `api` does. */
export const accountCalls = {
  change: (change: AccountChange) => api.patch('/api/account', change, schema('account')),
  changePassword: (change: PasswordChange) => api.post('/api/account/password', change, schema('endedSessions')),
  changePreferences: (change: PreferencesChange) =>
    api.patch('/api/account/preferences', change, schema('preferences')),
  /** Sends the preferences of this browser. The response differs from them if the account already has preferences. */
  adoptPreferences: (found: Preferences) => api.put('/api/account/preferences', found, schema('preferences')),
  endSession: (sessionId: string) =>
    api.delete(`/api/account/sessions/${encodeURIComponent(sessionId)}`, undefined, schema('endedSessions')),
  endOtherSessions: () => api.delete('/api/account/sessions', undefined, schema('endedSessions')),
}
