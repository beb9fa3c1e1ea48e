import { spawn, type ChildProcess } from 'node:child_process'
import { isLoopback } from '@/lib/env'
import type { Command } from './arguments'

const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
/** The console stops in under 10 s by itself; after this it is not going to. */
const killAfterMs = 15_000

export interface ConsoleProcess {
  child: ChildProcess
  /** Resolves with the exit code to pass on. */
  ended: Promise<number>
}

/** Starts Next as a child that gets our signals and notices our death (see boot.ts). */
export function spawnConsole(command: Command, root: string, env: Record<string, string>): ConsoleProcess {
  const next = ['node_modules/next/dist/bin/next', command === 'dev' ? 'dev' : 'start']
  const child = spawn(process.execPath, [...next, '-p', env['PORT'] ?? '', '-H', env['HOSTNAME'] ?? ''], {
    cwd: root,
    env: { ...env, NODE_ENV: command === 'dev' ? 'development' : 'production' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let isStopping = false
  const forward = (signal: NodeJS.Signals) => {
    child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    if (!isStopping) setTimeout(() => child.kill('SIGKILL'), killAfterMs).unref()
    isStopping = true
  }
  for (const signal of stopSignals) process.on(signal, forward)
  const ended = new Promise<number>((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (code, signal) => {
      for (const name of stopSignals) process.off(name, forward)
      // Next's own exit codes for our signals (130, 143) mean that it did as told.
      const asTold = isStopping && (code === 130 || code === 143 || signal === 'SIGTERM' || signal === 'SIGINT')
      resolve(asTold ? 0 : (code ?? 1))
    })
  })
  return { child, ended }
}

/** Polls the readiness route until it answers 200; false when the console ended or `signal` aborted first. */
export async function waitUntilReady(env: Record<string, string>, signal: AbortSignal): Promise<boolean> {
  const hostname = env['HOSTNAME'] ?? ''
  const reachable = isLoopback(hostname) || !/^(0\.0\.0\.0|::)$/.test(hostname) ? hostname : '127.0.0.1'
  const url = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${env['PORT']}/api/health/ready`
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
