import { execFile, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Database } from '@/lib/db/types'
import { documentFields } from '@/lib/inspections/columns'
import { findFreePort } from '@/lib/db/testing-port'
import { waitFor } from '@/lib/testing/harness'
import { provideInCache } from '../provide'
import { say } from '../tools'
import type { Target } from '../search/search-measure'

const version = '12.4.0'
/**
 * Directus needs Node 22 or newer, and Sightline's benches also run on Node 20. This npm package contains only the
 * program of Node.
 */
const nodeVersion = '22.23.3'
const nodePackage = `node-${process.platform}-${process.arch}`

/** The schema of Directus's own tables, beside ours in the same database. */
const schema = 'directus'
const token = 'bench-directus-token-0123456789'

export const directusName = `Directus ${version}`

/** The columns that a row of our list has. */
export const listedFields = [
  ...Object.values(documentFields).map(({ sql }) => sql),
  'audit_id',
  'modified_at',
  'template_id',
  'result',
  'hydrated_modified_at',
  'hydrate_error',
  'document_problem',
  'missing_at',
  'review_state',
  'review_version',
]

/**
 * The table in which Directus searches for words. Directus has no full-text search, so this is the fastest way that it
 * has.
 */
export const wordsTable = 'inspection_words'
const createWords = `
  create table ${schema}.${wordsTable} as
    select ${listedFields.join(', ')}, array_to_string(tsvector_to_array(search), ' ') as words from inspections;
  alter table ${schema}.${wordsTable} add primary key (audit_id);
  set maintenance_work_mem = '512MB';
  create index on ${schema}.${wordsTable} using gin (words gin_trgm_ops);`

async function ensureWords(db: Database): Promise<void> {
  const { rows } = await db.query<{ has: boolean }>('select to_regclass($1) is not null as has', [
    `${schema}.${wordsTable}`,
  ])
  if (rows[0]?.has === true) return
  say('Making the table in which Directus searches for words; the next run finds it there.')
  await db.query(createWords)
  await db.query(`vacuum (freeze, analyze) ${schema}.${wordsTable}`)
}

/**
 * Installs Directus. Its native module for extensions needs a compiler, so an empty module replaces it. There are no
 * extensions.
 */
function provideDirectus(): { node: string; program: string } {
  const folder = provideInCache(`directus-${version}`, { directus: version, [nodePackage]: nodeVersion })
  const installed = (...names: string[]) => path.join(folder, 'node_modules', ...names)
  writeFileSync(installed('isolated-vm', 'isolated-vm.js'), 'module.exports = {}\n')
  return { node: installed(nodePackage, 'bin', 'node'), program: installed('directus', 'cli.js') }
}

/** Everything that could slow Directus is off: its limits, and what it does besides serving requests. */
const settings = (databaseUrl: string, port: number): NodeJS.ProcessEnv => ({
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: String(port),
  DB_CLIENT: 'pg',
  DB_CONNECTION_STRING: databaseUrl,
  DB_SEARCH_PATH: `array:${schema},public`,
  // The same number as the console.
  DB_POOL__MAX: '10',
  SECRET: 'bench-directus-secret-0123456789',
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD: 'bench-directus-password-0123456789',
  ADMIN_TOKEN: token,
  CACHE_ENABLED: 'false',
  RATE_LIMITER_ENABLED: 'false',
  PRESSURE_LIMITER_ENABLED: 'false',
  WEBSOCKETS_ENABLED: 'false',
  TELEMETRY: 'false',
  LOG_LEVEL: 'warn',
})

/** Starts Directus on the database of a console. Its own tables are in a separate schema. */
export async function startDirectus(
  db: Database,
  databaseUrl: string,
): Promise<Target & { pid: number } & AsyncDisposable> {
  const { node, program } = provideDirectus()
  const port = await findFreePort()
  const env = settings(databaseUrl, port)
  await db.query(`create schema if not exists ${schema}`)
  await ensureWords(db)
  // This does nothing when the tables already exist.
  await promisify(execFile)(node, [program, 'bootstrap'], { env })
  const child = spawn(node, [program, 'start'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const target = { origin: `http://127.0.0.1:${port}`, headers: { authorization: `Bearer ${token}` } }
  const dispose = async () => {
    child.kill('SIGTERM')
    await ended
  }
  try {
    await waitFor('Directus answers', async () => {
      if (child.exitCode !== null) throw new Error('Directus ended before it was ready')
      return await fetch(`${target.origin}/server/ping`).then(
        ({ ok }) => ok,
        () => false,
      )
    })
  } catch (error) {
    await dispose()
    throw error
  }
  return { ...target, pid: child.pid ?? 0, [Symbol.asyncDispose]: dispose }
}
