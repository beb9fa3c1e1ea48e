import 'server-only'
import type { Database, Queryable } from '@/lib/db/types'
import type { Counter, Counters } from './sign-in-decision'

/**
 * Advisory lock for counting, which all consoles share. Each holds it for a millisecond or two. The number is
 * arbitrary.
 */
const lockId = 7_130_013
/** About 60 MB with the index. Above this number, the counters that have been unused longest are deleted. */
export const counterRowsMax = 250_000

/** A person who can sign in, with the data for counting attempts. */
export interface CountedAccount {
  userId: string
  /** Lower case. */
  email: string
  deviceEpoch: number
  passwordSetMs: number
}

interface CounterRow {
  key: string
  tokens: number
  tries: number
  first_at: number
  not_before: number
  at: number
  expires_at: number
}

/** The counters of one transaction. They are read at its start and written at its end. */
class LoadedCounters implements Counters {
  readonly #rows: Map<string, Counter>
  readonly changed = new Set<string>()

  constructor(rows: Map<string, Counter>) {
    this.#rows = rows
  }
  get(key: string): Counter | undefined {
    return this.#rows.get(key)
  }
  set(key: string, counter: Counter): void {
    this.#rows.set(key, counter)
    this.changed.add(key)
  }
  delete(key: string): void {
    this.#rows.delete(key)
    this.changed.add(key)
  }
}

async function load(tx: Queryable, keys: readonly string[]): Promise<LoadedCounters> {
  const { rows } = await tx.query<CounterRow>('select * from sign_in_counters where key = any($1)', [keys])
  return new LoadedCounters(
    new Map(
      rows.map((row) => [
        row.key,
        {
          tokens: row.tokens,
          tries: row.tries,
          firstAt: row.first_at,
          notBefore: row.not_before,
          at: row.at,
          expiresAt: row.expires_at,
        },
      ]),
    ),
  )
}

async function save(tx: Queryable, counters: LoadedCounters): Promise<void> {
  const written: Array<[string, Counter]> = []
  const removed: string[] = []
  for (const key of counters.changed) {
    const counter = counters.get(key)
    if (counter === undefined) removed.push(key)
    else written.push([key, counter])
  }
  if (removed.length > 0) await tx.query('delete from sign_in_counters where key = any($1)', [removed])
  if (written.length === 0) return
  const column = (name: keyof Counter) => written.map(([, counter]) => counter[name])
  await tx.query(
    `insert into sign_in_counters (key, tokens, tries, first_at, not_before, at, expires_at)
     select * from unnest($1::text[], $2::float8[], $3::int[], $4::float8[], $5::float8[], $6::float8[], $7::float8[])
     on conflict (key) do update set tokens = excluded.tokens, tries = excluded.tries, first_at = excluded.first_at,
       not_before = excluded.not_before, at = excluded.at, expires_at = excluded.expires_at`,
    [
      written.map(([key]) => key),
      column('tokens'),
      column('tries'),
      column('firstAt'),
      column('notBefore'),
      column('at'),
      column('expiresAt'),
    ],
  )
}

async function readAccounts(tx: Queryable, emails: readonly string[]): Promise<Map<string, CountedAccount>> {
  if (emails.length === 0) return new Map()
  const { rows } = await tx.query<CountedAccount>(
    `select user_id as "userId", lower(email) as email, device_epoch as "deviceEpoch",
            coalesce(extract(epoch from password_set_at) * 1000, 0)::float8 as "passwordSetMs"
       from users where lower(email) = any($1) and kind = 'person' and disabled_at is null`,
    [emails],
  )
  return new Map(rows.map((row) => [row.email, row]))
}

/**
 * Counts in one short transaction, under one lock for all consoles.
 * @param keysOf returns the keys of the counters that `work` may use
 * @throws AppError unavailable when the database cannot be reached
 */
export function countInDatabase<Result>(
  db: Pick<Database, 'transaction'>,
  emails: readonly string[],
  keysOf: (accounts: ReadonlyMap<string, CountedAccount>) => readonly string[],
  work: (counters: Counters, accounts: ReadonlyMap<string, CountedAccount>) => Result,
): Promise<Result> {
  return db.transaction(
    async (tx) => {
      const accounts = await readAccounts(tx, emails)
      const counters = await load(tx, keysOf(accounts))
      const result = work(counters, accounts)
      await save(tx, counters)
      return result
    },
    { setup: `select pg_advisory_xact_lock(${lockId})` },
  )
}

/**
 * Deletes expired counters, and above `rowsMax` those that have been unused longest. Counters of places where people
 * have signed in stay, because only a correct password creates one.
 */
export async function sweepCounters(db: Queryable, now: number, rowsMax: number): Promise<void> {
  await db.query('delete from sign_in_counters where expires_at <= $1', [now])
  await db.query(
    `delete from sign_in_counters where key in (
       select key from sign_in_counters where key not like 'place:%' order by at
        limit greatest(0, (select count(*) from sign_in_counters) - $1))`,
    [rowsMax],
  )
}

/** Deletes all attempts at an account. `tag` is its keyed hash. */
export async function forgetAccount(db: Queryable, tag: string): Promise<void> {
  await db.query('delete from sign_in_counters where key = $1 or (key >= $2 and key < $3)', [
    `account:${tag}`,
    `pair:${tag}:`,
    `pair:${tag};`,
  ])
}
