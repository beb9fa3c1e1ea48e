import { expect, test } from '../fixtures'
import { findFile } from '../journeys/files'
import { listPaths } from './paths'
import { RawClient } from './raw'

const expected: Readonly<Record<string, RegExp>> = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^(no-referrer|same-origin|strict-origin)/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'permissions-policy': /camera=\(\)/,
  'content-security-policy': /frame-ancestors 'none'/,
}

test(
  'every response has the security headers and names no software',
  { tag: ['@smoke', '@S31'] },
  async ({ console: app }) => {
    const { cookie } = await app.signIn('viewer')
    const client = new RawClient(app.url)
    const { rows } = await app.db.query<{ audit_id: string }>('select audit_id from inspections limit 1')
    const page = await client.send('/sign-in')
    const assets = [...page.body.matchAll(/"(\/_next\/static\/[^"]+)"/g)].flatMap(([, path]) => path ?? []).slice(0, 8)
    expect(assets.length).toBeGreaterThan(3)
    const own = listPaths({ auditId: rows[0]?.audit_id ?? '', mediaId: 'none' })
    const odd = [
      '/favicon.ico',
      '/no-such-page',
      '/api/no-such-route',
      '/inspections/none',
      '/_next/static/none.js',
      '/%00',
    ]
    const faults: string[] = []
    for (const path of [...own, ...assets, ...odd])
      for (const headers of [{}, { cookie: `${cookie.name}=${cookie.value}` }]) {
        const { status, headers: got } = await client.send(path, { headers })
        for (const [name, pattern] of Object.entries(expected))
          if (!pattern.test(String(got[name] ?? '')))
            faults.push(`${path} (${status}) has ${name}: ${String(got[name])}`)
        for (const name of ['x-powered-by', 'server'])
          if (got[name] !== undefined) faults.push(`${path} (${status}) tells ${name}: ${String(got[name])}`)
        if (path.startsWith('/api/') && !/(?=.*\bprivate\b)(?=.*\bno-store\b)/.test(got['cache-control'] ?? ''))
          faults.push(`${path} (${status}) may be stored: ${String(got['cache-control'])}`)
      }
    client.close()
    expect(own.length + assets.length + odd.length).toBeGreaterThan(25)
    expect(faults).toEqual([])
  },
)

test(
  'scripts and style sheets are sent as the build compressed them, and browsers keep them',
  { tag: '@smoke' },
  async ({ console: app }) => {
    const client = new RawClient(app.url)
    const page = await client.send('/sign-in')
    const paths = [...page.body.matchAll(/"(\/_next\/static\/[^"]+\.(?:js|css))"/g)].flatMap(([, path]) => path ?? [])
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip, deflate', 'gzip'],
    ])
      for (const path of paths) {
        const { headers } = await client.send(path, { headers: { 'accept-encoding': accepted ?? '' } })
        expect([path, headers['content-encoding'], headers['cache-control'], headers['vary']]).toEqual([
          path,
          encoding,
          'public, max-age=31536000, immutable',
          'accept-encoding',
        ])
      }
    expect(paths.length).toBeGreaterThan(3)
    client.close()
  },
)

test(
  'pages are compressed with Brotli, or with gzip for older clients',
  { tag: '@smoke' },
  async ({ console: app }) => {
    const client = new RawClient(app.url)
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip, deflate', 'gzip'],
      ['identity', undefined],
    ]) {
      const { headers } = await client.send('/sign-in', { headers: { 'accept-encoding': accepted ?? '' } })
      expect([headers['content-encoding'], /accept-encoding/i.test(headers['vary'] ?? '')]).toEqual([encoding, true])
    }
    client.close()
  },
)

test('files and JSON are sent with their length', { tag: '@smoke' }, async ({ console: app }) => {
  const { cookie } = await app.signIn('viewer')
  const client = new RawClient(app.url)
  const { auditId, mediaId } = await findFile(app, 'jpg')
  for (const path of [
    '/api/inspections?limit=1',
    '/api/service/audits/search?field=audit_id',
    `/api/media/${auditId}/${mediaId}`,
  ]) {
    const { status, headers } = await client.send(path, { headers: { cookie: `${cookie.name}=${cookie.value}` } })
    expect([path, status, headers['transfer-encoding'], Number(headers['content-length']) > 100]).toEqual([
      path,
      200,
      undefined,
      true,
    ])
  }
  client.close()
})

test(
  'behind https, responses make browsers keep using https',
  { tag: ['@smoke', '@S31'] },
  async ({ console: app }) => {
    const client = new RawClient(app.url)
    const { headers } = await client.send('/sign-in', { headers: { 'x-forwarded-proto': 'https' } })
    expect(headers['strict-transport-security']).toMatch(/max-age=\d{8}/)
    client.close()
  },
)
