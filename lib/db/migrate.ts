import 'server-only'
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { resolveInProject } from './project-root'
import { StartError } from './embedded/start-error'
import type { Database, DatabaseLog, Queryable } from './types'

export interface Migration {
  /** File name without `.sql`. Migrations are applied in the order of their names. */
  name: string
  sql: string
  checksum: string
  /**
   * A console must know this migration to run on a database with the present one. '' if the present one only adds
   * something, so that any console can run. If it removes something, its first line names the migration since which
   * that is unused.
   */
  needs: string
}

// Advisory lock, so that only one console migrates. The number is arbitrary, but equal in every console.
const lockKey = 7_316_021_954
/** The migration that adds the column `needs`. */
const firstWithNeeds = '0038_rollback'

export function migrationsDirectory(): string {
  return resolveInProject('lib', 'db', 'migrations')
}

/**
 * The migrations of this version of the console, in order.
 * @throws StartError if they are missing
 */
export async function readMigrations(dir: string = migrationsDirectory()): Promise<Migration[]> {
  const names = await readdir(dir).catch((error: unknown) => {
    throw new StartError(
      'missing',
      `The database migrations are not in ${dir}. Start the console from the folder of the project.`,
      { cause: error },
    )
  })
  const files = names.filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort()
  if (files.length === 0) throw new StartError('missing', `The folder ${dir} holds no database migrations.`)
  return await Promise.all(
    files.map(async (file) => {
      const sql = (await readFile(path.join(dir, file), 'utf8')).replaceAll('\r\n', '\n')
      const needs = /^-- needs: (\d{4}_[a-z0-9_]+)\n/.exec(sql)?.[1] ?? ''
      return { name: file.slice(0, -4), sql, checksum: createHash('sha256').update(sql).digest('hex'), needs }
    }),
  )
}

interface Applied {
  name: string
  checksum: string
  /** Null if the version that applied the migration did not record it. */
  needs: string | null
}

// Reads the row as JSON, because older databases do not have the column `needs`.
const readApplied = async (db: Queryable) =>
  (
    await db.query<Applied>(
      `select name, checksum, to_jsonb(schema_migrations) ->> 'needs' as needs from schema_migrations order by name`,
    )
  ).rows

/** A newer version may have migrated the database, before a rollback or while consoles are updated one by one. */
const canRunWith = ({ name, needs }: Applied, last: string) => name > last && (needs ?? name) <= last

function checkApplied(applied: readonly Applied[], migrations: readonly Migration[]): void {
  const last = migrations.at(-1)?.name ?? ''
  for (const [index, row] of applied.entries()) {
    const { name, checksum } = row
    const known = migrations.find((migration) => migration.name === name)
    if (known === undefined && canRunWith(row, last)) continue
    if (known === undefined)
      throw new StartError(
        'too-new',
        `The database was made by a newer version of the console (it holds ${name}). Start that version, or use another database.`,
      )
    if (known.checksum !== checksum)
      throw new StartError(
        'changed-migration',
        `The migration ${name} is not the one this database was made with. Restore the file; changes go into a new migration.`,
      )
    if (migrations[index]?.name !== name)
      throw new StartError(
        'changed-migration',
        `The migration ${migrations[index]?.name ?? ''} comes before ${name}, which this database already has. Give it a higher number.`,
      )
  }
}

/**
 * Applies the next migration and returns its name; null if there is none. Lock, change and record are one transaction.
 */
async function applyNext(tx: Queryable, migrations: readonly Migration[]): Promise<string | null> {
  // Removes the server's limits for queries, because rewriting a table of a million rows takes minutes.
  await tx.query('set local statement_timeout = 0; set local lock_timeout = 0')
  await tx.query('select pg_advisory_xact_lock($1)', [lockKey])
  await tx.query(
    `create table if not exists schema_migrations (
      name text collate "C" primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`,
  )
  const applied = await readApplied(tx)
  checkApplied(applied, migrations)
  const next = migrations[applied.length]
  if (next === undefined) return null
  await tx.query(next.sql)
  await tx.query('insert into schema_migrations (name, checksum) values ($1, $2)', [next.name, next.checksum])
  if (next.name >= firstWithNeeds)
    await tx.query('update schema_migrations set needs = $2 where name = $1', [next.name, next.needs])
  return next.name
}

/** The applied migrations; null if the database was never migrated. */
async function readIfMigrated(db: Queryable): Promise<Applied[] | null> {
  const { rows: tables } = await db.query<{ is_there: boolean }>(
    `select to_regclass('schema_migrations') is not null as is_there`,
  )
  if (tables[0]?.is_there !== true) return null
  return await readApplied(db)
}

/**
 * The number of migrations that a start would apply. Applies none.
 * @throws StartError too-new, changed-migration
 */
export async function inspectMigrations(db: Queryable): Promise<number> {
  const migrations = await readMigrations()
  const applied = (await readIfMigrated(db)) ?? []
  checkApplied(applied, migrations)
  return Math.max(0, migrations.length - applied.length)
}

/**
 * Checks that the database has this version, for commands, which never migrate.
 * @throws StartError missing, too-old, too-new, changed-migration
 */
export async function requireMigrated(db: Queryable): Promise<void> {
  const applied = await readIfMigrated(db)
  if (applied === null)
    throw new StartError('missing', 'The database is empty. Start Sightline once, then run this again.')
  const migrations = await readMigrations()
  checkApplied(applied, migrations)
  if (applied.length < migrations.length)
    throw new StartError(
      'too-old',
      'The database is of an older version of Sightline. Start this version once, then run this again.',
    )
}

/**
 * Migrates the database forward to this version of the console. Several consoles may call it at the same time. A
 * database of a newer version is accepted if its migrations only added things, or removed things that this version does
 * not use.
 *
 * `last`: the migration to stop after, for tests that need rows of an earlier version.
 * @returns the names of the migrations that it applied
 * @throws StartError too-new, changed-migration; AppError unavailable
 */
export async function migrate(
  db: Database,
  { log, dir, last }: { log: DatabaseLog; dir?: string; last?: string },
): Promise<string[]> {
  const known = await readMigrations(dir)
  const migrations = last === undefined ? known : known.filter(({ name }) => name <= last)
  const done: string[] = []
  for (;;) {
    const name = await db.transaction((tx) => applyNext(tx, migrations))
    if (name === null) break
    done.push(name)
    log.info({ migration: name }, 'the database was migrated')
  }
  const newest = (await readApplied(db)).at(-1)?.name ?? ''
  if (newest > (known.at(-1)?.name ?? ''))
    log.info({ migration: newest }, 'the database is of a newer version, on which this one can run')
  return done
}
