import { EventEmitter, once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { AppError } from '@/lib/errors'
import { createDatabase } from '@/lib/db/database'
import { withLock } from './lock'
import { openTestDatabase, silentLog, type TestDatabase } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'

let db: TestDatabase
/** Another pool, which is the same as a second process for the database. */
let other: Database

beforeAll(async () => {
  db = await openTestDatabase()
  other = createDatabase({ kind: 'embedded', connection: db.connection, log: silentLog })
})
afterAll(async () => {
  await other.close()
  await db.close()
})

function createGate() {
  const gate = new EventEmitter()
  return { open: () => gate.emit('open'), opened: once(gate, 'open') }
}

describe('withLock', () => {
  it('runs the work of a key one at a time across all processes', async () => {
    let inside = 0
    let most = 0
    const work = async () => {
      inside += 1
      most = Math.max(most, inside)
      await db.query('select pg_sleep(0.002)')
      inside -= 1
    }
    await Promise.all(Array.from({ length: 40 }, (_, index) => withLock(index % 2 === 0 ? db : other, 'k', work)))
    expect(most).toBe(1)
  })

  it('keeps the order of calls within a process, even after failures', async () => {
    const order: number[] = []
    const runs = Array.from({ length: 6 }, (_, index) =>
      withLock(db, 'order', async () => {
        order.push(index)
        if (index % 2 === 0) throw new AppError('invalid', `no ${index}`)
        return index
      }),
    )
    const ends = await Promise.allSettled(runs)
    expect(order).toEqual([0, 1, 2, 3, 4, 5])
    expect(ends.map((end) => (end.status === 'fulfilled' ? end.value : (end.reason as Error).message))).toEqual([
      'no 0',
      1,
      'no 2',
      3,
      'no 4',
      5,
    ])
  })

  it('does not delay other keys and uses one connection for all waiting calls', async () => {
    const gate = createGate()
    const held = withLock(db, 'one', () => gate.opened)
    const waiting = Array.from({ length: 30 }, () => withLock(other, 'one', () => Promise.resolve()))
    // There are more calls than connections, so one connection per call would block all other queries of that process.
    await expect(withLock(other, 'two', () => Promise.resolve('free'))).resolves.toBe('free')
    await expect(other.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] })
    gate.open()
    await Promise.all([held, ...waiting])
  })

  it('runs its work once when the connection with the lock is lost, and returns its result', async () => {
    const gate = createGate()
    let runs = 0
    const result = withLock(db, 'lost', async () => {
      runs += 1
      await gate.opened
      return 'done'
    })
    await vi.waitFor(async () => {
      const { rows } = await other.query(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`,
      )
      expect(rows).toHaveLength(1)
    }, 20_000)
    gate.open()
    await expect(result).resolves.toBe('done')
    expect(runs).toBe(1)
  })
})
