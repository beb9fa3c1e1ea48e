import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { toWebStream } from './stream'

/** A source that counts what was read from it. */
function openSource(chunks: number, chunkBytes = 64 * 1024) {
  const counted = { produced: 0 }
  const source = new Readable({
    highWaterMark: chunkBytes,
    read() {
      if (counted.produced === chunks) this.push(null)
      else {
        counted.produced += 1
        this.push(Buffer.alloc(chunkBytes, counted.produced % 251))
      }
    },
  })
  return { source, counted }
}

describe('a stream to the browser', () => {
  it('delivers every byte in order, then ends', async () => {
    const { source } = openSource(40, 10_007)
    const whole = Buffer.from(await new Response(toWebStream(source)).arrayBuffer())
    const expected = Buffer.concat(Array.from({ length: 40 }, (_, index) => Buffer.alloc(10_007, index + 1)))
    expect(whole.equals(expected)).toBe(true)
  })

  it('reads nothing from the source before somebody reads the stream, and only a little ahead of a slow reader', async () => {
    const { source, counted } = openSource(8_000)
    const reader = toWebStream(source).getReader()
    await new Promise((resolve) => setImmediate(resolve))
    expect(counted.produced).toBeLessThanOrEqual(2)
    for (let run = 0; run < 10; run += 1) await reader.read()
    await new Promise((resolve) => setImmediate(resolve))
    expect(counted.produced).toBeLessThanOrEqual(40)
    await reader.cancel()
  })

  it(
    'destroys the source when the reader leaves or the request is aborted, in 100 of 100 cases',
    { tags: ['R22'] },
    async () => {
      for (let run = 0; run < 100; run += 1) {
        const { source } = openSource(1_000)
        const abort = new AbortController()
        const reader = toWebStream(source, abort.signal).getReader()
        if (run % 4 > 1) await reader.read()
        if (run % 2 === 0) await reader.cancel()
        else {
          abort.abort()
          await expect(reader.read()).rejects.toMatchObject({ name: 'AbortError' })
        }
        expect(source.destroyed).toBe(true)
      }
    },
  )

  it('ends at once when the request was aborted before it began', async () => {
    const { source } = openSource(10)
    await expect(toWebStream(source, AbortSignal.abort()).getReader().read()).rejects.toBeDefined()
    expect(source.destroyed).toBe(true)
  })

  it('fails when the source fails or is cut off, and never looks complete', async () => {
    for (const how of ['error', 'cut'] as const) {
      const { source } = openSource(1_000)
      const reader = toWebStream(source).getReader()
      await reader.read()
      source.destroy(how === 'error' ? new Error('reset') : undefined)
      await expect(
        (async () => {
          for (;;) if ((await reader.read()).done) return 'whole'
        })(),
      ).rejects.toThrow()
    }
  })
})
