import 'server-only'
import type { PoolClient } from 'pg'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { isConnectionLost, isTransient, sqlState, toAppError } from './connection-errors'
import { runStatement } from './statement'
import type { Queryable, TransactionOptions } from './types'

/** `isDone: false`: it failed in a way that another try may not. */
export type Attempt<Result> = { isDone: true; result: Result } | { isDone: false; error: unknown }

/** The statements of one try, and its failure. */
interface Statements {
  tx: Queryable
  /** Later statements fail: they were not awaited inside the transaction. */
  end(): void
  /** Decides about another try; `work` may have wrapped the error. Null: no statement failed. */
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
          // 25P02 only says that an earlier statement failed.
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
 * @param isLast a failure is thrown even if another try might succeed
 * @throws AppError for failures that another try would not change; `unavailable` when it is not known whether it was
 * stored
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
    // A failed statement whose error `work` swallowed leaves the transaction aborted: COMMIT then rolls back and only
    // its tag shows it.
    const { command } = await client.query('commit')
    isBroken = false
    if (command !== 'COMMIT') throw statements.failure() ?? new Error('the transaction was rolled back')
    return { isDone: true, result }
  } catch (error) {
    statements.end()
    if (!isCommitting) {
      // If a rollback fails, the connection is lost, and with it the transaction.
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
    // A broken connection is closed instead of kept, so that nobody continues in the state that another caller left.
    client.release(isBroken)
  }
}
