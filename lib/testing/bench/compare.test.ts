import { describe, expect, it } from 'vitest'
import { compare, median } from './compare'
import type { Round } from './load'

const round = (path: string, origin = ''): Round => ({
  origin,
  paths: [path],
  headers: {},
  connections: 1,
  ms: 1,
  bytes: 1,
})
const comparison = {
  name: 'x',
  ours: { name: 'ours', round: round('/ours') },
  theirs: { name: 'theirs', round: round('/theirs') },
  floor: 0.9,
}

const runUnread = () => Promise.resolve({ perSecond: 100, answers: 1, errors: 0 })
const runRead = async ({ paths: [path] }: Round) => ({ ...(await runUnread()), cpuMs: path === '/ours' ? 4 : 3 })

describe('comparing rounds', () => {
  it('takes the median of an odd and an even number of values', () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1, 2, 3])).toBe(2.5)
  })

  it('alternates the order, ignores the first round, and compares neighboring rounds', async () => {
    const asked: string[] = []
    const verdict = await compare(comparison, 4, ({ paths: [path = ''] }) => {
      asked.push(path)
      // The machine gets slower; the ratio does not change.
      const speed = 1_000 / asked.length
      return Promise.resolve({ perSecond: path === '/ours' ? speed * 0.95 : speed, answers: 1, errors: 0 })
    })
    expect(asked.slice(2)).toEqual(['/theirs', '/ours', '/ours', '/theirs', '/theirs', '/ours', '/ours', '/theirs'])
    expect(verdict.ratios).toHaveLength(4)
    expect(verdict.ratio).toBeGreaterThan(0.85)
    expect(verdict.ratio).toBeLessThan(1.1)
  })

  it('does not accept fast errors as a good result', async () => {
    const verdict = await compare(comparison, 2, () => Promise.resolve({ perSecond: 100, answers: 1, errors: 1 }))
    expect(verdict).toMatchObject({ ok: false, errors: 4, ratio: 1 })
  })

  it('compares processor time only when both sides are on one server', async () => {
    expect((await compare(comparison, 3, runRead)).cpuRatio).toBe(0.75)
    const elsewhere = { name: 'elsewhere', round: round('/theirs', 'http://elsewhere') }
    expect((await compare({ ...comparison, theirs: elsewhere }, 3, runRead)).cpuRatio).toBe(null)
    expect((await compare(comparison, 3, runUnread)).cpuRatio).toBe(null)
  })
})
