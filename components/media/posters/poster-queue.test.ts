import { makeFile } from '@/components/media/testing-files'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PosterQueue } from './poster-queue'

const file = (id: string) => makeFile(id, { kind: 'video', ext: 'mp4', fileName: `${id}.mp4` })

let drawn: string[]
let sent: Array<{ url: string; body: unknown }>
let isRefused: boolean
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  drawn = []
  sent = []
  isRefused = false
  vi.stubGlobal('fetch', async (url: string, { body = '' }: { body?: string } = {}) => {
    sent.push({ url, body: JSON.parse(body) as unknown })
    if (isRefused) throw new TypeError('offline')
    return Response.json({ isKept: true })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const makeQueue = () =>
  new PosterQueue(async ({ id }) => {
    drawn.push(id)
    if (id === 'broken') throw new Error('The video cannot be shown')
    return new Blob(['abc'])
  }, 1_000)

it('makes one poster at a time with pauses in between, and notifies its caller when the server has one', async () => {
  const queue = makeQueue()
  const made: string[] = []
  for (const id of ['a', 'b']) queue.want(file(id), () => made.push(id))
  await vi.advanceTimersByTimeAsync(1_000)
  await vi.waitFor(() => expect(made).toEqual(['a']))
  expect(sent).toEqual([{ url: '/api/media/audit_1/a/poster', body: { image: btoa('abc') } }])
  await vi.advanceTimersByTimeAsync(1_000)
  await vi.waitFor(() => expect(made).toEqual(['a', 'b']))
})

it('makes no poster for a file that was scrolled past, and tries each file once', async () => {
  const queue = makeQueue()
  const made: string[] = []
  const leave = queue.want(file('past'), () => made.push('past'))
  queue.want(file('broken'), () => made.push('broken'))
  leave()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(drawn).toEqual(['broken'])
  queue.want(file('broken'), () => made.push('broken'))
  isRefused = true
  queue.want(file('refused'), () => made.push('refused'))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(drawn).toEqual(['broken', 'refused'])
  expect(made).toEqual([])
})
