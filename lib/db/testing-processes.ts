import { spawn } from 'node:child_process'
import { readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { buildSync } from 'esbuild'
import { vi } from 'vitest'

/** Test tool: a console as a separate process (`testing-console.ts`). */
export interface TestConsole {
  pid: number
  /** All lines that it printed. */
  said: Array<Record<string, unknown>>
  /** Resolves with the first line that has `key` (or one of several keys). Rejects if the process ends before. */
  hear(key: string | readonly string[], from?: number): Promise<Record<string, unknown>>
  exited: Promise<number | null>
  kill(signal: NodeJS.Signals): void
  /** Writes one line to its stdin. */
  publishChange(line: string): void
}

const started = new Set<TestConsole>()

let script: string | null = null

/** The console as one file. It starts in 0.3 s; tsx would read its sources for a second at every start. */
function buildConsole(): string {
  if (script !== null) return script
  // Inside the project, so that it finds the packages.
  const outfile = path.resolve('test-results', `console-${process.pid}.mjs`)
  buildSync({
    entryPoints: [path.resolve('lib/db/testing-console.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    conditions: ['react-server'],
    logLevel: 'error',
  })
  script = outfile
  return outfile
}

/** Starts a console on `dataDir`. */
export function startConsole(dataDir: string, mode = '', env: Record<string, string> = {}): TestConsole {
  const child = spawn(process.execPath, ['--conditions=react-server', buildConsole(), dataDir, mode], {
    env: { NODE_ENV: 'test', PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const said: Array<Record<string, unknown>> = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    // The last line of a killed process may be incomplete.
    try {
      said.push(JSON.parse(line) as Record<string, unknown>)
    } catch {
      said.push({ cut: line })
    }
  })
  createInterface({ input: child.stderr }).on('line', (line) => {
    said.push({ stderr: line })
  })
  let hasEnded = false
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      hasEnded = true
      resolve(code)
    })
  })
  const console: TestConsole = {
    pid: child.pid ?? 0,
    said,
    exited,
    hear: async (key, from = 0) =>
      await vi.waitUntil(
        () => {
          const found = said.slice(from).find((line) => [key].flat().some((one) => one in line))
          if (found === undefined && hasEnded)
            throw new Error(`the console ended without ${String(key)}: ${JSON.stringify(said.slice(-8))}`)
          return found
        },
        { interval: 5, timeout: 60_000 },
      ),
    kill: (signal) => {
      child.kill(signal)
    },
    publishChange: (line) => {
      child.stdin.write(`${line}\n`)
    },
  }
  started.add(console)
  void exited.then(() => started.delete(console))
  return console
}

/** Ends consoles that a failed test left running, and removes their file. */
export async function killConsoles(): Promise<void> {
  await Promise.all(
    [...started].map(async (console) => {
      console.kill('SIGKILL')
      await console.exited
    }),
  )
  if (script !== null) rmSync(script, { force: true })
  script = null
}

/** Whether a process runs (a zombie does not). */
export function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
  } catch {
    return false
  }
}

/** Processes of PostgreSQL and its watchers that belong to `dir`. */
export function findProcesses(dir: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      if (!Number.isInteger(pid) || !isRunning(pid)) return false
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        if (words.includes('watcher.mjs') || words.includes('postgres')) {
          if (words.includes(dir)) return true
          return readlinkSync(`/proc/${pid}/cwd`).startsWith(dir)
        }
      } catch {
        // The process ended during the read.
      }
      return false
    })
}

/** Waits until no process of `dir` runs any more. */
export async function waitUntilRemoved(dir: string): Promise<void> {
  await vi.waitUntil(() => findProcesses(dir).length === 0, { interval: 10, timeout: 30_000 })
}
