import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { lateSchemas } from '@/lib/browser/late/late-schemas'
import { queryKeys } from '@/lib/browser/live/query-keys'
import { pollMs } from '@/lib/browser/live/state'
import { isCounting } from './view'
import type { NewStatusGroup, StatusGroupEdit, StatusGroupRemoval } from './schema'

const schema = lateSchemas(() => import('./schema'))

const pathOf = (groupId: string) => `/api/status-groups/${encodeURIComponent(groupId)}`

/** Reads a group from the service once. It is not refetched automatically. */
const readOnce = (groupId: string) => ({
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.get(pathOf(groupId), undefined, schema('openedStatusGroup'), signal)).group,
  staleTime: Infinity,
  gcTime: 0,
  refetchOnWindowFocus: false,
})

const countingPollMs = 3_000

export const statusGroupQueries = {
  all: ['status-groups'] as const,

  /** Groups, types and counts, for the list, the board and every status picker. */
  board: () =>
    queryOptions({
      queryKey: queryKeys.statusBoard,
      queryFn: ({ signal }) => api.get('/api/status-groups', undefined, schema('statusGroupBoard'), signal),
      staleTime: 15_000,
      // Polls while assets are being counted, to show the result.
      refetchInterval: ({ state }) =>
        state.data !== undefined && isCounting(state.data) ? pollMs(countingPollMs) : false,
    }),

  /** The current group from the service. It is the base of an edit, so it never changes during the edit. */
  opened: (groupId: string) =>
    queryOptions({ queryKey: ['status-groups', 'opened', groupId] as const, ...readOnce(groupId) }),

  /**
   * The current group for a deletion, read when the dialog opens. It is separate from `opened`, which may be out of
   * date and must not change while the editor is open.
   */
  deleting: (groupId: string) =>
    queryOptions({
      queryKey: ['status-groups', 'deleting', groupId] as const,
      ...readOnce(groupId),
      refetchOnMount: 'always',
    }),
}

/**
 * Actions on groups. They reject with the errors of `api`; `conflict` has the current group as `current`. If the
 * outcome is `unknown`, `activityQueries.entry` has the outcome as soon as the service shows it.
 */
export const statusGroupCalls = {
  create: (asked: NewStatusGroup) => api.post('/api/status-groups', asked, schema('statusGroupWritten')),
  save: (groupId: string, asked: StatusGroupEdit) => api.patch(pathOf(groupId), asked, schema('statusGroupWritten')),
  remove: (groupId: string, asked: StatusGroupRemoval) =>
    api.delete(pathOf(groupId), asked, schema('statusGroupWritten')),
  recreate: (activityId: string) =>
    api.post('/api/status-groups/recreate', { activityId }, schema('statusGroupWritten')),
}
