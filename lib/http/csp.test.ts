import vm from 'node:vm'
import { NextRequest } from 'next/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { config, proxy } from '@/proxy'
import { contentSecurityPolicy } from './csp'

const directivesOf = (policy: string) =>
  new Map(policy.split('; ').map((directive) => [directive.split(' ', 1)[0] ?? '', directive]))

const matches = (pathname: string) => config.matcher.some((pattern) => new RegExp(`^${pattern}$`).test(pathname))

describe('the policy of a page', { tags: ['S16'] }, () => {
  it('runs scripts only by nonce and creates no code or markup from strings', () => {
    const policy = directivesOf(contentSecurityPolicy('abc', { dev: false, https: true }))
    expect(policy.get('script-src')).toBe("script-src 'nonce-abc' 'strict-dynamic'")
    expect(policy.get('require-trusted-types-for')).toBe("require-trusted-types-for 'script'")
    expect(policy.get('trusted-types')).toBe('trusted-types default')
    expect(policy.get('default-src')).toBe("default-src 'none'")
    for (const name of ['object-src', 'base-uri', 'frame-ancestors', 'frame-src'])
      expect(policy.get(name)).toBe(`${name} 'none'`)
    expect([...policy.values()].join()).not.toMatch(/unsafe-|https?:|\*/)
  })

  it('has a new nonce for each of 1,000 pages, even if the client sends one', () => {
    const nonces = new Set<string>()
    for (let run = 0; run < 1_000; run += 1) {
      const request = new NextRequest('http://127.0.0.1:3000/inspections?a=1', {
        headers: {
          'x-nonce': 'mine',
          'content-security-policy': "script-src 'nonce-mine'",
          'x-sightline-path': '//evil',
        },
      })
      const { headers } = proxy(request)
      const policy = headers.get('content-security-policy') ?? ''
      const [, nonce = ''] = /'nonce-([A-Za-z0-9+/=]+)'/.exec(policy) ?? []
      expect(Buffer.from(nonce, 'base64').length).toBe(16)
      // Next passes headers on to the page in this header.
      expect(headers.get('x-middleware-request-x-nonce')).toBe(nonce)
      expect(headers.get('x-middleware-request-content-security-policy')).toBe(policy)
      expect(headers.get('x-middleware-request-x-sightline-path')).toBe('/inspections?a=1')
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(1_000)
  })

  it('lets a proxy pass on a page whose last numbers are not read yet', () => {
    const { headers } = proxy(new NextRequest('http://127.0.0.1:3000/inspections'))
    expect(headers.get('x-accel-buffering')).toBe('no')
  })

  it('covers every page, but neither /api nor the excluded files', () => {
    const pages = [
      '/',
      '/inspections',
      '/inspections/a.js',
      '/trusted-types.js',
      '/favicon.svg/x',
      '/apix',
      '/_next/staticx',
      '/a.png',
    ]
    for (const page of pages) expect([page, matches(page)]).toEqual([page, true])
    for (const file of ['/api/service/audits', '/_next/static/a.js', '/favicon.svg'])
      expect([file, matches(file)]).toEqual([file, false])
    expect(JSON.stringify(config)).not.toMatch(/missing|has/)
  })
})

type Policy = Record<'createHTML' | 'createScript' | 'createScriptURL', (text: string) => string | null>

/** Runs the script as a page of a console under this path does, and returns the policies that it creates. */
async function runPolicyScript(base: string): Promise<Map<string, Policy>> {
  vi.stubEnv('BASE_PATH', base)
  vi.resetModules()
  const { trustedTypesScript } = await import('@/lib/browser/page-policy')
  const made = new Map<string, Policy>()
  const trustedTypes = { createPolicy: (name: string, policy: Policy) => made.set(name, policy) }
  const origin = 'http://127.0.0.1:3000'
  const location = { origin, href: `${origin}${base}/inspections/a` }
  vm.runInNewContext(trustedTypesScript, { window: { trustedTypes }, trustedTypes, location, URL })
  return made
}

describe('the default Trusted Types policy', { tags: ['S16'] }, async () => {
  const made = await runPolicyScript('')
  const policy = made.get('default')
  afterEach(() => vi.unstubAllEnvs())

  it('is the only policy', () => {
    expect([...made.keys()]).toEqual(['default'])
  })

  it('allows only scripts under the path of the console if the console has a path', async () => {
    const underPath = (await runPolicyScript('/sightline')).get('default')
    const url = '/sightline/_next/static/chunks/a.js'
    expect(underPath?.createScriptURL(url)).toBe(url)
    for (const refused of ['/_next/static/chunks/a.js', '/sightline/_next/static/../../x.js', '/sightline/x.js'])
      expect(underPath?.createScriptURL(refused)).toBeNull()
  })

  it("allows React's script element and scripts of the build", () => {
    expect(policy?.createHTML('<script></script>')).toBe('<script></script>')
    for (const url of ['/_next/static/chunks/a.js', 'http://127.0.0.1:3000/_next/static/media/pdf.worker.mjs?v=1'])
      // The address must be returned unchanged, because the bundler finds a chunk by the text of its src.
      expect(policy?.createScriptURL(url)).toBe(url)
  })

  it.each([
    'https://evil.example/_next/static/a.js',
    '//evil.example/_next/static/a.js',
    'http://127.0.0.1:3000@evil.example/_next/static/a.js',
    'http://user@127.0.0.1:3000/_next/static/a.js',
    'http://127.0.0.1:30000/_next/static/a.js',
    '/_next/static/../../api/media/a/b',
    '/_next/static/%2e%2e/%2e%2e/api/media/a/b',
    '/_next/static/..%2f..%2fapi/media/a/b',
    '/_next/static/..%5c..%5capi',
    '\\\\evil.example\\_next\\static\\a.js',
    '/api/media/a/b',
    '/api/service/audits/a/media/b?/_next/static/',
    'data:text/javascript,alert(1)',
    'blob:http://127.0.0.1:3000/1',
    'javascript:alert(1)',
    'http://',
  ])('refuses the script %j', (url) => {
    expect(policy?.createScriptURL(url)).toBeNull()
  })

  it.each(['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<b>x</b>', ' <script></script>', ''])(
    'refuses the markup %j',
    (html) => {
      expect(policy?.createHTML(html)).toBeNull()
    },
  )

  it('refuses to create code', () => {
    expect(policy?.createScript('alert(1)')).toBeNull()
  })
})
