import 'server-only'
import { rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import type { ClientConfig } from 'pg'
import type { DatabaseLog } from '@/lib/db/types'
import { type Binaries, prepareBinaries, readOwnMajor } from './binaries'
import { ensureCluster, readClusterPassword, serverEnvironment, serverRole } from './cluster'
import { findOlderBinaries, requireRoomForUpgrade } from './older-binaries'
import { type Place, preparePlace, type ServerUser, workingDirectory } from './place'
import { readOwnMark } from './postmaster'
import type { ServerOrder } from './server-process'
import { StartError } from './start-error'
import { createSupervisor } from './supervisor'
import { chooseOlderSettings, chooseSettings, readMemoryMb } from './tuning'
import { readMajor, settleUpgrade } from './upgrade-folders'

/**
 * The private PostgreSQL of a data directory. One console uses it at a time, it has no network port, and it leaves no
 * process behind. It is restarted when it ends by itself, so callers only see short interruptions.
 */
export interface EmbeddedServer {
  /** Settings for pg. */
  connection: ClientConfig
  /** The directory with all files of this server. */
  home: string
  /** Process ids, for tests and the log; null while it restarts. */
  processes(): { watcher: number; postgres: number } | null
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  log: DatabaseLog
  /** The user that runs a new server, if this process is root. */
  user?: ServerUser | null
  /** Tests only: the server does not wait for the disk, and its folder is removed when this process ends. */
  throwaway?: boolean
  /** Tests only: replaces the real number of free bytes. */
  freeBytes?: (dir: string) => Promise<number>
}

const databaseName = 'sightline'

/** What has to be on disk before a start. */
interface Prepared {
  binaries: Binaries
  place: Place
  shownDir: string
  password: string
}

async function prepare({ dataDir, log, throwaway, freeBytes, user }: EmbeddedOptions): Promise<Prepared> {
  const shownDir = path.resolve(/* turbopackIgnore: true */ dataDir)
  const place = await preparePlace(shownDir, user)
  const binaries = await prepareBinaries(place.user, place.shelf)
  if (binaries.isCopy)
    log.info({ root: binaries.root }, `PostgreSQL runs from a copy of its binaries in ${binaries.root}`)
  const isThrowaway = throwaway === true
  const { password, isNew } = await ensureCluster({ binaries, place, shownDir, isThrowaway, freeBytes })
  if (isNew) log.info({ home: place.home }, 'a new database was created')
  return { binaries, place, shownDir, password }
}

/** The command that runs the server. Other consoles recognize the owner by its mark (`owner`). */
function createOrder(
  { binaries, place }: Pick<Prepared, 'binaries' | 'place'>,
  { owner, settings, remove }: { owner: string; settings: Record<string, string>; remove: string | null },
): ServerOrder {
  return {
    command: path.join(binaries.root, 'bin', 'postgres'),
    args: [
      '-D',
      place.isHidden ? workingDirectory : place.data,
      '-k',
      place.run,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      '-c',
      `sightline.owner=${owner}`,
      '-c',
      `sightline.data=${place.data}`,
    ],
    cwd: place.isHidden ? place.data : '/',
    env: serverEnvironment(binaries),
    uid: place.user?.uid ?? null,
    gid: place.user?.gid ?? null,
    dataDir: place.data,
    remove,
  }
}

function connectionTo(place: Place, password: string): ClientConfig {
  return { host: place.run, port: 5432, user: serverRole, password, database: databaseName, ssl: false }
}

/**
 * How command-line programs connect to the private PostgreSQL of a running console; null if it does not respond.
 * @throws StartError missing if no console was ever started, not-allowed
 */
export async function findEmbedded(dataDir: string): Promise<ClientConfig | null> {
  const shownDir = path.resolve(/* turbopackIgnore: true */ dataDir)
  const isThere = await stat(shownDir).catch(() => null)
  const place = isThere === null ? null : await preparePlace(shownDir)
  const password = place === null ? null : await readClusterPassword(place).catch(refuseToRead(shownDir))
  if (place === null || password === null)
    throw new StartError(
      'missing',
      `There is no database in ${shownDir} yet. Start Sightline once, then run this again.`,
    )
  const connection = connectionTo(place, password)
  const client = new Client({ ...connection, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {
    // `connect` rejects with the same error.
  })
  try {
    await client.connect()
    return connection
  } catch {
    return null
  } finally {
    await client.end().catch(() => {})
  }
}

const refuseToRead =
  (shownDir: string) =>
  (cause: unknown): never => {
    throw new StartError(
      'not-allowed',
      `The database in ${shownDir} belongs to another user. Run this as the user that runs Sightline.`,
      { cause },
    )
  }

/**
 * Starts the private PostgreSQL and waits until it accepts connections.
 * @throws StartError
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { log } = options
  const prepared = await prepare(options)
  const { place, shownDir, password } = prepared
  const isThrowaway = options.throwaway === true
  const settings = chooseSettings({ memoryMb: readMemoryMb(), isThrowaway })
  const remove = isThrowaway ? shownDir : null
  const supervisor = createSupervisor({
    order: createOrder(prepared, { owner: await readOwnMark(), settings, remove }),
    socket: path.join(place.run, '.s.PGSQL.5432'),
    shownDir,
    log,
  })
  await supervisor.start()
  const connection = connectionTo(place, password)
  try {
    await ensureDatabase(connection)
  } catch (error) {
    await supervisor.stop()
    throw new StartError('failed', `The database in ${shownDir} did not accept a connection.`, { cause: error })
  }
  log.info({ pid: supervisor.processes()?.postgres ?? null, home: place.home }, 'the database is ready')
  return {
    connection,
    home: place.home,
    processes: () => supervisor.processes(),
    stop: async () => {
      await supervisor.stop()
      // Removes a socket directory in the temporary folder. Inside the home directory it stays.
      if (!place.run.startsWith(place.home)) await rmdir(place.run).catch(() => {})
    },
  }
}

async function ensureDatabase(connection: ClientConfig): Promise<void> {
  const client = new Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`create database ${databaseName}`)
  } finally {
    await client.end()
  }
}

/** A cluster of an older major version than the console's own PostgreSQL, with programs that can run it. */
export interface OlderCluster extends Prepared {
  from: number
  to: number
}

/**
 * The cluster of `dataDir` if it has an older major version, otherwise null. An interrupted upgrade is completed or
 * undone first.
 * @param given the folder of POSTGRES_OLD_BIN
 * @throws StartError no-binaries, disk-full
 */
export async function findOlder({
  dataDir,
  given,
}: {
  dataDir: string
  given: string | null
}): Promise<OlderCluster | null> {
  const shownDir = path.resolve(/* turbopackIgnore: true */ dataDir)
  const place = await preparePlace(shownDir)
  await settleUpgrade(place.home)
  const from = await readMajor(place.data)
  if (from === null) return null
  const to = await readOwnMajor()
  if (from >= to) return null
  const binaries = await findOlderBinaries(place, { major: from, given, shownDir })
  await requireRoomForUpgrade(place, shownDir)
  const password = (await readClusterPassword(place)) ?? ''
  return { binaries, place, shownDir, password, from, to }
}

/**
 * Runs an older cluster for reading. Writing is not possible, and no other console can use its data directory.
 * @throws StartError in-use
 */
export async function startOlder(
  { place, binaries, shownDir, password, from }: OlderCluster,
  log: DatabaseLog,
): Promise<Pick<EmbeddedServer, 'connection' | 'stop'>> {
  const settings = chooseOlderSettings(from, readMemoryMb())
  const order = createOrder({ binaries, place }, { owner: await readOwnMark(), settings, remove: null })
  const supervisor = createSupervisor({ order, socket: path.join(place.run, '.s.PGSQL.5432'), shownDir, log })
  await supervisor.start()
  return { connection: connectionTo(place, password), stop: () => supervisor.stop() }
}
