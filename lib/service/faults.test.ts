import type { ServerResponse } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { ErrorCode } from '@/lib/errors'
import { exampleOf } from '@/lib/openapi/model'
import type { JsonSchema } from '@/lib/openapi/schema'
import { someADay } from '@/lib/testing/random-runs'
import { createService } from './client'
import { operationNames, operationOf, type OperationName } from './endpoints'
import { sendJson, serve, until, type Answering } from './test-support/serve'
import type { CallOptions, Service } from './types'

const token = 'c0ffee'.repeat(10)
const rejections: unknown[] = []
const note = (reason: unknown) => rejections.push(reason)
process.on('unhandledRejection', note)
afterAll(() => {
  process.off('unhandledRejection', note)
  expect(rejections).toEqual([])
})

const reset = (response: ServerResponse) => response.socket?.resetAndDestroy()
const ok = '{"audit_id":"a","count":0,"total":0,"audits":[]}'

const otherStructure = ['not', 'an', 'object']
const answerOtherStructure: Answering = (_, response) => sendJson(response, otherStructure)

/** What the network can do to a response, and the resulting error code of a read and of a write. */
const faults: ReadonlyArray<{ name: string; answer: Answering; read: ErrorCode; write: ErrorCode }> = [
  { name: 'no response', answer: () => {}, read: 'unavailable', write: 'upstream_unknown' },
  {
    name: 'a reset before the headers',
    answer: (_, response) => reset(response),
    read: 'unavailable',
    write: 'upstream_unknown',
  },
  {
    name: 'an end before the headers',
    answer: (_, response) => response.socket?.end(),
    read: 'unavailable',
    write: 'upstream_unknown',
  },
  {
    name: 'a reset within the body',
    answer: (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': ok.length })
      response.write(ok.slice(0, 10), () => reset(response))
    },
    read: 'upstream_failed',
    write: 'upstream_unknown',
  },
  {
    name: 'an unfinished body',
    answer: (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': ok.length })
      response.write(ok.slice(0, 10))
    },
    read: 'unavailable',
    write: 'upstream_unknown',
  },
  {
    name: 'an endless slow body',
    answer: (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
    },
    read: 'unavailable',
    write: 'upstream_unknown',
  },
  {
    name: 'garbage instead of HTTP',
    answer: (_, response) => response.socket?.end('\u0000\u0001garbage\r\n\r\n'),
    read: 'upstream_failed',
    write: 'upstream_unknown',
  },
  {
    name: 'garbage instead of JSON',
    answer: (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{"audit_id": "a", <html>')
    },
    read: 'upstream_failed',
    write: 'upstream_unknown',
  },
  {
    name: 'JSON of another structure',
    answer: answerOtherStructure,
    read: 'upstream_failed',
    write: 'upstream_unknown',
  },
  {
    name: 'an invalid content encoding',
    answer: (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end('not gzip at all')
    },
    read: 'upstream_failed',
    write: 'upstream_unknown',
  },
  {
    name: 'status 500',
    answer: (_, response) => sendJson(response, { code: 13, message: 'x' }, 500),
    read: 'upstream_failed',
    write: 'upstream_failed',
  },
  {
    name: 'status 503',
    answer: (_, response) => sendJson(response, {}, 503),
    read: 'upstream_failed',
    write: 'upstream_failed',
  },
  {
    name: 'status 504',
    answer: (_, response) => sendJson(response, {}, 504),
    read: 'upstream_failed',
    write: 'upstream_unknown',
  },
  {
    name: 'status 401',
    answer: (_, response) => sendJson(response, {}, 401),
    read: 'upstream_refused',
    write: 'upstream_refused',
  },
  {
    name: 'status 403',
    answer: (_, response) => sendJson(response, {}, 403),
    read: 'upstream_refused',
    write: 'upstream_refused',
  },
  { name: 'status 404', answer: (_, response) => sendJson(response, {}, 404), read: 'not_found', write: 'not_found' },
  { name: 'status 409', answer: (_, response) => sendJson(response, {}, 409), read: 'conflict', write: 'conflict' },
  { name: 'status 422', answer: (_, response) => sendJson(response, {}, 422), read: 'invalid', write: 'invalid' },
  {
    name: 'status 429',
    answer: (_, response) => sendJson(response, {}, 429, { 'retry-after': '30' }),
    read: 'upstream_throttled',
    write: 'upstream_throttled',
  },
]

type Ask = (service: Service, options: CallOptions) => Promise<unknown>
type AnyCall = (name: OperationName, input: object, options: CallOptions) => Promise<unknown>

// Cast: zod writes what this type describes. The schemas of the table refer to no others.
const example = (schema: z.ZodType) => exampleOf(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema, {})

/** Calls an operation with an example of the input that its own schemas require. */
function askFor(name: OperationName): Ask {
  const { path, query, body } = operationOf(name)
  const input = {
    params: Object.fromEntries([...path.matchAll(/:([A-Za-z]+)/g)].map(([, id = '']) => [id, 'a'])),
    query: example(query),
    ...(body === null ? {} : { body: example(body) }),
  }
  // Cast: the types of the arguments depend on the operation, and `call` checks them by the same schemas.
  return (service, options) => (service as unknown as { call: AnyCall }).call(name, input, options)
}

/** All operations that return JSON. Files are streamed, so their faults reach the reader of the stream. */
const asks = operationNames
  .filter((name) => operationOf(name).answers === 'json')
  .map((name) => ({
    name,
    kind: operationOf(name).repeatable ? ('read' as const) : ('write' as const),
    ask: askFor(name),
  }))

// The responses of some operations are read by lib/service/{assets,users}.ts and lib/status-groups, and tested there.
const acceptsAnyJson = (name: OperationName) => operationOf(name).answer.safeParse(otherStructure).success

describe('R7: a request to a faulty service', { tags: ['R7'] }, () => {
  it.each(faults)(
    'ends within the deadline, with the expected code and no open socket: $name',
    async ({ name: fault, answer, ...codes }) => {
      // Only faults with silence may end at the deadline. The others have a long deadline in case the machine is busy.
      const deadlineMs = ['no response', 'an unfinished body', 'an endless slow body'].includes(fault) ? 1_500 : 30_000
      // The fast tier tries a fifth of the operations, others for each fault and each day.
      const at = faults.findIndex(({ name }) => name === fault)
      const tried = someADay(asks, 5, at).filter(({ name }) => answer !== answerOtherStructure || !acceptsAnyJson(name))
      expect(tried.length).toBeGreaterThan(5)
      // Each request has its own server. All run at once, because some only wait for their deadline.
      const tryOne = async ({ name, kind, ask }: (typeof asks)[number]) => {
        await using server = await serve(answer)
        const service = createService({ baseUrl: server.baseUrl, token, random: () => 0 })
        const error = await ask(service, { deadlineMs }).catch((reason: unknown) => reason)
        expect.soft(error, name).toMatchObject({ name: 'AppError', code: codes[kind] })
        if (kind === 'write') expect.soft(server.requests.length, `${name}: sent once`).toBe(1)
        await service.close()
        await until(() => server.sockets.size === 0, `${name}: the sockets close`)
      }
      await Promise.all(tried.map(tryOne))
    },
  )

  it('fails as unavailable when no server listens', async () => {
    const closed = createTcpServer()
    await new Promise<void>((resolve) => {
      closed.listen(0, '127.0.0.1', resolve)
    })
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const service = createService({ baseUrl: `http://127.0.0.1:${port}`, token, random: () => 0 })
    for (const { ask } of someADay(asks, 5))
      await expect(ask(service, { deadlineMs: 2_000 })).rejects.toMatchObject({ code: 'unavailable' })
    await service.close()
  })

  it('succeeds at the third try if it is a read that fails twice', async () => {
    let tries = 0
    await using server = await serve((_, response) => {
      tries += 1
      if (tries === 1) reset(response)
      else if (tries === 2) sendJson(response, {}, 503)
      else sendJson(response, { audit_id: 'a' })
    })
    const service = createService({ baseUrl: server.baseUrl, token, random: () => 0 })
    await expect(service.call('getInspection', { params: { auditId: 'a' } })).resolves.toEqual({ audit_id: 'a' })
    await service.close()
    expect(tries).toBe(3)
  })

  it('costs at most 1.2 tries on average during an outage', async () => {
    await using server = await serve((_, response) => sendJson(response, {}, 408))
    const service = createService({ baseUrl: server.baseUrl, token, random: () => 0, limits: { other: 10_000 } })
    for (let index = 0; index < 200; index += 1)
      await service.call('getInspection', { params: { auditId: `a${index}` } }).catch(() => {})
    await service.close()
    expect(server.requests.length).toBeLessThanOrEqual(240)
    expect(server.requests.length).toBeGreaterThan(200)
  })
})
