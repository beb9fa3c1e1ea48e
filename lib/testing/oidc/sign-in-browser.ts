import { GET, POST } from '@/app/api/auth/[...nextauth]/route'
import type { TestAuth } from '@/lib/auth/testing'
import { readActor } from '@/lib/auth/session'
import { parseSettings } from '@/lib/env'

/** A test browser that calls the sign-in handlers and keeps their cookies. */

const context = { params: Promise.resolve({}) }
const base = 'http://127.0.0.1:3000/api/auth'

export function openTestBrowser(auth: TestAuth, address = '198.51.100.7') {
  const jar = new Map<string, string>()
  const setCookies: string[] = []
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const keep = (response: Response): Response => {
    for (const line of response.headers.getSetCookie()) {
      setCookies.push(line)
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      if (at === pair.length - 1 || /max-age=0/i.test(line)) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return response
  }
  const post = async (path: string, body: unknown): Promise<Response> => {
    const headers = { ...auth.honest(cookie()), 'x-forwarded-for': address }
    return keep(
      await POST(new Request(`${base}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) }), context),
    )
  }
  const csrf = async (): Promise<string> => {
    const response = keep(await GET(new Request(`${base}/csrf`, { headers: { cookie: cookie() } }), context))
    return ((await response.json()) as { csrfToken: string }).csrfToken
  }
  const start = async (more: Record<string, unknown> = {}): Promise<string> => {
    const response = await post('signin/oidc', { csrfToken: await csrf(), ...more })
    if (!response.ok) throw new Error(`single sign-on began with status ${response.status}`)
    return ((await response.json()) as { location: string }).location
  }
  /** Returns from the issuer. Resolves with the address to which the browser is sent. */
  const comeBack = async (url: string): Promise<string> => {
    const headers = { cookie: cookie(), 'x-forwarded-for': address, 'sec-fetch-site': 'cross-site' }
    const response = keep(await GET(new Request(url, { headers }), context))
    return `${response.status} ${response.headers.get('location')}`
  }
  return {
    jar,
    setCookies,
    cookie,
    post,
    csrf,
    start,
    comeBack,
    actor: () => readActor(new Headers({ cookie: cookie() })),
  }
}

/** The settings of this process, with these variables added to those of the tests. */
export function setTestSettings(variables: Record<string, string>): void {
  const secret = 'a secret of the tests, 32 bytes or more'
  Reflect.set(globalThis, Symbol.for('sightline.settings'), parseSettings({ NEXTAUTH_SECRET: secret, ...variables }))
}
