import type { Database, Queryable } from './types'

/** Reads that belong together, over one state of the database and not without end. */
export function readTogether<Result>(db: Database, work: (tx: Queryable) => Promise<Result>): Promise<Result> {
  return db.transaction(work, {
    // jit: a server's own default; compiling such a query takes longer than running it.
    setup: `set transaction isolation level repeatable read, read only; set local jit = off; set local statement_timeout = 10000`,
  })
}

/** An instant of the database's clock. Taken before a read is sent, it is what the answer is stored as of. */
export async function readInstant(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ at: string }>('select clock_timestamp() as at')
  const [row] = rows
  if (row === undefined) throw new Error('a select without from gives one row')
  return row.at
}
