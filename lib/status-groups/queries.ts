import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import {
  openedStatusGroup,
  statusGroupBoard,
  statusGroupWritten,
  type NewStatusGroup,
  type StatusGroupEdit,
  type StatusGroupRemoval,
} from './schema'

const pathOf = (groupId: string) => `/api/status-groups/${encodeURIComponent(groupId)}`

export const statusGroupQueries = {
  all: ['status-groups'] as const,

  /** Groups, types and counts: what the list, the board and every picker of a status read. */
  board: () =>
    queryOptions({
      queryKey: ['status-groups', 'board'] as const,
      queryFn: ({ signal }) => api.get('/api/status-groups', undefined, statusGroupBoard, signal),
      staleTime: 15_000,
    }),

  /** One group as the service has it now: the base of an edit, so it never changes under the hand. */
  opened: (groupId: string) =>
    queryOptions({
      queryKey: ['status-groups', 'opened', groupId] as const,
      queryFn: async ({ signal }) => (await api.get(pathOf(groupId), undefined, openedStatusGroup, signal)).group,
      staleTime: Infinity,
      gcTime: 0,
      refetchOnWindowFocus: false,
    }),
}

/**
 * What can be done with groups. Each fails as `api` does; `conflict` has the group of now as `current`. Outcome `unknown`:
 * nobody knows yet, and `activityQueries.entry` tells as soon as the service does.
 */
export const statusGroupCalls = {
  create: (asked: NewStatusGroup) => api.post('/api/status-groups', asked, statusGroupWritten),
  save: (groupId: string, asked: StatusGroupEdit) => api.patch(pathOf(groupId), asked, statusGroupWritten),
  remove: (groupId: string, asked: StatusGroupRemoval) => api.delete(pathOf(groupId), asked, statusGroupWritten),
  recreate: (activityId: string) => api.post('/api/status-groups/recreate', { activityId }, statusGroupWritten),
}
