import { fork, type ChildProcess } from 'node:child_process'
import { ensureBuild } from '@/lib/launch/build'
import { startConsole, type TestConsole, type TestConsoleOptions } from '../harness'
import { compare, type Comparison, type Verdict } from './compare'
import type { Round, RoundResult } from './load'
import { benchDistDir, receive, say, writeResults } from './tools'

const connections = 16

/** How long a comparison takes. */
export interface Effort {
  rounds: number
  roundMs: number
}

const wholeEffort: Effort = { rounds: 7, roundMs: 4_000 }

/** Creates a round of requests to one path, or to several paths with responses of the same size. */
export type Ask = (paths: string | readonly string[], bytes: number) => Round

/** Lifts the limits per person. Returns the function that creates rounds. */
export async function openAsk(app: TestConsole, headers: Record<string, string>, roundMs: number): Promise<Ask> {
  const unlimited = await fetch(`${app.url}/api/bench/no-limits`)
  if (!unlimited.ok) throw new Error('the limits per person could not be lifted')
  return (paths, bytes) => ({
    origin: app.url,
    paths: typeof paths === 'string' ? [paths] : paths,
    headers,
    connections,
    ms: roundMs,
    bytes,
  })
}

/** The address of a handler that does nothing, and the size of its response in bytes. */
export const empty = ['/api/bench/empty', 11] as const

/** Comparisons of the pass-through with the fastest proxies on this machine. */
export function proxyComparisons(ask: Ask): [Comparison, Comparison, Comparison] {
  const media = '/audits/audit_bench/media/media_bench'
  const search = {
    name: 'pass-through',
    round: ask(
      Array.from({ length: 4 * connections }, (_, at) => `/api/service/audits/search?field=audit_id&limit=${at + 1}`),
      2_048,
    ),
  }
  return [
    {
      name: 'pass-through of 2 KB / empty handler',
      ours: search,
      theirs: { name: 'empty handler', round: ask(...empty) },
      floor: 0.9,
    },
    {
      name: '… / empty handler of any path',
      ours: search,
      theirs: { name: 'empty [...path]', round: ask('/api/bench/empty/audits/search?field=audit_id', 11) },
      floor: 0.9,
    },
    {
      name: 'pass-through of 1 MB / rewrites()',
      ours: { name: 'pass-through', round: ask(`/api/service${media}`, 1_000_000) },
      theirs: { name: 'rewrites()', round: ask(`/api/bench-rewrite${media}`, 1_000_000) },
      floor: 0.6,
    },
  ]
}

/**
 * Runs the comparisons one after another, and prints each ratio beside its floor. `readCpuMs` returns the processor
 * time that the server has used so far.
 */
export async function compareAll(
  comparisons: readonly Comparison[],
  { rounds }: Effort,
  load: ChildProcess,
  readCpuMs = () => Number.NaN,
): Promise<Verdict[]> {
  const run = async (one: Round): Promise<RoundResult> => {
    const beforeMs = readCpuMs()
    load.send(one)
    const result = await receive<RoundResult>(load)
    return { ...result, cpuMs: (readCpuMs() - beforeMs) / result.answers }
  }
  const verdicts: Verdict[] = []
  for (const comparison of comparisons) verdicts.push(await compare(comparison, rounds, run))
  print(verdicts)
  return verdicts
}

function print(verdicts: readonly Verdict[]): void {
  say(
    `${'what'.padEnd(40)}${'ours/s'.padStart(10)}${'theirs/s'.padStart(10)}${'ratio'.padStart(8)}${'floor'.padStart(8)}`,
  )
  for (const { name, ours, theirs, ratio, floor, ok, errors } of verdicts)
    say(
      `${name.padEnd(40)}${ours.toFixed(0).padStart(10)}${theirs.toFixed(0).padStart(10)}${ratio.toFixed(2).padStart(8)}${floor.toFixed(2).padStart(8)}  ${ok ? 'ok' : `MISSED${errors > 0 ? `, ${errors} wrong answers` : ''}`}`,
    )
}

/**
 * Runs a bench against a console whose service costs almost nothing. A separate process sends the requests. Null when
 * there is no build.
 */
export async function withQuickService<Result>(
  options: TestConsoleOptions,
  measure: (app: TestConsole, load: ChildProcess, upstream: string) => Promise<Result>,
): Promise<Result | null> {
  const upstreamProcess = fork('lib/testing/bench/upstream.ts', { execArgv: ['--import', 'tsx'] })
  const load = fork('lib/testing/bench/load.ts', { execArgv: ['--import', 'tsx'] })
  try {
    const upstream = `http://127.0.0.1:${await receive<number>(upstreamProcess)}`
    const env = { SIGHTLINE_BENCH: '1', SIGHTLINE_BENCH_UPSTREAM: upstream }
    // Rewrites are part of the build, and the upstream has a new port each time.
    const built = await ensureBuild(process.cwd(), {
      distDir: benchDistDir,
      env: { ...process.env, ...env },
      say,
      always: true,
    })
    if (built !== 0) return null
    await using app = await startConsole({
      ...options,
      service: { baseUrl: upstream, token: 'bench-token-0123456789' },
      env,
    })
    return await measure(app, load, upstream)
  } finally {
    upstreamProcess.disconnect()
    load.disconnect()
  }
}

/** The headers of a viewer of the console. */
export async function signInViewer(app: TestConsole): Promise<Record<string, string>> {
  const { cookie } = await app.signIn('viewer')
  return { cookie: `${cookie.name}=${cookie.value}` }
}

/** Compares the pass-through with the fastest proxies on this machine. False when a ratio is below its promise. */
export async function benchPassthrough(): Promise<boolean> {
  const { rounds, roundMs } = wholeEffort
  const verdicts = await withQuickService({}, async (app, load) => {
    say(`${connections} connections, ${rounds} pairs of rounds of ${roundMs / 1_000} s\n`)
    const ask = await openAsk(app, await signInViewer(app), roundMs)
    return await compareAll(proxyComparisons(ask), wholeEffort, load)
  })
  if (verdicts === null) return false
  writeResults('passthrough', { connections, rounds, roundMs, verdicts })
  return verdicts.every(({ ok }) => ok)
}
