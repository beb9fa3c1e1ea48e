import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import type { Role } from '@/lib/access/permissions'
import { api } from '@/lib/browser/api'
import { queryKeys } from '@/lib/browser/live/query-keys'
import { type Acceptance, invited, type NewInvitations, openInvitation, sentInvitation } from './invitation-schema'
import { mailbox, peopleList, personDetail } from './list-schema'
import { endedSessions, passwordResetLink } from './schema'

export const peopleQueries = {
  all: queryKeys.people,

  list: () =>
    queryOptions({
      queryKey: ['people', 'list'] as const,
      queryFn: ({ signal }) => api.get('/api/people', undefined, peopleList, signal),
    }),

  one: (userId: string) =>
    queryOptions({
      queryKey: ['people', 'one', userId] as const,
      queryFn: ({ signal }) => api.get(pathOf(userId), undefined, personDetail, signal),
    }),

  /** For holders of an invitation link. Not retried, because an invalid link stays invalid. */
  invitation: (token: string) =>
    queryOptions({
      queryKey: ['invitation', token] as const,
      queryFn: ({ signal }) => api.post('/api/people/invitations/open', { token }, openInvitation, signal),
      retry: false,
      staleTime: Infinity,
    }),

  /** The mails of the demo's mailbox. */
  mailbox: () =>
    queryOptions({
      queryKey: ['people', 'mailbox'] as const,
      queryFn: ({ signal }) => api.get('/api/people/mailbox', undefined, mailbox, signal),
    }),
}

const pathOf = (userId: string) => `/api/people/${encodeURIComponent(userId)}`
const invitationPath = (invitationId: string) => `/api/people/invitations/${encodeURIComponent(invitationId)}`

/** Actions of admins on people. Each fails as `api` does. */
export const peopleCalls = {
  invite: (invitations: NewInvitations) => api.post('/api/people/invitations', invitations, invited),
  resend: (invitationId: string) => api.post(`${invitationPath(invitationId)}/resend`, undefined, sentInvitation),
  revoke: (invitationId: string) => api.delete(invitationPath(invitationId), undefined, z.undefined()),
  changeRole: (userId: string, role: Role) => api.patch(pathOf(userId), { role }, endedSessions),
  disable: (userId: string) => api.post(`${pathOf(userId)}/disable`, undefined, endedSessions),
  enable: (userId: string) => api.post(`${pathOf(userId)}/enable`, undefined, endedSessions),
  signOut: (userId: string) => api.delete(`${pathOf(userId)}/sessions`, undefined, endedSessions),
  endSession: (userId: string, sessionId: string) =>
    api.delete(`${pathOf(userId)}/sessions/${encodeURIComponent(sessionId)}`, undefined, z.undefined()),
  createPasswordReset: (userId: string) => api.post(`${pathOf(userId)}/password-reset`, undefined, passwordResetLink),
  removeSecondFactor: (userId: string) => api.delete(`${pathOf(userId)}/second-factor`, undefined, endedSessions),
}

/** Actions of a person with an invitation link. */
export const invitationCalls = {
  accept: (given: Acceptance) => api.post('/api/people/invitations/accept', given, z.undefined()),
}
