import { createReadStream, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { preparePlace } from '@/lib/db/embedded/place'
import { Random } from '@/lib/standin/random'
import { median } from '@/lib/testing/bench/compare'
import { formatRatio, judgeRatio, ratioCells, writeMeasured, writeTable, type Judged } from '@/lib/testing/bench/tables'
import { benchFolder, ensureBenchBuild, say, writeResults } from '@/lib/testing/bench/tools'
import { ensureDataset } from './dataset-load'
import { drawChart } from './growth-chart'
import { prepare } from './search'
import { startBenchConsole, type BenchConsole } from './search-console'
import { percentile, runRound, type Target } from './search-measure'
import { any, makeShapes, type Shape } from './search-shapes'

const ratioMax = 1.5
const requestsEach = 100
const chartFile = 'docs/growth.svg'

/** What is measured, and whether it is promised not to grow. With more rows, facets have more to count. */
const measured: ReadonlyArray<{ name: string; promises: boolean }> = [
  { name: 'newest page of 50', promises: true },
  { name: 'page 200 deep by cursor', promises: true },
  { name: 'template + date range', promises: true },
  { name: 'two words, newest first', promises: false },
  { name: 'rare word', promises: false },
  { name: 'facets of 50,000 by date', promises: false },
  { name: 'facets of 50,000 by word', promises: false },
]

/** A console over one number of inspections. */
interface Size {
  rows: number
  target: Target
  shapes: readonly Shape[]
}

interface GrowthFigure extends Judged {
  name: string
  /** p95 of the handler in ms, by size. */
  p95Ms: number[]
  wrong: string[]
}

interface Options {
  sizes: number[]
  dir: string
  rounds: number
  roundMs: number
}

function readOptions(words: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...words],
    options: {
      rows: { type: 'string', default: '10000,100000,1000000' },
      dir: { type: 'string', default: benchFolder },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '2' },
    },
  })
  const sizes = values.rows.split(',').map(Number)
  if (sizes.length < 2 || !sizes.every((rows) => Number.isInteger(rows) && rows >= 10_000))
    throw new Error('--rows must be two or more whole numbers from 10000 on, such as 10000,100000')
  return { sizes, dir: values.dir, rounds: Number(values.rounds), roundMs: Number(values.seconds) * 1_000 }
}

/** Measures all sizes in each round, one after another, so that other work on the machine slows all of them. */
async function measureGrowth(
  sizes: readonly Size[],
  { name, promises }: (typeof measured)[number],
  { rounds, roundMs }: Options,
  seed: number,
): Promise<GrowthFigure> {
  const found = sizes.map((): number[] => [])
  const wrong: string[] = []
  // The first round is the warm-up.
  for (let round = 0; round <= rounds; round += 1)
    for (const [at, { target, shapes }] of sizes.entries()) {
      const shape = shapes.find((one) => one.name === name)
      if (shape === undefined) throw new Error(`no shape is named ${name}`)
      const random = new Random(seed + round, name.length)
      // A template with few inspections may have none in a range of dates.
      const check = name.startsWith('template') ? any : shape.check
      const nextPath = () => shape.path(random)
      const result = await runRound(target, { clients: 1, requests: requestsEach, msMax: roundMs, nextPath, check })
      wrong.push(...result.wrong)
      const times = result.samples.map(({ handlerMs }) => handlerMs ?? Number.NaN)
      if (round > 0) found[at]?.push(percentile(times, 0.95))
    }
  const p95Ms = found.map((times) => median(times))
  const ratio = (p95Ms.at(-1) ?? Number.NaN) / (p95Ms[0] ?? Number.NaN)
  const judged = judgeRatio(ratio, promises ? { most: ratioMax } : null)
  return { name, p95Ms, ...judged, ok: judged.ok && wrong.length === 0, wrong: wrong.slice(0, 3) }
}

function report(figures: readonly GrowthFigure[], options: Options): void {
  const sizes = options.sizes.map((rows) => rows.toLocaleString('en'))
  const head = ['p95 in ms', ...sizes.map((size) => `${size} rows`), 'Last / first', 'Goal']
  const cells = figures.map(({ name, p95Ms, ...judged }) => [
    name,
    ...p95Ms.map((ms) => ms.toFixed(1)),
    ...ratioCells(judged),
  ])
  writeFileSync(chartFile, drawChart(options.sizes, figures))
  const how = `One client, ${options.rounds} rounds of each size in turn, median of their p95`
  const picture = '![p95 by number of inspections](growth.svg)'
  writeMeasured('growth', `${picture}\n\n${writeTable(head, cells)}`, how)
  writeResults('growth', { options, figures })
}

/**
 * Reads all files of a database once, so that the system has them in memory. A data set of an earlier day is only on
 * disk.
 */
async function readAllFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries)
    if (entry.isFile()) for await (const part of createReadStream(path.join(entry.parentPath, entry.name))) void part
}

/** Starts a console for each number of inspections, all at once. */
async function openSizes({ sizes, dir }: Options, apps: BenchConsole[]): Promise<Size[]> {
  const opened: Size[] = []
  for (const rows of sizes) {
    const folder = path.join(dir, `search-${rows}`)
    const facts = await ensureDataset(folder, rows)
    await readAllFiles((await preparePlace(folder)).data)
    const app = await startBenchConsole(folder)
    apps.push(app)
    const target: Target = { origin: app.url, headers: app.headers }
    opened.push({ rows, target, shapes: makeShapes(await prepare(app, target, facts)) })
  }
  return opened
}

async function measureAll(options: Options, sizes: readonly Size[]): Promise<GrowthFigure[]> {
  const seed = Date.now() % 1_000_000
  say(`\nseed ${seed}; p95 of the handler in ms with ${options.sizes.join(', ')} inspections`)
  const figures: GrowthFigure[] = []
  for (const one of measured) {
    const figure = await measureGrowth(sizes, one, options, seed)
    const times = figure.p95Ms.map((ms) => ms.toFixed(1).padStart(8)).join('')
    say(`${figure.name.padEnd(28)}${times}  ${formatRatio(figure)}`)
    for (const wrong of figure.wrong) say(`  wrong: ${wrong}`)
    figures.push(figure)
  }
  return figures
}

/** Measures lists, search and facets over more and more inspections. False when a list grows by more than promised. */
export async function benchGrowth(words: readonly string[]): Promise<boolean> {
  const options = readOptions(words)
  if (!(await ensureBenchBuild())) return false
  const apps: BenchConsole[] = []
  try {
    const figures = await measureAll(options, await openSizes(options, apps))
    report(figures, options)
    return figures.every(({ ok }) => ok)
  } finally {
    for (const app of apps) await app[Symbol.asyncDispose]()
  }
}
