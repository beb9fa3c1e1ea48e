import { describe, expect, it } from 'vitest'
import { openTestBrowser } from '@/lib/testing/oidc/sign-in-browser'
import {
  addAnn,
  authorize,
  client,
  configure,
  count,
  readJournal,
  signIn,
  useSingleSignOnWorld,
  world,
} from '@/lib/testing/oidc/world'
import { oneADay, someADay } from '@/lib/testing/random-runs'

useSingleSignOnWorld()

/** Each entry makes one sign-in wrong. */
const refusals: ReadonlyArray<[name: string, problem: string, misbehave: () => unknown]> = [
  ['an address that is not verified', 'email-unverified', () => (world.issuer.claims['email_verified'] = false)],
  [
    'an address with an unclear verification',
    'email-unverified',
    () => (world.issuer.claims['email_verified'] = 'yes'),
  ],
  ['a missing address', 'email-unverified', () => delete world.issuer.claims['email']],
  ['a foreign domain', 'domain', () => configure({ OIDC_ALLOWED_DOMAINS: 'example.org' })],
  [
    'a subdomain of an allowed domain',
    'domain',
    () => {
      configure({ OIDC_ALLOWED_DOMAINS: 'example.com' })
      world.issuer.claims['email'] = 'ann@evil.example.com'
    },
  ],
  ['a disabled person', 'disabled', () => world.db.query('update users set disabled_at = now()')],
  ['a wrong nonce', 'token', () => (world.issuer.claims['nonce'] = 'another nonce')],
  ['a missing nonce', 'token', () => (world.issuer.claims['nonce'] = undefined)],
  ['a wrong audience', 'token', () => (world.issuer.claims['aud'] = 'another client')],
  [
    'a second audience without an authorized party',
    'token',
    () => (world.issuer.claims['aud'] = ['sightline', 'other']),
  ],
  ['another authorized party', 'token', () => (world.issuer.claims['azp'] = 'another client')],
  ['alg none', 'token', () => (world.issuer.signature = 'none')],
  ['alg HS256 with the client secret', 'token', () => (world.issuer.signature = 'HS256')],
  ['a foreign key', 'token', () => (world.issuer.signature = 'foreign')],
  ['an expired token', 'token', () => (world.issuer.claims['exp'] = Math.floor(Date.now() / 1000) - 60)],
  ['a token of another issuer', 'token', () => (world.issuer.claims['iss'] = 'https://issuer.example')],
  [
    'a callback of another issuer',
    'issuer-mismatch',
    () => (world.issuer.changeAnswer = (answer) => answer.set('iss', 'https://issuer.example')),
  ],
  [
    'a callback without the issuer',
    'issuer-mismatch',
    () => (world.issuer.changeAnswer = (answer) => answer.delete('iss')),
  ],
  [
    'a callback with two issuers',
    'issuer-mismatch',
    () => (world.issuer.changeAnswer = (answer) => answer.append('iss', 'https://issuer.example')),
  ],
  ['a wrong state', 'state', () => (world.issuer.changeAnswer = (answer) => answer.set('state', 'x'.repeat(43)))],
  ['a missing state', 'state', () => (world.issuer.changeAnswer = (answer) => answer.delete('state'))],
  ['a callback without a code', 'token', () => (world.issuer.changeAnswer = (answer) => answer.delete('code'))],
  ['a made-up code', 'used', () => (world.issuer.changeAnswer = (answer) => answer.set('code', 'guess'))],
  [
    'a person who cancels',
    'cancelled',
    () => (world.issuer.changeAnswer = (answer) => answer.set('error', 'access_denied')),
  ],
  ['an issuer whose token endpoint is down', 'issuer-down', () => world.issuer.broken.set('/token', 503)],
  ['an issuer whose keys are unavailable', 'issuer-down', () => world.issuer.broken.set('/jwks', 503)],
  ['a wrong client secret', 'issuer-setup', () => configure({ OIDC_CLIENT_SECRET: 'another-secret' })],
  ['a person who was not invited', 'not-invited', () => (world.issuer.claims['email'] = 'bob@example.com')],
  [
    'a role that is not mapped',
    'no-role',
    () => configure({ OIDC_ROLE_CLAIM: 'groups', OIDC_ROLE_MAP: 'staff=viewer' }),
  ],
]

describe('single sign-on refuses', { tags: ['S35'] }, () => {
  it.each(someADay(refusals, 2))('%s, and creates, links and signs in nobody', async (_, problem, misbehave) => {
    await addAnn()
    await misbehave()
    const { browser, answer } = await signIn()
    expect(answer).toBe(`303 /sign-in?problem=${problem}`)
    expect(await browser.actor()).toBeNull()
    expect(await count()).toEqual({ users: 1, identities: 0, sessions: 0 })
    expect(await readJournal()).toEqual([expect.stringContaining(`Single sign-on was refused (${problem})`)])
    const kept = JSON.stringify([await readJournal(), world.auth.events])
    for (const secret of [client.secret, 'eyJ', ...world.issuer.codes]) expect(kept).not.toContain(secret)
  })

  it('a callback that is used again, with or without its cookies', async () => {
    await addAnn()
    const browser = openTestBrowser(world.auth)
    const back = await authorize(await browser.start())
    const copied = new Map(browser.jar)
    expect(await browser.comeBack(back)).toBe('303 /')
    browser.jar.clear()
    expect(await browser.comeBack(back)).toBe('303 /sign-in?problem=expired')
    for (const [name, value] of copied) browser.jar.set(name, value)
    const asked = world.issuer.requests.length
    expect(await browser.comeBack(back)).toBe('303 /sign-in?problem=used')
    expect(world.issuer.requests.length).toBe(asked)
    expect(await count()).toEqual({ users: 1, identities: 1, sessions: 1 })
  })

  it('a code that was used before, in another flow', async () => {
    await addAnn()
    const first = openTestBrowser(world.auth)
    const used = await authorize(await first.start())
    await first.comeBack(used)
    world.issuer.changeAnswer = (answer) => answer.set('code', new URL(used).searchParams.get('code') ?? '')
    expect((await signIn()).answer).toBe('303 /sign-in?problem=used')
    expect(await count()).toMatchObject({ sessions: 1 })
  })

  it('a callback in a browser that did not start the flow', async () => {
    await addAnn()
    const back = await authorize(await openTestBrowser(world.auth).start())
    expect(await openTestBrowser(world.auth).comeBack(back)).toBe('303 /sign-in?problem=expired')
    const other = openTestBrowser(world.auth)
    await other.start()
    expect(await other.comeBack(back)).toBe('303 /sign-in?problem=state')
    // The flow of this browser continues, because a forged callback must not end it.
    expect(other.jar.has('__Host-oidc-flow')).toBe(true)
  })

  it('an issuer that is down, at the start or during the flow', async () => {
    await addAnn()
    const browser = openTestBrowser(world.auth)
    const back = await authorize(await browser.start())
    configure({ OIDC_ISSUER: 'http://127.0.0.1:9' })
    expect(await browser.comeBack(back)).toBe('303 /sign-in?problem=issuer-down')
    expect((await browser.post('signin/oidc', { csrfToken: await browser.csrf() })).status).toBe(503)
    expect(await count()).toEqual({ users: 1, identities: 0, sessions: 0 })
  })

  it.each(
    oneADay([
      { issuer: 'https://issuer.example' },
      { token_endpoint: 'http://issuer.example/token' },
      { jwks_uri: undefined },
      { id_token_signing_alg_values_supported: ['none', 'HS256'] },
    ]),
  )('an issuer whose discovery has %o', async (change) => {
    world.issuer.changeDiscovery = (document) => ({ ...document, ...change })
    const browser = openTestBrowser(world.auth)
    const refused = await browser.post('signin/oidc', { csrfToken: await browser.csrf() })
    expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([
      503,
      'Single sign-on is not set up correctly. Ask a Sightline admin.',
    ])
  })

  it.each(
    someADay(
      [
        'https://evil.example/',
        '//evil.example',
        '/\\evil.example',
        '/sign-in',
        '/api/auth/csrf',
        'javascript:alert(1)',
      ],
      3,
    ),
  )('to redirect to %s', async (next) => {
    await addAnn()
    expect((await signIn(next)).answer).toBe('303 /')
    world.issuer.claims['email_verified'] = 'no'
    await world.db.query('delete from identities')
    expect((await signIn(next)).answer).toBe('303 /sign-in?problem=email-unverified')
  })

  it('an address that belongs to another account at the issuer', async () => {
    await addAnn()
    await signIn()
    world.issuer.claims['sub'] = 'a new Ann'
    expect((await signIn()).answer).toBe('303 /sign-in?problem=already-linked')
    expect(await count()).toEqual({ users: 1, identities: 1, sessions: 1 })
  })
})
