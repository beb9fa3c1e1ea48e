import { startTraceReceiver } from '@/lib/launch/tracing/testing'
import { canaries, startConsole, waitFor, waitForIndex } from '@/lib/testing/harness'
import { askConsole, expect, test } from '../fixtures'

test('a console with a receiver of traces sends the calls and SQL statements of its requests, but no addresses or values', async () => {
  test.setTimeout(180_000)
  await using receiver = await startTraceReceiver()
  await using app = await startConsole({
    standin: { inspections: 5 },
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint },
  })
  await waitForIndex(app, 5)
  await askConsole(app, '/api/inspections?q=wobbly-search-text')
  await askConsole(app, '/api/templates')
  const spans = await waitFor('the spans of a request arrive', () => {
    const all = receiver.spans()
    const root = all.find(({ name }) => name === 'GET /api/inspections')
    return Promise.resolve(root === undefined ? null : { all, root })
  })
  const { all, root } = spans
  const parts = all.filter(({ traceId }) => traceId === root.traceId)
  expect(root.attributes).toMatchObject({
    'http.method': 'GET',
    'next.route': '/api/inspections',
    'http.status_code': 200,
  })
  expect(
    parts.some(
      ({ name, attributes }) => name === 'sql select' && String(attributes['db.query.text']).includes('inspections'),
    ),
  ).toBe(true)
  await waitFor('a call of the service arrives', () =>
    Promise.resolve(receiver.spans().some(({ name }) => name === 'service searchInspections')),
  )
  const { cookie } = await app.signIn('admin')
  for (const secret of ['wobbly-search-text', '?q=', cookie.value, ...Object.values(canaries)])
    expect(receiver.text()).not.toContain(secret)
})
