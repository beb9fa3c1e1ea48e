import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import { isLoopback } from '@/lib/env-parts'
import type { Log } from '@/lib/log'
import type { Command } from './arguments'
import { isPackage, packagedServer } from './build'
import { wrapLines } from './log-lines'
import { watchParent } from './parent'

/** The console normally stops in under 10 s. After this time it never will. */
const killAfterMs = 15_000

export interface ConsoleProcess {
  /** Resolves with the exit code to pass on, and with the message when the console gave up its start. */
  ended: Promise<{ code: number; sentence: string | null }>
  /** Aborted once it is asked to stop, or has ended. */
  stopping: AbortSignal
}

export interface ConsoleOptions {
  command: Command
  root: string
  env: Record<string, string>
  heapMb: number
  /** The log that gets every line of output; null prints output to the terminal unchanged. */
  log: Log | null
}

/** Sent by the console to its launcher before it ends: why it could not start. */
export const startFailed = z.object({ startFailed: z.string() })

/** Starts Next as a child process that gets our signals, ends with npm, and notices when we end (see boot.ts). */
export function spawnConsole({ command, root, env, heapMb, log }: ConsoleOptions): ConsoleProcess {
  const address = ['-p', env['PORT'] ?? '', '-H', env['HOSTNAME'] ?? '']
  // The server of a package reads its address from the environment.
  const next = isPackage(root)
    ? [packagedServer]
    : ['node_modules/next/dist/bin/next', command === 'dev' ? 'dev' : 'start', ...address]
  const preload = ['--import', pathToFileURL(path.join(root, 'lib/launch/next-process.mjs')).href]
  // Next's development server sets its own.
  const isCapped = command !== 'dev' && env['NODE_OPTIONS']?.includes('max-old-space-size') !== true
  const cap = isCapped ? [`--max-old-space-size=${heapMb}`] : []
  const output = log === null ? 'inherit' : 'pipe'
  const child = spawn(process.execPath, [...cap, ...preload, ...next], {
    cwd: root,
    env: { ...env, NODE_ENV: command === 'dev' ? 'development' : 'production' },
    stdio: ['ignore', output, output, 'ipc'],
  })
  if (log !== null) wrapOutput(child, log)
  let sentence: string | null = null
  child.on('message', (message) => {
    sentence = startFailed.safeParse(message).data?.startFailed ?? sentence
  })

  let isStopping = false
  const stopping = new AbortController()
  const stop = (signal: 'SIGTERM' | 'SIGINT') => {
    child.kill(signal)
    if (!isStopping) setTimeout(() => child.kill('SIGKILL'), killAfterMs).unref()
    isStopping = true
    stopping.abort()
  }
  const release = obeySignals(env, stop)
  const ended = new Promise<{ code: number; sentence: string | null }>((resolve) => {
    child.once('error', () => resolve({ code: 1, sentence }))
    // `close` comes after the last output.
    child.once('close', (code, signal) => {
      release()
      stopping.abort()
      // Next's own exit codes for our signals (130, 143) mean that it stopped as requested.
      const isExpected = isStopping && (code === 130 || code === 143 || signal === 'SIGTERM' || signal === 'SIGINT')
      resolve({ code: isExpected ? 0 : (code ?? 1), sentence })
    })
  })
  return { ended, stopping: stopping.signal }
}

/** Stops the console on signals and when npm ends. Returns a function that removes the listeners. */
function obeySignals(env: Record<string, string>, stop: (signal: 'SIGTERM' | 'SIGINT') => void): () => void {
  const parent = watchParent({ env, onExit: () => stop('SIGTERM') })
  const hasTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
  const listeners = {
    SIGTERM: () => stop('SIGTERM'),
    SIGINT: () => stop('SIGINT'),
    // The terminal was closed. Node does not keep nohup's request to ignore it. Without a terminal, the signal is not for
    // us.
    SIGHUP: () => (hasTerminal ? stop('SIGTERM') : parent.noteHangUp()),
  }
  for (const [name, listener] of Object.entries(listeners)) process.on(name, listener)
  return () => {
    parent.stop()
    for (const [name, listener] of Object.entries(listeners)) process.off(name, listener)
  }
}

const write = (line: string) => void process.stdout.write(line)

function wrapOutput({ stdout, stderr }: ChildProcess, log: Log): void {
  for (const [stream, level] of [
    [stdout, 'info'],
    [stderr, 'error'],
  ] as const) {
    const lines = wrapLines(level, { log, write })
    stream?.on('data', (bytes: Buffer) => lines.feed(bytes))
    stream?.once('close', () => lines.end())
  }
}

/** Polls the readiness route until it answers 200. Returns false when the console ended or `signal` aborted first. */
export async function waitUntilReady(env: Record<string, string>, signal: AbortSignal): Promise<boolean> {
  const { HOSTNAME: hostname = '', PORT: port = '', BASE_PATH: basePath = '' } = env
  const reachable = isLoopback(hostname) || !/^(0\.0\.0\.0|::)$/.test(hostname) ? hostname : '127.0.0.1'
  const url = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}${basePath}/api/health/ready`
  while (!signal.aborted) {
    try {
      const answer = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]) })
      await answer.body?.cancel()
      if (answer.status === 200) return true
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  return false
}
