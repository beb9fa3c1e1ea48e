import { expect, it } from 'vitest'
import { openTestDatabase } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { HandClock } from '@/lib/testing/sync-world'
import { retryLater } from './retry'
import { readDue } from './store'
import { makeBody, makeRequest, openDoor } from './testing'

it('postpones deliveries by pauses that double with their tries, with one statement for equal ones', async () => {
  const db = await openTestDatabase()
  try {
    const clock = new HandClock()
    const door = openDoor(db, { clock })
    for (let n = 0; n < 30; n += 1) await door.send(makeRequest(makeBody({ id: `audit_${n}` })))
    await db.query(`update webhook_deliveries set tries = substring(resource_id, 7)::int % 3`)
    clock.advance(60_000)
    const now = new Date(clock.now())
    const due = await readDue(db, { now, held: [], limit: 100 })
    expect(due).toHaveLength(30)
    let statements = 0
    const counting: Database = {
      ...db,
      query: (text, values) => {
        statements += 1
        return db.query(text, values)
      },
    }
    await retryLater(counting, clock, due, { note: 'later' })
    expect(statements).toBe(3)
    const { rows } = await db.query<{ tries: number; n: number; ms: number }>(
      `select tries, count(*) as n, (extract(epoch from due_at - $1) * 1000)::int as ms
       from webhook_deliveries group by tries, due_at order by tries`,
      [now],
    )
    expect(rows.map(({ tries, n, ms }) => [tries, n, ms])).toEqual([
      [1, 10, 250],
      [2, 10, 500],
      [3, 10, 1_000],
    ])
  } finally {
    await db.close()
  }
})
