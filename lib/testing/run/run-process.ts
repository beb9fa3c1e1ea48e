import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export interface ProcessResult {
  code: number
  output: string
}

const stopping = new AbortController()
/**
 * Added to the niceness. On Linux, the process then gets a third of the CPU time of another process while both want all
 * of it.
 */
const patience = 5

/**
 * Runs a command, keeps its output and writes it to `logFile` as it arrives. It never rejects. With `isPatient` it
 * yields the cores to the build and the browser tests, which take longest and leave cores idle in between.
 */
export async function runProcess(
  command: string,
  words: readonly string[],
  options: { env?: Readonly<Record<string, string | undefined>>; logFile: string; isPatient?: boolean },
): Promise<ProcessResult> {
  mkdirSync(path.dirname(options.logFile), { recursive: true })
  const log = createWriteStream(options.logFile)
  const child = spawn(command, words, {
    env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', NEXT_TELEMETRY_DISABLED: '1', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: stopping.signal,
    timeout: 150 * 60_000,
  })
  if (options.isPatient === true && child.pid !== undefined) os.setPriority(child.pid, os.getPriority() + patience)
  const parts: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      parts.push(bytes.toString())
      log.write(bytes)
    })
  const code = await new Promise<number>((resolve) => {
    child.once('error', (error) => {
      parts.push(error.message)
      resolve(1)
    })
    child.once('close', (status) => resolve(status ?? 1))
  })
  log.end()
  return { code, output: parts.join('') }
}

/** Ends what is still running, so that Ctrl+C leaves nothing behind. */
export function stopProcesses(): void {
  stopping.abort()
}
