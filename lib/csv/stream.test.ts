import { describe, expect, it, vi } from 'vitest'
import { createTextStream } from './stream'

const decoder = new TextDecoder()

describe('a stream of text', () => {
  it('produces nothing before it is read, and passes everything on in order', async () => {
    let made = 0
    const stream = createTextStream(async ({ write }) => {
      for (; made < 5; made += 1) await write(`${made},`)
    })
    const reader = stream.getReader()
    await vi.waitFor(() => expect(made).toBe(0), 20_000)
    let text = ''
    for (let read = 1; ; read += 1) {
      const { done, value } = await reader.read()
      if (done) break
      text += decoder.decode(value)
      expect(made).toBeLessThanOrEqual(read)
    }
    expect(text).toBe('0,1,2,3,4,')
  })

  it('fails when its producer fails, so that half a file never looks complete', async () => {
    const stream = createTextStream(async ({ write }) => {
      await write('half')
      throw new Error('lost')
    })
    await expect(new Response(stream).text()).rejects.toThrow('lost')
  })

  it.each(['cancel', 'signal'] as const)('stops its producer when the reader leaves by %s', async (way) => {
    const leaving = new AbortController()
    let failure: unknown = null
    const stream = createTextStream(
      async ({ write }) => {
        try {
          for (;;) await write('more')
        } catch (error) {
          failure = error
          throw error
        }
      },
      { signal: leaving.signal },
    )
    const reader = stream.getReader()
    await reader.read()
    if (way === 'cancel') await reader.cancel(new Error('gone'))
    else leaving.abort(new Error('gone'))
    await vi.waitFor(() => expect(failure).toMatchObject({ message: 'gone' }), 20_000)
    if (way === 'signal') await expect(reader.read()).rejects.toThrow('gone')
  })

  it('ends for a reader that reads nothing for too long, but not for a slow reader', async () => {
    let failure: unknown = null
    // A clock whose waits only end on demand.
    const waits: Array<() => void> = []
    const clock = {
      now: () => 0,
      sleep: (_ms: number, signal?: AbortSignal) =>
        new Promise<void>((resolve, reject) => {
          waits.push(resolve)
          signal?.addEventListener('abort', () => reject(new Error('woken')))
        }),
    }
    const stream = createTextStream(
      async ({ write }) => {
        try {
          for (;;) await write('more')
        } catch (error) {
          failure = error
          throw error
        }
      },
      { clock },
    )
    const reader = stream.getReader()
    for (let read = 0; read < 3; read += 1) {
      await reader.read()
      await vi.waitFor(() => expect(waits.length).toBeGreaterThan(0), 20_000)
      // The times of earlier waits expire only after the read has ended them.
      for (const over of waits.splice(0, waits.length - 1)) over()
    }
    expect(failure).toBeNull()
    for (const over of waits) over()
    await vi.waitFor(() => expect(failure).toMatchObject({ code: 'unavailable' }), 20_000)
    await expect(reader.read()).rejects.toMatchObject({ code: 'unavailable' })
  })
})
