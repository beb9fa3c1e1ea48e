import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FileStore } from './file-store'

interface Asked {
  href: string
  signal: AbortSignal
  answer: (body: string, status?: number) => void
}

const asked: Asked[] = []
const alive = new Set<string>()

function makeStore(bytesMax?: number): FileStore {
  return new FileStore({
    ...(bytesMax === undefined ? {} : { bytesMax }),
    fetch: (href, { signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
        asked.push({ href, signal, answer: (body, status = 200) => resolve(new Response(body, { status })) })
      }),
  })
}

const running = () => asked.filter(({ signal }) => !signal.aborted).map(({ href }) => href)

async function answer(href: string, body = 'bytes', status = 200): Promise<void> {
  asked.findLast((one) => one.href === href)?.answer(body, status)
  await vi.waitFor(() => expect(finished.has(href)).toBe(true), 20_000)
}

let finished = new Set<string>()
function watch(store: FileStore): FileStore {
  store.subscribe(() => {
    for (const { href } of asked) if (store.read(href).status !== 'waiting') finished.add(href)
  })
  return store
}

beforeEach(() => {
  asked.length = 0
  alive.clear()
  finished = new Set()
  let count = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    const url = `blob:${(count += 1)}`
    alive.add(url)
    return url
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void alive.delete(url))
})

afterEach(() => vi.restoreAllMocks())

describe('the files around the open one', () => {
  it('load in the given order, four at a time', async () => {
    const store = watch(makeStore())
    store.want(['a', 'b', 'c', 'd', 'e', 'f'])
    expect(running()).toEqual(['a', 'b', 'c', 'd'])
    await answer('b')
    expect(running()).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(store.read('b').status).toBe('ready')
  })

  it('stop loading as soon as the person moves past them, so that other files can load', async () => {
    const store = watch(makeStore())
    store.want(['a', 'b', 'c', 'd'])
    store.want(['d', 'e'])
    await vi.waitFor(() => expect(running()).toEqual(['d', 'e']), 20_000)
    expect(store.read('a')).toEqual({ status: 'waiting', received: 0, total: null })
    // Returning to the file loads it again.
    store.want(['a'])
    await vi.waitFor(() => expect(running()).toEqual(['a']), 20_000)
  })

  it('are not loaded again while they are in memory', async () => {
    const store = watch(makeStore())
    store.want(['a'])
    await answer('a')
    store.want(['b'])
    store.want(['a'])
    expect(asked.map(({ href }) => href)).toEqual(['a', 'b'])
  })

  it('leave memory when it is full, the longest unused first, but stay while they are wanted', async () => {
    const store = watch(makeStore(10))
    for (const href of ['a', 'b', 'c']) {
      store.want([href])
      // oxlint-disable-next-line no-await-in-loop -- must run one after another
      await answer(href, '12345')
    }
    expect(['a', 'b', 'c'].map((href) => store.read(href).status)).toEqual(['waiting', 'ready', 'ready'])
    expect(alive.size).toBe(2)
    store.want(['big'])
    await answer('big', '1'.repeat(50))
    expect(['b', 'c', 'big'].map((href) => store.read(href).status)).toEqual(['waiting', 'waiting', 'ready'])
  })

  it('report a refused request, and load again on request', async () => {
    const store = watch(makeStore())
    store.want(['a'])
    await answer('a', 'no', 503)
    expect(store.read('a').status).toBe('failed')
    store.retry('a')
    finished.clear()
    await answer('a')
    expect(store.read('a').status).toBe('ready')
  })

  it('free all memory at the end', async () => {
    const store = watch(makeStore())
    store.want(['a', 'b'])
    await answer('a')
    store.clear()
    expect(alive.size).toBe(0)
    expect(running()).toEqual(['a'])
    expect(store.read('a').status).toBe('waiting')
  })
})
