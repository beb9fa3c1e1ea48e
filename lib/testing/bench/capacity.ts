import { Agent, request } from 'node:http'
import { Pool } from 'undici'
import { ensureBuild } from '@/lib/launch/build'
import { startConsole, waitFor, waitForIndex, writeSession, type TestConsole } from '../harness'
import { listServerProcesses } from './search/search-console'
import { percentile } from './search/search-measure'
import { describeMachine, say, writeResults } from './tools'

/**
 * How many requests one console serves, and three consoles on one PostgreSQL. Everything runs on this machine,
 * including the client.
 */

const inspections = 1_000
const people = 60
const roundMs = 10_000
const streamsOfEach = 5

interface Load {
  perSecond: number
  p50Ms: number
  p95Ms: number
  /** Responses by status. */
  statuses: Record<number, number>
}

/** People who each send the next request as soon as they have a response. */
async function load(app: TestConsole, cookies: readonly string[], pathOf: (count: number) => string): Promise<Load> {
  const pool = new Pool(app.url, { connections: people, pipelining: 1 })
  const times: number[] = []
  const statuses: Record<number, number> = {}
  const startedAt = performance.now()
  let asked = 0
  const person = async (cookie: string) => {
    while (performance.now() - startedAt < roundMs) {
      const sentAt = performance.now()
      const { statusCode, body } = await pool.request({
        path: pathOf((asked += 1)),
        method: 'GET',
        headers: { cookie },
      })
      await body.dump()
      times.push(performance.now() - sentAt)
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
    }
  }
  await Promise.all(cookies.map(person))
  const seconds = (performance.now() - startedAt) / 1_000
  await pool.close()
  return {
    perSecond: (statuses[200] ?? 0) / seconds,
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    statuses,
  }
}

/** Opens streams of events and resolves when each has sent something. */
async function openStreams({ url }: TestConsole, cookies: readonly string[]): Promise<Agent> {
  const agent = new Agent({ maxSockets: Infinity })
  let open = 0
  for (const cookie of cookies)
    for (let count = 0; count < streamsOfEach; count += 1)
      request(`${url}/api/events`, { agent, headers: { cookie } })
        .on('response', (response) => {
          response.once('data', () => (open += 1))
          response.on('error', () => {})
        })
        .on('error', () => {})
        .end()
  await waitFor('all streams are open', () => Promise.resolve(open === cookies.length * streamsOfEach))
  return agent
}

/** Pages of a hundred rows, in turn. */
const list = (count: number) => `/api/inspections?limit=100&offset=${(count * 100) % inspections}`

const memoryOf = ({ members }: TestConsole) =>
  members.map(({ pid }) => Math.round(listServerProcesses(pid).reduce((sum, { rssMb }) => sum + rssMb, 0)))

async function measure(consoles: number) {
  await using app = await startConsole({ consoles, standin: { inspections } })
  await waitForIndex(app, inspections)
  const { rows } = await app.db.query<{ userId: string }>(
    `insert into users (email, name, role)
     select 'person' || n || '@sightline.test', 'Person ' || n, 'viewer' from generate_series(1, $1) n returning user_id as "userId"`,
    [people],
  )
  const sessions = await Promise.all(rows.map(({ userId }) => writeSession(app.db, userId)))
  const cookies = sessions.map(({ cookie }) => `${cookie.name}=${cookie.value}`)
  const { rows: ids } = await app.db.query<{ id: string }>('select audit_id as id from inspections')
  const detail = (count: number) => `/api/inspections/${ids[count % ids.length]?.id}/report`
  // In the first round, Node compiles the code.
  await load(app, cookies.slice(0, 10), detail)
  const idleMb = memoryOf(app)
  const figures = {
    consoles,
    list: await load(app, cookies, list),
    detail: await load(app, cookies, detail),
    idleMb,
    loadedMb: memoryOf(app),
  }
  const agent = await openStreams(app, cookies)
  const streams = cookies.length * streamsOfEach
  const whileOpen = await load(app, cookies, list)
  agent.destroy()
  return { ...figures, streams, whileOpen, withStreamsMb: memoryOf(app) }
}

const describe = ({ perSecond, p50Ms, p95Ms, statuses }: Load) =>
  `${perSecond.toFixed(0)} a second, p50 ${p50Ms.toFixed(0)} ms, p95 ${p95Ms.toFixed(0)} ms ${JSON.stringify(statuses)}`

/** Measures the figures of docs/capacity.md. They have no target. */
export async function benchCapacity(words: readonly string[]): Promise<boolean> {
  if ((await ensureBuild(process.cwd(), { say })) !== 0) return false
  const results: Array<Awaited<ReturnType<typeof measure>>> = []
  say(JSON.stringify(describeMachine()))
  for (const consoles of words.length === 0 ? [1, 3] : words.map(Number)) {
    const figures = await measure(consoles)
    results.push(figures)
    say(`${consoles} consoles, ${people} people, ${inspections} inspections`)
    say(`  list    ${describe(figures.list)}`)
    say(`  detail  ${describe(figures.detail)}`)
    say(`  list beside ${figures.streams} open streams  ${describe(figures.whileOpen)}`)
    say(
      `  memory of each, MB: idle ${figures.idleMb.join(', ')}; after load ${figures.loadedMb.join(', ')}; with streams ${figures.withStreamsMb.join(', ')}`,
    )
  }
  writeResults('capacity', { results })
  return true
}
