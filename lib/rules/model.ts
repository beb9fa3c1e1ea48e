import { filterNames, type FilterName, type ListParams } from '@/lib/inspections/schema'

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
