import { fork } from 'node:child_process'
import { systemClock } from '@/lib/clock'
import { ensureBuild } from '@/lib/launch/build'
import { fillIndexAt } from '../fill-index'
import { startConsole, type TestConsole } from '../harness'
import { ask, type Answers, type Requests } from './flood'
import { percentile } from './search/search-measure'
import { receive, say, writeResults } from './tools'

/** How slow the console gets for one person while another person's script requests the list 100 times a second. */

const inspections = 5_000
const ratioMax = 1.5
const roundMs = 15_000
const noisyPerSecond = 100
const steadyPerSecond = 10
/** A pause in which the queue of the noisy person becomes empty, so that they no longer count as flooding. */
const restMs = 20_000

const describe = ({ ms, statuses }: Answers) =>
  `p50 ${percentile(ms, 0.5).toFixed(1)} ms, p95 ${percentile(ms, 0.95).toFixed(1)} ms ${JSON.stringify(statuses)}`

const startProcess = () => fork('lib/testing/bench/flood.ts', { execArgv: ['--import', 'tsx'] })

async function measure(app: TestConsole, rounds: number): Promise<boolean> {
  const load = { rows: inspections, forMs: roundMs }
  const signIn = async (role: 'viewer' | 'editor') => {
    const { cookie } = await app.signIn(role)
    return { ...load, origin: app.url, cookie: `${cookie.name}=${cookie.value}` }
  }
  const noisy: Requests = { ...(await signIn('viewer')), offset: 0, perSecond: noisyPerSecond }
  const steadily: Requests = { ...(await signIn('editor')), offset: 0, perSecond: steadyPerSecond }
  const [flood, trivial] = [startProcess(), startProcess()]
  try {
    trivial.send('serve')
    const elsewhere = { ...noisy, origin: await receive<string>(trivial), cookie: '' }
    const ms: Record<'alone' | 'beside' | 'elsewhere', number[]> = { alone: [], beside: [], elsewhere: [] }
    const keep = async (name: keyof typeof ms, requests: Requests | null) => {
      if (requests !== null) flood.send(requests)
      const other = requests === null ? null : receive<Answers>(flood)
      const answers = await ask({ ...steadily, offset: (steadily.offset += 1) })
      ms[name].push(...answers.ms)
      say(`${name.padEnd(10)} ${describe(answers)}`)
      if (other !== null) say(`           the flood: ${describe(await other)}`)
    }
    await ask({ ...steadily, forMs: 5_000 })
    for (let round = 0; round < rounds; round += 1) {
      await keep('alone', null)
      await keep('elsewhere', elsewhere)
      await keep('beside', noisy)
      await systemClock.sleep(restMs)
    }
    const p95 = (name: keyof typeof ms) => percentile(ms[name], 0.95)
    const ratio = p95('beside') / p95('alone')
    const ofTheMachine = p95('elsewhere') / p95('alone')
    const isMet = ratio <= ratioMax
    say(
      `p95 beside a person at ${noisyPerSecond} requests a second: ${ratio.toFixed(2)} times as long as alone, ${isMet ? 'MET' : 'MISSED'} (at most ${ratioMax}); ` +
        `${ofTheMachine.toFixed(2)} times while the same requests go to a server that answers at once`,
    )
    writeResults('neighbor', { ms, ratio, ofTheMachine, isMet })
    return isMet
  } finally {
    for (const child of [flood, trivial]) child.disconnect()
  }
}

/**
 * @param words how many rounds
 * @returns whether the other person's p95 stays within 1.5 times the value without load
 */
export async function benchNeighbor([rounds = '3']: readonly string[]): Promise<boolean> {
  if ((await ensureBuild(process.cwd(), { say })) !== 0) return false
  await using app = await startConsole({ standin: { inspections }, prepare: fillIndexAt })
  return await measure(app, Number(rounds))
}
