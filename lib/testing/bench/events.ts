import { Agent, request } from 'node:http'
import { roles } from '@/lib/access/permissions'
import { ensureBuild } from '@/lib/launch/build'
import { publishEvents } from '@/lib/events/publish'
import { systemClock } from '@/lib/clock'
import { startConsole, waitFor, waitForIndex, type TestConsole } from '../harness'
import { listServerProcesses } from './search/search-console'
import { percentile } from './search/search-measure'
import { say, writeResults } from './tools'

const streams = 500
const rounds = 20
const memoryMbMax = 100
const latencyMsMax = 1_000

/** A minimal client of the event stream: five hundred of them must cost this process almost nothing. */
interface Stream {
  /** When each event arrived, by its name. */
  heardAt: Map<string, number>
  isOpen: boolean
  close: () => void
}

function openStream(url: string, cookie: string, agent: Agent): Stream {
  const asked = request(`${url}/api/events`, { agent, headers: { cookie } })
  const stream: Stream = { heardAt: new Map(), isOpen: false, close: () => asked.destroy() }
  asked.on('response', (response) => {
    response.setEncoding('utf8')
    response.on('data', (text: string) => {
      stream.isOpen = true
      for (const [, name] of text.matchAll(/"(round-\d+)"/g))
        if (name !== undefined) stream.heardAt.set(name, performance.now())
    })
    response.on('error', () => (stream.isOpen = false))
    response.on('close', () => (stream.isOpen = false))
  })
  asked.on('error', () => (stream.isOpen = false))
  asked.end()
  return stream
}

const readMemoryMb = ({ pid }: TestConsole) => listServerProcesses(pid).reduce((sum, { rssMb }) => sum + rssMb, 0)

/** The lowest of several measurements, because garbage that is not collected yet does not count. */
async function readSettledMemoryMb(app: TestConsole): Promise<number> {
  const looks: number[] = []
  for (let sample = 0; sample < 10; sample += 1) {
    looks.push(readMemoryMb(app))
    await systemClock.sleep(500)
  }
  return Math.min(...looks)
}

/**
 * Measures what five hundred open screens cost, and how soon all of them receive a change. False when a promise is
 * missed.
 */
export async function benchEvents(): Promise<boolean> {
  if ((await ensureBuild(process.cwd(), { say })) !== 0) return false
  await using app = await startConsole()
  await waitForIndex(app, 240)
  // One person may have at most two hundred streams.
  const cookies = await Promise.all(roles.map(async (role) => (await app.signIn(role)).cookie))
  const headers = cookies.map(({ name, value }) => `${name}=${value}`)
  const headerOf = (at: number) => headers[at % headers.length] ?? ''
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  // Memory that the first few streams need stays allocated, even when nobody listens.
  const first = Array.from({ length: 20 }, () => openStream(app.url, headerOf(0), agent))
  await waitFor('the first streams are open', async () => first.every(({ isOpen }) => isOpen))
  for (const { close } of first) close()
  const before = await readSettledMemoryMb(app)
  const all: Stream[] = []
  while (all.length < streams) {
    all.push(openStream(app.url, headerOf(all.length), agent))
    // Stays within the rate limit of each person.
    if (all.length % 25 === 0) await systemClock.sleep(1_000)
  }
  await waitFor('all streams are open', async () => all.every(({ isOpen }) => isOpen))
  const latencies: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const name = `round-${round}`
    const reportedAt = performance.now()
    await publishEvents(app.db, [{ kind: 'assets', ids: [name] }])
    await waitFor('everybody has heard', async () => all.every(({ heardAt }) => heardAt.has(name)))
    latencies.push(Math.max(...all.map(({ heardAt }) => heardAt.get(name) ?? Infinity)) - reportedAt)
  }
  const after = await readSettledMemoryMb(app)
  const open = all.filter(({ isOpen }) => isOpen).length
  for (const { close } of all) close()
  agent.destroy()
  const costMb = after - before
  const [median, worst] = [percentile(latencies, 0.5), Math.max(...latencies)]
  const ok = costMb < memoryMbMax && worst < latencyMsMax && open === streams
  say(`${open} of ${streams} streams open; memory ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB with them`)
  say(`they cost ${costMb.toFixed(0)} MB (promised: under ${memoryMbMax})`)
  say(
    `all have heard after ${median.toFixed(0)} ms at the median, ${worst.toFixed(0)} ms at worst (promised: under ${latencyMsMax})`,
  )
  say(ok ? 'ok' : 'MISSED')
  writeResults('events', { streams, open, before, after, costMb, latencies })
  return ok
}
