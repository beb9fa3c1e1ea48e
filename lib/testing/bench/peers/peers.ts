import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Verdict } from '../compare'
import { ensureDataset, type DatasetFacts } from '../search/dataset-load'
import { startBenchConsole, type BenchConsole } from '../search/search-console'
import { benchFolder, ensureBenchBuild, say, writeResults } from '../tools'
import { compareColdList, type ColdFigure } from './cold-list'
import { directusName } from './directus'
import { compareDirectus, type DirectusFigure } from './directus-rounds'
import { compareProxies } from './proxies'
import { reactAdminName } from './react-admin'
import { ratioCells, writeMeasured, writeTable, type Judged } from '../tables'

const fewRows = 2_400

interface Options {
  rows: number
  /** Contains the data sets, one folder each. */
  dir: string
  rounds: number
  roundMs: number
}

/** What a part found: whether every goal is met, its table, and its figures. */
interface Found {
  ok: boolean
  table: string
  figures: object
}

const parts = {
  proxies: runProxies,
  directus: runDirectus,
  'react-admin': runReactAdmin,
} as const satisfies Record<string, (options: Options) => Promise<Found | null>>
type Part = keyof typeof parts

function readOptions(words: readonly string[]): Options & { chosen: Part[] } {
  const { values } = parseArgs({
    args: [...words],
    options: {
      rows: { type: 'string', default: '100000' },
      dir: { type: 'string', default: benchFolder },
      only: { type: 'string', default: '' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '1.5' },
    },
  })
  const rows = Number(values.rows)
  if (!Number.isInteger(rows) || rows < 20_000) throw new Error('--rows must be a whole number from 20000 on')
  const names = Object.keys(parts) as Part[]
  const chosen = names.filter((name) => name.includes(values.only))
  if (chosen.length === 0) throw new Error(`--only must be one of ${names.join(', ')}`)
  return { rows, dir: values.dir, rounds: Number(values.rounds), roundMs: Number(values.seconds) * 1_000, chosen }
}

/** Measures a console with this many inspections. Null when there is no build. */
async function withRows<Result>(
  { dir }: Options,
  rows: number,
  measure: (app: BenchConsole, facts: DatasetFacts) => Promise<Result>,
): Promise<Result | null> {
  const folder = path.join(dir, `search-${rows}`)
  const facts = await ensureDataset(folder, rows)
  if (!(await ensureBenchBuild())) return null
  await using app = await startBenchConsole(folder)
  return await measure(app, facts)
}

const proxyRow = ({ name, ours, theirs, ratio, cpuRatio, floor, ok }: Verdict) => [
  name,
  ours.toFixed(0),
  theirs.toFixed(0),
  cpuRatio === null ? '' : cpuRatio.toFixed(2),
  ...ratioCells({ ratio, goal: floor === 0 ? null : { least: floor }, ok }),
]

async function runProxies(options: Options): Promise<Found | null> {
  const verdicts = await compareProxies(options)
  if (verdicts === null) return null
  const head = ['What, ours / other', 'Ours a second', 'Other a second', 'CPU, other / ours', 'Ratio', 'Goal']
  return {
    ok: verdicts.every(({ ok }) => ok),
    table: writeTable(head, verdicts.map(proxyRow)),
    figures: verdicts,
  }
}

const times = ({ p50Ms, p95Ms }: DirectusFigure['ours']) => `${p50Ms.toFixed(1)} / ${p95Ms.toFixed(1)}`
const directusRow = (figure: DirectusFigure) => [
  figure.name,
  String(figure.clients),
  times(figure.ours),
  times(figure.theirs),
  `${figure.ours.cpuMs.toFixed(1)} / ${figure.theirs.cpuMs.toFixed(1)}`,
  figure.cpuRatio.toFixed(1),
  ...ratioCells(figure),
]

async function runDirectus(options: Options): Promise<Found | null> {
  const figures = await withRows(options, options.rows, (app, facts) => compareDirectus(app, facts, options))
  if (figures === null) return null
  const head = [
    'What',
    'Clients',
    'Ours, p50 / p95 ms',
    `${directusName}, p50 / p95 ms`,
    'CPU each in ms',
    'CPU, Directus / ours',
    'Time, Directus / ours',
    'Goal',
  ]
  return { ok: figures.every(({ ok }) => ok), table: writeTable(head, figures.map(directusRow)), figures }
}

const kb = (amount: number) => `${amount.toFixed(0)} KB`
const ms = (amount: number) => `${amount.toFixed(0)} ms`

const msGoal = (judged: Judged) => ratioCells(judged)[1].replace(/\d+/, (amount) => `${amount} ms`)

function coldRows({ rows, ours, theirs, firstByte, serverCpu, ...judged }: ColdFigure): string[][] {
  const size = `${rows.toLocaleString('en')} rows`
  const scripts = (ours.scriptKb / theirs.scriptKb).toFixed(2)
  return [
    [`${size}: first row painted`, ms(ours.rowMs), ms(theirs.rowMs), ...ratioCells(judged)],
    [`${size}: first byte of the document`, ms(ours.firstByteMs), ms(theirs.firstByteMs), '', msGoal(firstByte)],
    [`${size}: processor time of the server`, ms(serverCpu.ratio), '', '', msGoal(serverCpu)],
    [`${size}: JavaScript as sent`, kb(ours.scriptKb), kb(theirs.scriptKb), scripts, ''],
    [`${size}: requests`, ours.requests.toFixed(0), theirs.requests.toFixed(0), '', ''],
  ]
}

async function runReactAdmin(options: Options): Promise<Found | null> {
  const figures: ColdFigure[] = []
  for (const rows of [fewRows, options.rows]) {
    const most = rows === fewRows ? 0.45 : 0.5
    const figure = await withRows(options, rows, (app) => compareColdList(app, { rows, rounds: options.rounds, most }))
    if (figure === null) return null
    figures.push(figure)
  }
  const head = ['What', 'Ours', reactAdminName, 'Ours / react-admin', 'Goal']
  return {
    ok: figures.every(({ ok, firstByte, serverCpu }) => ok && firstByte.ok && serverCpu.ok),
    table: writeTable(head, figures.flatMap(coldRows)),
    figures,
  }
}

/** How a part was measured. */
function describeRun({ rows, rounds, roundMs }: Options, part: Part): string {
  const size = part === 'proxies' ? '' : `${rows.toLocaleString('en')} inspections, `
  return `${size}${rounds} ${part === 'react-admin' ? 'visits each' : `rounds of ${roundMs / 1_000} s each`}`
}

/**
 * Compares the console with products that people could use instead, and with what its machine can do. False when a goal
 * is missed.
 */
export async function benchCompare(words: readonly string[]): Promise<boolean> {
  const { chosen, ...options } = readOptions(words)
  let isMet = true
  for (const part of chosen) {
    say(`\n${part}`)
    const found = await parts[part](options)
    if (found === null) return false
    isMet &&= found.ok
    writeMeasured(`compare ${part}`, found.table, describeRun(options, part))
    writeResults(`compare-${part}`, { options, figures: found.figures })
  }
  return isMet
}
