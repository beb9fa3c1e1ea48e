import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ensureBuild } from '@/lib/launch/build'

/** Folder for builds of the bench. The project's own build is not touched. */
export const benchDistDir = '.next-bench'

/** Folder for data sets, which later runs use again. */
export const benchFolder = path.join(os.tmpdir(), `sightline-bench-${process.getuid?.() ?? 0}`)

export const say = (line: string) => process.stdout.write(`${line}\n`)

/** Makes the bench's own build of these sources unless it is there. True when there is one. No service is behind it. */
export async function ensureBenchBuild(): Promise<boolean> {
  const env = { ...process.env, SIGHTLINE_BENCH: '1', SIGHTLINE_BENCH_UPSTREAM: 'http://127.0.0.1:9' }
  return (await ensureBuild(process.cwd(), { distDir: benchDistDir, env, say })) === 0
}

/** The next message of a child process. @throws when it ends instead */
export async function receive<Message>(child: ChildProcess): Promise<Message> {
  const settled = new AbortController()
  const { signal } = settled
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error('a process of the bench ended')
  })
  try {
    const [message] = (await Promise.race([once(child, 'message', { signal }), ended])) as [Message]
    return message
  } finally {
    ended.catch(() => undefined)
    settled.abort()
  }
}

/** What a result depends on besides the code. */
export function describeMachine() {
  const cpus = os.cpus()
  return {
    node: process.version,
    cpus: cpus.length,
    model: cpus[0]?.model ?? '',
    memoryMb: Math.round(os.totalmem() / 1024 / 1024),
    platform: `${os.platform()} ${os.release()}`,
    /** Other work on the machine during the measurement. */
    loadAverage: os.loadavg(),
  }
}

/** Writes results under bench-results/, named by the bench and the time, and prints the path. */
export function writeResults(bench: string, results: object): void {
  mkdirSync('bench-results', { recursive: true })
  const file = `bench-results/${bench}-${new Date().toISOString().replaceAll(':', '-')}.json`
  writeFileSync(file, `${JSON.stringify({ machine: describeMachine(), ...results }, null, 2)}\n`)
  say(`\nwritten to ${file}`)
}
