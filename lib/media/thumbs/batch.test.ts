import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET } from '@/app/api/media/thumbs/route'
import { HandClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { batchHref, batchLimits, FrameReader, type ThumbFrame } from '@/lib/media/thumbs-model'
import { processWide } from '@/lib/process-wide'
import { configureThrottle } from '@/lib/web/throttle'
import { ThumbCache, thumbKey } from './cache'
import { Thumbs } from './thumbs'

const raw = () => Promise.reject(new Error('a batch asks the service for nothing'))
let db: TestDatabase
let auth: TestAuth
let clock: HandClock
let cookie: string
let dir: string
let cache: ThumbCache
/** The process has one instance. Each test replaces its content. */
const holder: { current: Thumbs | null } = { current: null }

beforeAll(async () => {
  db = await openTestDatabase()
  clock = new HandClock()
  auth = installTestAuth(db, clock)
  processWide('thumbs', () => ({
    readKept: (file: Parameters<Thumbs['readKept']>[0]) => holder.current?.readKept(file),
  }))
})
afterAll(() => db.close())
beforeEach(async () => {
  configureThrottle({}, clock)
  cookie = (await auth.signInAs((await auth.addPerson('viewer')).userId)).cookie
  dir = mkdtempSync(path.join(os.tmpdir(), 'sightline-batch-'))
  cache = new ThumbCache({ dir, bytesMax: 50_000_000, memoryBytesMax: 1_000_000 })
  holder.current = new Thumbs({ service: () => ({ raw }), cache })
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const keep = (mediaId: string, bytes: Uint8Array, size: 'small' | 'medium' = 'small') =>
  cache.write(thumbKey('audit_1', mediaId), size, bytes)
const named = (...mediaIds: string[]) => mediaIds.map((mediaId) => ({ auditId: 'audit_1', mediaId }))
const ask = (href: string, headers: Record<string, string> = { cookie }) =>
  GET(new Request(`http://127.0.0.1:3000${href}`, { headers }), { params: Promise.resolve({}) })

async function readFrames(response: Response): Promise<ThumbFrame[]> {
  return new FrameReader().push(await response.bytes())
}

describe('GET /api/media/thumbs', () => {
  it('sends stored thumbnails in the order of the address, and marks files without one', async () => {
    await keep('m1', Uint8Array.from([1, 2, 3]))
    await keep('m3', Uint8Array.from([4]))
    await keep('m2', Uint8Array.from([5]), 'medium')
    const answer = await ask(batchHref(named('m3', 'm2', 'm1'), 'small'))
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(await readFrames(answer)).toEqual([Uint8Array.from([4]), 'none', Uint8Array.from([1, 2, 3])])
  })

  it('answers 304 while nothing has changed, and in full after a new thumbnail was stored', async () => {
    await keep('m1', Uint8Array.from([1]))
    const href = batchHref(named('m1', 'm2'), 'small')
    const etag = (await ask(href)).headers.get('etag') ?? ''
    const again = await ask(href, { cookie, 'if-none-match': etag })
    expect([again.status, again.headers.get('cache-control'), await again.text()]).toEqual([
      304,
      'private, no-cache',
      '',
    ])
    await keep('m2', Uint8Array.from([2]))
    const changed = await ask(href, { cookie, 'if-none-match': etag })
    expect([changed.status, await readFrames(changed)]).toEqual([200, [Uint8Array.from([1]), Uint8Array.from([2])]])
  })

  it(
    'checks session and permission each time, even if the browser has the response',
    { tags: ['S4', 'S11'] },
    async () => {
      await keep('m1', Uint8Array.from([1]))
      const href = batchHref(named('m1'), 'small')
      const etag = (await ask(href)).headers.get('etag') ?? ''
      for (const headers of [{}, { 'if-none-match': etag }, { cookie: 'no=session', 'if-none-match': '*' }]) {
        const refused = await ask(href, headers)
        expect([refused.status, refused.headers.get('cache-control')]).toEqual([401, 'private, no-store'])
        expect(refused.headers.get('content-type')).toContain('application/problem+json')
      }
    },
  )

  it('refuses invalid ids, unknown sizes and too many files', { tags: ['S7'] }, async () => {
    const many = `/api/media/thumbs?size=small&files=audit_1/${Array.from({ length: 121 }, (_, at) => `m${at}`).join(',')}`
    for (const href of [
      '/api/media/thumbs?size=small',
      '/api/media/thumbs?size=large&files=audit_1/m1',
      '/api/media/thumbs?size=small&files=audit_1/..',
      '/api/media/thumbs?size=small&files=audit_1%2f..%2fm1',
      '/api/media/thumbs?size=small&files=m1',
      '/api/media/thumbs?size=small&files=audit_1/m1&kept=1',
      many,
    ])
      expect((await ask(href)).status, href).toBe(422)
  })

  it('counts as one request per file, so that the rate limit stays the same', async () => {
    configureThrottle({ thumbs: { burst: 250, perSecond: 10 } }, clock)
    const href = batchHref(named(...Array.from({ length: 100 }, (_, at) => `m${at}`)), 'small')
    const answers = [await ask(href), await ask(href), await ask(href)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    // 49 tokens are left after the token for the request itself, and 50 more follow within five seconds.
    expect(await answers[2]?.json()).toMatchObject({ retryAfterSeconds: 5 })
  })

  it('marks files for separate requests if the response would be too large', async () => {
    const large = new Uint8Array(1024 * 1024 + 1).fill(7)
    for (const mediaId of ['m1', 'm2', 'm3', 'm4', 'm5']) await keep(mediaId, large)
    const answer = await ask(batchHref(named('m1', 'm2', 'm3', 'm4', 'm5', 'm6'), 'small'))
    const bytes = await answer.bytes()
    expect(bytes.byteLength).toBeLessThanOrEqual(batchLimits.bytesMax + 6 * 4)
    const frames = new FrameReader().push(bytes).map((frame) => (typeof frame === 'string' ? frame : frame.byteLength))
    expect(frames).toEqual([...Array.from({ length: 3 }, () => large.byteLength), 'alone', 'alone', 'none'])
  })

  it('streams large responses in pieces and stops when the reader leaves', async () => {
    for (let at = 0; at < 20; at += 1) await keep(`m${at}`, new Uint8Array(50_000).fill(at))
    const answer = await ask(batchHref(named(...Array.from({ length: 20 }, (_, at) => `m${at}`)), 'small'))
    const reader = answer.body?.getReader()
    const first = await reader?.read()
    expect(first?.value?.byteLength).toBeLessThan(300_000)
    await reader?.cancel()
    expect(await reader?.read()).toEqual({ done: true, value: undefined })
  })
})
