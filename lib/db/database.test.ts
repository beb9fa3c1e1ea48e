import { Client } from 'pg'
import { beforeAll, expect, it, vi } from 'vitest'
import { AppError } from '@/lib/errors'
import { createDatabase } from './database'
import { runs as runsOf, seed } from '@/lib/testing/random-runs'
import { createRandom } from './random'
import { openTestDatabase, silentLog } from './testing'
import type { TestDatabase } from './testing'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
  await db.query('create table pairs (id integer primary key, round integer not null)')
  await db.query('create table counters (name text primary key, value integer not null)')
  return () => db.close()
})

async function countRows(where: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>(`select count(*) as n from ${where}`)
  return rows[0]?.n ?? -1
}

it('a transaction is rolled back and passes on the error when its work throws', async () => {
  const boom = new Error('boom')
  await expect(
    db.transaction(async (tx) => {
      await tx.query('insert into pairs values (-1, 0)')
      throw boom
    }),
  ).rejects.toBe(boom)
  expect(await countRows('pairs where id = -1')).toBe(0)
})

it('a transaction fails if the error of one of its statements is swallowed', async () => {
  await expect(
    db.transaction(async (tx) => {
      await tx.query('insert into pairs values (-2, 0)')
      await tx.query('select 1/0').catch(() => {})
      return 'stored'
    }),
  ).rejects.toMatchObject({ code: '22012' })
  expect(await countRows('pairs where id = -2')).toBe(0)
})

it('a query after the end of its transaction is refused', async () => {
  const late = await db.transaction((tx) => Promise.resolve(tx))
  await expect(late.query('select 1')).rejects.toThrow('not awaited')
})

it('constraint violations keep their SQLSTATE, so that callers recognize conflicts', async () => {
  await db.query(`insert into counters values ('once', 1)`)
  await expect(db.query(`insert into counters values ('once', 1)`)).rejects.toMatchObject({ code: '23505' })
})

it('serialization failures are retried until every increment counts', async () => {
  await db.query(`insert into counters values ('serial', 0)`)
  let runs = 0
  const add = () =>
    db.transaction(async (tx) => {
      runs += 1
      await tx.query('set transaction isolation level repeatable read')
      const { rows } = await tx.query<{ value: number }>(`select value from counters where name = 'serial'`)
      await tx.query(`update counters set value = $1 where name = 'serial'`, [(rows[0]?.value ?? 0) + 1])
    })
  for (let round = 0; round < 10; round += 1) await Promise.all([add(), add(), add()])
  const { rows } = await db.query(`select value from counters where name = 'serial'`)
  expect(rows).toEqual([{ value: 30 }])
  expect(runs).toBeGreaterThan(30)
})

it('a deadlock is retried and both transactions are committed', async () => {
  await db.query(`insert into counters values ('left', 0), ('right', 0)`)
  let arrived = 0
  let runs = 0
  const cross = (first: string, second: string) =>
    db.transaction(async (tx) => {
      runs += 1
      await tx.query(`set local deadlock_timeout = '20ms'`)
      await tx.query('update counters set value = value + 1 where name = $1', [first])
      arrived += 1
      await vi.waitUntil(() => arrived >= 2, { interval: 5, timeout: 20_000 })
      await tx.query('update counters set value = value + 1 where name = $1', [second])
    })
  await Promise.all([cross('left', 'right'), cross('right', 'left')])
  const { rows } = await db.query(`select value from counters where name in ('left', 'right')`)
  expect(rows).toEqual([{ value: 2 }, { value: 2 }])
  expect(runs).toBe(3)
})

// R16: writers store pairs of rows, one pair per transaction, while backends are terminated at random points.
it(
  'backends terminated at random points leave no half-written pairs, and the pool recovers by itself',
  { tags: ['R16'] },
  async () => {
    const terminationsMin = runsOf(200)
    const random = createRandom(seed)
    const killer = new Client({ ...db.connection, database: 'postgres' })
    await killer.connect()
    const over = new AbortController()
    let next = 0
    const acknowledged: number[] = []

    async function write(): Promise<void> {
      while (!over.signal.aborted) {
        const round = next
        next += 1
        try {
          await db.transaction(async (tx) => {
            await tx.query('insert into pairs values ($1, $2)', [round * 2, round])
            await tx.query('insert into pairs values ($1, $2)', [round * 2 + 1, round])
          })
          acknowledged.push(round)
        } catch (error) {
          // Allowed only if a commit was cut off, or if every try of the transaction was terminated.
          expect(error).toBeInstanceOf(AppError)
          expect(error).toMatchObject({ code: 'unavailable' })
        }
      }
    }

    async function terminate(): Promise<number> {
      let hits = 0
      // Few transactions commit between quick terminations, so this continues until there are enough of both.
      while (hits < terminationsMin || acknowledged.length <= terminationsMin) {
        await killer.query('select pg_sleep($1)', [random() * 0.01])
        const { rowCount } = await killer.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 order by random() limit 1`,
          [db.connection.database],
        )
        hits += rowCount ?? 0
      }
      over.abort()
      return hits
    }

    const [hits] = await Promise.all([terminate(), write(), write(), write(), write()])
    await killer.end()
    expect(hits).toBeGreaterThanOrEqual(terminationsMin)
    expect(acknowledged.length).toBeGreaterThan(terminationsMin)
    // The pool has recovered if the next queries succeed at once on all of its connections.
    await Promise.all(Array.from({ length: 10 }, () => db.query('select 1')))
    const halves = '(select round from pairs where id >= 0 group by round having count(*) <> 2) halves'
    expect(await countRows(halves)).toBe(0)
    const { rows } = await db.query<{ round: number }>('select distinct round from pairs where id >= 0')
    const stored = new Set(rows.map(({ round }) => round))
    expect(acknowledged.filter((round) => !stored.has(round))).toEqual([])
  },
)

it('a query to a server that is down is unavailable after the timeout, without naming the address', async () => {
  const away = createDatabase({
    kind: 'server',
    connection: { host: '127.0.0.1', port: 1, user: 'u', password: 'canary-password' },
    log: silentLog,
    healTimeoutMs: 60,
  })
  const error: unknown = await away.query('select 1').catch((reason: unknown) => reason)
  expect(error).toMatchObject({ name: 'AppError', code: 'unavailable' })
  expect(String(error)).not.toMatch(/127\.0|canary/)
  await away.close()
})

it('a closed database refuses every query and can be closed again', async () => {
  const other = createDatabase({ kind: 'server', connection: db.connection, log: silentLog })
  await other.query('select 1')
  await other.close()
  await other.close()
  await expect(other.query('select 1')).rejects.toMatchObject({ code: 'unavailable' })
})
