import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, realpath, rename, rm, statfs, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { systemClock } from '@/lib/clock'
import { processWide } from '@/lib/process-wide'
import { createDatabase } from './database'
import { startEmbedded } from './embedded/embedded'
import type { EmbeddedServer } from './embedded/embedded'
import { prepareBinaries } from './embedded/binaries'
import { migrate } from './migrate'
import { startServerProcess } from './embedded/server-process'
import { findFreePort } from './testing-port'
import type { Database, DatabaseLog } from './types'

/** Databases for tests. Servers end with the test process, even if it is killed, and their folders are deleted. */

export const silentLog: DatabaseLog = { info: () => {}, warn: () => {}, error: () => {} }

/** A folder that every user can reach, outside of the working tree. */
export async function makeTestFolder(name = 'test', parent = os.tmpdir()): Promise<string> {
  const dir = await mkdtemp(path.join(parent, `sightline-${name}-`))
  await chmod(dir, 0o755)
  return await realpath(dir)
}

const template = 'sightline_template'

type Connection = EmbeddedServer['connection']

interface TestServer {
  connection: Connection
  admin: Database
}

/** One server for all test files of a process, including those that reload modules (lib/testing/fresh-start.ts). */
const inProcess = processWide('testing.server', () => ({ server: null as Promise<TestServer> | null, databases: 0 }))

function createOn(connection: Connection, name: string, onClose?: () => Promise<void>): Database {
  return createDatabase({
    kind: 'embedded',
    connection: { ...connection, database: name },
    log: silentLog,
    ...(onClose === undefined ? {} : { onClose }),
  })
}

const memoryFolder = '/dev/shm'
const memoryBytesMin = 2 ** 30

/** A folder in memory, if there is room. There, a copy of the template takes 20 ms instead of 300. */
async function findQuickFolder(): Promise<string> {
  const { bavail, bsize } = await statfs(memoryFolder).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize >= memoryBytesMin ? memoryFolder : os.tmpdir()
}

async function startTestServer(): Promise<TestServer & { stop(): Promise<void> }> {
  const server = await startEmbedded({
    dataDir: await makeTestFolder('test', await findQuickFolder()),
    log: silentLog,
    throwaway: true,
  })
  const { connection } = server
  const admin = createOn(connection, 'postgres')
  await admin.query(`create database ${template}`)
  const first = createOn(connection, template)
  await migrate(first, { log: silentLog })
  // Lets tests empty the activity log, which the console itself forbids.
  await first.query('alter table activity disable trigger activity_never_emptied')
  await first.close()
  return { connection, admin, stop: () => server.stop() }
}

/** Names the folder in which the server of all test files stores its address. */
const sharedVariable = 'SIGHTLINE_TEST_SERVER'
const sharedNote = z.union([
  z.object({ connection: z.object({ host: z.string(), user: z.string(), password: z.string() }).loose() }),
  z.object({ problem: z.string() }),
])

/**
 * Starts one server for all test files of a run, for Vitest's globalSetup. It does not wait for the server, so that
 * test files without a database can begin at once.
 */
export async function shareTestServer(): Promise<() => Promise<void>> {
  const folder = await makeTestFolder('shared')
  const note = async (words: z.input<typeof sharedNote>) => {
    await writeFile(path.join(folder, 'new'), JSON.stringify(words), { mode: 0o600 })
    await rename(path.join(folder, 'new'), path.join(folder, 'server.json'))
  }
  const starting = startTestServer()
  const told = starting.then(
    ({ connection }) => note({ connection: connection as Record<'host' | 'user' | 'password', string> }),
    (error: unknown) => note({ problem: String(error) }),
  )
  process.env[sharedVariable] = folder
  return async () => {
    await told
    const server = await starting.catch(() => null)
    await server?.admin.close()
    await server?.stop()
    await removeTestFolder(folder)
  }
}

async function joinTestServer(folder: string): Promise<TestServer> {
  const file = path.join(folder, 'server.json')
  while (!existsSync(file)) await systemClock.sleep(20)
  const told = sharedNote.parse(JSON.parse(await readFile(file, 'utf8')))
  if ('problem' in told) throw new Error(`the database of the tests did not start: ${told.problem}`)
  return { connection: told.connection, admin: createOn(told.connection, 'postgres') }
}

function findTestServer(): Promise<TestServer> {
  const folder = process.env[sharedVariable]
  return folder === undefined ? startTestServer() : joinTestServer(folder)
}

export type TestDatabase = Database & AsyncDisposable & { connection: Connection }

/**
 * A new migrated database, copied from a template: `await using db = await openTestDatabase()`. Outside of Vitest, the
 * first call of a process starts the server, which takes about a second.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  return await createTestDatabase(template)
}

/**
 * A new database without tables, for tests of migrations, or a copy of the database `source`, which must have no
 * connections.
 */
export async function openEmptyDatabase(source = 'template0'): Promise<TestDatabase> {
  return await createTestDatabase(source)
}

async function createTestDatabase(source: string): Promise<TestDatabase> {
  inProcess.server ??= findTestServer()
  const { connection, admin } = await inProcess.server
  inProcess.databases += 1
  const name = `test_${process.pid}_${inProcess.databases}`
  await admin.query(`create database ${name} template ${source} strategy file_copy`)
  const db = createOn(connection, name, async () => {
    await admin.query(`drop database if exists ${name} with (force)`)
  })
  return Object.assign(db, {
    connection: { ...connection, database: name },
    [Symbol.asyncDispose]: () => db.close(),
  })
}

export interface SecondServer extends AsyncDisposable {
  /** For DATABASE_URL. */
  url: string
  /** Where its programs come from. */
  source: 'system' | 'npm'
  stop(): Promise<void>
}

const systemRoot = '/usr/lib/postgresql/15'

/**
 * A PostgreSQL server as an organization would run it: over TCP, with a password, separate from the console. It uses
 * the system's PostgreSQL 15 if there is one, otherwise the npm binaries.
 */
export async function startSecondServer(): Promise<SecondServer> {
  const folder = await makeTestFolder('server', await findQuickFolder())
  const source = existsSync(path.join(systemRoot, 'bin', 'postgres')) ? 'system' : 'npm'
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null
  const root = source === 'system' ? systemRoot : (await prepareBinaries(user, await prepareShelf(folder))).root
  const password = 'p@ss:w/rd-of-the-second-server'
  const data = path.join(folder, 'data')
  const secret = path.join(folder, 'password')
  await mkdir(data, { mode: 0o700 })
  await writeFile(secret, `${password}\n`, { mode: 0o600 })
  if (user !== null) for (const file of [folder, data, secret]) await chown(file, user.uid, user.gid)
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', ...(source === 'npm' ? { LD_LIBRARY_PATH: `${root}/lib` } : {}) }
  execFileSync(
    path.join(root, 'bin', 'initdb'),
    [
      `--pgdata=${data}`,
      '--username=owner',
      `--pwfile=${secret}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ],
    { cwd: '/', env: { NODE_ENV: 'test', ...env }, stdio: 'ignore', ...user },
  )
  const port = await findFreePort()
  // All relevant settings differ from those of the private PostgreSQL, such as time zone and date style.
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    fsync: 'off',
    shared_buffers: '32MB',
    timezone: 'Asia/Kolkata',
    datestyle: 'SQL, DMY',
    bytea_output: 'escape',
  }
  const server = startServerProcess(
    {
      command: path.join(root, 'bin', 'postgres'),
      args: [
        '-D',
        data,
        '-k',
        data,
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      env,
      cwd: '/',
      uid: user?.uid ?? null,
      gid: user?.gid ?? null,
      dataDir: data,
      remove: folder,
    },
    () => {},
  )
  if ((await server.ready) === null)
    throw new Error(`the second server did not start: ${(await server.exited).tail.join('\n')}`)
  return {
    url: `postgres://owner:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    source,
    stop: () => server.stop(),
    [Symbol.asyncDispose]: () => server.stop(),
  }
}

async function prepareShelf(folder: string): Promise<string> {
  const shelf = path.join(folder, 'shelf')
  await mkdir(shelf, { mode: 0o755 })
  return shelf
}

/** Removes the folder of a test. */
export async function removeTestFolder(dir: string): Promise<void> {
  await rm(dir, { recursive: true, force: true, maxRetries: 5 })
}
