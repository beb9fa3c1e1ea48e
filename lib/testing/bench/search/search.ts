import path from 'node:path'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { Random } from '@/lib/standin/random'
import { ensureDataset, type DatasetFacts } from './dataset-load'
import { startBenchConsole, type BenchConsole } from './search-console'
import { measureExport } from './search-export'
import { measureLiveness, type Liveness } from './search-liveness'
import { ask, percentile, runRound, type Target } from './search-measure'
import { printFigures, type Figure } from './search-report'
import { listPath, makeShapes, sharedSorts, type Findings, type Shape, type SharedSort } from './search-shapes'
import { benchFolder, ensureBenchBuild, say, writeResults } from '@/lib/testing/bench/tools'

const memoryMbMax = 600
const deepPlaces = 60
const sortedPlaces = 40

interface SearchOptions {
  rows: number
  dir: string
  /** Only shapes whose name contains this. */
  only: string
  /** Maximum time for each shape and each number of clients. */
  roundMs: number
}

function readOptions(words: readonly string[]): SearchOptions {
  const { values } = parseArgs({
    args: [...words],
    options: {
      rows: { type: 'string', default: '1000000' },
      dir: { type: 'string' },
      only: { type: 'string', default: '' },
      seconds: { type: 'string', default: '6' },
    },
  })
  const rows = Number(values.rows)
  if (!Number.isInteger(rows) || rows < 20_000) throw new Error('--rows must be a whole number from 20000 on')
  return {
    rows,
    dir: values.dir ?? path.join(benchFolder, `search-${rows}`),
    only: values.only,
    roundMs: Number(values.seconds) * 1_000,
  }
}

/**
 * Follows the cursor for 200 pages, or half way through fewer rows, as a reader would. Returns the addresses of later
 * pages.
 */
async function findDeepPaths(target: Target, facts: DatasetFacts): Promise<string[]> {
  const deepPages = Math.min(200, facts.rows / 100)
  const pool = new Pool(target.origin, { connections: 1 })
  const paths: string[] = []
  for (const filter of [{}, { template: facts.templates[0]?.id ?? '' }]) {
    let after = ''
    for (let page = 1; page < deepPages + deepPlaces; page += 1) {
      const address = listPath({ ...filter, ...(after === '' ? {} : { after }), limit: 50, include: ['rows'] })
      const { body, wrong } = await ask(pool, address, target, (status) => (status === 200 ? null : `status ${status}`))
      if (wrong !== null) throw new Error(`a page by cursor failed: ${wrong}: ${body}`)
      const next = (JSON.parse(body) as { after: string | null }).after
      if (next === null) break
      after = next
      if (page >= deepPages) paths.push(listPath({ ...filter, after, limit: 50, include: ['rows'] }))
    }
  }
  await pool.close()
  return paths
}

/** Addresses of pages after random positions in lists sorted by names and results, in both directions. */
async function findSortedPaths(target: Target, { rows }: DatasetFacts): Promise<Findings['sortedPaths']> {
  const pool = new Pool(target.origin, { connections: 1 })
  const random = new Random(rows, 7)
  const found: Record<SharedSort, string[]> = { template: [], site: [], author: [], result: [] }
  for (const sort of sharedSorts)
    for (let place = 0; place < sortedPlaces; place += 1) {
      const order = { sort: place % 2 === 0 ? sort : `-${sort}`, limit: 50, include: ['rows'] }
      const address = listPath({ ...order, offset: random.integer(0, rows - 200) })
      const { body, wrong } = await ask(pool, address, target, (status) => (status === 200 ? null : `status ${status}`))
      if (wrong !== null) throw new Error(`a page by position failed: ${wrong}: ${body}`)
      const { after } = JSON.parse(body) as { after: string }
      found[sort].push(listPath({ ...order, after }))
    }
  await pool.close()
  return found
}

/** Finds what the shapes need besides the data set. */
export async function prepare(app: BenchConsole, target: Target, facts: DatasetFacts): Promise<Findings> {
  const { rows } = await app.db.query<{ id: string }>(`select audit_id as id from inspections tablesample system (0.2)`)
  return {
    facts,
    auditIds: rows.map(({ id }) => id),
    deepPaths: await findDeepPaths(target, facts),
    sortedPaths: await findSortedPaths(target, facts),
  }
}

async function measureShape(target: Target, shape: Shape, roundMs: number, seed: number): Promise<Figure[]> {
  const figures: Figure[] = []
  const random = new Random(seed, shape.name.length)
  const nextPath = () => shape.path(random)
  const { check } = shape
  // Warm-up: one-time work of the kernel, PostgreSQL and Node's compiler does not count.
  const warmUp = await runRound(target, { clients: 2, requests: 60, msMax: roundMs, nextPath, check })
  for (const clients of [1, 8]) {
    const round = await runRound(target, { clients, requests: 200 * clients, msMax: roundMs, nextPath, check })
    const handler = round.samples.map(({ handlerMs }) => handlerMs ?? Number.POSITIVE_INFINITY)
    const client = round.samples.map(({ clientMs }) => clientMs)
    const wrong = [...warmUp.wrong, ...round.wrong]
    figures.push({
      name: shape.name,
      clients,
      requests: round.samples.length,
      perSecond: round.perSecond,
      handlerP50Ms: percentile(handler, 0.5),
      handlerP95Ms: percentile(handler, 0.95),
      clientP95Ms: percentile(client, 0.95),
      targetMs: shape.targetMs,
      wrong: wrong.slice(0, 5),
      ok: wrong.length === 0 && (shape.targetMs === null || percentile(handler, 0.95) <= shape.targetMs),
    })
  }
  return figures
}

async function measure(app: BenchConsole, facts: DatasetFacts, options: SearchOptions): Promise<boolean> {
  const target: Target = { origin: app.url, headers: app.headers }
  const memoryBeforeMb = app.readMemoryMb()
  const findings = await prepare(app, target, facts)
  const shapes = makeShapes(findings).filter(({ name }) => name.includes(options.only))
  const seed = Date.now() % 1_000_000
  say(`\nseed ${seed}; ${facts.rows} inspections, ${facts.sizeMb} MB\n`)
  const figures: Figure[] = []
  for (const shape of shapes) {
    const measured = await measureShape(target, shape, options.roundMs, seed)
    printFigures(measured, figures.length === 0)
    figures.push(...measured)
  }
  const liveness: Liveness = await measureLiveness(target, shapes, new Random(seed, 1), options.roundMs)
  const csv = await measureExport(target, facts.rows, () => app.readMemoryMb())
  const memoryMb = Math.max(app.readMemoryMb(), csv.memoryMbMax)
  const isSmall = memoryMb > 0 && memoryMb < memoryMbMax
  say(
    `\n/api/health/live while 8 clients search: p99 ${liveness.p99Ms.toFixed(1)} ms of ${liveness.asked} (< 100)  ${liveness.ok ? 'ok' : 'MISSED'}`,
  )
  say(
    `CSV of ${csv.rows} rows: ${csv.perSecond.toFixed(0)} rows/s, the first after ${csv.firstMs.toFixed(0)} ms  ${csv.ok ? '' : 'WRONG'}`,
  )
  say(
    `memory of the server after all that: ${memoryMb.toFixed(0)} MB (< ${memoryMbMax}; ${memoryBeforeMb.toFixed(0)} before)  ${isSmall ? 'ok' : 'MISSED'}`,
  )
  writeResults('search', {
    seed,
    options,
    dataset: { ...facts, words: undefined, sites: undefined },
    figures,
    liveness,
    csv,
    memoryMb,
    memoryBeforeMb,
  })
  return isSmall && liveness.ok && csv.ok && figures.every(({ ok }) => ok)
}

/** Search over a million inspections on the private PostgreSQL. False when a promise of the table is missed. */
export async function benchSearch(words: readonly string[]): Promise<boolean> {
  const options = readOptions(words)
  const facts = await ensureDataset(options.dir, options.rows)
  if (!(await ensureBenchBuild())) return false
  await using app = await startBenchConsole(options.dir)
  return await measure(app, facts, options)
}
