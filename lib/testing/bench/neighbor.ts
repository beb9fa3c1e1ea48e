import { systemClock } from '@/lib/clock'
import { ensureBuild } from '@/lib/launch/build'
import { limits } from '@/lib/web/throttle'
import { fillIndexAt } from '../fill-index'
import { startConsole, type TestConsole } from '../harness'
import { percentile } from './search/search-measure'
import { say, writeResults } from './tools'

/** How slow the console gets for one person while another person's script requests the list 100 times a second. */

const inspections = 5_000
const ratioMax = 1.5
const rounds = 3
const roundMs = 15_000
const noisyPerSecond = 100
const steadyPerSecond = 10

interface Asker {
  cookie: string
  /** Each request asks for other rows, so that none can be answered from an earlier result. */
  next: number
}

interface Answers {
  ms: number[]
  statuses: Map<number, number>
}

/** Requests the list at a fixed rate, however long the answers take, and waits for all of them. */
async function ask(app: TestConsole, asker: Asker, perSecond: number, forMs: number): Promise<Answers> {
  const answers: Answers = { ms: [], statuses: new Map() }
  const one = async () => {
    const startedAt = performance.now()
    asker.next = (asker.next + 97) % (inspections - 100)
    const response = await fetch(`${app.url}/api/inspections?limit=100&offset=${asker.next}`, {
      headers: { cookie: asker.cookie },
    })
    await response.arrayBuffer()
    answers.ms.push(performance.now() - startedAt)
    answers.statuses.set(response.status, (answers.statuses.get(response.status) ?? 0) + 1)
  }
  const startedAt = performance.now()
  const all: Array<Promise<void>> = []
  for (let sent = 0; ; sent += 1) {
    const dueMs = startedAt + (sent * 1_000) / perSecond - performance.now()
    if (dueMs > 0) await systemClock.sleep(dueMs)
    if (performance.now() - startedAt >= forMs) break
    all.push(one())
  }
  await Promise.all(all)
  return answers
}

const describe = ({ ms, statuses }: Answers) =>
  `p50 ${percentile(ms, 0.5).toFixed(1)} ms, p95 ${percentile(ms, 0.95).toFixed(1)} ms (${[...statuses]
    .map(([status, count]) => `${count} x ${status}`)
    .join(', ')})`

async function measure(app: TestConsole): Promise<boolean> {
  const signIn = async (role: 'viewer' | 'editor'): Promise<Asker> => {
    const { cookie } = await app.signIn(role)
    return { cookie: `${cookie.name}=${cookie.value}`, next: 0 }
  }
  const [noisy, steady] = [await signIn('viewer'), await signIn('editor')]
  await ask(app, steady, steadyPerSecond, 5_000)
  const alone: number[] = []
  const beside: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const quiet = await ask(app, steady, steadyPerSecond, roundMs)
    const [flood, kept] = await Promise.all([
      ask(app, noisy, noisyPerSecond, roundMs),
      ask(app, steady, steadyPerSecond, roundMs),
    ])
    say(`alone:   ${describe(quiet)}`)
    say(`beside:  ${describe(kept)}`)
    say(`         the other one: ${describe(flood)}`)
    alone.push(...quiet.ms)
    beside.push(...kept.ms)
    // Their bucket is full again before the next round.
    await systemClock.sleep((limits.general.burst / limits.general.perSecond) * 1_000)
  }
  const ratio = percentile(beside, 0.95) / percentile(alone, 0.95)
  const isMet = ratio <= ratioMax
  say(
    `p95 beside a person at ${noisyPerSecond} requests a second: ${ratio.toFixed(2)} times as long as alone, ${isMet ? 'MET' : 'MISSED'} (at most ${ratioMax})`,
  )
  writeResults('neighbor', { alone, beside, ratio, isMet })
  return isMet
}

/** @returns whether the other person's p95 stays within 1.5 times the value without load */
export async function benchNeighbor(): Promise<boolean> {
  if ((await ensureBuild(process.cwd(), { say })) !== 0) return false
  await using app = await startConsole({ standin: { inspections }, prepare: fillIndexAt })
  return await measure(app)
}
