// @vitest-environment jsdom
import * as z from 'zod'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api, ApiError, writeQuery } from './api'
import { lateSchemas } from './late/late-schemas'

interface Sent {
  path: string
  init: RequestInit
}
let sent: Sent[] = []
let answer: () => Response | Promise<Response>
const json = (value: unknown, status = 200, type = 'application/json') =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': type, 'x-request-id': 'req_1' } })
const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )

beforeEach(() => {
  sent = []
  answer = () => json({ a: 1 })
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    sent.push({ path, init })
    return Promise.resolve().then(() => answer())
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const thing = z.object({ a: z.number() })

describe("the browser's fetch helper", () => {
  it('sends the header of our pages with every unsafe request and no other', async () => {
    await api.get('/api/x', { q: 'a b', tag: ['1', '2'], none: null, empty: '' }, thing)
    expect(sent[0]?.path).toBe('/api/x?q=a+b&tag=1&tag=2')
    expect(sent[0]?.init.headers).not.toHaveProperty('x-requested-with')
    for (const method of ['post', 'put', 'patch', 'delete'] as const) {
      sent = []
      await api[method]('/api/x', { name: 'ä' }, thing)
      expect(sent[0]?.init).toMatchObject({ method: method.toUpperCase(), body: '{"name":"ä"}', redirect: 'error' })
      expect(sent[0]?.init.headers).toMatchObject({
        'x-requested-with': 'sightline',
        'content-type': 'application/json',
      })
    }
  })

  it('turns a problem response into an error with its message, its fields and the time to wait', async () => {
    const problem = {
      code: 'throttled',
      detail: 'Wait a moment.',
      requestId: 'r1',
      retryAfterSeconds: 7,
      fields: { a: 'is odd' },
    }
    answer = () => json(problem, 429, 'application/problem+json')
    const error = await caught(api.get('/api/x', undefined, thing))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 429,
      code: 'throttled',
      message: 'Wait a moment.',
      requestId: 'r1',
      retryAfterSeconds: 7,
      fields: { a: 'is odd' },
    })
  })

  it('reports a missing response, a foreign page, and a response of another shape as different errors', async () => {
    answer = () => Promise.reject(new TypeError('failed to fetch'))
    expect(await caught(api.get('/api/x', undefined, thing))).toMatchObject({ status: 0, code: 'offline' })
    answer = () => new Response('<h1>502</h1>', { status: 502 })
    expect(await caught(api.get('/api/x', undefined, thing))).toMatchObject({ status: 502, code: 'unreadable' })
    answer = () => json({ a: 'x' })
    expect(await caught(api.get('/api/x', undefined, thing))).toMatchObject({ code: 'unreadable', requestId: 'req_1' })
    answer = () => new Response('{"a":', { status: 200 })
    expect(await caught(api.get('/api/x', undefined, thing))).toMatchObject({ code: 'unreadable' })
  })

  it('rejects an aborted request with the reason of the abort', async () => {
    const abort = new AbortController()
    answer = () => {
      abort.abort()
      throw abort.signal.reason as Error
    }
    const error = await caught(api.get('/api/x', undefined, thing, abort.signal))
    expect(error).toBe(abort.signal.reason)
  })

  it('loads a late schema beside the request, and parses the response with it', async () => {
    let loads = 0
    const late = lateSchemas(async () => {
      loads += 1
      return { thing }
    })('thing')
    await expect(api.get('/api/x', undefined, late)).resolves.toEqual({ a: 1 })
    answer = () => json({ a: 'no number' })
    expect(await caught(api.get('/api/x', undefined, late))).toMatchObject({ status: 200, code: 'unreadable' })
    expect(loads).toBe(1)
  })

  it('loads a schema again that did not arrive, and reports a response that no schema can parse', async () => {
    let missing = 1
    const late = lateSchemas(async () => {
      missing -= 1
      if (missing >= 0) throw new Error('The script did not load.')
      return { thing }
    })('thing')
    await expect(api.get('/api/x', undefined, late)).resolves.toEqual({ a: 1 })
    const never = lateSchemas((): Promise<{ thing: typeof thing }> => Promise.reject(new Error('No such script.')))
    expect(await caught(api.get('/api/x', undefined, never('thing')))).toMatchObject({
      status: 200,
      code: 'unreadable',
    })
    answer = () => json({ code: 'not_found', detail: 'No.' }, 404)
    expect(await caught(api.get('/api/x', undefined, never('thing')))).toMatchObject({ code: 'not_found' })
  })

  it('returns nothing for 204', async () => {
    answer = () => new Response(null, { status: 204 })
    expect(await api.delete('/api/x', undefined, z.undefined())).toBeUndefined()
    expect(sent[0]?.init).not.toHaveProperty('body')
  })

  it('reports that a page was unused for a minute, so that polls do not keep the session alive', async () => {
    vi.useFakeTimers()
    window.dispatchEvent(new Event('keydown'))
    await api.get('/api/x', undefined, thing)
    vi.setSystemTime(Date.now() + 61_000)
    await api.get('/api/x', undefined, thing)
    window.dispatchEvent(new Event('pointerdown'))
    await api.get('/api/x', undefined, thing)
    expect(sent.map(({ init }) => (init.headers as Record<string, string>)['x-sightline-activity'])).toEqual([
      undefined,
      'none',
      undefined,
    ])
  })

  it('opens the sign-in page when the session is over, and returns to the same address afterwards', async () => {
    const assign = vi.fn<(url: string) => void>()
    vi.stubGlobal('window', { location: { pathname: '/inspections', search: '?q=a', hash: '#b', assign } })
    answer = () => json({ code: 'unauthenticated', detail: 'Sign in again.' }, 401)
    expect(await caught(api.post('/api/auth/callback/credentials', {}, thing))).toMatchObject({ status: 401 })
    expect(assign).not.toHaveBeenCalled()
    await Promise.all([1, 2, 3].map(() => caught(api.get('/api/x', undefined, thing))))
    expect(assign.mock.calls).toEqual([['/sign-in?next=%2Finspections%3Fq%3Da%23b']])
  })

  it('does not open the sign-in page while the person signs out, but does if the sign-out failed', async () => {
    vi.resetModules()
    const fresh = await import('./api')
    const assign = vi.fn<(url: string) => void>()
    const addEventListener = vi.fn<(kind: string) => void>()
    vi.stubGlobal('window', { location: { pathname: '/inspections', search: '', hash: '', assign }, addEventListener })
    answer = () => json({ code: 'unauthenticated', detail: 'Sign in again.' }, 401)
    const release = fresh.holdSignIn()
    await caught(fresh.api.get('/api/x', undefined, thing))
    expect(assign).not.toHaveBeenCalled()
    release()
    expect(assign.mock.calls).toEqual([['/sign-in?next=%2Finspections']])
  })

  it('writes lists as repeated parameters', () => {
    expect(writeQuery({ a: [1, 2], b: false, c: undefined })).toBe('?a=1&a=2&b=false')
    expect(writeQuery(undefined)).toBe('')
  })
})
