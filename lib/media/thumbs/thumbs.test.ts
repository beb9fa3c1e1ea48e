import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { GET } from '@/app/api/media/[auditId]/[mediaId]/thumb/route'
import { HandClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { configureThrottle } from '@/lib/web/throttle'
import * as ids from '@/lib/ids'
import { processWide } from '@/lib/process-wide'
import type { CallOptions, RawAnswer, RawInput } from '@/lib/service/types'
import type { ThumbSize } from '@/lib/media/model'
import { ThumbCache } from './cache'
import { readSource, sourceBytesMax } from './source'
import { Thumbs } from './thumbs'

const files = path.join(process.cwd(), 'lib/standin/media/files')
const photo = readFileSync(path.join(files, 'van-1.jpg'))
let snapshot: Buffer
beforeAll(async () => {
  snapshot = await sharp(photo).resize(800).jpeg().toBuffer()
})

let dir: string
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'sightline-thumbs-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

type Give = (mediaId: string, signal: AbortSignal | undefined) => Partial<RawAnswer> | Promise<Partial<RawAnswer>>

function openWorld(give: Give, now = () => Date.now()) {
  const asked: string[] = []
  let underWay = 0
  const world = { asked, underWayMax: 0 }
  const raw = async (operation: string, input?: RawInput, options?: CallOptions): Promise<RawAnswer> => {
    expect([operation, Object.keys(input?.params ?? {})]).toEqual(['getInspectionMedia', ['auditId', 'mediaId']])
    const mediaId = input?.params?.['mediaId'] ?? ''
    asked.push(mediaId)
    underWay += 1
    world.underWayMax = Math.max(world.underWayMax, underWay)
    try {
      return { status: 200, headers: {}, bytes: null, stream: null, ...(await give(mediaId, options?.signal)) }
    } finally {
      underWay -= 1
    }
  }
  const cache = new ThumbCache({ dir: path.join(dir, 'thumbs'), bytesMax: 50_000_000 })
  const thumbs = new Thumbs({ service: () => ({ raw }), cache, now })
  const read = (mediaId: string, options: { size?: ThumbSize; owner?: string; signal?: AbortSignal } = {}) =>
    thumbs.read({
      auditId: ids.auditId.parse('audit_1'),
      mediaId: ids.mediaId.parse(mediaId),
      size: options.size ?? 'small',
      owner: options.owner ?? 'ann',
      signal: options.signal ?? new AbortController().signal,
      requestId: 'r1',
    })
  return { world, thumbs, cache, read, raw }
}

/** Only rejects when its signal aborts, like the client. */
const never = (_mediaId: string, signal: AbortSignal | undefined) =>
  new Promise<Partial<RawAnswer>>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })

describe('thumbnails', () => {
  it('need one request to the service per photo, for all sizes and for concurrent and later readers', async () => {
    const { world, read } = openWorld(() => ({ bytes: snapshot }))
    const sizes = ['small', 'medium', 'small', 'medium', 'small'] as const
    const first = await Promise.all(sizes.map((size) => read('m1', { size })))
    expect(new Set(first.map(({ etag }) => etag)).size).toBe(2)
    await read('m1', { size: 'large' })
    expect(world.asked).toEqual(['m1'])
  })

  it(
    'of a large photo are created without the large size, which is created on demand',
    { tags: ['full'] },
    async () => {
      const large = await sharp(photo).resize(2_400, 1_800, { fit: 'fill' }).jpeg().toBuffer()
      const { world, read } = openWorld(() => ({
        stream: Readable.from([large.subarray(0, 900), large.subarray(900)]),
      }))
      await read('m1', { size: 'small' })
      await read('m1', { size: 'medium' })
      expect(world.asked).toEqual(['m1'])
      const { bytes } = await read('m1', { size: 'large' })
      expect(world.asked).toEqual(['m1', 'm1'])
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 1_600, height: 1_200 })
    },
  )

  it('of a broken photo cause one request to the service for many readers, and one more after the cached failure expired', async () => {
    let now = 0
    const { world, read } = openWorld(
      () => ({ bytes: photo.subarray(0, 9_000) }),
      () => now,
    )
    for (let n = 0; n < 200; n += 1) await expect(read('m1')).rejects.toMatchObject({ code: 'unsupported' })
    await expect(read('m1', { size: 'large' })).rejects.toMatchObject({ code: 'unsupported' })
    expect(world.asked).toHaveLength(1)
    now += 11 * 60_000
    await expect(read('m1')).rejects.toMatchObject({ code: 'unsupported' })
    expect(world.asked).toHaveLength(2)
  })

  it('are available half a minute after a device has uploaded its photo', async () => {
    let now = 0
    let isSent = false
    const { read } = openWorld(
      () => (isSent ? { bytes: photo } : { status: 204 }),
      () => now,
    )
    await expect(read('m1')).rejects.toMatchObject({ code: 'not_found' })
    isSent = true
    await expect(read('m1')).rejects.toMatchObject({ code: 'not_found' })
    now += 31_000
    expect((await read('m1')).bytes.byteLength).toBeGreaterThan(500)
  })

  it.each([
    [404, 'not_found'],
    [401, 'upstream_refused'],
    [429, 'upstream_throttled'],
    [503, 'upstream_failed'],
  ])("turn the service's status %i into the error %s", async (status, code) => {
    const { read } = openWorld(() => ({ status }))
    await expect(read('m1')).rejects.toMatchObject({ code })
  })

  it('are refused with a time to retry if the budget is exhausted, and only then requested again', async () => {
    // The client is part of the start-up bundle, which has its own copy of AppError.
    vi.resetModules()
    const { AppError: StartupError } = await import('@/lib/errors')
    let now = 0
    let isSpent = true
    const { world, read } = openWorld(
      () => {
        if (!isSpent) return { bytes: photo }
        throw new StartupError('upstream_throttled', 'Too many requests are waiting.', {
          details: { retryAfterSeconds: 59 },
        })
      },
      () => now,
    )
    const refusal = { code: 'upstream_throttled', details: { retryAfterSeconds: 59 } }
    for (let n = 0; n < 3; n += 1) await expect(read('m1')).rejects.toMatchObject(refusal)
    expect(world.asked).toHaveLength(1)
    now += 40_000
    await expect(read('m1')).rejects.toMatchObject({ details: { retryAfterSeconds: 19 } })
    isSpent = false
    now += 19_001
    expect((await read('m1')).bytes.byteLength).toBeGreaterThan(500)
  })

  it('are not requested if nobody waits for them any more, which does not count as a failure', async () => {
    const told: AbortSignal[] = []
    let isStuck = true
    const { world, thumbs, read } = openWorld((mediaId, signal) => {
      if (!isStuck) return { bytes: photo }
      if (signal !== undefined) told.push(signal)
      return never(mediaId, signal)
    })
    const tabs = Array.from({ length: 30 }, () => new AbortController())
    const reads = tabs.map((tab, n) => read(`m${n}`, { signal: tab.signal }))
    await expect.poll(() => thumbs.waiting).toBeGreaterThan(20)
    const begun = world.asked.length
    expect(begun).toBeLessThan(8)
    for (const tab of tabs) tab.abort(new DOMException('closed', 'AbortError'))
    const results = await Promise.allSettled(reads)
    expect(results.every(({ status }) => status === 'rejected')).toBe(true)
    await expect.poll(() => told.filter(({ aborted }) => aborted).length).toBe(begun)
    expect([world.asked.length, thumbs.waiting]).toEqual([begun, 0])
    isStuck = false
    expect((await read('m0')).bytes.byteLength).toBeGreaterThan(500)
  })

  it(
    'are created from few files at a time, and a second person gets a turn in between',
    { tags: ['full'] },
    async () => {
      const { world, read } = openWorld(async () => {
        await new Promise((resolve) => setImmediate(resolve))
        return { bytes: photo }
      })
      const many = Array.from({ length: 40 }, (_, n) => read(`a${n}`))
      await expect.poll(() => world.asked.length).toBeGreaterThan(0)
      const other = read('b1', { owner: 'ben' })
      await other
      expect(world.asked.length).toBeLessThan(20)
      await Promise.all(many)
      expect(world.asked).toHaveLength(41)
      expect(world.underWayMax).toBeLessThan(8)
    },
  )
})

const fileRequest = () => ({
  auditId: ids.auditId.parse('audit_1'),
  mediaId: ids.mediaId.parse('m1'),
  signal: new AbortController().signal,
  requestId: 'r1',
})

/** An endless stream that begins with `head` and counts the bytes that were read. */
function endless(head: Buffer) {
  const state = { bytesGiven: 0 }
  const stream = new Readable({
    read() {
      this.push(state.bytesGiven === 0 ? head : Buffer.alloc(1024 * 1024))
      state.bytesGiven += state.bytesGiven === 0 ? head.length : 1024 * 1024
    },
  })
  return { stream, state }
}

describe('a requested file', () => {
  it('is not read if its declared length is too large', async () => {
    const { stream, state } = endless(photo)
    const { raw } = openWorld(() => ({ stream, headers: { 'content-length': String(sourceBytesMax + 1) } }))
    await expect(readSource({ raw }, fileRequest())).rejects.toMatchObject({ code: 'too_large' })
    expect([stream.destroyed, state.bytesGiven < 5_000_000]).toEqual([true, true])
  })

  it('is aborted if it is too long without a declared length', async () => {
    const { stream, state } = endless(photo)
    const { raw } = openWorld(() => ({ stream }))
    await expect(readSource({ raw }, fileRequest())).rejects.toMatchObject({ code: 'too_large' })
    expect(stream.destroyed).toBe(true)
    expect(state.bytesGiven).toBeLessThan(sourceBytesMax + 4 * 1024 * 1024)
  })

  it('is aborted after its first bytes if it is a video', async () => {
    const { stream, state } = endless(Buffer.from('\x00\x00\x00\x18ftypisom'.padEnd(200, ' '), 'latin1'))
    const { raw } = openWorld(() => ({ stream }))
    await expect(readSource({ raw }, fileRequest())).rejects.toMatchObject({ code: 'unsupported' })
    expect([stream.destroyed, state.bytesGiven < 4_000_000]).toEqual([true, true])
  })

  it('causes an error if it breaks off', async () => {
    const stream = new Readable({ read() {} })
    stream.push(photo.subarray(0, 4_000))
    setImmediate(() => stream.destroy(new Error('reset')))
    const { raw } = openWorld(() => ({ stream }))
    await expect(readSource({ raw }, fileRequest())).rejects.toMatchObject({ code: 'upstream_failed' })
  })

  it.each([
    ['never responds', never],
    ['stops in the middle', () => ({ stream: new Readable({ read() {} }) })],
  ])('is aborted when the service %s', async (_what, give: Give) => {
    const { raw } = openWorld(give)
    await expect(readSource({ raw }, fileRequest(), 20)).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('GET /api/media/[auditId]/[mediaId]/thumb', () => {
  let db: TestDatabase
  let auth: TestAuth
  let cookie: string
  let asked: string[]

  beforeAll(async () => {
    db = await openTestDatabase()
    const clock = new HandClock()
    auth = installTestAuth(db, clock)
    configureThrottle({}, clock)
    cookie = (await auth.signInAs((await auth.addPerson('viewer')).userId)).cookie
  })
  afterAll(() => db.close())
  beforeEach(() => {
    // The process has one instance. Each test replaces its content.
    const holder = processWide<{ current: Thumbs | null }>('test-thumbs', () => ({ current: null }))
    processWide('thumbs', () => ({ read: (request: Parameters<Thumbs['read']>[0]) => holder.current?.read(request) }))
    const { thumbs, world } = openWorld((mediaId) => (mediaId === 'gone' ? { status: 404 } : { bytes: photo }))
    holder.current = thumbs
    asked = world.asked
  })

  const get = (mediaId: string, headers: Record<string, string> = { cookie }, query = '?size=small') =>
    GET(new Request(`http://127.0.0.1:3000/api/media/audit_1/${mediaId}/thumb${query}`, { headers }), {
      params: Promise.resolve({ auditId: 'audit_1', mediaId }),
    })

  it('returns a WebP that browsers must revalidate, and 304 without a request to the service', async () => {
    const first = await get('m1')
    expect(first.status).toBe(200)
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect((await sharp(await first.arrayBuffer()).metadata()).format).toBe('webp')
    const etag = first.headers.get('etag') ?? ''
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get('m1', { cookie, 'if-none-match': tags })
      expect([tags, again.status, await again.text(), again.headers.get('etag')]).toEqual([tags, 304, '', etag])
      expect(again.headers.get('cache-control')).toBe('private, no-cache')
    }
    expect((await get('m1', { cookie, 'if-none-match': '"other"' })).status).toBe(200)
    expect(asked).toEqual(['m1'])
  })

  it('checks the session each time, even if the browser has the picture', async () => {
    const etag = (await get('m1')).headers.get('etag') ?? ''
    const denied = await get('m1', { 'if-none-match': etag })
    expect([denied.status, denied.headers.get('cache-control')]).toEqual([401, 'private, no-store'])
  })

  it('returns errors that are not cached, and refuses unknown sizes', async () => {
    const gone = await get('gone')
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'private, no-store'])
    for (const query of ['', '?size=huge', '?size=1600', '?size=small&size=large'])
      expect((await get('m1', { cookie }, query)).status, query).toBe(422)
    expect((await get('a%2f..', { cookie })).status).toBe(422)
    expect(asked).toEqual(['gone'])
  })

  it('accepts two requests for each file of a wall of 400 at the same time', async () => {
    await get('m1')
    const answers = await Promise.all(Array.from({ length: 800 }, () => get('m1')))
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  })
})
