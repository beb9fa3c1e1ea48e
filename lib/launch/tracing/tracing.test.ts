import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { SpanStatusCode, trace } from '@opentelemetry/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { createService } from '@/lib/service/client'
import { startStandin, type Standin } from '@/lib/standin/server'
import { inSpan } from '@/lib/tracing'
import { startTracing } from './start'
import { startTraceReceiver } from './testing'

let db: TestDatabase
let standin: Standin
beforeAll(async () => {
  db = await openTestDatabase()
  standin = await startStandin({
    inspections: 3,
    tokens: [{ token: 'hidden-token-of-the-service', permissions: 'all' }],
  })
})
afterAll(async () => {
  await db.close()
  await standin.close()
})

const work = () =>
  inSpan({ name: 'request', attributes: () => ({ 'http.route': '/api/x' }) }, async () => {
    await db.query(`select $1::text as answer, 'hidden-literal' as fixed from users where name = 'hidden''s'`, [
      'hidden-value',
    ])
    const service = createService({ baseUrl: standin.baseUrl, token: 'hidden-token-of-the-service' })
    try {
      await service.call('searchInspections', { query: { modified_after: '2020-01-01T00:00:00Z' } })
      await expect(db.query('select from nothing_here')).rejects.toThrow()
    } finally {
      await service.close()
    }
  })

it('sends spans of a request, its calls and its statements, without any values', async () => {
  await using receiver = await startTraceReceiver()
  const settings = {
    url: `${receiver.endpoint}/v1/traces`,
    headers: { 'api-key': 'of the receiver' },
    serviceName: 'yard',
  }
  const stop = await startTracing(settings)
  await work()
  // This statement is not part of a request. Background work has thousands of these, so it gets no span.
  await db.query('select 7 as alone')
  await stop?.()
  const spans = receiver.spans()
  const root = spans.find(({ name }) => name === 'request')
  expect(receiver.services()).toEqual(['yard'])
  expect(receiver.headers()['api-key']).toBe('of the receiver')
  expect(spans.map(({ name }) => name).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'request',
    'service searchInspections',
    'sql select',
    'sql select',
  ])
  for (const span of spans)
    if (span !== root) expect(span).toMatchObject({ traceId: root?.traceId, parentSpanId: root?.spanId })
  expect(spans.find(({ name }) => name.startsWith('service'))).toMatchObject({
    kind: 3,
    attributes: {
      'sightline.operation': 'searchInspections',
      'http.request.method': 'GET',
      'http.response.status_code': 200,
    },
  })
  expect(spans.filter(({ name }) => name === 'sql select')).toMatchObject([
    { attributes: { 'db.query.text': `select $1::text as answer, '?' as fixed from users where name = '?'` } },
    { status: { code: 2 }, attributes: { 'error.type': '42P01' }, events: [] },
  ])
  expect(receiver.text()).not.toContain('hidden')
  expect(receiver.text()).not.toContain('2020-01-01')
})

it('names the spans of Next by their route, without the address that a person opened', async () => {
  await using receiver = await startTraceReceiver()
  const stop = await startTracing({ url: `${receiver.endpoint}/v1/traces`, headers: {}, serviceName: 'yard' })
  const next = trace.getTracer('next.js')
  const given = { 'next.span_type': 'BaseServer.handleRequest', 'http.target': '/api/x?q=hidden', 'http.method': 'GET' }
  next.startSpan('GET /api/x?q=hidden', { attributes: given }).end()
  const routed = next.startSpan('GET /invitation/hidden', { attributes: { ...given, 'next.route': '/invitation' } })
  routed.recordException(new Error('hidden'))
  routed.setStatus({ code: SpanStatusCode.ERROR, message: 'hidden' })
  routed.end()
  const known = next.startSpan('RSC GET /assets', { attributes: { ...given, 'next.route': '/assets' } })
  known.end()
  await stop?.()
  expect(receiver.spans().map(({ name }) => name)).toEqual(['GET', 'GET /invitation', 'RSC GET /assets'])
  expect(receiver.spans()[1]).toMatchObject({ status: { code: 2 }, events: [], attributes: { 'http.method': 'GET' } })
  expect(receiver.text()).not.toContain('hidden')
})

it('sends nothing after it was stopped', async () => {
  await using receiver = await startTraceReceiver()
  const stop = await startTracing({ url: `${receiver.endpoint}/v1/traces`, headers: {}, serviceName: 'yard' })
  await stop?.()
  await work()
  expect(receiver.spans()).toEqual([])
})

/** The libraries of OpenTelemetry that a process has loaded after `startTracing`. */
function listLoaded(settings: object | null): string[] {
  const code = `const { startTracing } = await import(${JSON.stringify(path.resolve('lib/launch/tracing/start.ts'))})
    await startTracing(${JSON.stringify(settings)})
    const { default: { _cache: cache } } = await import('node:module')
    console.log(JSON.stringify(Object.keys(cache).filter((file) => file.includes('@opentelemetry'))))
    process.exit(0)`
  const given = ['--conditions=react-server', '--import', 'tsx', '--input-type=module', '-e', code]
  return JSON.parse(execFileSync(process.execPath, given, { encoding: 'utf8' })) as string[]
}

it('loads no library without the setting', { tags: ['full'], timeout: 60_000 }, () => {
  expect(listLoaded(null)).toEqual([])
  const loaded = listLoaded({ url: 'http://127.0.0.1:1/v1/traces', headers: {}, serviceName: 'yard' })
  expect(loaded.some((file) => file.includes('sdk-trace'))).toBe(true)
})
