import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import type { Clock } from '@/lib/clock'
import type { Database, Queryable } from '@/lib/db/types'
import { emptyBook, lotLifeMs, type Book } from '@/lib/service/governor/book'
import { trade } from '@/lib/service/governor/lots'
import type { Lender } from '@/lib/service/governor/purse'

const seenEveryMs = 20_000
/** A trade fails only when this many other trades come first. */
const triesMax = 50

export interface LenderOptions {
  database: () => Promise<Database>
  /** The service and its token: consoles that have both in common share limits. */
  baseUrl: string
  token: string
  clock: Clock
  /** The time of a trade; by default the time of the database. `databaseMs`: milliseconds since the epoch. */
  toTradeTime?: (databaseMs: number) => number
}

export interface SharedLender extends Lender {
  /** Starts to count the consoles that use the token. */
  start(): void
  stop(): Promise<void>
}

/** A name for a token that does not reveal the token. It is the same for every spelling of the address. */
export function hashToken(baseUrl: string, token: string): string {
  return createHash('sha256')
    .update(`sightline request budget\n${new URL(baseUrl).origin}\n${token}`)
    .digest('hex')
}

/**
 * Lends the permits of a token to the consoles of one database. A trade reads its book and writes it only if no other
 * console did so in between, so trades of one limit happen one after another and nobody waits for a lock.
 */
export function createLender(options: LenderOptions): SharedLender {
  const { database, clock, toTradeTime = (databaseMs) => databaseMs } = options
  const consoleId = randomUUID()
  const tokenHash = hashToken(options.baseUrl, options.token)
  let consoles = 1
  let stopping: AbortController | null = null
  let loop: Promise<void> = Promise.resolve()

  const countConsoles = async (): Promise<void> => {
    const db = await database()
    consoles = await noteConsole(db, tokenHash, consoleId)
  }
  const run = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await countConsoles().catch(() => {
        // The last known number is used while the database is lost.
      })
      await clock.sleep(seenEveryMs, signal).catch(() => {
        // `stop` ended the wait.
      })
    }
  }

  return {
    consoles: () => consoles,
    trade: async (limitName, report) => {
      const writtenAt = clock.now()
      const db = await database()
      for (let tries = 1; tries <= triesMax; tries += 1) {
        const known = await readBook(db, tokenHash, limitName)
        const now = toTradeTime(known.databaseMs)
        const ageMs = Math.max(0, clock.now() - writtenAt)
        // The database took so long that the console has already given up this trade.
        if (ageMs > lotLifeMs) break
        const { book, grant } = trade(known.book ?? emptyBook(now), { ...report, consoleId, ageMs }, now)
        if (await writeBook(db, tokenHash, limitName, { book, revision: known.revision })) return grant
      }
      throw new Error('the book could not be changed in time')
    },
    start: () => {
      if (stopping !== null) return
      stopping = new AbortController()
      loop = run(stopping.signal)
    },
    stop: async () => {
      if (stopping === null) return
      stopping.abort()
      await loop
      const db = await database()
      await db.query('delete from request_consoles where token_hash = $1 and console_id = $2', [tokenHash, consoleId])
    },
  }
}

async function readBook(
  db: Queryable,
  tokenHash: string,
  limitName: string,
): Promise<{ book: Book | null; revision: number; databaseMs: number }> {
  const { rows } = await db.query<{ book: Book | null; revision: number; databaseMs: number }>(
    `select budget.book, coalesce(budget.revision, 0) as revision,
            extract(epoch from clock_timestamp())::float8 * 1000 as "databaseMs"
     from (select $1::text as token_hash, $2::text as limit_name) as wanted
     left join request_budgets budget using (token_hash, limit_name)`,
    [tokenHash, limitName],
  )
  return rows[0] ?? { book: null, revision: 0, databaseMs: 0 }
}

/** @returns false when another console changed the book since `revision` */
async function writeBook(
  db: Queryable,
  tokenHash: string,
  limitName: string,
  { book, revision }: { book: Book; revision: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    revision === 0
      ? `insert into request_budgets (token_hash, limit_name, book, revision) values ($1, $2, $3, $4 + 1)
         on conflict do nothing`
      : `update request_budgets set book = $3, revision = revision + 1
         where token_hash = $1 and limit_name = $2 and revision = $4`,
    [tokenHash, limitName, book, revision],
  )
  return rowCount === 1
}

/** Notes that a console is alive. @returns how many are, and forgets those that ended long ago */
async function noteConsole(db: Queryable, tokenHash: string, consoleId: string): Promise<number> {
  await db.query(`delete from request_consoles where seen_at < now() - interval '10 minutes'`)
  await db.query(
    `insert into request_consoles (token_hash, console_id) values ($1, $2)
     on conflict (token_hash, console_id) do update set seen_at = now()`,
    [tokenHash, consoleId],
  )
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::int as n from request_consoles where token_hash = $1 and seen_at > now() - interval '1 minute'`,
    [tokenHash],
  )
  return rows[0]?.n ?? 1
}
