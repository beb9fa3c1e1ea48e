import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { Gate, readWithin } from './read-within'

function makeWork() {
  const ends: Array<() => void> = []
  const order: string[] = []
  const work = (name: string) => async () => {
    order.push(name)
    await new Promise<void>((resolve) => ends.push(resolve))
    return name
  }
  return { work, order, endNext: () => ends.shift()?.() }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('a gate', () => {
  it('admits a limited number at once and the others in order, and is free again afterwards', async () => {
    const gate = new Gate(2)
    const { work, order, endNext } = makeWork()
    const all = ['a', 'b', 'c', 'd'].map((name) => gate.run(work(name)))
    await turn()
    expect(order).toEqual(['a', 'b'])
    for (let n = 0; n < 4; n += 1) {
      endNext()
      await turn()
      expect(order.length).toBe(Math.min(4, 3 + n))
    }
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
    const more = [gate.run(work('e')), gate.run(work('f')), gate.run(work('g'))]
    await turn()
    expect(order.slice(4)).toEqual(['e', 'f'])
    for (let n = 0; n < 3; n += 1) {
      endNext()
      await turn()
    }
    await Promise.all(more)
  })

  it('passes a place on when work fails, and keeps no place for work that left the queue', async () => {
    const gate = new Gate(1)
    const { work, order, endNext } = makeWork()
    const first = gate.run(work('a'))
    const leaver = new AbortController()
    const left = gate.run(work('left'), leaver.signal)
    const failing = gate.run(() => Promise.reject(new Error('no')))
    const last = gate.run(work('z'))
    leaver.abort(new Error('the reader left'))
    await expect(left).rejects.toThrow('the reader left')
    endNext()
    await first
    await expect(failing).rejects.toThrow('no')
    await turn()
    endNext()
    await last
    expect(order).toEqual(['a', 'z'])
    await expect(gate.run(work('never'), AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  })
})

describe('reads of the list', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await openTestDatabase()
  })
  afterAll(() => db.close())

  it('end automatically after a time, and say what to do', async () => {
    await expect(
      readWithin(db, 'rows', (tx) => tx.query('select pg_sleep(20)'), { timeoutMs: 30 }),
    ).rejects.toMatchObject({ code: 'unavailable', message: expect.stringMatching(/Narrow it down/) as string })
    // The connection is returned without that limit.
    expect((await db.query(`select current_setting('statement_timeout') as ms`)).rows).toEqual([{ ms: '0' }])
  })

  it('see one state of the database and change nothing', async () => {
    await readWithin(db, 'rows', async (tx) => {
      const count = async () => (await tx.query<{ n: number }>('select count(*) as n from inspections')).rows[0]?.n
      expect(await count()).toBe(0)
      await db.query(`insert into inspections (audit_id, modified_at) values ('audit_1', now())`)
      expect(await count()).toBe(0)
    })
    await expect(readWithin(db, 'rows', (tx) => tx.query('delete from inspections'))).rejects.toMatchObject({
      code: 'unavailable',
    })
  })

  it('leave connections for everything else, however many people search', async () => {
    let [inside, most] = [0, 0]
    const work = async () => {
      inside += 1
      most = Math.max(most, inside)
      // However slow the machine is, no work ends before several are running together.
      await expect.poll(() => most).toBeGreaterThan(3)
      inside -= 1
    }
    const slow = (['rows', 'counts'] as const).flatMap((kind) =>
      Array.from({ length: 30 }, () => readWithin(db, kind, work)),
    )
    await db.query('select 1')
    await Promise.all(slow)
    expect(most).toBeGreaterThan(3)
    expect(most).toBeLessThanOrEqual(6)
  })
})
