import 'server-only'
import { systemClock } from '@/lib/clock'
import type { DatabaseLog } from '@/lib/db/types'
import { explainServerFailure } from './cluster'
import { createInUseError, findOwnerPid, takeOver } from './postmaster'
import { startServerProcess, type ServerExit, type ServerOrder, type ServerProcess } from './server-process'
import { StartError } from './start-error'

export interface SupervisorOptions {
  order: ServerOrder
  socket: string
  /** DATA_DIR for messages to people. */
  shownDir: string
  log: DatabaseLog
}

/** Runs one PostgreSQL, and starts it again if it ends without `stop`. */
export interface Supervisor {
  /** Starts the server and waits until it accepts connections. @throws StartError */
  start(): Promise<void>
  /** Process ids; null while the server is down or starting. */
  processes(): { watcher: number; postgres: number } | null
  stop(): Promise<void>
}

/** How often a start is tried while processes of the previous server are still ending, and the pause between tries. */
const endingTriesMax = 40
const endingPauseMs = 250
const lockTriesMax = 5

/** A lock file is empty until the server that created it has written its process id. */
function isLockTaken(tail: readonly string[]): boolean {
  return tail.some((line) => /lock file "[^"]*" (?:already exists|is empty)/.test(line))
}

function isStillEnding(tail: readonly string[]): boolean {
  return tail.some((line) => /pre-existing shared memory block|the database system is shutting down/.test(line))
}

/** The process id of the console that won the race for the lock. Its server may take a moment to become visible. */
async function waitForWinner(dataDir: string): Promise<number | null> {
  for (let tries = 0; tries < 50; tries += 1) {
    const pid = await findOwnerPid(dataDir)
    if (pid !== null) return pid
    await systemClock.sleep(20)
  }
  return null
}

function explain({ tail }: ServerExit, shownDir: string): StartError {
  const known = explainServerFailure(tail.join('\n'), shownDir)
  return known ?? new StartError('failed', `The database in ${shownDir} did not start.`, { cause: tail.join('\n') })
}

export function createSupervisor({ order, socket, shownDir, log }: SupervisorOptions): Supervisor {
  const { dataDir } = order
  const stopping = new AbortController()
  let current: ServerProcess | null = null
  let postgresPid: number | null = null

  const onLog = (line: string) => {
    if (/ (?:FATAL|PANIC):/.test(line) && !/terminating connection|starting up|shutting down/.test(line))
      log.warn({ postgres: line }, 'PostgreSQL reports')
  }
  const onOrphan = (pid: number) => {
    log.warn({ pid }, 'a database left behind by a console that died is stopped first')
  }

  async function launch(isRestart: boolean): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      await takeOver({ dataDir, shownDir, socket, isRestart, onOrphan })
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
      // Tries again, because processes of the previous server are still ending.
      if (isStillEnding(exit.tail) && tries < endingTriesMax) await systemClock.sleep(endingPauseMs)
      else if (isLockTaken(exit.tail)) {
        const winner = await waitForWinner(dataDir)
        // Without a console, the lock is from a server that has died since. The next try removes it.
        if (winner !== null || tries >= lockTriesMax) throw createInUseError(shownDir, winner)
      } else throw explain(exit, shownDir)
    }
  }

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
        // `stop` was called during the start.
        if (stopping.signal.aborted) await stopCurrent()
        return
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'unknown'
        log.error({ reason }, 'the database could not be started again')
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

  return {
    start: () => launch(false),
    processes: () =>
      current === null || postgresPid === null ? null : { watcher: current.watcherPid, postgres: postgresPid },
    stop: async () => {
      stopping.abort()
      await stopCurrent()
    },
  }
}
