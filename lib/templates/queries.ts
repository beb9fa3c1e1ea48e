import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { templateList, templateThresholds, type ScoreThresholds } from './schema'

/** Such lists seldom change: read once a visit, and again on demand. */
const freshMs = 60_000

export const templateQueries = {
  list: () =>
    queryOptions({
      queryKey: ['templates'] as const,
      queryFn: ({ signal }) => api.get('/api/templates', undefined, templateList, signal),
      staleTime: freshMs,
    }),
  /** Pages come with them, and an event says when they change. */
  thresholds: () =>
    queryOptions({
      queryKey: ['score-thresholds'] as const,
      queryFn: ({ signal }) => api.get('/api/templates/thresholds', undefined, templateThresholds, signal),
      staleTime: Infinity,
    }),
}

export const templateCalls = {
  setThresholds: (templateId: string, thresholds: ScoreThresholds | null) =>
    api.put(`/api/templates/${encodeURIComponent(templateId)}/thresholds`, { thresholds }, templateThresholds),
}
