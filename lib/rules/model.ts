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
  if (subject === 'system') return '/system'
  const part = encodeURIComponent(id)
  if (subject === 'asset') return `/assets?row=${part}`
  return subject === 'import' ? `/users/imports/${part}` : `/inspections/${part}`
}

/** Whether what sets a rule off is an inspection. Actions on inspections and their assets need one. */
export const hasInspection = (kind: RuleTrigger['kind']) => kind === 'matches' || kind === 'answer'

/** Whether a new rule may act on what is true already. A preview counts that. */
export const canActOnPast = (kind: RuleTrigger['kind']) => hasInspection(kind) || kind === 'asset-idle'

/** Whether a preview is about the present, because the past cannot be known or is not what matters. */
export const isOfNow = (kind: RuleTrigger['kind']) => kind === 'asset-idle' || kind === 'trouble'

/** The subject of hits of a trigger that no inspection sets off. */
export function subjectOf(kind: RuleTrigger['kind']): Subject {
  if (kind === 'import-errors') return 'import'
  return kind === 'trouble' ? 'system' : 'asset'
}

/** What counts of a trigger, without the names that are only for people. */
function listParts(trigger: RuleTrigger): unknown[] {
  switch (trigger.kind) {
    case 'matches':
      return [trigger.viewId, trigger.query]
    case 'answer': {
      const { templateId, question, condition } = trigger
      const { test } = condition
      return [
        templateId,
        question,
        test,
        'text' in condition ? condition.text : 'number' in condition && condition.number,
      ]
    }
    case 'asset-status':
      return [trigger.optionId, trigger.days]
    case 'asset-idle':
      return [trigger.typeId, trigger.days]
    case 'trouble':
      return [trigger.of, trigger.minutes]
    default:
      return []
  }
}

/** Whether two triggers are the same. After a change of its trigger, a rule acts only on what happens later. */
export const isSameTrigger = (a: RuleTrigger, b: RuleTrigger) =>
  JSON.stringify([a.kind, ...listParts(a)]) === JSON.stringify([b.kind, ...listParts(b)])
