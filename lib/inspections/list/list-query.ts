import { parseInput } from '@/lib/web/query'
import { listParams, type ListParams } from '@/lib/inspections/schema'
import { paramNames, readListParams } from '@/lib/inspections/params-model'

/**
 * Reads the parameters of a list from the query of its address. Selections of all matching rows contain such a query.
 * @throws AppError invalid, naming the parameter
 */
export function readListQuery(query: string): ListParams {
  const search = new URLSearchParams(query)
  const given = readListParams(Object.fromEntries(paramNames.map((name) => [name, search.getAll(name)])))
  return readListParams(parseInput(listParams, given))
}
