import os from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HandClock, installTestAuth, type TestAuth } from '@/lib/auth/testing'
import { openTestDatabase, type TestDatabase } from '@/lib/db/testing'
import { GET } from '@/app/api/metrics/route'
import { patternOf } from '@/lib/http/note-request'
import { route } from '@/lib/http/route'
import { configureThrottle } from '@/lib/web/throttle'
import { service, setServiceTarget } from '@/lib/service/instance'
import { startStandin, type Standin } from '@/lib/standin/server'
import { requireMetricsToken } from './data'
import { metrics } from './registry'

const canaries = {
  token: 'canary-service-token-of-metrics-5f0e',
  metrics: 'canary-metrics-token-91c2',
  secret: 'canary-session-secret-of-metrics-aa10bb20',
}
/** The slots of objects that exist once per process. */
const slots = globalThis as unknown as Record<symbol, unknown>
const setProcessWide = (name: string, value: unknown) => {
  slots[Symbol.for(`sightline.${name}`)] = value
}

let db: TestDatabase
let auth: TestAuth
let standin: Standin

const settingsWith = (metricsToken: string | null) => ({
  mode: 'service',
  publicUrl: 'http://127.0.0.1:3000',
  secret: canaries.secret,
  dataDir: os.tmpdir(),
  databaseUrl: null,
  thumbnailCacheMb: 16,
  thumbnailBucket: null,
  heapMb: 512,
  webhooks: { scheme: 'hmac-sha256', header: 'x-webhook-secret', secret: null, previousSecret: null },
  metricsToken,
})

beforeAll(async () => {
  db = await openTestDatabase()
  auth = installTestAuth(db, new HandClock())
  configureThrottle({}, new HandClock())
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  setProcessWide('database', { opening: Promise.resolve(db), log })
  setProcessWide('settings', settingsWith(canaries.metrics))
  standin = await startStandin({
    inspections: 2,
    limits: 'off',
    tokens: [{ token: canaries.token, permissions: 'all' }],
  })
  metrics()
  setServiceTarget({ baseUrl: standin.baseUrl, token: canaries.token })
})
afterAll(async () => {
  await service().close()
  await standin.close()
  await db.close()
})

const ask = (authorization?: string) =>
  GET(
    new Request('http://127.0.0.1:3000/api/metrics', { headers: authorization === undefined ? {} : { authorization } }),
    { params: Promise.resolve({}) },
  )

/** Reads the text format strictly: name, labels, value; every sample after the HELP and TYPE of its family. */
function parse(text: string): Map<string, Array<{ labels: Record<string, string>; value: number }>> {
  const families = new Set<string>()
  const samples = new Map<string, Array<{ labels: Record<string, string>; value: number }>>()
  expect(text.endsWith('\n')).toBe(true)
  for (const line of text.split('\n')) {
    if (line === '') continue
    const type = /^# TYPE ([a-z_][a-z0-9_]*) (counter|gauge|histogram|summary)$/.exec(line)
    if (type !== null) families.add(type[1] ?? '')
    if (line.startsWith('#')) {
      expect(line).toMatch(/^# (HELP [a-z_][a-z0-9_]* \S.*|TYPE [a-z_][a-z0-9_]* \w+)$/)
      continue
    }
    const sample = /^([a-z_][a-z0-9_]*)(?:\{(.*)\})? (NaN|[+-]?(?:Inf|[0-9.]+(?:e[+-]?\d+)?))$/i.exec(line)
    expect(sample, line).not.toBeNull()
    const [, name = '', inner = '', value = ''] = sample ?? []
    expect(families.has(name) || families.has(name.replace(/_(bucket|sum|count)$/, '')), line).toBe(true)
    const labels: Record<string, string> = {}
    for (const [, key = '', given = ''] of inner.matchAll(/([a-z_]+)="((?:[^"\\\n]|\\.)*)"/g)) labels[key] = given
    samples.set(name, [...(samples.get(name) ?? []), { labels, value: Number(value) }])
  }
  return samples
}

describe('metrics', () => {
  it('do not exist without a token in the settings, and require that token', async () => {
    expect(() => requireMetricsToken(null, `Bearer ${canaries.metrics}`)).toThrow(/METRICS_TOKEN is not set/)
    setProcessWide('settings', settingsWith(null))
    expect((await ask(`Bearer ${canaries.metrics}`)).status).toBe(404)
    setProcessWide('settings', settingsWith(canaries.metrics))
    const wrong = [
      'Bearer',
      'Bearer ',
      `Bearer ${canaries.metrics}x`,
      `Bearer ${canaries.metrics.slice(1)}`,
      `Basic ${canaries.metrics}`,
      canaries.metrics,
    ]
    for (const authorization of [undefined, ...wrong])
      expect([authorization, (await ask(authorization)).status]).toEqual([authorization, 401])
    expect((await ask(`Bearer ${canaries.metrics}`)).status).toBe(200)
    expect((await ask(`bearer ${canaries.metrics}`)).status).toBe(200)
  })

  it('are in the text format of Prometheus and contain everything that is counted', async () => {
    await service().call('searchInspections', { query: { limit: 1 } })
    await service().call('whoAmI', {}, { lane: 'background' })
    const person = await auth.addPerson('viewer')
    const { cookie } = await auth.signInAs(person.userId)
    const handler = route({ access: 'system:read' }, () => ({}))
    const call = (id: string, headers: Record<string, string>) =>
      handler(new Request(`http://127.0.0.1:3000/api/exports/${id}/files/3`, { headers }), {
        params: Promise.resolve({ jobId: id, position: '3' }),
      })
    expect((await call('canary-job-id-1', { cookie })).status).toBe(200)
    expect((await call('canary-job-id-2', {})).status).toBe(401)
    // Next passes no parameters to a handler whose path has none.
    const bare = await route({ access: 'public' }, () => ({}))(
      new Request('http://127.0.0.1:3000/api/bare'),
      {} as never,
    )
    expect(bare.status).toBe(200)
    await db.query(
      `insert into sync_state (name, checkpoint, last_started_at) values ('inspections', now() - interval '90 s', now() - interval '5 s')`,
    )

    const response = await ask(`Bearer ${canaries.metrics}`)
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    const text = await response.text()
    const samples = parse(text)
    const find = (name: string, labels: Record<string, string> = {}) =>
      samples.get(name)?.find((sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value))
        ?.value

    expect(samples.get('sightline_part_readable')?.filter(({ value }) => value !== 1)).toEqual([])
    const place = { route: '/api/exports/[jobId]/files/[position]', method: 'GET' }
    expect(find('sightline_http_request_duration_seconds_count', { ...place, status: '2xx' })).toBe(1)
    expect(find('sightline_http_request_duration_seconds_count', { ...place, status: '4xx' })).toBe(1)
    expect(find('sightline_http_request_duration_seconds_count', { route: '/api/bare', status: '2xx' })).toBe(1)
    const exchange = 'sightline_service_request_duration_seconds_count'
    expect(find(exchange, { operation: 'searchInspections', status: '2xx', lane: 'person' })).toBe(1)
    expect(find(exchange, { operation: 'whoAmI', status: '2xx', lane: 'background' })).toBe(1)
    expect(find('sightline_service_budget_limit', { bucket: 'searchInspections' })).toBe(200)
    expect(find('sightline_service_budget_left', { bucket: 'searchInspections' })).toBeLessThan(200)
    expect(find('sightline_service_breaker_open')).toBe(0)
    expect(find('sightline_sync_checkpoint_age_seconds')).toBeGreaterThanOrEqual(90)
    expect(find('sightline_sync_lag_seconds')).toBeGreaterThanOrEqual(5)
    expect(find('sightline_webhook_deliveries_total', { verdict: 'accepted' })).toBe(0)
    expect(find('sightline_event_streams_open')).toBe(0)
    expect(find('sightline_user_jobs_under_way')).toBe(0)
    expect(find('sightline_exports_under_way')).toBe(0)
    expect(find('sightline_database_connections', { state: 'max' })).toBe(10)
    expect(find('sightline_disk_free_bytes', { place: 'data' })).toBeGreaterThan(0)
    expect(find('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0)
    expect(find('process_cpu_seconds_total')).toBeGreaterThan(0)

    expect(text).not.toMatch(/canary/)
    for (const secret of [...Object.values(canaries), person.userId, person.email, standin.baseUrl])
      expect(text).not.toContain(secret)
    for (const [name, list] of samples) {
      if (/^(process|nodejs)_/.test(name)) continue
      expect(name).toMatch(/^sightline_/)
      for (const { labels } of list) for (const value of Object.values(labels)) expect(value.length).toBeLessThan(80)
    }
  })

  it('label a path with its pattern, whatever its parameters are', () => {
    expect(patternOf('/api/health/live', {})).toBe('/api/health/live')
    expect(patternOf('/api/media/audit_1/m%2F2/thumb', { auditId: 'audit_1', mediaId: 'm%2F2' })).toBe(
      '/api/media/[auditId]/[mediaId]/thumb',
    )
    expect(patternOf('/api/media/audit_1/m%2F2/thumb', { auditId: 'audit_1', mediaId: 'm/2' })).toBe(
      '/api/media/[auditId]/[mediaId]/thumb',
    )
    expect(patternOf('/api/exports/exports/files/files', { jobId: 'exports', position: 'files' })).toBe(
      '/api/exports/[jobId]/[position]/files',
    )
    expect(patternOf('/api/service/audits/audit_1/media/2', { path: ['audits', 'audit_1', 'media', '2'] })).toBe(
      '/api/service/[...path]',
    )
    expect(patternOf('/api/things/%zz', { thingId: 'other' })).toBe('/api/things/[unread]')
  })
})
