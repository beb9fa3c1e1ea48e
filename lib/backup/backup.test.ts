import { copyFile, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeSchema } from '@/lib/db/schema-hash'
import {
  makeTestFolder,
  openEmptyDatabase,
  openTestDatabase,
  removeTestFolder,
  silentLog,
  type TestDatabase,
} from '@/lib/db/testing'
import type { Database, Queryable } from '@/lib/db/types'
import { restoreBackup } from './restore'
import { placeFile, writeBackup } from './write'

let folder: string
let db: TestDatabase
/** A backup that was made during writes. */
let busy: string
const writers = 4

beforeAll(async () => {
  folder = await makeTestFolder('backup')
  db = await openTestDatabase()
  await db.query(`insert into users (email, name, role, password_hash) values ('a@x.example', 'Ann', 'admin', 'x')`)
  for (let nth = 0; nth < 50; nth += 1) for (let writer = 0; writer < writers; writer += 1) await write(writer, nth)
  busy = await backUpWhileWriting()
})
afterAll(async () => {
  await db.close()
  await removeTestFolder(folder)
})

const strange = 'a tab\t, a line\n, a backslash \\N \\. and 日本 😀'

/** One transaction with a row in each of three tables, so a consistent reader sees all three rows or none. */
function write(writer: number, nth: number): Promise<void> {
  const id = `audit_${writer}_${nth}`
  return db.transaction(async (tx: Queryable) => {
    await tx.query(`insert into inspections (audit_id, modified_at, template_id) values ($1, now(), $2)`, [id, strange])
    await tx.query(`insert into inspection_documents (audit_id, modified_at, document) values ($1, now(), $2)`, [
      id,
      JSON.stringify({ text: strange, long: 'x'.repeat(20_000) }),
    ])
    await tx.query(
      `insert into activity (actor_name, actor_email, action, object_kind, object_id, object_name, outcome, before)
       values ('Ann', 'a@x.example', 'inspection.archive', 'inspection', $1, $2, 'done', '{"b": 1,  "a": 2}')`,
      [id, strange],
    )
  })
}

async function backUpWhileWriting(): Promise<string> {
  const to = path.join(folder, 'busy')
  const writing = new AbortController()
  const others = Array.from({ length: writers }, async (_, writer) => {
    for (let nth = 50; !writing.signal.aborted; nth += 1) await write(writer, nth)
  })
  await writeBackup(db, { to })
  writing.abort()
  await Promise.all(others)
  return to
}

/** Every stored row as text, table by table. */
async function readRows(from: Database): Promise<Map<string, string[]>> {
  const { rows: tables } = await from.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname <> 'schema_migrations'`,
  )
  const all = new Map<string, string[]>()
  for (const { name } of tables) {
    const { rows } = await from.query<{ line: string }>(`select t::text as line from ${name} t order by 1`)
    all.set(
      name,
      rows.map(({ line }) => line),
    )
  }
  return all
}

/** A link on a file system that has none, such as exFAT. */
const refuseLink = () => Promise.reject(Object.assign(new Error('operation not permitted'), { code: 'EPERM' }))

const shape = async (one: Database) => (await describeSchema(one)).filter((line) => !line.startsWith('migration'))

async function copyOf(name: string): Promise<string> {
  const file = path.join(folder, name)
  await copyFile(busy, file)
  return file
}

async function refusal(file: string, into: Database): Promise<string> {
  return await restoreBackup(into, file, { log: silentLog }).then(
    () => 'restored',
    (error: unknown) => (error instanceof Error ? error.message : 'unknown'),
  )
}

describe('a backup made while the console works', { tags: ['R32'] }, () => {
  it('is restored row by row, in the state of one moment', async () => {
    await using restored = await openEmptyDatabase()
    await restoreBackup(restored, busy, { log: silentLog })
    const [source, copy] = [await readRows(db), await readRows(restored)]
    for (const [table, lines] of copy) {
      const known = new Set(source.get(table))
      expect(lines.filter((line) => !known.has(line))).toEqual([])
    }
    const counts = ['inspections', 'inspection_documents', 'activity'].map((table) => copy.get(table)?.length ?? 0)
    expect(new Set(counts).size).toBe(1)
    expect(counts[0]).toBeGreaterThanOrEqual(50 * writers)
    expect(copy.get('users')).toEqual(source.get('users'))
  })

  it(
    'restores the same database: rows, schema, sequences, and a log that stays append-only',
    { tags: ['full'] },
    async () => {
      const to = path.join(folder, 'quiet')
      const written = await writeBackup(db, { to })
      await using restored = await openEmptyDatabase()
      const done = await restoreBackup(restored, to, { log: silentLog })
      expect(done).toMatchObject({ tables: written.tables, rows: written.rows, migrations: [] })
      expect(await readRows(restored)).toEqual(await readRows(db))
      expect(await shape(restored)).toEqual(await shape(db))
      await expect(restored.query('delete from activity')).rejects.toThrow('append-only')
      expect((await stat(to)).mode & 0o777).toBe(0o600)
    },
  )

  it('is restored only into an empty database, and never replaces a file', async () => {
    expect(await refusal(busy, db)).toMatch(/not empty/)
    await expect(writeBackup(db, { to: busy })).rejects.toThrow('exists already')
    await expect(writeBackup(db, { to: path.join(folder, 'nowhere', 'x') })).rejects.toThrow('does not exist')
  })
})

describe('a restore', { tags: ['R32'] }, () => {
  const refused: Array<[string, RegExp, () => Promise<string>]> = [
    ['a missing file', /There is no file/, () => Promise.resolve(path.join(folder, 'missing'))],
    [
      'another file',
      /is not a backup of Sightline/,
      async () => {
        const file = path.join(folder, 'other')
        await writeFile(file, 'something else')
        return file
      },
    ],
    [
      'a truncated backup',
      /is incomplete/,
      async () => {
        const file = await copyOf('cut')
        await truncate(file, Math.floor((await stat(file)).size / 2))
        return file
      },
    ],
    [
      'a backup with a changed byte',
      /is damaged: its checksum/,
      async () => {
        const file = await copyOf('changed')
        const bytes = await readFile(file)
        const at = Math.floor(bytes.length / 2)
        bytes.writeUInt8((bytes.readUInt8(at) + 1) % 256, at)
        await writeFile(file, bytes)
        return file
      },
    ],
  ]
  it.each(refused)('fails with the reason and restores nothing from %s', async (_, reason, make) => {
    await using target = await openEmptyDatabase()
    expect(await refusal(await make(), target)).toMatch(reason)
    expect((await readRows(target)).size).toBe(0)
  })

  it('fails with the reason for a backup of a newer version', { tags: ['full'] }, async () => {
    await using newer = await openTestDatabase()
    await newer.query(`insert into schema_migrations (name, checksum) values ('9999_future', 'x')`)
    const file = path.join(folder, 'newer')
    await writeBackup(newer, { to: file })
    await using target = await openEmptyDatabase()
    expect(await refusal(file, target)).toMatch(/newer version of Sightline \(it has 9999_future\)/)
  })
})

describe('a backup on a file system without hard links', () => {
  it('gets its name without a link, and never replaces a file', async () => {
    const own = await makeTestFolder('backup-place')
    const [draft, to] = [path.join(own, 'draft'), path.join(own, 'backup')]
    await writeFile(draft, 'first')
    await placeFile(draft, to, refuseLink)
    expect(await readdir(own)).toEqual(['backup'])
    await writeFile(draft, 'second')
    await expect(placeFile(draft, to, refuseLink)).rejects.toMatchObject({ code: 'EEXIST' })
    expect(await readFile(to, 'utf8')).toBe('first')
    await removeTestFolder(own)
  })
})
