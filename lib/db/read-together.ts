import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { sqlState } from './connection-errors'
import type { Database, Queryable } from './types'

const patience = {
  timeoutMs: 10_000,
  tooSlow: serverText('db.tooSlow'),
  retryAfterSeconds: 5,
}

/**
 * Runs related reads in one snapshot of the database, with a time limit.
 * @throws AppError unavailable with the text `tooSlow` if a statement takes longer than `timeoutMs`
 */
export async function readTogether<Result>(
  db: Database,
  work: (tx: Queryable) => Promise<Result>,
  { timeoutMs, tooSlow, retryAfterSeconds } = patience,
): Promise<Result> {
  try {
    return await db.transaction(work, {
      isRead: true,
      // jit is off because compiling such a query takes longer than running it.
      setup: `set transaction isolation level repeatable read, read only; set local jit = off; set local statement_timeout = ${Math.round(timeoutMs)}`,
    })
  } catch (error) {
    // 57014: the statement was canceled, which only its timeout does here.
    if (sqlState(error) === '57014')
      throw new AppError('unavailable', tooSlow, { cause: error, details: { retryAfterSeconds } })
    throw error
  }
}

/** The time of the database's clock. Read before a request is sent, it is stored as the time of the response. */
export async function readInstant(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ at: string }>('select clock_timestamp() as at')
  const [row] = rows
  if (row === undefined) throw new Error('a select without from gives one row')
  return row.at
}
