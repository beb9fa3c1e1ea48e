import { queryOptions } from '@tanstack/react-query'
import { api } from '@/lib/browser/api'
import { lateSchemas, noBody } from '@/lib/browser/late/late-schemas'
import { queryKeys } from '@/lib/browser/live/query-keys'
import type { PreviewAsk } from './preview-schema'
import type { Decision } from './proposals-schema'
import type { NewRule, RuleChange } from './schema'

const previewSchema = lateSchemas(() => import('./preview-schema'))
const proposalsSchema = lateSchemas(() => import('./proposals-schema'))
const schema = lateSchemas(() => import('./schema'))

const pathOf = (ruleId: string) => `/api/rules/${encodeURIComponent(ruleId)}`

/** Questions seldom change, and listing them means reading documents. */
const freshMs = 60_000

/** Query options of rules. Keys start with 'rules', so that one invalidation reaches all. */
export const ruleQueries = {
  all: queryKeys.rules,

  list: () =>
    queryOptions({
      queryKey: ['rules', 'list'] as const,
      queryFn: ({ signal }) => api.get('/api/rules', undefined, schema('ruleList'), signal),
    }),

  one: (ruleId: string) =>
    queryOptions({
      queryKey: ['rules', 'one', ruleId] as const,
      queryFn: ({ signal }) => api.get(pathOf(ruleId), undefined, schema('ruleRead'), signal),
    }),

  questions: (templateId: string) =>
    queryOptions({
      queryKey: ['rules', 'questions', templateId] as const,
      queryFn: ({ signal }) => api.get('/api/rules/questions', { templateId }, schema('questionList'), signal),
      staleTime: freshMs,
    }),

  proposals: (state: 'open' | 'decided') =>
    queryOptions({
      queryKey: ['rules', 'proposals', state] as const,
      queryFn: ({ signal }) => api.get('/api/rules/proposals', { state }, proposalsSchema('proposalList'), signal),
    }),
}

/** Actions on rules. Each resolves with what is stored, and rejects as `api` does. */
export const ruleCalls = {
  preview: (ask: PreviewAsk) => api.post('/api/rules/preview', ask, previewSchema('rulePreview')),
  create: (given: NewRule) => api.post('/api/rules', given, schema('rule')),
  change: (ruleId: string, change: RuleChange) => api.patch(pathOf(ruleId), change, schema('rule')),
  remove: (ruleId: string) => api.delete(pathOf(ruleId), undefined, noBody),
  decide: (proposalId: string, decision: Decision) =>
    api.post(`/api/rules/proposals/${encodeURIComponent(proposalId)}`, { decision }, proposalsSchema('proposal')),
}
