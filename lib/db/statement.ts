import 'server-only'
import type { ClientBase, QueryResult as DriverResult } from 'pg'
import type { QueryResult } from './types'

/**
 * Runs SQL on one connection. With several statements, the result of the last one is returned.
 * @throws the driver's own errors
 */
export async function runStatement<Row>(
  client: ClientBase,
  text: string,
  values: readonly unknown[] | undefined,
): Promise<QueryResult<Row>> {
  // pg returns one result for a statement and a list for several.
  const given: DriverResult | DriverResult[] = await (values === undefined
    ? client.query(text)
    : client.query(text, [...values]))
  const result = Array.isArray(given) ? given.at(-1) : given
  return { rows: (result?.rows ?? []) as Row[], rowCount: result?.rowCount ?? 0 }
}
