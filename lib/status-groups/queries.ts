import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { pollMs } from '@/lib/browser/live/state'
import { isCounting } from './view'
import {
  openedStatusGroup,
  statusGroupBoard,
  statusGroupWritten,
  type NewStatusGroup,
  type StatusGroupEdit,
  type StatusGroupRemoval,
} from './schema'

const pathOf = (groupId: string) => `/api/status-groups/${encodeURIComponent(groupId)}`

/** A group as the service has it when it is asked for, and not again by itself. */
const readOnce = (groupId: string) => ({
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.get(pathOf(groupId), undefined, openedStatusGroup, signal)).group,
  staleTime: Infinity,
  gcTime: 0,
  refetchOnWindowFocus: false,
})

const countingPollMs = 3_000

export const statusGroupQueries = {
  all: ['status-groups'] as const,

  /** Groups, types and counts: what the list, the board and every picker of a status read. */
  board: () =>
    queryOptions({
      queryKey: ['status-groups', 'board'] as const,
      queryFn: ({ signal }) => api.get('/api/status-groups', undefined, statusGroupBoard, signal),
      staleTime: 15_000,
      // A count ends by itself, and its numbers come without being asked for.
      refetchInterval: ({ state }) =>
        state.data !== undefined && isCounting(state.data) ? pollMs(countingPollMs) : false,
    }),

  /** One group as the service has it now: the base of an edit, so it never changes under the hand. */
  opened: (groupId: string) =>
    queryOptions({ queryKey: ['status-groups', 'opened', groupId] as const, ...readOnce(groupId) }),

  /**
   * The same for a deletion, read when it is asked about. Apart from `opened`: that may be old by then, and an editor
   * beneath must not change under the hand because of it.
   */
  deleting: (groupId: string) =>
    queryOptions({
      queryKey: ['status-groups', 'deleting', groupId] as const,
      ...readOnce(groupId),
      refetchOnMount: 'always',
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
