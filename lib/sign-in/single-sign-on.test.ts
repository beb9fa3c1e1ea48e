import { describe, expect, it } from 'vitest'
import { openTestBrowser, setTestSettings } from '@/lib/testing/oidc/sign-in-browser'
import {
  addAnn,
  authorize,
  configure,
  count,
  readJournal,
  signIn,
  useSingleSignOnWorld,
  world,
} from '@/lib/testing/oidc/world'

useSingleSignOnWorld()

describe('single sign-on', { tags: ['S35'] }, () => {
  it('links the account with the verified address, and later finds it by the subject', async () => {
    const userId = await addAnn()
    const { browser, answer } = await signIn('/inspections?q=fork')
    expect(answer).toBe('303 /inspections?q=fork')
    expect(await browser.actor()).toMatchObject({ userId, email: 'Ann@example.com', name: 'Ann', role: 'viewer' })
    world.issuer.claims = { sub: 'ann', email: 'other@example.com', email_verified: false, name: 'Another Name' }
    const again = await signIn()
    expect(again.answer).toBe('303 /')
    expect(await again.browser.actor()).toMatchObject({ userId, email: 'Ann@example.com', name: 'Ann' })
    expect(await count()).toEqual({ users: 1, identities: 1, sessions: 2 })
    expect(await readJournal()).toEqual([
      'account.link | done | Ann | Ann',
      'session.sign-in | done | Ann | ',
      'session.sign-in | done | Ann | ',
    ])
  })

  it('leaves nothing of the flow in the browser, and sets only cookies that are bound to this host', async () => {
    await addAnn()
    const { browser, answer } = await signIn(`/inspections?q=${'é'.repeat(1_000)}`)
    // The path is too long to be remembered.
    expect(answer).toBe('303 /')
    expect([...browser.jar.keys()].filter((name) => name.includes('oidc'))).toEqual([])
    for (const line of browser.setCookies) {
      expect(line).toMatch(/^__Host-[^;]+; Path=\/;/)
      expect(line).toMatch(/; HttpOnly/)
      expect(line).toMatch(/; Secure/)
      expect(line).toMatch(/; SameSite=Lax/)
      expect(line.length).toBeLessThanOrEqual(4_096)
    }
  })

  it('stores the ID token encrypted, with how the person signed in', async () => {
    await addAnn()
    world.issuer.claims['amr'] = ['pwd', 'mfa']
    await signIn()
    const { rows } = await world.db.query<{ method: string; second: boolean; token: Buffer }>(
      'select method, has_second_factor as second, oidc_id_token as token from sessions',
    )
    expect(rows).toMatchObject([{ method: 'oidc', second: true }])
    expect(rows[0]?.token.toString('latin1')).not.toMatch(/eyJ|ann@/)
  })

  it('signs out at the issuer, or only here when the issuer does not respond', { tags: ['full'] }, async () => {
    await addAnn()
    const first = (await signIn()).browser
    const goodbye = await first.post('signout', { csrfToken: await first.csrf() })
    const { leaveTo } = (await goodbye.json()) as { leaveTo: string }
    const url = new URL(leaveTo)
    expect(url.origin + url.pathname).toBe(`${world.issuer.url}/logout`)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe('http://127.0.0.1:3000/sign-in')
    expect(url.searchParams.get('id_token_hint')).toMatch(/^eyJ/)
    expect(await first.actor()).toBeNull()

    const second = (await signIn()).browser
    configure({})
    world.issuer.broken.set('/.well-known/openid-configuration', 503)
    const alone = await second.post('signout', { csrfToken: await second.csrf() })
    expect(await alone.json()).toEqual({ ok: true })
    expect(await second.actor()).toBeNull()
  })

  it('reads claims that are missing in the ID token from the userinfo endpoint', async () => {
    await addAnn()
    world.issuer.claims = { sub: 'ann' }
    world.issuer.userinfo = { email: 'ann@example.com', email_verified: 'true' }
    expect((await signIn()).answer).toBe('303 /')
    world.issuer.userinfo = { sub: 'somebody else', email: 'ann@example.com' }
    expect((await signIn()).answer).toBe('303 /sign-in?problem=token')
  })

  it('reads the verification of the address and the name from the userinfo endpoint too', async () => {
    await addAnn()
    world.issuer.claims = { sub: 'ann', email: 'ann@example.com', name: 'Ann' }
    world.issuer.userinfo = { email: 'eve@example.com', email_verified: true }
    // The endpoint confirms another address.
    expect((await signIn()).answer).toBe('303 /sign-in?problem=email-unverified')
    world.issuer.userinfo = { email: 'Ann@example.com', email_verified: true }
    expect((await signIn()).answer).toBe('303 /')

    configure({ OIDC_PROVISION: 'automatic' })
    world.issuer.claims = { sub: 'kim', email: 'kim@example.com', email_verified: true }
    world.issuer.userinfo = { name: 'Kim Lee' }
    expect(await (await signIn()).browser.actor()).toMatchObject({ email: 'kim@example.com', name: 'Kim Lee' })
  })

  it('needs no userinfo endpoint for a person without a name, or for a linked account without a verified address', async () => {
    await addAnn()
    world.issuer.claims = { sub: 'ann', email: 'ann@example.com', email_verified: true }
    world.issuer.broken.set('/userinfo', 503)
    expect((await signIn()).answer).toBe('303 /')
    // The account is linked now, so its address needs no verification.
    world.issuer.claims = { sub: 'ann', email: 'ann@example.com', name: 'Ann' }
    expect((await signIn()).answer).toBe('303 /')
  })

  it('requests discovery once, and again after a failure', { tags: ['full'] }, async () => {
    await addAnn()
    world.issuer.broken.set('/.well-known/openid-configuration', 503)
    const browser = openTestBrowser(world.auth)
    const refused = await browser.post('signin/oidc', { csrfToken: await browser.csrf() })
    expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([
      503,
      'The identity provider does not respond. Try again in a moment.',
    ])
    world.issuer.broken.clear()
    world.issuer.requests = []
    await signIn()
    await signIn()
    expect(world.issuer.requests.filter((path) => path.includes('well-known'))).toHaveLength(1)
    world.issuer.signature = 'foreign'
    await signIn()
    world.issuer.signature = 'RS256'
    expect((await signIn()).answer).toBe('303 /')
    expect(world.issuer.requests.filter((path) => path.includes('well-known'))).toHaveLength(2)
  })

  it('does not start from another site or without its setting', async () => {
    const browser = openTestBrowser(world.auth)
    expect((await browser.post('signin/oidc', { csrfToken: 'x'.repeat(64) })).status).toBe(403)
    setTestSettings({})
    expect((await browser.post('signin/oidc', { csrfToken: await browser.csrf() })).status).toBe(404)
  })
})

const proofAge = async () => {
  const { rows } = await world.db.query<{ age: number }>(
    'select extract(epoch from now() - proved_at)::int as age from sessions',
  )
  return rows[0]?.age
}

const begin = async () => {
  await addAnn()
  const { browser } = await signIn()
  await world.db.query(`update sessions set proved_at = now() - interval '1 hour'`)
  const location = await browser.start({ purpose: 'proof', next: '/settings/people' })
  expect(new URL(location).searchParams.get('prompt')).toBe('login')
  expect(new URL(location).searchParams.get('max_age')).toBe('0')
  return { browser, location }
}

describe('confirming an identity at the issuer', { tags: ['S37'] }, () => {
  it('is accepted when the issuer has asked the person to sign in again', async () => {
    const { browser, location } = await begin()
    world.issuer.claims['auth_time'] = Math.floor(Date.now() / 1000)
    expect(await browser.comeBack(await authorize(location))).toBe('303 /settings/people')
    expect(await proofAge()).toBeLessThan(600)
    expect(await count()).toMatchObject({ sessions: 1 })
  })

  it.each([
    ['the issuer did not ask again', () => (world.issuer.claims['auth_time'] = Math.floor(Date.now() / 1000) - 3_600)],
    ['the issuer does not say when it asked', () => undefined],
    [
      'another person signed in',
      () => {
        world.issuer.claims['auth_time'] = Math.floor(Date.now() / 1000)
        world.issuer.claims['sub'] = 'bob'
      },
    ],
  ])('does not count when %s', async (_, misbehave) => {
    const { browser, location } = await begin()
    misbehave()
    expect(await browser.comeBack(await authorize(location))).toBe('303 /settings/people?sign-in-problem=proof')
    expect(await proofAge()).toBeGreaterThan(3_000)
    expect((await readJournal()).at(-1)).toMatch(/^session\.prove \| failed \| Ann \| .*\(proof\)/)
  })

  it('requires a session', async () => {
    const browser = openTestBrowser(world.auth)
    const refused = await browser.post('signin/oidc', { csrfToken: await browser.csrf(), purpose: 'proof' })
    expect(refused.status).toBe(401)
  })
})

describe('PASSWORD_SIGN_IN=off', { tags: ['S35'] }, () => {
  it('lets only admins for emergencies sign in with a password', async () => {
    configure({ PASSWORD_SIGN_IN: 'off' })
    await addAnn()
    const browser = openTestBrowser(world.auth)
    const tryPassword = async () =>
      (
        await browser.post('callback/credentials', {
          csrfToken: await browser.csrf(),
          email: 'ann@example.com',
          password: 'correct horse',
        })
      ).status
    expect(await tryPassword()).toBe(401)
    await world.db.query(`update users set is_break_glass = true, role = 'admin'`)
    expect(await tryPassword()).toBe(200)
    // Another admin has taken the role from them since.
    await world.db.query(`update users set role = 'editor'`)
    expect(await tryPassword()).toBe(401)
  })
})
