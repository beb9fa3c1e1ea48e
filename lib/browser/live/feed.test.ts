import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import '@/lib/testing/random-runs'
import { readFeed, type FeedMessage } from './feed'

const text =
  ': word\r\nretry: 3000\nevent: hello\nid: a-1\ndata: 1\n\nid: a-2\ndata:{"kind":"reviews",\ndata: "ids":["ä😀"]}\r\n\r\nid: a-3\rdata: x\r\r' +
  'event: lost\n\ndata: y\n\ndata: never ended'
const told: FeedMessage[] = [
  { id: 'a-1', event: 'hello', data: '1' },
  { id: 'a-2', event: 'message', data: '{"kind":"reviews",\n"ids":["ä😀"]}' },
  { id: 'a-3', event: 'message', data: 'x' },
  { id: 'a-3', event: 'message', data: 'y' },
]

async function read(chunks: readonly Uint8Array[]): Promise<FeedMessage[]> {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  const messages: FeedMessage[] = []
  for await (const message of readFeed(body)) messages.push(message)
  return messages
}

describe('an event stream', () => {
  it('is read in the same way wherever the network splits it', async () => {
    const bytes = new TextEncoder().encode(text)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length)), async (cuts) => {
        const places = [0, ...cuts.toSorted((one, two) => one - two), bytes.length]
        const chunks = places.slice(1).map((end, index) => bytes.slice(places[index], end))
        expect(await read(chunks)).toEqual(told)
      }),
    )
  })

  it('is closed when a line never ends', async () => {
    await expect(read([new Uint8Array(1_000_001).fill(97)])).rejects.toThrow('without end')
  })
})
