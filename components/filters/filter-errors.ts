import { ApiError } from '@/lib/browser/api'
import { paramNames } from '@/lib/inspections/params-model'

const none: Readonly<Record<string, string>> = {}

/** The parameters that the server refused, with the reasons. Empty for any other failure. */
export function readRefusals(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError) || error.status !== 422) return none
  return Object.fromEntries(
    Object.entries(error.fields).flatMap(([field, problem]) => {
      const name = paramNames.find((known) => field === known || field.startsWith(`${known}.`))
      return name === undefined ? [] : [[name, problem]]
    }),
  )
}
