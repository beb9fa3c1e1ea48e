import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { api } from '@/lib/browser/api'
import { reportAnswer } from '@/lib/report/schema'

const address = (auditId: string) => `/api/inspections/${encodeURIComponent(auditId)}`

/** What the browser asks about one inspection. */
export const reportQueries = {
  /** The report. An inspection in progress changes, so a page that stays open asks again every minute. */
  report: (auditId: string) =>
    queryOptions({
      queryKey: ['inspections', 'report', auditId],
      queryFn: ({ signal }) => api.get(`${address(auditId)}/report`, undefined, reportAnswer, signal),
      staleTime: 30_000,
      refetchInterval: 60_000,
    }),
  /** The document as the service has it, for the raw view. The version is part of the key: a version never changes. */
  raw: (auditId: string, modifiedAt: string) =>
    queryOptions({
      queryKey: ['inspections', 'raw', auditId, modifiedAt],
      queryFn: ({ signal }) => api.get(`${address(auditId)}/raw`, undefined, z.unknown(), signal),
      staleTime: Infinity,
    }),
}
