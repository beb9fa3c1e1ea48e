import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stopInOrder, stopSteps } from './stop-in-order'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const nothing = () => Promise.resolve()
const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const never = () => new Promise<never>(() => {})

describe('stopping in order', { tags: ['R24'] }, () => {
  it('gives a step the time that the steps before it left over', async () => {
    const failed = stopInOrder([
      { name: 'finish responses', timeoutMs: 4_500, run: () => undefined },
      { name: 'stop listening', timeoutMs: 300, run: () => after(4_000) },
      { name: 'close the database', timeoutMs: 2_500, run: () => after(3_000) },
    ])
    await vi.advanceTimersByTimeAsync(7_300)
    expect(await failed).toEqual([])
  })

  it('continues after a step that hangs and a step that fails, and gives the last step its whole time', async () => {
    const order: string[] = []
    const failed = stopInOrder([
      { name: 'hangs', timeoutMs: 1_000, run: never },
      { name: 'fails', timeoutMs: 300, run: () => Promise.reject(new Error('no')) },
      { name: 'hangs too', timeoutMs: 300, run: never },
      { name: 'close the database', timeoutMs: 2_500, run: () => after(2_400).then(() => order.push('closed')) },
    ])
    await vi.advanceTimersByTimeAsync(4_100)
    expect(await failed).toEqual(['hangs', 'fails', 'hangs too'])
    expect(order).toEqual(['closed'])
  })

  it('takes at most as long as README.md says', () => {
    const steps = stopSteps({
      inFlight: { watch: () => {}, count: () => 0, leave: nothing, refuseNew: nothing, drain: nothing },
      endStreams: () => {},
      stopEvents: nothing,
      stopSync: nothing,
      stopExports: nothing,
      stopChanges: nothing,
      stopUserJobs: nothing,
      stopAssets: nothing,
      stopActivity: nothing,
      stopWebhooks: nothing,
      stopUpkeep: nothing,
      stopNotices: nothing,
      closeService: nothing,
      closeMail: nothing,
      closeStandin: nothing,
      closeDatabase: nothing,
    })
    const [, seconds] = /This takes at most ([\d.]+) seconds/.exec(readFileSync('README.md', 'utf8')) ?? []
    expect(steps.reduce((sum, { timeoutMs }) => sum + timeoutMs, 0)).toBeCloseTo(Number(seconds) * 1_000)
  })
})
