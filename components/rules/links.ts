import type { Route } from 'next'
import { subjectPath } from '@/lib/rules/model'
import type { Rule, Subject } from '@/lib/rules/schema'

// The casts are safe because the pages exist.
export const rulesHref = '/rules' as Route
export const newRuleHref = '/rules/new' as Route
export const proposalsHref = '/assets/proposals' as Route
export const ruleHref = (ruleId: string) => `/rules/${encodeURIComponent(ruleId)}` as Route

export const subjectHref = (subject: Subject, id: string) => subjectPath(subject, id) as Route

/** The editor keeps the filter in its address, as lists do. */
export function editRuleHref({ ruleId, query }: Pick<Rule, 'ruleId' | 'query'>): Route {
  return `${ruleHref(ruleId)}/edit${query === '' ? '' : `?${query}`}` as Route
}
