import { parseInput } from '@/lib/web/query'
import { listParams, paramNames, readListParams, type ListParams } from '@/lib/inspections/schema'

/**
 * The parameters of a list from the query of its address, as selections ("all that match") contain it.
 * @throws AppError invalid, naming the parameter
 */
export function readListQuery(query: string): ListParams {
  const search = new URLSearchParams(query)
  const given = readListParams(Object.fromEntries(paramNames.map((name) => [name, search.getAll(name)])))
  return readListParams(parseInput(listParams, given))
}
