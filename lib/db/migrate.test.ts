import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { isFull, seed } from '@/lib/testing/random-runs'
import { createDatabase } from './database'
import { inspectMigrations, migrate, migrationsDirectory, readMigrations, requireMigrated } from './migrate'
import { createRandom } from './random'
import { hashSchema } from './schema-hash'
import { splitStatements } from './split-statements'
import { StartError } from './embedded/start-error'
import { makeTestFolder, openEmptyDatabase, removeTestFolder, silentLog } from './testing'

const log = silentLog
let folder: string
beforeAll(async () => {
  folder = await makeTestFolder('migrations')
  return () => removeTestFolder(folder)
})

async function copyMigrations(name: string): Promise<string> {
  const dir = path.join(folder, name)
  await rm(dir, { recursive: true, force: true })
  await cp(migrationsDirectory(), dir, { recursive: true })
  return dir
}

it('migrating again changes nothing', { tags: ['full'] }, async () => {
  await using db = await openEmptyDatabase()
  expect(await migrate(db, { log })).toEqual((await readMigrations()).map(({ name }) => name))
  const hash = await hashSchema(db)
  expect(await migrate(db, { log })).toEqual([])
  expect(await hashSchema(db)).toBe(hash)
})

it('consoles that migrate at the same time apply each migration once', { tags: ['full'] }, async () => {
  await using db = await openEmptyDatabase()
  const pools = Array.from({ length: 4 }, () => createDatabase({ kind: 'server', connection: db.connection, log }))
  const applied = await Promise.all(pools.map((pool) => migrate(pool, { log })))
  expect(applied.flat().sort()).toEqual((await readMigrations()).map(({ name }) => name))
  await Promise.all(pools.map((pool) => pool.close()))
})

it("a migration may take longer than the server's statement timeout", { tags: ['full'] }, async () => {
  await using db = await openEmptyDatabase()
  const { rows } = await db.query<{ name: string }>('select current_database() as name')
  await db.query(`alter database "${rows[0]?.name ?? ''}" set statement_timeout = '1s'`)
  const dir = await copyMigrations('slow')
  await writeFile(path.join(dir, '9999_slow.sql'), 'select pg_sleep(1.5);')
  const limited = createDatabase({ kind: 'server', connection: db.connection, log })
  expect(await migrate(limited, { log, dir })).toContain('9999_slow')
  await limited.close()
})

it('a changed migration is refused and named', async () => {
  await using db = await openEmptyDatabase()
  const dir = await copyMigrations('changed')
  await migrate(db, { log, dir })
  const file = path.join(dir, '0001_foundation.sql')
  await writeFile(file, `${await readFile(file, 'utf8')}\n-- one more line\n`)
  await expect(migrate(db, { log, dir })).rejects.toMatchObject({
    reason: 'changed-migration',
    message: expect.stringContaining('0001_foundation'),
  })
})

it(
  'the previous release runs on a database whose newer migrations only added something',
  { tags: ['full'] },
  async () => {
    await using db = await openEmptyDatabase()
    const dir = await copyMigrations('adds')
    await writeFile(path.join(dir, '9998_future_adds.sql'), 'create table future (id integer);')
    await migrate(db, { log, dir })
    const told: string[] = []
    const say = { ...log, info: (_: object, text: string) => told.push(text) }
    expect(await migrate(db, { log: say })).toEqual([])
    expect(told).toEqual(['the database is of a newer version, on which this one can run'])
    expect(await inspectMigrations(db)).toBe(0)
    await requireMigrated(db)
    // The newer release still works.
    expect(await migrate(db, { log, dir })).toEqual([])
  },
)

it('a migration that removes something only stops releases that still use it', { tags: ['full'] }, async () => {
  await using db = await openEmptyDatabase()
  const dir = await copyMigrations('drops')
  await writeFile(path.join(dir, '9997_old.sql'), 'create table old (id integer);')
  await writeFile(path.join(dir, '9998_future_adds.sql'), 'create table future (id integer);')
  await writeFile(path.join(dir, '9999_future_drops.sql'), '-- needs: 9998_future_adds\ndrop table old;')
  await migrate(db, { log, dir })
  await rm(path.join(dir, '9999_future_drops.sql'))
  expect(await migrate(db, { log, dir })).toEqual([])
  await rm(path.join(dir, '9998_future_adds.sql'))
  await expect(migrate(db, { log, dir })).rejects.toMatchObject({
    reason: 'too-new',
    message: expect.stringContaining('9999_future_drops'),
  })
})

it('a migration that removes something names the migration since which it is unused', async () => {
  const takesAway =
    /\b(?:drop\s+(?:column|table|view|type)|rename\s+(?:to|column)|set\s+not\s+null|alter\s+column\s+\w+\s+type)\b/i
  const migrations = await readMigrations()
  const silent = migrations.filter(({ name, sql, needs }) => name > '0038' && takesAway.test(sql) && needs === '')
  expect(silent.map(({ name }) => name)).toEqual([])
  for (const { name, needs } of migrations)
    expect(needs === '' || migrations.some((other) => other.name === needs && other.name <= name)).toBe(true)
})

it(
  'a database with an unknown migration that names no requirement is refused, and the migration is named',
  { tags: ['full'] },
  async () => {
    await using db = await openEmptyDatabase()
    await migrate(db, { log })
    await db.query(`insert into schema_migrations (name, checksum) values ('9999_from_the_future', '')`)
    const refused = migrate(db, { log })
    await expect(refused).rejects.toBeInstanceOf(StartError)
    await expect(refused).rejects.toMatchObject({
      reason: 'too-new',
      message: expect.stringContaining('9999_from_the_future'),
    })
  },
)

it('a migration numbered before an applied one is refused', { tags: ['full'] }, async () => {
  await using db = await openEmptyDatabase()
  const dir = await copyMigrations('between')
  await migrate(db, { log, dir })
  await writeFile(path.join(dir, '0000_too_late.sql'), 'create table late (id integer);')
  await expect(migrate(db, { log, dir })).rejects.toThrow('0000_too_late comes before 0001_foundation')
})

it('a missing folder of migrations is named', async () => {
  await expect(readMigrations(path.join(folder, 'nowhere'))).rejects.toThrow(/are not in .*nowhere/)
})

it('every migration file is split into statements without loss', async () => {
  for (const { sql } of await readMigrations()) {
    const statements = splitStatements(sql)
    expect(statements.length).toBeGreaterThan(0)
    expect(statements.join('').replaceAll(/\s/g, '')).toBe(sql.replaceAll(/\s/g, ''))
  }
  expect(splitStatements(`select ';'; do $x$ begin; end $x$; -- a;b\nselect 2`)).toHaveLength(3)
})

const die = 'select pg_terminate_backend(pg_backend_pid());'

/** SQL that ends the connection when the migration is recorded, either at the insert of its row or at the commit. */
function dieAtMark(trigger: string): string {
  return `create function die() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(5); return new; end $$;
    create ${trigger} for each row execute function die();`
}
const atInsert = dieAtMark('trigger die before insert on schema_migrations')
const atCommit = dieAtMark('constraint trigger die after insert on schema_migrations deferrable initially deferred')

// R17: the backend is terminated at different points of each migration. The next run must give the same result as a
// clean run.
it(
  `an interrupted migration leads to the same schema, wherever it was interrupted (seed ${seed})`,
  { tags: ['R17'], timeout: 900_000 },
  async () => {
    const random = createRandom(seed)
    let clean: string
    {
      await using db = await openEmptyDatabase()
      await migrate(db, { log })
      clean = await hashSchema(db)
    }
    const migrations = await readMigrations()
    const dir = await copyMigrations('killed')
    for (const { name } of migrations) await rm(path.join(dir, `${name}.sql`))
    // Each try begins with a copy of a database that has all earlier migrations.
    await using before = await openEmptyDatabase()
    // The fast tier only tries the newest migration and another one that changes each day.
    const isTried = migrations.map(
      (_, nth) => isFull || nth === migrations.length - 1 || nth === seed % migrations.length,
    )
    for (const [nth, { name, sql }] of migrations.entries()) {
      const statements = splitStatements(sql)
      const all = [...statements.keys(), statements.length]
      const between = () => 1 + Math.floor(random() * Math.max(1, statements.length - 1))
      // The fast tier only tries one random point.
      const points = isFull ? all : [between()]
      const killed = points.map((at) => statements.toSpliced(at, 0, die))
      const file = path.join(dir, `${name}.sql`)
      if (isTried[nth] === true) {
        // Uses a pool that can be closed, because a database must have no connections to be copied.
        const earlier = createDatabase({ kind: 'server', connection: before.connection, log })
        if (nth > 0) await migrate(earlier, { log, dir })
        await earlier.close()
        for (const [point, words] of [...killed, [sql, atInsert], [sql, atCommit]].entries()) {
          await using db = await openEmptyDatabase(before.connection.database)
          await writeFile(file, words.join('\n'))
          const once = createDatabase({ kind: 'server', connection: db.connection, log, transactionTriesMax: 1 })
          await expect(migrate(once, { log, dir }), `${name}, point ${point}`).rejects.toMatchObject({
            code: 'unavailable',
          })
          await once.close()
          await migrate(db, { log })
          expect(await hashSchema(db), `${name}, point ${point}`).toBe(clean)
        }
      }
      await cp(path.join(migrationsDirectory(), `${name}.sql`), file)
    }
  },
)
