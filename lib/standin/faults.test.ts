import http from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import type { FaultRule } from './faults'
import { searchPage, startBench, type Bench } from './testing'

interface Seen {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
  /** Whether the body ended as announced. */
  complete: boolean
}

/** One request on a raw connection: the data received, or the error's code. `enough` stops reading early. */
function fetchRaw(
  bench: Bench,
  path: string,
  { enough = Infinity, waitMs = 20_000, method = 'GET', body = '' } = {},
): Promise<Seen | string> {
  return new Promise((resolve) => {
    const request = http.request(`${bench.standin.baseUrl}${path}`, {
      method,
      agent: false,
      headers: { authorization: `Bearer ${bench.standin.token}`, 'content-type': 'application/json' },
    })
    const timer = setTimeout(() => {
      resolve('nothing came')
      request.destroy()
    }, waitMs)
    request.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer)
      resolve(error.code ?? 'unknown')
    })
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      const done = () => {
        clearTimeout(timer)
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
          complete: response.complete,
        })
        request.destroy()
      }
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes >= enough) done()
      })
      response.on('end', done)
      response.on('error', done)
      response.on('close', done)
    })
    request.end(body)
  })
}

async function tryFault(bench: Bench, action: FaultRule['action'], options = {}): Promise<Seen | string> {
  bench.standin.control.clearFaults()
  bench.standin.control.setFault({ operation: 'searchInspections', action })
  return fetchRaw(bench, '/audits/search?limit=20', options)
}

function need(seen: Seen | string): Seen {
  if (typeof seen === 'string') throw new Error(`no answer: ${seen}`)
  return seen
}

describe('faults', () => {
  it('of each kind have their effect', async () => {
    await using bench = await startBench()
    const whole = need(await fetchRaw(bench, '/audits/search?limit=20')).body
    expect(await tryFault(bench, { kind: 'reset', when: 'before' })).toBe('ECONNRESET')

    const cut = need(await tryFault(bench, { kind: 'truncate' }))
    expect([cut.complete, cut.headers['content-length'], cut.body.length]).toEqual([
      false,
      String(whole.length),
      Math.floor(whole.length / 2),
    ])

    const garbled = need(await tryFault(bench, { kind: 'garble' }))
    expect(garbled.complete).toBe(true)
    expect(() => JSON.parse(garbled.body.toString()) as unknown).toThrow()

    const throttled = need(await tryFault(bench, { kind: 'status', status: 429, retryAfter: '3' }))
    expect([throttled.status, throttled.headers['retry-after']]).toEqual([429, '3'])
    expect(JSON.parse(throttled.body.toString())).toEqual({
      statusCode: 429,
      error: 'Too Many Requests',
      message: 'Too Many Requests',
    })
    expect(need(await tryFault(bench, { kind: 'status', status: 503 })).status).toBe(503)

    for (const status of [302, 307, 308] as const) {
      const moved = need(await tryFault(bench, { kind: 'redirect', status, location: 'http://127.0.0.1:9/x' }))
      expect([moved.status, moved.headers.location]).toEqual([status, 'http://127.0.0.1:9/x'])
    }

    const echoed = need(await tryFault(bench, { kind: 'echo', where: ['body', 'headers', 'location'] }))
    expect(echoed.status).toBe(500)
    expect(echoed.body.toString()).toContain(bench.standin.token)
    expect(echoed.headers['x-echo']).toContain(bench.standin.token)
    expect(echoed.headers.location).toContain(bench.standin.token)

    const bomb = need(await tryFault(bench, { kind: 'gzip-bomb', bytes: 30_000_000 }))
    expect(bomb.headers['content-encoding']).toBe('gzip')
    expect(bomb.body.length).toBeLessThan(100_000)

    expect(need(await tryFault(bench, { kind: 'endless' }, { enough: 3_000_000 })).complete).toBe(false)
    const long = need(await tryFault(bench, { kind: 'endless', bytes: 1_000_001 }))
    expect([long.complete, long.body.length]).toEqual([true, 1_000_001])

    expect(await tryFault(bench, { kind: 'stall', silent: true }, { waitMs: 400 })).toBe('nothing came')
    const dripped = need(await tryFault(bench, { kind: 'drip', bytes: 500, everyMs: 1 }))
    expect(dripped.body.equals(whole)).toBe(true)
    expect(need(await tryFault(bench, { kind: 'delay', ms: 5 })).body.equals(whole)).toBe(true)
  })

  it('can hold a response back until the fault is cleared', async () => {
    await using bench = await startBench()
    const { control } = bench.standin
    const held = control.setFault({ operation: 'searchInspections', action: { kind: 'hold' } })
    let isAnswered = false
    const answer = searchPage(bench, 'field=audit_id&limit=1').finally(() => {
      isAnswered = true
    })
    await vi.waitFor(() => expect(control.counts()['searchInspections']).toBe(1))
    // A later response of another operation shows that this one is really held back.
    await fetch(`${bench.standin.baseUrl}/nowhere`)
    expect(isAnswered).toBe(false)
    control.clearFaults(held)
    expect((await answer).audits).toHaveLength(1)
  })

  it('can omit or falsify rate headers in every way', async () => {
    await using bench = await startBench()
    const read = async (mode: 'missing' | 'wrong' | 'epoch' | 'negative' | 'huge' | 'text') => {
      const { headers } = need(await tryFault(bench, { kind: 'rate-headers', mode }))
      return ['limit', 'remaining', 'reset'].map((name) => headers[`x-ratelimit-${name}`])
    }
    expect(await read('missing')).toEqual([undefined, undefined, undefined])
    expect(await read('negative')).toEqual(['-1', '-5', '-60'])
    expect(Number((await read('epoch'))[2])).toBeGreaterThan(1_700_000_000)
    expect(await read('text')).toEqual(['many', '', 'soon'])
    expect(Number((await read('huge'))[0])).toBeGreaterThan(1e18)
    expect(await read('wrong')).toEqual(['7', '900', '0'])
  })

  it('that reset before the request takes effect change nothing; those that reset after it only lose the response', async () => {
    await using bench = await startBench()
    const { control } = bench.standin
    const [first] = (await searchPage(bench, 'field=audit_id&field=template_id&limit=1')).audits
    const post = () =>
      fetchRaw(bench, '/audits', { method: 'POST', body: JSON.stringify({ template_id: first?.template_id }) })
    const before = control.truth().length
    for (const [when, more] of [
      ['before', 0],
      ['after', 1],
    ] as const) {
      control.clearFaults()
      control.setFault({ operation: 'createInspection', when: { next: 1 }, action: { kind: 'reset', when } })
      expect(await post()).toBe('ECONNRESET')
      expect(control.truth()).toHaveLength(before + more)
    }
    control.setFault({
      operation: 'createInspection',
      when: { next: 1 },
      action: { kind: 'status', status: 502, when: 'after' },
    })
    expect(need(await post()).status).toBe(502)
    expect(control.truth()).toHaveLength(before + 2)
  })

  it('apply by operation, path, method, every n-th request, the next n requests and probability', async () => {
    await using bench = await startBench()
    const { control } = bench.standin
    const statuses = async (times: number, path = '/audits/search?limit=1') => {
      const found: number[] = []
      for (let at = 0; at < times; at += 1) found.push((await bench.ask(path)).status)
      return found
    }
    const fail = { kind: 'status', status: 500 } as const
    control.setFault({ operation: 'searchInspections', when: { every: 3 }, action: fail })
    expect(await statuses(6)).toEqual([200, 200, 500, 200, 200, 500])
    control.clearFaults()
    control.setFault({ path: '^/templates', method: 'GET', when: { next: 2 }, action: fail })
    expect(await statuses(3, '/templates/search')).toEqual([500, 500, 200])
    expect(await statuses(1)).toEqual([200])
    control.setFault({ when: { probability: 0.5 }, action: fail })
    const failed = (await statuses(60)).filter((status) => status === 500).length
    expect(failed).toBeGreaterThan(12)
    expect(failed).toBeLessThan(48)
  })

  it('leave counters and recorded requests that show what arrived', async () => {
    await using bench = await startBench({ limits: { 'GET /audits/search': 2 } })
    const { control } = bench.standin
    control.record(true)
    for (let at = 0; at < 3; at += 1) await bench.ask('/audits/search?limit=1', { headers: { 'x-mark': String(at) } })
    await bench.ask('/nowhere', { token: null })
    expect(control.counts()).toEqual({ searchInspections: 3, '(none)': 1 })
    expect([control.throttled, control.unauthorized]).toEqual([1, 1])
    expect(control.requests().map(({ path, status, headers }) => [path, status, headers['x-mark']])).toEqual([
      ['/audits/search?limit=1', 200, '0'],
      ['/audits/search?limit=1', 200, '1'],
      ['/audits/search?limit=1', 429, '2'],
      ['/nowhere', 401, undefined],
    ])
    await bench.ask('/assets/v1/types/list', { method: 'POST', body: '{"page_size":1}' })
    expect(control.requests().at(-1)).toMatchObject({ operation: 'listAssetTypes', body: { page_size: 1 } })
    control.resetCounts()
    expect([control.counts(), control.throttled, control.requests()]).toEqual([{}, 0, []])
  })

  it('can be set over HTTP from another process, but only when that was enabled', async () => {
    await using bench = await startBench({ control: true })
    const steer = async (name: string, body: unknown = {}) =>
      (await (
        await bench.ask(`/__control/${name}`, { method: 'POST', body: JSON.stringify(body), token: null })
      ).json()) as Record<string, unknown>
    await steer('set-fault', {
      operation: 'searchInspections',
      when: { next: 1 },
      action: { kind: 'status', status: 500 },
    })
    expect((await bench.ask('/audits/search')).status).toBe(500)
    const { ids } = (await steer('insert', { count: 3 })) as unknown as { ids: string[] }
    expect(ids).toHaveLength(3)
    await steer('delete', { id: ids[0] })
    const truth = (await steer('truth')) as unknown as Array<{ audit_id: string }>
    expect(
      truth
        .filter(({ audit_id }) => ids.includes(audit_id))
        .map(({ audit_id }) => audit_id)
        .sort(),
    ).toEqual(ids.slice(1).sort())
    expect(await steer('counts')).toMatchObject({ operations: { searchInspections: 1 }, throttled: 0 })
    expect(
      (await bench.ask('/__control/set-fault', { method: 'POST', body: '{"action":{"kind":"nonsense"}}' })).status,
    ).toBe(400)
    expect((await bench.ask('/__control/constructor', { method: 'POST', body: '{}' })).status).toBe(404)
  })
})
