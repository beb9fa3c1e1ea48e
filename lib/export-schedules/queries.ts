import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { lateSchemas, noBody } from '@/lib/browser/late/late-schemas'
import { cursorPages } from '@/lib/browser/lists/cursor-pages'
import { queryKeys } from '@/lib/browser/live/query-keys'
import type { NewSchedule, ScheduleChange, TimesQuery } from './schema'

const schema = lateSchemas(() => import('./schema'))

const pathOf = (scheduleId: string) => `/api/export-schedules/${encodeURIComponent(scheduleId)}`

/** Query options of scheduled exports. Keys start with 'export-schedules', so that one invalidation reaches all. */
export const scheduleQueries = {
  all: queryKeys.exportSchedules,

  list: () =>
    queryOptions({
      queryKey: ['export-schedules', 'list'] as const,
      queryFn: ({ signal }) => api.get('/api/export-schedules', undefined, schema('scheduleList'), signal),
    }),

  /** Newest first. */
  runs: () => cursorPages(['export-schedules', 'runs'], '/api/export-schedules/runs', schema('runPage')),

  /** The next times of the expression that a person is entering. The previous times are kept while it changes. */
  times: (asked: TimesQuery) =>
    queryOptions({
      queryKey: ['export-schedule-times', asked] as const,
      queryFn: ({ signal }) => api.get('/api/export-schedules/times', { ...asked }, schema('scheduleTimes'), signal),
      placeholderData: keepPreviousData,
      retry: false,
    }),
}

/** Actions on scheduled exports. Each resolves with the new state, and fails as `api` does. */
export const scheduleCalls = {
  create: (given: NewSchedule) => api.post('/api/export-schedules', given, schema('exportSchedule')),
  change: (scheduleId: string, change: ScheduleChange) => api.put(pathOf(scheduleId), change, schema('exportSchedule')),
  setPaused: (scheduleId: string, isPaused: boolean) =>
    api.post(`${pathOf(scheduleId)}/state`, { isPaused }, schema('exportSchedule')),
  run: (scheduleId: string) => api.post(`${pathOf(scheduleId)}/runs`, {}, schema('exportSchedule')),
  remove: (scheduleId: string) => api.delete(pathOf(scheduleId), undefined, noBody),
  restore: (scheduleId: string) => api.post(`${pathOf(scheduleId)}/restore`, {}, schema('exportSchedule')),
}
