import { fork, type ChildProcess } from 'node:child_process'
import { ensureBuild } from '@/lib/launch/build'
import { startConsole, type TestConsole } from '../harness'
import { compare, type Comparison, type Verdict } from './compare'
import type { Round, RoundResult } from './load'
import { benchDistDir, receive, say, writeResults } from './tools'

const connections = 16
const rounds = 7
const roundMs = 4_000

async function comparePassthrough(app: TestConsole, upstream: string, load: ChildProcess): Promise<Verdict[]> {
  const { cookie } = await app.signIn('viewer')
  const headers = { cookie: `${cookie.name}=${cookie.value}` }
  const unlimited = await fetch(`${app.url}/api/bench/no-limits`)
  if (!unlimited.ok) throw new Error('the limits per person could not be lifted')
  const round = (paths: string | readonly string[], bytes: number): Round => ({
    origin: app.url,
    paths: typeof paths === 'string' ? [paths] : paths,
    headers,
    connections,
    ms: roundMs,
    bytes,
  })
  const media = '/audits/audit_bench/media/media_bench'
  const search = {
    name: 'pass-through',
    round: round(
      Array.from({ length: 4 * connections }, (_, at) => `/api/service/audits/search?field=audit_id&limit=${at + 1}`),
      2_048,
    ),
  }
  const comparisons: Comparison[] = [
    {
      name: 'pass-through of 2 KB / empty handler',
      ours: search,
      theirs: { name: 'empty handler', round: round('/api/bench/empty', 11) },
      floor: 0.9,
    },
    {
      name: '… / empty handler of any path',
      ours: search,
      theirs: { name: 'empty [...path]', round: round('/api/bench/empty/audits/search?field=audit_id', 11) },
      floor: 0.9,
    },
    {
      name: 'pass-through of 1 MB / rewrites()',
      ours: { name: 'pass-through', round: round(`/api/service${media}`, 1_000_000) },
      theirs: { name: 'rewrites()', round: round(`/api/bench-rewrite${media}`, 1_000_000) },
      floor: 0.6,
    },
  ]
  say(`upstream ${upstream}, ${connections} connections, ${rounds} pairs of rounds of ${roundMs / 1_000} s\n`)
  const run = (one: Round) => {
    load.send(one)
    return receive<RoundResult>(load)
  }
  const verdicts: Verdict[] = []
  for (const comparison of comparisons) verdicts.push(await compare(comparison, rounds, run))
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

/** Compares the pass-through with the fastest proxies on this machine. False when a ratio is below its promise. */
export async function benchPassthrough(): Promise<boolean> {
  const upstreamProcess = fork('lib/testing/bench/upstream.ts', { execArgv: ['--import', 'tsx'] })
  const load = fork('lib/testing/bench/load.ts', { execArgv: ['--import', 'tsx'] })
  try {
    const upstream = `http://127.0.0.1:${await receive<number>(upstreamProcess)}`
    const env = { SIGHTLINE_BENCH: '1', SIGHTLINE_BENCH_UPSTREAM: upstream }
    // Rewrites are part of the build, and the upstream has a new port each time.
    if (
      (await ensureBuild(process.cwd(), {
        distDir: benchDistDir,
        env: { ...process.env, ...env },
        say,
        always: true,
      })) !== 0
    )
      return false
    await using app = await startConsole({ service: { baseUrl: upstream, token: 'bench-token-0123456789' }, env })
    const verdicts = await comparePassthrough(app, upstream, load)
    print(verdicts)
    writeResults('passthrough', { connections, rounds, roundMs, verdicts })
    return verdicts.every(({ ok }) => ok)
  } finally {
    upstreamProcess.disconnect()
    load.disconnect()
  }
}
