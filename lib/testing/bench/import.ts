import { fork, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { systemClock } from '@/lib/clock'
import { createDatabase } from '@/lib/db/database'
import { startEmbedded } from '@/lib/db/embedded/embedded'
import { migrate } from '@/lib/db/migrate'
import { makeTestFolder, removeTestFolder, silentLog } from '@/lib/db/testing'
import type { Database } from '@/lib/db/types'
import { createService } from '@/lib/service/client'
import { pending } from '@/lib/sync/documents/queue'
import { createSync } from '@/lib/sync/sync'
import { receive, say, writeResults } from './tools'

const perSecondMin = 1_500
const inspectionsDefault = 30_000
const clockTicksPerSecond = 100

export interface ImportFigure {
  name: string
  value: number
  floor: number
  ok: boolean
}

interface Source {
  process: ChildProcess
  baseUrl: string
  token: string
}

async function startSource(inspections: number): Promise<Source> {
  const child = fork('lib/testing/bench/import-source.ts', [String(inspections)], { execArgv: ['--import', 'tsx'] })
  const { baseUrl, token } = await receive<{ baseUrl: string; token: string }>(child)
  return { process: child, baseUrl, token }
}

interface ProcessTimes {
  parent: number
  seconds: number
}

/** CPU seconds by process id, from Linux; empty on other systems. */
function readProcessTimes(): Map<number, ProcessTimes> {
  const times = new Map<number, ProcessTimes>()
  try {
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue
      try {
        // The program's name may contain spaces and brackets; the fields after the last bracket are fixed.
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')
        const ticks = Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14])
        times.set(Number(name), { parent: Number(fields[1]), seconds: ticks / clockTicksPerSecond })
      } catch {
        // It has ended since then.
      }
    }
  } catch {
    // Not Linux.
  }
  return times
}

/** CPU seconds so far of this process, the stand-in and PostgreSQL. */
function readCpu(source: Source, postmaster: number): { console: number; standin: number; postgres: number } {
  const times = readProcessTimes()
  const { user, system } = process.cpuUsage()
  let postgres = 0
  for (const [pid, { parent, seconds }] of times) if (pid === postmaster || parent === postmaster) postgres += seconds
  return {
    console: (user + system) / 1_000_000,
    standin: times.get(source.process.pid ?? -1)?.seconds ?? 0,
    postgres,
  }
}

/**
 * Inspections whose documents are stored; 0 while a document is still missing. The oldest is stored last, so it is found in
 * the index of those that wait. Counting them all five times a second took 3 % of the time that was measured.
 */
async function countStored(db: Database): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select case when (
         select modified_at from inspections where ${pending} order by modified_at limit 1
       ) is null then (select count(*)::int from inspections) else 0 end as n`,
  )
  return rows[0]?.n ?? 0
}

async function readPostmaster(db: Database): Promise<number> {
  const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
  return readProcessTimes().get(rows[0]?.pid ?? -1)?.parent ?? -1
}

/**
 * Imports a whole account into a new private database, like the first start of a console, from a service without limits.
 * Measures hydrated documents a second, from the first request to the last commit. All three processes share this machine.
 * `wrap` gives the database that the sync uses; `finish` sees what was imported.
 */
export async function measureImport(
  inspections: number,
  {
    wrap = (db) => Promise.resolve(db),
    finish = () => Promise.resolve(),
  }: { wrap?: (db: Database) => Promise<Database>; finish?: (db: Database) => Promise<void> } = {},
) {
  const source = await startSource(inspections)
  const dataDir = await makeTestFolder('bench-import')
  const server = await startEmbedded({ dataDir, log: silentLog })
  const db = createDatabase({ kind: 'embedded', connection: server.connection, log: silentLog })
  const service = createService({
    baseUrl: source.baseUrl,
    token: source.token,
    limits: { searchInspections: 10_000_000, other: 10_000_000 },
  })
  try {
    await migrate(db, { log: silentLog })
    const used = await wrap(db)
    const sync = createSync({
      database: () => Promise.resolve(used),
      service: () => service,
      clock: systemClock,
      log: silentLog,
    })
    const postmaster = await readPostmaster(db)
    const before = readCpu(source, postmaster)
    const startedAt = performance.now()
    sync.start()
    while ((await countStored(db)) < inspections) {
      if (performance.now() - startedAt > 600_000) throw new Error('the import takes more than 10 minutes')
      await systemClock.sleep(100)
    }
    const seconds = (performance.now() - startedAt) / 1_000
    const after = readCpu(source, postmaster)
    const cpuMicrosPerDocument = Object.fromEntries(
      (['console', 'standin', 'postgres'] as const).map((name) => [
        name,
        Math.round(((after[name] - before[name]) / inspections) * 1_000_000),
      ]),
    )
    await sync.stop()
    await finish(db)
    return {
      inspections,
      seconds,
      perSecond: inspections / seconds,
      cpuMicrosPerDocument,
      memoryMb: process.memoryUsage().rss / 1024 / 1024,
    }
  } finally {
    await service.close()
    await db.close()
    await server.stop()
    source.process.disconnect()
    await removeTestFolder(dataDir)
  }
}

/** Hydrated documents per second. `inspections`: how many are imported. */
export async function benchImport(inspections: number = inspectionsDefault): Promise<ImportFigure[]> {
  const result = await measureImport(inspections)
  const cpu = Object.entries(result.cpuMicrosPerDocument).map(([name, micros]) => `${name} ${micros}`)
  say(
    `${result.perSecond.toFixed(0)} documents a second (${inspections} in ${result.seconds.toFixed(1)} s); microseconds of processor for each: ${cpu.join(', ')}`,
  )
  const figures = [
    {
      name: 'import, hydrated documents per second',
      value: result.perSecond,
      floor: perSecondMin,
      ok: result.perSecond >= perSecondMin,
    },
  ]
  writeResults('import', { ...result, figures })
  return figures
}
