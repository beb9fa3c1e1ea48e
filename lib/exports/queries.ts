import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { lateSchemas, noBody } from '@/lib/browser/late/late-schemas'
import { cursorPages } from '@/lib/browser/lists/cursor-pages'
import { queryKeys } from '@/lib/browser/live/query-keys'
import { pollMs } from '@/lib/browser/live/state'
import type { ExportJobSummary, ExportRetry, ExportScope, NewExport } from './schema'

const schema = lateSchemas(() => import('./schema'))

const openPollMs = 2_000

/** Polled as long as any document is being created. */
const pollWhile = (isOpen: boolean) => (isOpen ? pollMs(openPollMs) : false)
const hasOpen = (jobs: ReadonlyArray<Pick<ExportJobSummary, 'open'>>) => jobs.some(({ open }) => open > 0)

export const exportQueries = {
  all: queryKeys.exports,

  list: (scope: ExportScope) =>
    cursorPages(['exports', 'list', scope], '/api/exports', schema('exportJobList'), {
      asked: { scope },
      pollMs: (pages) => pollWhile(pages.some(({ jobs }) => hasOpen(jobs))),
    }),

  /** The person's own exports of one inspection, the newest first. */
  ofInspection: (auditId: string) =>
    queryOptions({
      queryKey: ['exports', 'inspection', auditId] as const,
      queryFn: async ({ signal }) =>
        (await api.get('/api/exports', { scope: 'mine', auditId }, schema('exportJobList'), signal)).jobs,
      refetchInterval: (query) => pollWhile(hasOpen(query.state.data ?? [])),
    }),

  job: (jobId: string) =>
    queryOptions({
      queryKey: ['exports', 'job', jobId] as const,
      queryFn: ({ signal }) => api.get(pathOf(jobId), undefined, schema('exportJob'), signal),
      refetchInterval: (query) => pollWhile((query.state.data?.open ?? 0) > 0),
    }),

  layouts: (auditIds: readonly string[]) =>
    queryOptions({
      queryKey: ['exports', 'layouts', auditIds] as const,
      queryFn: ({ signal }) => api.get('/api/exports/layouts', { auditId: auditIds }, schema('exportLayouts'), signal),
      staleTime: 300_000,
    }),
}

const pathOf = (jobId: string) => `/api/exports/${encodeURIComponent(jobId)}`

/** Actions on exports. Each resolves with the new state, and fails as `api` does. */
export const exportCalls = {
  start: (asked: NewExport) => api.post('/api/exports', asked, schema('startedExport')),
  cancel: (jobId: string) => api.post(`${pathOf(jobId)}/cancel`, {}, schema('exportJobSummary')),
  retry: (jobId: string, asked: ExportRetry) => api.post(`${pathOf(jobId)}/retry`, asked, schema('exportJobSummary')),
  forget: (jobId: string) => api.delete(pathOf(jobId), undefined, noBody),
  link: (jobId: string, position: number) =>
    api.get(`${pathOf(jobId)}/files/${position}/link`, undefined, schema('exportLink')),
}
