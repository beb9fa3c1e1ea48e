import 'server-only'
import type { Client } from 'pg'
import { copyIn } from '@/lib/db/copy'
import { migrate, readMigrations } from '@/lib/db/migrate'
import type { Database, DatabaseLog } from '@/lib/db/types'
import {
  BackupError,
  backupManifest,
  checkBackup,
  readFrames,
  readJson,
  tableEnd,
  tableStart,
  type BackupHeader,
  type BackupManifest,
  type CheckedBackup,
  type Frame,
} from './format'
import { type BackupTable, copyTable, createTableSum, listTables, nameColumns, type TableSum } from './tables'

export interface RestoredBackup {
  header: BackupHeader
  tables: number
  rows: number
  /** Migrations of this version that the backup did not have. */
  migrations: string[]
}

/**
 * Restores a backup into an empty database, and then reads every row again to compare. All rows are inserted in one
 * transaction, so a failed restore leaves the database empty.
 * @throws BackupError with the reason
 */
export async function restoreBackup(
  db: Database,
  file: string,
  { log }: { log: DatabaseLog },
): Promise<RestoredBackup> {
  const backup = await checkBackup(file)
  const { header } = backup
  const last = await findLastMigration(file, header)
  await requireEmpty(db, header)
  await migrate(db, { log, last })
  const client = await db.openSession()
  let manifest: BackupManifest
  try {
    manifest = await load(client, backup)
    await client.query('analyze')
  } finally {
    await client.end()
  }
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return { header, tables: manifest.tables.length, rows, migrations: await migrate(db, { log }) }
}

/** The newest migration of the backup. This version must know it. */
async function findLastMigration(file: string, { migrations }: BackupHeader): Promise<string> {
  const known = await readMigrations()
  for (const [index, { name, checksum }] of migrations.entries()) {
    const ours = known[index]
    if (ours === undefined || ours.name !== name)
      throw new BackupError(
        `${file} is of a newer version of Sightline (it has ${name}). Restore it with that version.`,
      )
    if (ours.checksum !== checksum)
      throw new BackupError(`${file} was made with another migration ${name} than this version has.`)
  }
  return migrations.at(-1)?.name ?? ''
}

/** Accepts a database without tables, or one that a failed restore of the same schema left empty. */
async function requireEmpty(db: Database, { migrations }: BackupHeader): Promise<void> {
  const notEmpty = new BackupError('The database is not empty. Restore into an empty database or a new DATA_DIR.')
  const { rows } = await db.query<{ tables: number; is_migrated: boolean }>(
    `select count(*)::int as tables, coalesce(bool_or(relname = 'schema_migrations'), false) as is_migrated
     from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`,
  )
  const found = rows[0]
  if (found === undefined || found.tables === 0) return
  if (!found.is_migrated) throw notEmpty
  const { rows: applied } = await db.query<{ name: string }>('select name from schema_migrations order by name')
  const isBehind = applied.every(({ name }, index) => migrations[index]?.name === name)
  const used = await db
    .query(`select from users union all select from inspections union all select from activity limit 1`)
    .catch(() => ({ rowCount: isBehind && applied.length === 0 ? 0 : 1 }))
  if (!isBehind || used.rowCount > 0) throw notEmpty
}

async function load(client: Client, backup: CheckedBackup): Promise<BackupManifest> {
  await client.query('begin')
  const tables = await listTables(client)
  const names = tables.map(({ name }) => client.escapeIdentifier(name))
  await client.query(`lock table ${names.join(', ')} in access exclusive mode`)
  const foreignKeys = await dropForeignKeys(client)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  // Removes rows that migrations inserted.
  await client.query(`truncate ${names.join(', ')}`)
  const manifest = await loadFrames(client, backup, tables)
  for (const { name, value } of manifest.sequences)
    await client.query('select setval(format($1::text, current_schema(), $2::text)::regclass, $3::bigint)', [
      '%I.%I',
      name,
      value,
    ])
  for (const table of tables) {
    const promised = manifest.tables.find((one) => one.table === table.name)
    requireSame(table.name, promised ?? { rows: 0, sha256: emptySum }, await readSum(client, table))
  }
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const sql of foreignKeys) await client.query(sql)
  await client.query('commit')
  return manifest
}

const emptySum = createTableSum().end().sha256

function requireSame(table: string, promised: TableSum, found: TableSum): void {
  if (promised.rows !== found.rows || promised.sha256 !== found.sha256)
    throw new BackupError(`The rows of ${table} are not those of the backup. Nothing was restored.`)
}

async function readSum(client: Client, table: BackupTable): Promise<TableSum> {
  const sum = createTableSum()
  for await (const bytes of copyTable(client, table)) sum.add(bytes)
  return sum.end()
}

/**
 * Rows are restored table by table, often before the rows that they refer to.
 * @returns the statements that add the foreign keys again
 */
async function dropForeignKeys(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ dropped: string; added: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as dropped,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as added
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
  )
  for (const { dropped } of rows) await client.query(dropped)
  return rows.map(({ added }) => added)
}

/** @returns the manifest, after checking it against the loaded rows */
async function loadFrames(
  client: Client,
  backup: CheckedBackup,
  tables: readonly BackupTable[],
): Promise<BackupManifest> {
  const frames = readFrames(backup)
  const damaged = () => new BackupError(`${backup.file} is damaged: its parts do not fit together.`)
  const loaded: BackupManifest['tables'] = []
  for (;;) {
    const next = await frames.next()
    if (next.done === true) throw damaged()
    const { kind, content } = next.value
    if (kind === 'm') {
      const manifest = backupManifest.safeParse(readJson(content))
      if (!manifest.success || JSON.stringify(manifest.data.tables) !== JSON.stringify(loaded)) throw damaged()
      return manifest.data
    }
    const start = kind === 't' ? tableStart.safeParse(readJson(content)) : null
    const table = tables.find(({ name }) => name === start?.data?.table)
    if (table === undefined || start?.data?.columns.toString() !== table.columns.toString()) throw damaged()
    loaded.push({ table: table.name, ...(await loadTable(client, table, frames, damaged)) })
  }
}

async function loadTable(
  client: Client,
  table: BackupTable,
  frames: AsyncGenerator<Frame>,
  damaged: () => BackupError,
): Promise<TableSum> {
  const sum = createTableSum()
  async function* rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const next = await frames.next()
      if (next.done === true) throw damaged()
      const { kind, content } = next.value
      if (kind === 'e') {
        const promised = tableEnd.safeParse(readJson(content))
        const found = sum.end()
        if (promised.data?.sha256 !== found.sha256 || promised.data.rows !== found.rows) throw damaged()
        ended = found
        return
      }
      if (kind !== 'd') throw damaged()
      sum.add(content)
      yield content
    }
  }
  let ended: TableSum | null = null
  const name = client.escapeIdentifier(table.name)
  await copyIn(client, `copy ${name} (${nameColumns(client, table)}) from stdin`, rows())
  if (ended === null) throw damaged()
  return ended
}
