import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import {
  account,
  type AccountChange,
  accountSessions,
  endedSessions,
  type PasswordChange,
  type Preferences,
  preferences,
  type PreferencesChange,
} from './schema'

export const accountQueries = {
  all: ['account'] as const,

  account: () =>
    queryOptions({
      queryKey: ['account', 'account'] as const,
      queryFn: ({ signal }) => api.get('/api/account', undefined, account, signal),
    }),

  sessions: () =>
    queryOptions({
      queryKey: ['account', 'sessions'] as const,
      queryFn: ({ signal }) => api.get('/api/account/sessions', undefined, accountSessions, signal),
    }),
}

/** Actions of people on their own account. Each resolves with the stored state, and fails as `api` does. */
export const accountCalls = {
  change: (change: AccountChange) => api.patch('/api/account', change, account),
  changePassword: (change: PasswordChange) => api.post('/api/account/password', change, endedSessions),
  changePreferences: (change: PreferencesChange) => api.patch('/api/account/preferences', change, preferences),
  /** Sends the preferences of this browser. The response differs from them if the account already has preferences. */
  adoptPreferences: (found: Preferences) => api.put('/api/account/preferences', found, preferences),
  endSession: (sessionId: string) =>
    api.delete(`/api/account/sessions/${encodeURIComponent(sessionId)}`, undefined, endedSessions),
  endOtherSessions: () => api.delete('/api/account/sessions', undefined, endedSessions),
}
