import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { api } from '@/lib/browser/api'
import { queryKeys } from '@/lib/browser/live/query-keys'
import { rulePreview, type PreviewAsk } from './preview-schema'
import { proposal, proposalList, type Decision } from './proposals-schema'
import { questionList, rule, ruleList, ruleRead, type NewRule, type RuleChange } from './schema'

const pathOf = (ruleId: string) => `/api/rules/${encodeURIComponent(ruleId)}`

/** Questions seldom change, and listing them means reading documents. */
const freshMs = 60_000

/** Query options of rules. Keys start with 'rules', so that one invalidation reaches all. */
export const ruleQueries = {
  all: queryKeys.rules,

  list: () =>
    queryOptions({
      queryKey: ['rules', 'list'] as const,
      queryFn: ({ signal }) => api.get('/api/rules', undefined, ruleList, signal),
    }),

  one: (ruleId: string) =>
    queryOptions({
      queryKey: ['rules', 'one', ruleId] as const,
      queryFn: ({ signal }) => api.get(pathOf(ruleId), undefined, ruleRead, signal),
    }),

  questions: (templateId: string) =>
    queryOptions({
      queryKey: ['rules', 'questions', templateId] as const,
      queryFn: ({ signal }) => api.get('/api/rules/questions', { templateId }, questionList, signal),
      staleTime: freshMs,
    }),

  proposals: (state: 'open' | 'decided') =>
    queryOptions({
      queryKey: ['rules', 'proposals', state] as const,
      queryFn: ({ signal }) => api.get('/api/rules/proposals', { state }, proposalList, signal),
    }),
}

/** Actions on rules. Each resolves with what is stored, and rejects as `api` does. */
export const ruleCalls = {
  preview: (ask: PreviewAsk) => api.post('/api/rules/preview', ask, rulePreview),
  create: (given: NewRule) => api.post('/api/rules', given, rule),
  change: (ruleId: string, change: RuleChange) => api.patch(pathOf(ruleId), change, rule),
  remove: (ruleId: string) => api.delete(pathOf(ruleId), undefined, z.undefined()),
  decide: (proposalId: string, decision: Decision) =>
    api.post(`/api/rules/proposals/${encodeURIComponent(proposalId)}`, { decision }, proposal),
}
