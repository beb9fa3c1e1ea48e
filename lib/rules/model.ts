import type { FilterName, ListParams } from '@/lib/inspections/schema'
import { filterNames } from '@/lib/inspections/params-model'
import type { RuleTrigger, Subject } from './schema'

/**
 * Parameters of a list that rules ignore. A rule decides when a version arrives, so it needs no dates. What people do
 * with an inspection in Sightline does not create a version.
 */
export const ignoredNames: readonly FilterName[] = filterNames.filter((name) =>
  ['modified', 'completedAt', 'review', 'missing', 'problem'].includes(name.replace('!', '')),
)

/** The parameters of a list that rules use. */
export function pickRuleParams(params: ListParams): ListParams {
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const values = params[name]
      return values === undefined || ignoredNames.includes(name) ? [] : [[name, values]]
    }),
  )
}

/** The page of the subject of a rule. */
export function subjectPath(subject: Subject, id: string): string {
  if (subject === 'system') return '/system'
  const part = encodeURIComponent(id)
  if (subject === 'asset') return `/assets?row=${part}`
  return subject === 'import' ? `/users/imports/${part}` : `/inspections/${part}`
}

/** Whether the trigger is about inspections. Actions on inspections and their assets need such a trigger. */
export const hasInspection = (kind: RuleTrigger['kind']) => kind === 'matches' || kind === 'answer'

/** Whether a new rule may act on what is already true. A preview counts that. */
export const canActOnPast = (kind: RuleTrigger['kind']) => hasInspection(kind) || kind === 'asset-idle'

/** Whether a preview is about the present, because the past is unknown or irrelevant. */
export const isOfNow = (kind: RuleTrigger['kind']) => kind === 'asset-idle' || kind === 'trouble'

/** The subject of hits whose trigger is not about inspections. */
export function subjectOf(kind: RuleTrigger['kind']): Subject {
  if (kind === 'import-errors') return 'import'
  return kind === 'trouble' ? 'system' : 'asset'
}

/** The parts of a trigger that matter, without the names that are only for people. */
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

/** Whether two triggers are the same. After its trigger was changed, a rule acts only on what happens later. */
export const isSameTrigger = (a: RuleTrigger, b: RuleTrigger) =>
  JSON.stringify([a.kind, ...listParts(a)]) === JSON.stringify([b.kind, ...listParts(b)])
