import { afterAll, beforeAll, expect, it } from 'vitest'
import { readTogether } from './read-together'
import { openTestDatabase, type TestDatabase } from './testing'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

it('reads that take too long are unavailable, unlike reads with an error', async () => {
  const patience = { timeoutMs: 20, tooSlow: 'Too slow.', retryAfterSeconds: 5 }
  const slow = readTogether(db, (tx) => tx.query('select pg_sleep(30)'), patience)
  await expect(slow).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Too slow.',
    details: { retryAfterSeconds: 5 },
  })
  await expect(readTogether(db, (tx) => tx.query('select nothing'))).rejects.toMatchObject({ code: '42703' })
})
