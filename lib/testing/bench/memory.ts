import { readdirSync, readFileSync } from 'node:fs'
import { systemClock } from '@/lib/clock'
import { ensureBuild } from '@/lib/launch/build'
import { startConsole, waitForIndex, type TestConsole } from '@/lib/testing/harness'
import { inspectable, readLiveHeapMb } from './live-heap'
import { listServerProcesses } from './search/search-console'
import { say, writeResults } from './tools'

/** Requests per second of 20 people at work. */
const perSecond = 13
const underWayMax = 8
const inspections = 2_000
/** Code, socket and file buffers, and pictures in progress are outside the heap. */
const besideHeapMb = 250
/**
 * More growth than this counts as a leak. Growth is measured in the memory that is left after a garbage collection,
 * from the first third of the run to its end. The whole memory of the process says less: up to the ceiling, it grows
 * with garbage that V8 has not collected yet.
 */
const growthMax = 1.15
/** The pause after the load. */
const idleMs = 30_000
/**
 * The maximum memory of the launcher, which waits beside the console. An empty program takes 6 MB with Node 20 and
 * 8 MB with Node 24.
 */
const launcherMaxMb = 12

interface Sample {
  atSeconds: number
  rssMb: number
  descriptors: number
}

/** Paths that people open: pages, lists, reports, pictures, figures. */
async function listPaths({ db }: TestConsole): Promise<string[]> {
  const { rows } = await db.query<{ id: string; media: string | null }>(
    `select i.audit_id as id, substring(document::text from '"media_id": ?"([^"]+)"') as media
       from inspections i join inspection_documents d using (audit_id)
      where d.modified_at = i.modified_at order by i.modified_at desc limit 400`,
  )
  const lists = ['/', '/inspections', '/review', '/media', '/assets', '/activity', '/system'].concat([
    '/api/inspections?limit=50&include=total',
    '/api/inspections?limit=50&q=fire',
    '/api/inspections/facets?name=template',
    '/api/overview',
    '/api/assets?limit=50',
    '/api/activity?limit=50',
    '/api/system/status',
    '/api/inspections/export',
  ])
  return rows.flatMap(({ id, media }, at) => [
    lists[at % lists.length] ?? '/',
    `/api/inspections/${id}/report`,
    `/inspections/${id}`,
    media === null ? '/api/overview' : `/api/media/${id}/${media}/thumb?size=medium`,
    media === null ? '/media' : `/api/media/${id}/${media}`,
  ])
}

function sample(pid: number, startedAt: number): Sample {
  const servers = listServerProcesses(pid)
  return {
    atSeconds: Math.round((performance.now() - startedAt) / 1_000),
    rssMb: Math.round(servers.reduce((sum, { rssMb }) => sum + rssMb, 0)),
    descriptors: servers.reduce((sum, one) => sum + readdirSync(`/proc/${one.pid}/fd`).length, 0),
  }
}

/**
 * Memory that a process shares with no other process. It does not include the program of Node, which the console also
 * runs.
 */
function readPrivateMb(pid: number): number {
  const rows = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB$/gm)
  return [...rows].reduce((sum, [, kilobytes]) => sum + Number(kilobytes), 0) / 1_024
}

const highest = (samples: readonly Sample[]) => Math.max(...samples.map(({ rssMb }) => rssMb))

/**
 * Checks under moderate load for some minutes that the memory of the console stays under its ceiling, and that the
 * memory it keeps does not grow.
 * @param words minutes, and HEAP_MB
 */
export async function benchMemory([minutes = '30', heapMb = '512']: readonly string[]): Promise<boolean> {
  if ((await ensureBuild(process.cwd(), { say })) !== 0) return false
  await using console = await startConsole({ standin: { inspections }, env: { HEAP_MB: heapMb, ...inspectable } })
  await waitForIndex(console, inspections)
  const { cookie } = await console.signIn('admin')
  const headers = { cookie: `${cookie.name}=${cookie.value}` }
  const paths = await listPaths(console)
  const startedAt = performance.now()
  const endsAt = startedAt + Number(minutes) * 60_000
  const samples: Sample[] = []
  const live: number[] = []
  const statuses: Record<string, number> = {}
  let underWay = 0
  const ask = async (path: string) => {
    underWay += 1
    const status = await fetch(console.url + path, { headers }).then(
      async (answer) => {
        await answer.arrayBuffer()
        return String(answer.status)
      },
      // An error such as ECONNRESET means no response, or an incomplete one.
      (error: Error) => (error.cause instanceof Error && 'code' in error.cause ? String(error.cause.code) : error.name),
    )
    underWay -= 1
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  for (let asked = 0; performance.now() < endsAt; asked += 1) {
    if (performance.now() > startedAt + ((live.length + 1) * (endsAt - startedAt)) / 3)
      live.push(await readLiveHeapMb(console))
    // The load is moderate: a person sends the next request only after a response.
    if (underWay < underWayMax) void ask(paths[asked % paths.length] ?? '/')
    if (asked % (perSecond * 10) === 0) {
      const taken = sample(console.pid, startedAt)
      samples.push(taken)
      if (asked % (perSecond * 60) === 0)
        say(
          `${taken.atSeconds} s: ${taken.rssMb} MB, ${taken.descriptors} open files, answers ${JSON.stringify(statuses)}`,
        )
    }
    await systemClock.sleep(1_000 / perSecond)
  }
  const afterLoad = sample(console.pid, startedAt)
  samples.push(afterLoad)
  await systemClock.sleep(idleMs)
  const idle = sample(console.pid, startedAt)
  live.push(await readLiveHeapMb(console))
  const [first = 0] = live
  const figures = {
    minutes: Number(minutes),
    heapMb: Number(heapMb),
    highestMb: highest(samples),
    ceilingMb: Number(heapMb) + besideHeapMb,
    /** At the end of the load, and after a pause without requests. */
    afterLoadMb: afterLoad.rssMb,
    idleMb: idle.rssMb,
    /** The memory that is left by a garbage collection after each third of the run. */
    liveMb: live.map((mb) => Math.round(mb)),
    growth: (live.at(-1) ?? 0) / first,
    launcherMb: Number(readPrivateMb(console.pid).toFixed(1)),
    descriptorsMax: Math.max(...samples.map(({ descriptors }) => descriptors)),
    statuses,
  }
  const failed = Object.entries(statuses).filter(([status]) => !(Number(status) < 500))
  const isMet =
    figures.highestMb <= figures.ceilingMb &&
    figures.growth <= growthMax &&
    figures.launcherMb <= launcherMaxMb &&
    failed.length === 0
  say(`${JSON.stringify(figures, null, 2)}\n${isMet ? 'met' : 'MISSED'}`)
  writeResults('memory', { figures, samples })
  return isMet
}
