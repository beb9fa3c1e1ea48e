import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HandClock } from '@/lib/auth/testing'
import { createUser } from '@/lib/auth/accounts'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { createReadiness } from './readiness'

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'sightline-ready-'))
const clock = new HandClock()
let db: TestDatabase
let tries = 0

beforeAll(async () => {
  db = await openTestDatabase()
  await createUser(db, { email: 'robin@sightline.test', name: 'Robin', role: 'admin', password: 'long enough for it' })
})
afterAll(async () => {
  await db.close()
  rmSync(dataDir, { recursive: true, force: true })
})
beforeEach(() => {
  tries = 0
  clock.advance(60_000)
})

const counted: Pick<Database, 'kind' | 'query' | 'transaction'> = {
  kind: 'server',
  query: (...given) => db.query(...given),
  transaction: (...given) => {
    tries += 1
    return db.transaction(...given)
  },
}
let freeMb = 1_000
const readiness = createReadiness({
  database: () => Promise.resolve(counted),
  dataDir,
  clock,
  readFree: () => Promise.resolve({ data: 1e12, database: freeMb * 1_024 * 1_024 }),
})
const isReady = () =>
  readiness.require().then(
    () => true,
    () => false,
  )

describe('the console', () => {
  it('is ready while sessions and files can be written, and the check removes its test data', async () => {
    expect(await isReady()).toBe(true)
    expect(readdirSync(dataDir)).toEqual([])
    const { rows } = await db.query<{ count: number }>('select count(*) as count from sessions')
    expect(rows).toEqual([{ count: 0 }])
  })

  it('is not ready while no session can be written', async () => {
    await db.query('alter table sessions add constraint closed check (false) not valid')
    expect(await isReady()).toBe(false)
    await db.query('alter table sessions drop constraint closed')
    clock.advance(3_000)
    expect(await isReady()).toBe(true)
  })

  it('is not ready while no file can be written to DATA_DIR', async () => {
    renameSync(dataDir, `${dataDir}-gone`)
    expect(await isReady()).toBe(false)
    renameSync(`${dataDir}-gone`, dataDir)
    clock.advance(3_000)
    expect(await isReady()).toBe(true)
  })

  it('is not ready while a disk has no space for the log of the database', async () => {
    freeMb = 15
    expect(await isReady()).toBe(false)
    freeMb = 17
    clock.advance(3_000)
    expect(await isReady()).toBe(true)
  })

  it('is checked again 300 ms after a failure', async () => {
    freeMb = 15
    expect(await isReady()).toBe(false)
    freeMb = 17
    clock.advance(299)
    expect(await isReady()).toBe(false)
    clock.advance(1)
    expect(await isReady()).toBe(true)
  })

  it('is checked once in 3 seconds, however many requests there are', async () => {
    await Promise.all(Array.from({ length: 200 }, isReady))
    expect(tries).toBe(1)
    clock.advance(2_999)
    await isReady()
    expect(tries).toBe(1)
  })
})
