import 'server-only'
import type { PoolClient } from 'pg'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { isConnectionLost, isTransient, sqlState, toAppError } from './connection-errors'
import { runStatement } from './statement'
import type { Queryable, TransactionOptions } from './types'

/** The result of one try. `isDone: false`: it failed, but another try may succeed. */
export type Attempt<Result> = { isDone: true; result: Result } | { isDone: false; error: unknown }

/** The statements of one try, and its failure. */
interface Statements {
  tx: Queryable
  /** Makes later statements fail, because `work` did not await them. */
  end(): void
  /** The original error of a failed statement, which `work` may have wrapped. Null: no statement failed. */
  failure(): unknown
}

function createStatements(client: PoolClient): Statements {
  let failure: unknown = null
  let hasEnded = false
  return {
    tx: {
      query: async <Row>(text: string, values?: readonly unknown[]) => {
        if (hasEnded) throw new Error('this transaction has ended: a query was not awaited inside it')
        try {
          return await runStatement<Row>(client, text, values)
        } catch (error) {
          // 25P02 only means that an earlier statement failed.
          if (sqlState(error) !== '25P02') failure = error
          throw toAppError(error)
        }
      },
    },
    end: () => {
      hasEnded = true
    },
    failure: () => failure,
  }
}

/**
 * Tries `work` in a transaction on this connection, and returns the connection to its pool.
 * @param isLast throws the failure even if another try might succeed
 * @throws AppError if another try would fail too; `unavailable` if it is unknown whether the transaction was stored
 */
export async function attemptTransaction<Result>(
  client: PoolClient,
  work: (tx: Queryable) => Promise<Result>,
  { setup }: TransactionOptions,
  isLast: boolean,
): Promise<Attempt<Result>> {
  const statements = createStatements(client)
  let isCommitting = false
  let isBroken = true
  try {
    await statements.tx.query(setup === undefined ? 'begin' : `begin; ${setup}`)
    const result = await work(statements.tx)
    statements.end()
    isCommitting = true
    // If `work` swallowed the error of a statement, the transaction is aborted. COMMIT then rolls back, which only its
    // command tag shows.
    const { command } = await client.query('commit')
    isBroken = false
    if (command !== 'COMMIT') throw statements.failure() ?? new Error('the transaction was rolled back')
    return { isDone: true, result }
  } catch (error) {
    statements.end()
    if (!isCommitting) {
      // If the rollback fails, the connection is lost, so the server rolls back.
      isBroken = await client.query('rollback').then(
        () => false,
        () => true,
      )
    }
    if (isCommitting && isConnectionLost(error))
      throw new AppError('unavailable', serverText('db.outcomeUnknown'), { cause: error })
    const source = statements.failure() ?? error
    const mayRetry = isTransient(source) || (isConnectionLost(source) && !isCommitting)
    if (mayRetry && !isLast) return { isDone: false, error }
    throw toAppError(error)
  } finally {
    // A broken connection is closed, so that the next caller does not get an unfinished transaction.
    client.release(isBroken)
  }
}
