import 'server-only'
import type { ClientBase, QueryResult as DriverResult } from 'pg'
import { inSpan } from '@/lib/tracing'
import type { QueryResult } from './types'

const textCharsMax = 2_000

/** The text of SQL for traces, without literals. Other values are parameters, which the text does not contain. */
const describeStatement = (text: string) => text.replaceAll(/'(?:[^']|'')*'/g, `'?'`).slice(0, textCharsMax)

/**
 * Runs SQL on one connection. With several statements, the result of the last one is returned.
 * @throws the driver's own errors
 */
export async function runStatement<Row>(
  client: ClientBase,
  text: string,
  values: readonly unknown[] | undefined,
): Promise<QueryResult<Row>> {
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const attributes = () => ({
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': describeStatement(text),
  })
  return inSpan({ name: `sql ${operation}`, attributes, isPart: true }, async (note) => {
    // pg returns one result for one statement and a list for several.
    const given: DriverResult | DriverResult[] = await (values === undefined
      ? client.query(text)
      : client.query(text, [...values]))
    const result = Array.isArray(given) ? given.at(-1) : given
    const rows = (result?.rows ?? []) as Row[]
    note({ 'db.response.returned_rows': rows.length })
    return { rows, rowCount: result?.rowCount ?? 0 }
  })
}
