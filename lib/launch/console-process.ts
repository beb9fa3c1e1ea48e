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

/**
 * Settings of glibc's allocator; other ones ignore them. Pictures, compression and connections allocate on many threads.
 * With the defaults, each thread keeps an arena of its own, whose free memory is hardly ever returned to the system.
 */
const allocator = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const

/** The young generation of V8 has two halves of this many MB, 16 by default. Requests are served as fast with 8. */
const youngGeneration = '--max-semi-space-size=8'

/** The order that tells the waiter how to start Next. */
export function orderConsole({ command, root, env, settings, secrets }: ConsoleOptions): ConsoleOrder {
  const address = ['-p', env['PORT'] ?? '', '-H', env['HOSTNAME'] ?? '']
  // The server of a package reads its address from the environment.
  const next = isPackage(root)
    ? [packagedServer]
    : ['node_modules/next/dist/bin/next', command === 'dev' ? 'dev' : 'start', ...address]
  const preload = ['--import', pathToFileURL(path.join(root, 'lib/launch/next-process.mjs')).href]
  // Next's development server sets its own limits.
  const limits = command === 'dev' ? [] : [`--max-old-space-size=${settings.heapMb}`, youngGeneration]
  const isMissing = (limit: string) => env['NODE_OPTIONS']?.includes(limit.slice(2, limit.indexOf('='))) !== true
  return {
    args: [...limits.filter(isMissing), ...preload, ...next],
    env: { ...allocator, ...env, NODE_ENV: command === 'dev' ? 'development' : 'production' },
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
