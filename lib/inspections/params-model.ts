import { serverText } from '@/lib/server-text'
import { sortNames } from './columns'
import { checkValue, valuesMax } from './filter/filter-values'

// Apart from the schemas, because a page needs the parameters of a list at once, and zod only with the first response.

/**
 * Parameters of a list. They are the same in page addresses, the API, saved views and exports. A name with `!` excludes
 * matching inspections. The value `*` means any value, so `site!=*` finds inspections without a site. Ranges are
 * `from..to`, and each end may be open (`50..`, `..10`). Times may be days (`2026-11-01..2026-11-20`, both included, in
 * `tz`), instants or relative (`now-7d/d..now`). A single day or unit is a range too (`2026-11-19`, `now-1d/d`).
 */
export const filterNames = [
  'q',
  'template',
  'template!',
  'site',
  'site!',
  'author',
  'author!',
  'result',
  'result!',
  'score',
  'score!',
  'failed',
  'failed!',
  'failedQuestion',
  'answeredQuestion',
  'asset',
  'media',
  'completed',
  'archived',
  'modified',
  'modified!',
  'completedAt',
  'completedAt!',
  'missing',
  'problem',
  'review',
  'review!',
] as const
export type FilterName = (typeof filterNames)[number]

/** The default order. A leading `-` means descending. Rows without a value come last in both directions. */
export const defaultSort = '-modified'

/**
 * The parameters of a list as in its address: the values of each parameter, not parsed. `tz` is the time zone of days.
 * The browser passes parameters on, and `filter.ts` parses them.
 */
export type ListParams = Readonly<Partial<Record<FilterName | 'sort' | 'tz', readonly string[]>>>

/** A parameter of the address that filters or sorts the list. */
export type ParamName = FilterName | 'sort' | 'tz'
export const paramNames: readonly ParamName[] = [...filterNames, 'sort', 'tz']
/** Parameters with a single value. (`q` may be repeated: all of its values must match.) */
const singleNames: ReadonlySet<string> = new Set(['sort', 'tz'])

/** The problem with a value of a parameter, as text that follows its name; null if the value is valid. */
export function checkParam(name: ParamName, value: string): string | null {
  if (name !== 'sort') return checkValue(name, value)
  const isKnown = sortNames.some((sort) => sort === value.replace(/^-/, ''))
  return isKnown ? null : serverText('inspections.fields.sort', { values: sortNames.join(', ') })
}

/** The first problem with the values of one parameter, as text that follows its name; null if they are valid. */
export function findParamProblem(name: ParamName, values: readonly string[]): string | null {
  const max = singleNames.has(name) ? 1 : valuesMax
  if (values.length > max)
    return max === 1 ? serverText('web.fields.twice') : serverText('inspections.fields.tooManyValues', { max })
  return values.map((value) => checkParam(name, value)).find((found) => found !== null) ?? null
}

/** Whether all values of the parameters are valid. */
export function areListParams(params: ListParams): boolean {
  return paramNames.every((name) => findParamProblem(name, params[name] ?? []) === null)
}

/** Selects the parameters of a list, in a fixed order. Removes empty values, but checks nothing. */
export function readListParams(
  search: Readonly<Partial<Record<FilterName | 'sort' | 'tz', string | readonly string[] | undefined>>>,
): ListParams {
  return Object.fromEntries(
    paramNames.flatMap((name) => {
      const given = [search[name] ?? []].flat().filter((value) => value !== '')
      return given.length === 0 ? [] : [[name, given]]
    }),
  )
}

/** Header with the number of rows of an export. A file with fewer rows is incomplete. */
export const exportTotalHeader = 'x-total-rows'

/** The maximum number of groups of a list. The rows of further groups are found by filters. */
export const groupsMax = 1_000
