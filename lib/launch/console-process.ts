import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Settings } from '@/lib/env'
import { isLoopback } from '@/lib/env-parts'
import { spellSecret } from '@/lib/log-line.mjs'
import type { Command } from './arguments'
import { isPackage, packagedServer } from './dist-dir'
import type { ConsoleOrder } from './waiter/waiter.mjs'

export interface ConsoleOptions {
  command: Command
  root: string
  env: Record<string, string>
  settings: Pick<Settings, 'heapMb' | 'logLevel'>
  /** Values that no line of output may contain. */
  secrets: readonly string[]
}

/** The order that tells the waiter how to start Next. */
export function orderConsole({ command, root, env, settings, secrets }: ConsoleOptions): ConsoleOrder {
  const address = ['-p', env['PORT'] ?? '', '-H', env['HOSTNAME'] ?? '']
  // The server of a package reads its address from the environment.
  const next = isPackage(root)
    ? [packagedServer]
    : ['node_modules/next/dist/bin/next', command === 'dev' ? 'dev' : 'start', ...address]
  const preload = ['--import', pathToFileURL(path.join(root, 'lib/launch/next-process.mjs')).href]
  // Next's development server sets its own limit.
  const isCapped = command !== 'dev' && env['NODE_OPTIONS']?.includes('max-old-space-size') !== true
  const cap = isCapped ? [`--max-old-space-size=${settings.heapMb}`] : []
  return {
    args: [...cap, ...preload, ...next],
    env: { ...env, NODE_ENV: command === 'dev' ? 'development' : 'production' },
    log: command === 'dev' ? null : { level: settings.logLevel, secrets: secrets.flatMap(spellSecret) },
  }
}

/** Polls the readiness route until it responds with 200. */
export async function waitUntilReady(env: Record<string, string>): Promise<void> {
  const { HOSTNAME: hostname = '', PORT: port = '', BASE_PATH: basePath = '' } = env
  const reachable = isLoopback(hostname) || !/^(0\.0\.0\.0|::)$/.test(hostname) ? hostname : '127.0.0.1'
  const url = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}${basePath}/api/health/ready`
  for (;;) {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) })
      await answer.body?.cancel()
      if (answer.status === 200) return
    } catch {
      // The console does not listen yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}
