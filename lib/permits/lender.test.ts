import { describe, expect, it } from 'vitest'
import { systemClock } from '@/lib/clock'
import { createDatabase } from '@/lib/db/database'
import { openTestDatabase, silentLog } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { sum, type Book } from '@/lib/service/governor/book'
import type { OwnReport } from '@/lib/service/governor/purse'
import { createLender, hashToken } from './lender'

const baseUrl = 'https://service.example/api'
const token = 'c0ffee'.repeat(10)

const lenderOf = (db: Database) =>
  createLender({ baseUrl, token, database: () => Promise.resolve(db), clock: systemClock })

const wanting = (work: number): OwnReport => ({
  tableLimit: 800,
  limit: null,
  people: 0,
  work: 0,
  inFlight: 0,
  spent: 0,
  spentForMs: 0,
  isInWindow: false,
  window: null,
  pauseMs: 0,
  hasPeople: false,
  wants: { people: 0, work },
})

async function readBook(db: Database, name: string): Promise<Book | undefined> {
  const { rows } = await db.query<{ book: Book }>('select book from request_budgets where limit_name = $1', [name])
  return rows[0]?.book
}

describe('the lender of a console', () => {
  it('writes many concurrent trades into the same book, with times of the database', async () => {
    await using db = await openTestDatabase()
    const pools = [1, 2, 3].map(() => createDatabase({ kind: 'server', connection: db.connection, log: silentLog }))
    const lenders = Array.from({ length: 15 }, (_, at) => lenderOf(pools[at % pools.length] ?? db))
    const grants = await Promise.all(lenders.map((lender) => lender.trade('other', wanting(10))))
    const book = await readBook(db, 'other')
    const open = Object.values(book?.holdings ?? {}).map((one) => one.open)
    expect(open).toHaveLength(15)
    expect(sum(open)).toBe(sum(grants.map(({ work }) => work)))
    expect(grants.every(({ work }) => work >= 10)).toBe(true)
    const { rows } = await db.query<{ ms: number }>('select extract(epoch from now())::float8 * 1000 as ms')
    expect(book?.at).toBeLessThanOrEqual(rows[0]?.ms ?? 0)
    await Promise.all(pools.map((pool) => pool.close()))
  })

  it('counts the consoles of its token, and forgets one that stops', async () => {
    await using db = await openTestDatabase()
    const [first, second] = [lenderOf(db), lenderOf(db)]
    const other = createLender({
      baseUrl,
      token: 'another',
      database: () => Promise.resolve(db),
      clock: systemClock,
    })
    const countNoted = async () => (await db.query('select from request_consoles')).rows.length
    for (const lender of [first, other]) lender.start()
    await expect.poll(countNoted).toBe(2)
    // A lender counts when it starts, and then only every 20 s.
    second.start()
    await expect.poll(() => second.consoles()).toBe(2)
    expect(other.consoles()).toBe(1)
    await Promise.all([first.stop(), other.stop()])
    const { rows } = await db.query('select from request_consoles')
    expect(rows).toHaveLength(1)
    await second.stop()
  })

  it('names a token by a hash that is the same for every spelling of the address, and never stores the token', async () => {
    expect(hashToken(`${baseUrl}/v1/`, token)).toBe(hashToken(baseUrl, token))
    expect(hashToken(baseUrl, token)).not.toBe(hashToken(baseUrl, `${token}0`))
    await using db = await openTestDatabase()
    const lender = lenderOf(db)
    lender.start()
    await lender.trade('other', wanting(1))
    await lender.stop()
    const { rows } = await db.query<{ row: string }>(
      'select b::text as row from request_budgets b union all select c::text from request_consoles c',
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.some(({ row }) => row.includes(token))).toBe(false)
  })

  it('fails when the database cannot be reached, so that its console uses its share', async () => {
    const away = createLender({
      baseUrl,
      token,
      database: () => Promise.reject(new Error('no database')),
      clock: systemClock,
    })
    await expect(away.trade('other', wanting(1))).rejects.toThrow('no database')
  })
})
