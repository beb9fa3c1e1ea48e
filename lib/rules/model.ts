import { filterNames, type FilterName, type ListParams } from '@/lib/inspections/schema'
import type { RuleTrigger, Subject } from './schema'

/**
 * Parameters of a list that do not count for rules: a rule decides when a version arrives, so it needs no dates, and what
 * people make of an inspection here is no version of it.
 */
export const ignoredNames: readonly FilterName[] = filterNames.filter((name) =>
  ['modified', 'completedAt', 'review', 'missing', 'problem'].includes(name.replace('!', '')),
)

/** The parameters of a list that count for a rule. */
export function pickRuleParams(params: ListParams): ListParams {
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const values = params[name]
      return values === undefined || ignoredNames.includes(name) ? [] : [[name, values]]
    }),
  )
}

/** The page of what a rule acts on. */
export function subjectPath(subject: Subject, id: string): string {
  const part = encodeURIComponent(id)
  if (subject === 'asset') return `/assets?row=${part}`
  return subject === 'import' ? `/users/imports/${part}` : `/inspections/${part}`
}

/** Whether two triggers are the same: a change of the trigger makes a rule count from now on. */
export function isSameTrigger(a: RuleTrigger, b: RuleTrigger): boolean {
  if (a.kind === 'matches' && b.kind === 'matches') return a.viewId === b.viewId && a.query === b.query
  if (a.kind === 'asset-status' && b.kind === 'asset-status') return a.optionId === b.optionId && a.days === b.days
  return a.kind === b.kind
}
