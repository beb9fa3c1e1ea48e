import type { FilterName, ListParams, ParamName } from './schema'
import { paramNames } from './params-model'
import { isTimeZone } from '@/lib/time/time-format'

/** Filters by time. */
export const timeNames = [
  'modified',
  'modified!',
  'completedAt',
  'completedAt!',
] as const satisfies readonly FilterName[]

/** Whether the end of a range is an instant or open, so that it means the same in every time zone. */
const isInstant = (end: string) => end === '' || /T.*(Z|[+-]\d\d:?\d\d)$/i.test(end)

/** Whether these parameters depend on the time zone: days, and times relative to today. */
export function needsZone(params: Readonly<Partial<Record<ParamName, readonly string[]>>>): boolean {
  return timeNames.some((name) => params[name]?.some((text) => !text.split('..').every(isInstant)) === true)
}

/**
 * Reads the parameters of a list from an address. Server and browser normalize them in the same way, so that the page
 * finds the data that the server sent with it. `zone` is the person's own zone. It is used if the parameters contain
 * days and the address names no zone. A zone without an effect is omitted, because it would make the same list look
 * like a different one.
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

/** Identifies a list. */
export function writeFilterKey(params: ListParams): string {
  return JSON.stringify(paramNames.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]])))
}
