import { Pool } from 'undici'
import { Random } from '@/lib/standin/random'
import { alternate, median } from '../compare'
import { readCpu, readWholeCpuMs } from '../cpu'
import type { DatasetFacts } from '../search/dataset-load'
import type { BenchConsole } from '../search/search-console'
import { ask, percentile, type Check, type Target } from '../search/search-measure'
import { say } from '../tools'
import { startDirectus } from './directus'
import { makeMatches, type Match } from './directus-requests'
import { formatRatio, judgeRatio, type Judged } from '../tables'

interface Effort {
  rounds: number
  roundMs: number
}

interface Times {
  p50Ms: number
  p95Ms: number
  /** Processor time per response, including PostgreSQL. */
  cpuMs: number
  wrong: string[]
}

/** Milliseconds of both sides, and what Directus takes as a multiple of ours. */
export interface DirectusFigure extends Judged {
  name: string
  clients: number
  ours: Times
  theirs: Times
  /** Directus / ours. Other work on the machine hardly changes it. */
  cpuRatio: number
}

/** A server, and the processor time in ms that it and its PostgreSQL have used so far. */
interface Side {
  target: Target
  readCpuMs: () => number
}

/**
 * `clients` clients send requests without pauses for `roundMs`. Each sends the next one when it has the whole response.
 */
async function runTimes(
  { target, readCpuMs }: Side,
  { clients, roundMs, next, check }: { clients: number; roundMs: number; next: () => readonly string[]; check: Check },
): Promise<Times> {
  const pool = new Pool(target.origin, { connections: clients * 4, pipelining: 1 })
  const times: number[] = []
  const wrong: string[] = []
  const cpuBeforeMs = readCpuMs()
  const stopAt = performance.now() + roundMs
  const client = async () => {
    while (performance.now() < stopAt) {
      const startedAt = performance.now()
      const answers = await Promise.all(next().map((path) => ask(pool, path, target, check)))
      times.push(performance.now() - startedAt)
      for (const answer of answers) if (answer.wrong !== null) wrong.push(answer.wrong)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const cpuMs = (readCpuMs() - cpuBeforeMs) / times.length
  await pool.close()
  return { p50Ms: percentile(times, 0.5), p95Ms: percentile(times, 0.95), cpuMs, wrong }
}

async function runMatch(
  ours: Side,
  theirs: Side,
  match: Match,
  { clients, rounds, roundMs, seed }: Effort & { clients: number; seed: number },
): Promise<DirectusFigure> {
  // Both sides draw the same parameters, and different ones in each round.
  const drawn = { ours: 0, theirs: 0 }
  const side = (name: 'ours' | 'theirs', place: Side, check: Check) => () => {
    const random = new Random(seed + clients, (drawn[name] += 1))
    return runTimes(place, { clients, roundMs, next: () => match[name](random), check })
  }
  const pairs = await alternate(rounds, side('ours', ours, match.checkOurs), side('theirs', theirs, match.checkTheirs))
  const middle = (name: 'ours' | 'theirs'): Times => ({
    p50Ms: median(pairs.map((pair) => pair[name].p50Ms)),
    p95Ms: median(pairs.map((pair) => pair[name].p95Ms)),
    cpuMs: median(pairs.map((pair) => pair[name].cpuMs)),
    wrong: pairs.flatMap((pair) => pair[name].wrong).slice(0, 3),
  })
  const cpuRatio = median(pairs.map((pair) => pair.theirs.cpuMs / pair.ours.cpuMs))
  const figure = { name: match.name, clients, ours: middle('ours'), theirs: middle('theirs'), cpuRatio }
  const goal = match.goals[clients]
  const ratio = median(pairs.map((pair) => pair.theirs.p50Ms / pair.ours.p50Ms))
  const judged = judgeRatio(ratio, goal === undefined ? null : { least: goal })
  const isRight = figure.ours.wrong.length === 0 && figure.theirs.wrong.length === 0
  return { ...figure, ...judged, ok: judged.ok && isRight }
}

/** Sends the same requests to the console and to Directus, on one PostgreSQL and the same rows. */
export async function compareDirectus(app: BenchConsole, facts: DatasetFacts, effort: Effort) {
  await using directus = await startDirectus(app.db, app.databaseUrl)
  const ours: Side = {
    target: { origin: app.url, headers: app.headers },
    readCpuMs: () => readWholeCpuMs(app.pid),
  }
  const theirs: Side = {
    target: directus,
    readCpuMs: () => readCpu(directus.pid).ownMs + readCpu(app.pid).postgresMs,
  }
  const seed = Date.now() % 1_000_000
  const matches = makeMatches(facts)
  // Both have just started: their code is not compiled yet, and the console has counted nothing.
  for (const match of matches) await runMatch(ours, theirs, match, { ...effort, rounds: 1, clients: 8, seed: seed + 1 })
  const figures: DirectusFigure[] = []
  for (const match of matches)
    for (const clients of [1, 8]) {
      const figure = await runMatch(ours, theirs, match, { ...effort, clients, seed })
      const times = [figure.ours, figure.theirs].map(({ p50Ms, p95Ms }) => `${p50Ms.toFixed(1)} / ${p95Ms.toFixed(1)}`)
      say(
        `${figure.name.padEnd(28)}${clients} clients  ${times.join('  ')} ms  CPU ${figure.cpuRatio.toFixed(2)}  ${formatRatio(figure)}`,
      )
      for (const wrong of [...figure.ours.wrong, ...figure.theirs.wrong]) say(`  wrong: ${wrong}`)
      figures.push(figure)
    }
  return figures
}
