import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { anyBody, lateSchemas, noBody } from '@/lib/browser/late/late-schemas'

const schema = lateSchemas(() => import('./schema'))
const diffSchema = lateSchemas(() => import('@/lib/compare/diff-schema'))

const address = (auditId: string) => `/api/inspections/${encodeURIComponent(auditId)}`

/** What the browser requests for one inspection. */
export const reportQueries = {
  /** The report. An inspection in progress changes, so an open page requests it again every minute. */
  report: (auditId: string) =>
    queryOptions({
      queryKey: ['inspections', 'report', auditId],
      queryFn: ({ signal }) => api.get(`${address(auditId)}/report`, undefined, schema('reportAnswer'), signal),
      staleTime: 30_000,
      refetchInterval: 60_000,
    }),
  /** Which questions failed in the earlier inspections. */
  earlier: (auditId: string) =>
    queryOptions({
      queryKey: ['inspections', 'earlier', auditId],
      queryFn: ({ signal }) => api.get(`${address(auditId)}/earlier`, undefined, schema('earlierFailures'), signal),
      staleTime: 60_000,
    }),
  /** The document as the service has it, for the raw view. The version is part of the key: a version never changes. */
  raw: (auditId: string, modifiedAt: string) =>
    queryOptions({
      queryKey: ['inspections', 'raw', auditId, modifiedAt],
      queryFn: ({ signal }) => api.get(`${address(auditId)}/raw`, undefined, anyBody, signal),
      staleTime: Infinity,
    }),
  /** Stored versions, and which of them the person has seen. `modifiedAt` is the version that the page shows. */
  versions: (auditId: string, modifiedAt: string) =>
    queryOptions({
      queryKey: ['inspections', 'versions', auditId, modifiedAt] as const,
      queryFn: ({ signal }) => api.get(`${address(auditId)}/versions`, undefined, diffSchema('versionList'), signal),
      staleTime: 30_000,
    }),
  /** The difference between two stored versions, or since the person opened an earlier one. */
  changes: (auditId: string, from: string, to: string) =>
    queryOptions({
      queryKey: ['inspections', 'changes', auditId, from, to] as const,
      queryFn: ({ signal }) =>
        api.get(`${address(auditId)}/changes`, { from, to }, diffSchema('changesAnswer'), signal),
      staleTime: 30_000,
    }),
}

/** Records that the person has this version open. */
export function recordOpened(auditId: string, version: string): Promise<undefined> {
  return api.post(`${address(auditId)}/opened`, { version }, noBody)
}
