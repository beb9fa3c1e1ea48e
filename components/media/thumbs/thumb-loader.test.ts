import { describe, expect, it } from 'vitest'
import { batchHref, type BatchFile, type ThumbFrame } from '@/lib/media/thumbs-model'
import type { readThumbBatch } from '@/lib/media/thumbs-queries'
import { ThumbLoader } from './thumb-loader'

const picture = (bytes = 3) => new Uint8Array(bytes).fill(1)
const file = (at: number | string): BatchFile => ({ auditId: 'audit_1', mediaId: `m${at}` })
const files = (count: number, from = 0) => Array.from({ length: count }, (_, at) => file(from + at))
const settled = () => new Promise((resolve) => setTimeout(resolve))

interface Asked {
  href: string
  tell: (frames: readonly ThumbFrame[]) => void
  end: () => void
  fail: () => void
}

/** A loader whose responses the test sends one by one. */
function openLoader() {
  const asked: Asked[] = []
  const clock = { now: 0 }
  const read: typeof readThumbBatch = (batch, size, tell) =>
    new Promise((end, reject) => {
      asked.push({ href: batchHref(batch, size), tell, end, fail: () => reject(new Error('cut off')) })
    })
  const loader = new ThumbLoader(read, () => clock.now)
  const want = (wanted: readonly BatchFile[], told: string[] = []) =>
    wanted.map((each) => loader.want(each, 'small', () => told.push(each.mediaId)))
  return { loader, asked, clock, want }
}

/** Responds to a request with a picture for each file. */
async function give({ tell, end }: Asked, count: number, bytes = 3): Promise<void> {
  tell(Array.from({ length: count }, () => picture(bytes)))
  end()
  await settled()
}

describe('thumbnails of a page', () => {
  it('are loaded with one request when they are wanted together, and each tile is notified once', async () => {
    const { loader, asked, want } = openLoader()
    const told: string[] = []
    want(files(5), told)
    await settled()
    expect(asked.map(({ href }) => href)).toEqual([batchHref(files(5), 'small')])
    expect(loader.find(file(0), 'small')).toBeNull()
    asked[0]?.tell([picture(), 'none'])
    expect([loader.find(file(0), 'small'), loader.find(file(1), 'small'), loader.find(file(2), 'small')]).toEqual([
      'data:image/webp;base64,AQEB',
      'none',
      null,
    ])
    asked[0]?.tell(['alone', picture(), picture()])
    asked[0]?.end()
    await settled()
    expect(loader.find(file(2), 'small')).toBe('alone')
    expect(told).toEqual(['m0', 'm1', 'm2', 'm3', 'm4'])
  })

  it('are requested by their own addresses when they are few, because the browser caches those', async () => {
    const { loader, asked, want } = openLoader()
    want(files(3))
    await settled()
    expect([asked, files(3).map((each) => loader.find(each, 'small'))]).toEqual([[], ['alone', 'alone', 'alone']])
  })

  it('are requested one by one when the batch is cut off or refused', async () => {
    const { loader, asked, want } = openLoader()
    want(files(4))
    await settled()
    asked[0]?.tell([picture()])
    asked[0]?.fail()
    await settled()
    expect(files(4).map((each) => loader.find(each, 'small')?.slice(0, 5))).toEqual([
      'data:',
      'alone',
      'alone',
      'alone',
    ])
  })

  it('are loaded by two requests at once, and the rest follows in one batch', async () => {
    const { asked, want } = openLoader()
    want(files(300))
    await settled()
    expect(asked).toHaveLength(2)
    want(files(60, 300))
    await settled()
    expect(asked).toHaveLength(2)
    if (asked[0] !== undefined) await give(asked[0], 120)
    expect(asked[2]?.href).toBe(batchHref([...files(60, 240), ...files(60, 300)], 'small'))
  })

  it('are not requested for tiles that left before the request', async () => {
    const { asked, want } = openLoader()
    for (const leave of want(files(8))) leave()
    want(files(4, 4))
    await settled()
    expect(asked.map(({ href }) => href)).toEqual([batchHref(files(4, 4), 'small')])
  })

  it('stay in memory for five minutes after they left the screen, and are loaded again after that', async () => {
    const { loader, asked, clock, want } = openLoader()
    const leave = want(files(4))
    await settled()
    if (asked[0] !== undefined) await give(asked[0], 4)
    for (const each of leave) each()
    clock.now = 5 * 60_000
    expect(loader.find(file(0), 'small')).toMatch(/^data:/)
    clock.now += 1
    expect(loader.find(file(0), 'small')).toBeNull()
    want(files(4))
    await settled()
    expect([asked.length, loader.restingChars]).toEqual([2, 0])
  })

  it('use at most 12 MB of memory while off screen, and the last ones stay', { tags: ['full'] }, async () => {
    const { loader, asked, want } = openLoader()
    for (let round = 0; round < 40; round += 1) {
      const wanted = files(8, round * 8)
      const leave = want(wanted)
      await settled()
      const last = asked.at(-1)
      if (last !== undefined) await give(last, 8, 60_000)
      for (const each of leave) each()
    }
    expect(loader.restingChars).toBeLessThanOrEqual(12_000_000)
    expect(loader.restingChars).toBeGreaterThan(11_000_000)
    expect([loader.find(file(0), 'small'), loader.find(file(319), 'small')?.slice(0, 5)]).toEqual([null, 'data:'])
  })

  it('are requested again by the next tile when the server had none or the request failed', async () => {
    const { loader, asked, want } = openLoader()
    const leave = want(files(4))
    await settled()
    asked[0]?.tell(['none', 'none', 'none', 'none'])
    asked[0]?.end()
    await settled()
    for (const each of leave) each()
    want(files(4))
    await settled()
    expect([asked.length, loader.find(file(0), 'small')]).toEqual([2, null])
  })
})
