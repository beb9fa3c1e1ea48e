import { type FilterName, type ListParams, type ParamName, paramNames } from './schema'
import { isTimeZone } from '@/lib/time/time-format'

/** Filters by time. */
export const timeNames = [
  'modified',
  'modified!',
  'completedAt',
  'completedAt!',
] as const satisfies readonly FilterName[]

/** Both ends of such a range are instants, so that it means the same in every zone. */
const isInstant = (end: string) => end === '' || /T.*(Z|[+-]\d\d:?\d\d)$/i.test(end)

/** Whether these parameters stand for other times in another zone: days, and all that counts from today. */
export function needsZone(params: Readonly<Partial<Record<ParamName, readonly string[]>>>): boolean {
  return timeNames.some((name) => params[name]?.some((text) => !text.split('..').every(isInstant)) === true)
}

/**
 * What an address asks of the list. Server and browser make the same of the same address, so that what came with the
 * page is found by the page. `zone` is the person's own: where days matter and the address names no zone, theirs are meant.
 * A zone that decides nothing is left out: to show times in another one is no other list.
 */
export function readListAddress(read: (name: ParamName) => readonly string[], zone: string): ListParams {
  const params: Partial<Record<ParamName, readonly string[]>> = {}
  for (const name of paramNames) {
    const values = [...new Set(read(name).filter((value) => value.trim() !== ''))]
    if (values.length > 0) params[name] = values
  }
  const [named] = params.tz ?? []
  if (needsZone(params)) params.tz = [named ?? zone]
  else if (named !== undefined && isTimeZone(named)) delete params.tz
  return params
}

/** Names a list among others. */
export function writeFilterKey(params: ListParams): string {
  return JSON.stringify(paramNames.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]])))
}
