import * as fc from 'fast-check'
import { findFaults, sendRaw } from '@/lib/http/testing-raw'
import { malformedRequest } from '@/lib/http/testing-malformed'
import { waitFor } from '@/lib/testing/harness'
import { seed } from '@/lib/testing/random-runs'
import { expect, test } from '../fixtures'
import { forEachOf } from './raw'

const ask = (target: string, method = 'GET') =>
  `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`

test(
  'requests that Next would answer itself get problem+json, a request id and a line in the log from the console',
  { tag: ['@smoke', '@S27', '@S31'] },
  async ({ console: app }) => {
    const port = Number(new URL(app.url).port)
    const cases: Array<[request: string, status: number]> = [
      [ask('/inspections/%ff'), 400],
      [ask('/api/inspections/%ff/report'), 400],
      [ask('/api/service/%zz'), 400],
      [ask('/', 'TRACE'), 405],
      [ask('/api/inspections', 'TRACE'), 405],
      [ask('/inspections/'), 308],
      [ask('//x'), 308],
      [ask('/api/inspections/'), 308],
      [ask('/api/no-such-route'), 404],
      // Refused like every write that does not prove its origin.
      [ask('/api/no-such-route', 'POST'), 403],
      [ask('/api/inspections', 'DELETE'), 405],
      [ask('http://other.example/api/no-such-route'), 404],
    ]
    for (const [text, status] of cases) {
      const answer = await sendRaw(port, text)
      expect([text, answer?.status]).toEqual([text, status])
      const id = answer?.headers.get('x-request-id') ?? 'none'
      expect([text, id]).not.toEqual([text, 'none'])
      // Our own route handles unknown paths, and logs them only at level debug.
      if (!text.includes('no-such-route'))
        await waitFor(
          `the line about ${text}`,
          () => Promise.resolve(app.output().includes(`"requestId":"${id}"`)),
          10_000,
        )
      if (text.includes('/api'))
        expect([text, answer?.headers.get('content-type')]).toEqual([text, 'application/problem+json'])
      expect(await findFaults(port, text)).toEqual([])
    }
    expect(app.output()).toContain('"headersWithinMs":20000,"requestWithinMs":60000')
  },
)

test(
  '2,000 malformed requests cause no 500, and every response has our headers',
  { tag: ['@S40'] },
  async ({ console: app }) => {
    const port = Number(new URL(app.url).port)
    const faults: string[] = []
    await forEachOf(fc.sample(malformedRequest, { numRuns: 2_000, seed }), 16, async (text) => {
      faults.push(...(await findFaults(port, text)))
    })
    expect(faults).toEqual([])
    expect(app.output()).not.toMatch(/^\s+at /m)
  },
)
