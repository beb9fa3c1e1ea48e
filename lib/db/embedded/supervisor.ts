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
  /** The data directory as the person named it, for messages. */
  shownDir: string
  log: DatabaseLog
}

/** Runs one PostgreSQL, and starts it again when it ends without being asked to. */
export interface Supervisor {
  /** Starts the server and waits until it takes connections. @throws StartError */
  start(): Promise<void>
  /** Process numbers; null while there is no server, or while it starts. */
  processes(): { watcher: number; postgres: number } | null
  stop(): Promise<void>
}

/** Tries while the processes of the server before are still ending, and the pause between them. */
const endingTriesMax = 40
const endingPauseMs = 250
const lockTriesMax = 5

/** Also "is empty": the server that made the lock file has not written its number into it yet. */
function isLockTaken(tail: readonly string[]): boolean {
  return tail.some((line) => /lock file "[^"]*" (?:already exists|is empty)/.test(line))
}

function isStillEnding(tail: readonly string[]): boolean {
  return tail.some((line) => /pre-existing shared memory block|the database system is shutting down/.test(line))
}

/** The console that won the race for the lock; it may need a moment to show itself. */
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
      // Processes of the server before are still ending: PostgreSQL says so and must be asked again.
      if (isStillEnding(exit.tail) && tries < endingTriesMax) await systemClock.sleep(endingPauseMs)
      else if (isLockTaken(exit.tail)) {
        const winner = await waitForWinner(dataDir)
        // A lock without a console was left by a server that died in the meantime; the next round removes it.
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
        // Stopped while it was coming up.
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
