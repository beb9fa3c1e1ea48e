import { queryOptions } from '@tanstack/react-query'
import type { Role } from '@/lib/access/permissions'
import { api } from '@/lib/browser/api'
import { lateSchemas, noBody } from '@/lib/browser/late/late-schemas'
import { queryKeys } from '@/lib/browser/live/query-keys'
import type { Acceptance, NewInvitations } from './invitation-schema'

const invitationSchema = lateSchemas(() => import('./invitation-schema'))
const listSchema = lateSchemas(() => import('./list-schema'))
const schema = lateSchemas(() => import('./schema'))

export const peopleQueries = {
  all: queryKeys.people,

  list: () =>
    queryOptions({
      queryKey: ['people', 'list'] as const,
      queryFn: ({ signal }) => api.get('/api/people', undefined, listSchema('peopleList'), signal),
    }),

  one: (userId: string) =>
    queryOptions({
      queryKey: ['people', 'one', userId] as const,
      queryFn: ({ signal }) => api.get(pathOf(userId), undefined, listSchema('personDetail'), signal),
    }),

  /** For holders of an invitation link. Not retried, because an invalid link stays invalid. */
  invitation: (token: string) =>
    queryOptions({
      queryKey: ['invitation', token] as const,
      queryFn: ({ signal }) =>
        api.post('/api/people/invitations/open', { token }, invitationSchema('openInvitation'), signal),
      retry: false,
      staleTime: Infinity,
    }),

  /** The mails of the demo's mailbox. */
  mailbox: () =>
    queryOptions({
      queryKey: ['people', 'mailbox'] as const,
      queryFn: ({ signal }) => api.get('/api/people/mailbox', undefined, listSchema('mailbox'), signal),
    }),
}

const pathOf = (userId: string) => `/api/people/${encodeURIComponent(userId)}`
const invitationPath = (invitationId: string) => `/api/people/invitations/${encodeURIComponent(invitationId)}`

/** Actions of admins on people. Each fails as `api` does. */
export const peopleCalls = {
  invite: (invitations: NewInvitations) =>
    api.post('/api/people/invitations', invitations, invitationSchema('invited')),
  resend: (invitationId: string) =>
    api.post(`${invitationPath(invitationId)}/resend`, undefined, invitationSchema('sentInvitation')),
  revoke: (invitationId: string) => api.delete(invitationPath(invitationId), undefined, noBody),
  changeRole: (userId: string, role: Role) => api.patch(pathOf(userId), { role }, schema('endedSessions')),
  disable: (userId: string) => api.post(`${pathOf(userId)}/disable`, undefined, schema('endedSessions')),
  enable: (userId: string) => api.post(`${pathOf(userId)}/enable`, undefined, schema('endedSessions')),
  signOut: (userId: string) => api.delete(`${pathOf(userId)}/sessions`, undefined, schema('endedSessions')),
  endSession: (userId: string, sessionId: string) =>
    api.delete(`${pathOf(userId)}/sessions/${encodeURIComponent(sessionId)}`, undefined, noBody),
  createPasswordReset: (userId: string) =>
    api.post(`${pathOf(userId)}/password-reset`, undefined, schema('passwordResetLink')),
  removeSecondFactor: (userId: string) =>
    api.delete(`${pathOf(userId)}/second-factor`, undefined, schema('endedSessions')),
}

/** Actions of a person with an invitation link. */
export const invitationCalls = {
  accept: (given: Acceptance) => api.post('/api/people/invitations/accept', given, noBody),
}
