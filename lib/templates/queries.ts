import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { lateSchemas } from '@/lib/browser/late/late-schemas'
import { queryKeys } from '@/lib/browser/live/query-keys'
import type { ScoreThresholds } from './schema'

const schema = lateSchemas(() => import('./schema'))

/** These lists rarely change, so they are read once per visit, and again on demand. */
const freshMs = 60_000

export const templateQueries = {
  list: () =>
    queryOptions({
      queryKey: queryKeys.templates,
      queryFn: ({ signal }) => api.get('/api/templates', undefined, schema('templateList'), signal),
      staleTime: freshMs,
    }),
  /** Pages are rendered with them, and an event reports when they change. */
  thresholds: () =>
    queryOptions({
      queryKey: queryKeys.scoreThresholds,
      queryFn: ({ signal }) => api.get('/api/templates/thresholds', undefined, schema('templateThresholds'), signal),
      staleTime: Infinity,
    }),
}

export const templateCalls = {
  setThresholds: (templateId: string, thresholds: ScoreThresholds | null) =>
    api.put(
      `/api/templates/${encodeURIComponent(templateId)}/thresholds`,
      { thresholds },
      schema('templateThresholds'),
    ),
}
