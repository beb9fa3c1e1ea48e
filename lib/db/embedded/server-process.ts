import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import { resolveInProject } from '@/lib/db/project-root'

/** The configuration of the watcher. */
export interface ServerOrder {
  command: string
  args: readonly string[]
  env: Record<string, string>
  cwd: string
  uid: number | null
  gid: number | null
  dataDir: string
  /** Tests only: this folder is removed when the server has stopped. */
  remove: string | null
}

export interface ServerExit {
  /** The last lines that PostgreSQL wrote. */
  tail: readonly string[]
}

export interface ServerProcess {
  watcherPid: number
  /** Resolves with PostgreSQL's process id when it accepts connections, or with null if it ends before that. */
  ready: Promise<number | null>
  /** Resolves when PostgreSQL and its watcher have ended for any reason. */
  exited: Promise<ServerExit>
  /** Stops PostgreSQL and waits for its end. */
  stop(): Promise<void>
}

const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), pid: z.number() }),
  z.object({ type: z.literal('log'), line: z.string() }),
  z.object({ type: z.literal('exit'), tail: z.array(z.string()) }),
])

/**
 * Starts PostgreSQL under a watcher (`watcher.mjs`), which stops it even if this process is killed. Once the server is
 * ready, it no longer keeps this process alive.
 */
export function startServerProcess(order: ServerOrder, onLog: (line: string) => void): ServerProcess {
  const watcher = spawn(
    process.execPath,
    ['--max-old-space-size=32', resolveInProject('lib', 'db', 'embedded', 'watcher.mjs'), JSON.stringify(order)],
    // Detached, so that Ctrl-C in a terminal only reaches the console, which stops the database last.
    {
      cwd: '/',
      env: { NODE_ENV: 'production', PATH: '/usr/bin:/bin' },
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    },
  )
  let tail: readonly string[] = []
  const readiness = new EventEmitter<{ told: [number | null] }>()
  const ready = once(readiness, 'told').then(([pid]) => pid as number | null)
  watcher.stdin.on('error', () => {
    // The watcher has ended; `exited` reports it.
  })
  const lines = createInterface({ input: watcher.stdout })
  lines.on('line', (line) => {
    const parsed = message.safeParse(JSON.parse(line))
    if (!parsed.success) return
    if (parsed.data.type === 'log') onLog(parsed.data.line)
    else if (parsed.data.type === 'exit') tail = parsed.data.tail
    else {
      readiness.emit('told', parsed.data.pid)
      watcher.unref()
      for (const pipe of [watcher.stdin, watcher.stdout]) if (pipe instanceof Socket) pipe.unref()
    }
  })
  const exited = new Promise<ServerExit>((resolve) => {
    const end = (line: string | null) => {
      if (line !== null) tail = [...tail, line]
      readiness.emit('told', null)
      resolve({ tail })
    }
    watcher.once('error', (error) => {
      end(`the watcher did not start: ${error.message}`)
    })
    watcher.once('close', () => {
      end(null)
    })
  })
  return {
    watcherPid: watcher.pid ?? 0,
    ready,
    exited,
    stop: async () => {
      watcher.ref()
      if (watcher.exitCode === null && watcher.signalCode === null) {
        watcher.stdin.end()
        await Promise.race([once(watcher, 'close'), exited])
      }
      await exited
    },
  }
}
