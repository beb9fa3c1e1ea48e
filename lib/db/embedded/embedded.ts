import 'server-only'
import { rmdir } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import type { ClientConfig } from 'pg'
import { systemClock } from '@/lib/clock'
import { prepareBinaries } from './binaries'
import { ensureCluster, explainServerFailure, serverEnvironment, serverRole } from './cluster'
import { preparePlace } from './place'
import { chooseSettings, readMemoryMb } from './tuning'
import { createInUseError, findOwnerPid, readOwnMark, takeOver } from './postmaster'
import { startServerProcess } from './server-process'
import type { ServerExit, ServerProcess } from './server-process'
import { StartError } from './start-error'
import type { DatabaseLog } from '@/lib/db/types'

/**
 * The private PostgreSQL of a data directory: one console at a time, no network, no process left behind. It is started
 * again when it ends by itself; callers only see connections that come back.
 */
export interface EmbeddedServer {
  /** For pg. */
  connection: ClientConfig
  /** Directory with everything of this server. */
  home: string
  /** Process numbers, for tests and the log; null while it restarts. */
  processes(): { watcher: number; postgres: number } | null
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  log: DatabaseLog
  /** Tests only: a server that waits for no disk and is removed with its folder when this process is gone. */
  throwaway?: boolean
  /** Tests only: instead of asking the disk. */
  freeBytes?: (dir: string) => Promise<number>
}

const databaseName = 'sightline'

/** Empty: the server that made the lock file has not written its number into it yet. */
function isLockTaken(tail: readonly string[]): boolean {
  return tail.some((line) => /lock file "[^"]*" (?:already exists|is empty)/.test(line))
}

function isStillEnding(tail: readonly string[]): boolean {
  return tail.some((line) => /pre-existing shared memory block|the database system is shutting down/.test(line))
}

/** Starts the private PostgreSQL and waits until it takes connections. @throws StartError */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { log } = options
  const isThrowaway = options.throwaway === true
  const shownDir = path.resolve(/* turbopackIgnore: true */ options.dataDir)
  const place = await preparePlace(shownDir)
  if (place.moved !== null) log.info({ home: place.home }, `${place.moved}: the database is kept in ${place.home}`)
  const binaries = await prepareBinaries(place.user, place.shelf)
  if (binaries.isCopy)
    log.info({ root: binaries.root }, `PostgreSQL runs from a copy of its binaries in ${binaries.root}`)
  const { password, isNew } = await ensureCluster({
    binaries,
    place,
    shownDir,
    isThrowaway,
    freeBytes: options.freeBytes,
  })
  if (isNew) log.info({ home: place.home }, 'a new database was created')

  const socket = path.join(place.run, '.s.PGSQL.5432')
  const settings = chooseSettings({ memoryMb: readMemoryMb(), isThrowaway })
  const owner = await readOwnMark()
  const order = {
    command: path.join(binaries.root, 'bin', 'postgres'),
    args: [
      '-D',
      place.data,
      '-k',
      place.run,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      '-c',
      `sightline.owner=${owner}`,
    ],
    env: serverEnvironment(binaries),
    uid: place.user?.uid ?? null,
    gid: place.user?.gid ?? null,
    dataDir: place.data,
    remove: isThrowaway ? shownDir : null,
  }

  let current: ServerProcess | null = null
  let postgresPid: number | null = null
  const stopping = new AbortController()

  const onLog = (line: string) => {
    if (/ (?:FATAL|PANIC):/.test(line) && !/terminating connection|starting up|shutting down/.test(line))
      log.warn({ postgres: line }, 'PostgreSQL reports')
  }

  function explain({ tail }: ServerExit): StartError {
    const known = explainServerFailure(tail.join('\n'), shownDir)
    return known ?? new StartError('failed', `The database in ${shownDir} did not start.`, { cause: tail.join('\n') })
  }

  /** The console that won the race for the lock; it may be about to show itself. */
  async function waitForWinner(): Promise<number | null> {
    for (let tries = 0; tries < 50; tries += 1) {
      const pid = await findOwnerPid(place.data)
      if (pid !== null) return pid
      await systemClock.sleep(20)
    }
    return null
  }

  async function launch(isRestart: boolean): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      await takeOver({
        dataDir: place.data,
        shownDir,
        socket,
        isRestart,
        onOrphan: (pid) => {
          log.warn({ pid }, 'a database left behind by a console that died is stopped first')
        },
      })
      const server = startServerProcess(order, onLog)
      current = server
      const pid = await server.ready
      if (pid !== null) {
        postgresPid = pid
        void guard(server)
        return
      }
      current = null
      const exit = await server.exited
      // Processes of the server before are still ending: PostgreSQL says so and must be asked again.
      if (isStillEnding(exit.tail) && tries < 40) await systemClock.sleep(250)
      else if (isLockTaken(exit.tail)) {
        const winner = await waitForWinner()
        // A lock without a console behind it was left by a server that died meanwhile; the next round removes it.
        if (winner !== null || tries >= 5) throw createInUseError(shownDir, winner)
      } else throw explain(exit)
    }
  }

  /** Starts again what ends without being asked to. */
  async function guard(server: ServerProcess): Promise<void> {
    const exit = await server.exited
    if (current === server) await restart(exit)
  }

  async function restart(exit: ServerExit): Promise<void> {
    postgresPid = null
    current = null
    for (let pauseMs = 50; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, 5_000)) {
      log.error({ tail: exit.tail.slice(-5) }, 'the database ended by itself and is started again')
      try {
        await launch(true)
        log.info({ pid: postgresPid }, 'the database runs again')
        // Stopped while it was coming up.
        if (stopping.signal.aborted) await stopCurrent()
        return
      } catch (error) {
        log.error(
          { reason: error instanceof Error ? error.message : 'unknown' },
          'the database could not be started again',
        )
        await systemClock.sleep(pauseMs)
      }
    }
  }

  async function stopCurrent(): Promise<void> {
    const server = current
    current = null
    postgresPid = null
    await server?.stop()
  }

  await launch(false)
  const connection: ClientConfig = {
    host: place.run,
    port: 5432,
    user: serverRole,
    password,
    database: databaseName,
    ssl: false,
  }
  try {
    await ensureDatabase(connection)
  } catch (error) {
    stopping.abort()
    await stopCurrent()
    throw new StartError('failed', `The database in ${shownDir} did not accept a connection.`, { cause: error })
  }
  log.info({ pid: postgresPid, home: place.home }, 'the database is ready')
  return {
    connection,
    home: place.home,
    processes: () =>
      current === null || postgresPid === null ? null : { watcher: current.watcherPid, postgres: postgresPid },
    stop: async () => {
      stopping.abort()
      await stopCurrent()
      // A socket directory in the temporary folder; inside the home it stays.
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
