import { beforeAll, describe, expect, it } from 'vitest'
import { dataCases } from './data-suite'
import { migrate } from './migrate'
import { describeSchema } from './schema-hash'
import { connectServer } from './server-database'
import { openEmptyDatabase, openTestDatabase, silentLog, startSecondServer } from './testing'
import type { Database } from './types'

// R18: runs the same cases on the embedded PostgreSQL and on a separate server (the system's PostgreSQL 15 if present).
describe('the embedded database and a server', { tags: ['R18'] }, () => {
  let embedded: Database
  let server: Database

  beforeAll(async () => {
    embedded = await openTestDatabase()
    const second = await startSecondServer()
    process.stdout.write(`R18 second server: PostgreSQL of the ${second.source}\n`)
    server = await connectServer(second.url, silentLog)
    await migrate(server, { log: silentLog })
    return async () => {
      await Promise.all([embedded.close(), server.close()])
      await second.stop()
    }
  })

  it.each(dataCases)('agree: $name', async (one) => {
    const [left, right] = [await one.run(embedded), await one.run(server)]
    expect(left).toBeDefined()
    expect(right).toEqual(left)
  })

  it('refuse to truncate the activity log, even through the accounts that it references', async () => {
    // An empty database, because the test template allows tests to truncate the log.
    await using fresh = await openEmptyDatabase()
    await migrate(fresh, { log: silentLog })
    for (const db of [fresh, server]) {
      await db.query(
        `insert into activity (actor_name, actor_email, action, object_kind, object_name, outcome)
         values ('a', 'e', 'x.y', 'x', 'kept', 'done')`,
      )
      for (const tables of ['activity cascade', 'users cascade'])
        await expect(db.query(`truncate ${tables}`), tables).rejects.toThrow(/append-only/)
      expect((await db.query('select object_name from activity')).rows).toEqual([{ object_name: 'kept' }])
    }
  })

  it('agree on the schema after all migrations', async () => {
    expect(await describeShape(server)).toEqual(await describeShape(embedded))
  })
})

/**
 * The schema without tables of the cases and without differences between versions. PostgreSQL 18 lists NOT NULL as a
 * constraint, but 15 does not; the columns show it in both. In views, 15 writes the table before each column; 18 does
 * not.
 */
async function describeShape(db: Database): Promise<string[]> {
  const lines = await describeSchema(db)
  return lines
    .filter((line) => !/^extension|^constraint .* NOT NULL|\b(?:moments|walk|ledger)/.test(line))
    .map((line) => (line.startsWith('view ') ? line.replaceAll(/\b\w+\.(?=\w)/g, '') : line))
}
