import type { Page } from '@playwright/test'
import { startConsole, type TestConsole } from '@/lib/testing/harness'
import { type RealIssuer, startRealIssuer } from '@/lib/testing/oidc/real-issuer'
import { expect, expectAccessible, openWith, test as base } from '../fixtures'

const test = base.extend<object, { issuer: RealIssuer; console: TestConsole }>({
  issuer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const issuer = await startRealIssuer()
      await use(issuer)
      await issuer.stop()
    },
    { scope: 'worker' },
  ],
  console: [
    async ({ issuer }, use) => {
      await using console = await startConsole({
        env: {
          OIDC_ISSUER: issuer.url,
          OIDC_CLIENT_ID: issuer.client.id,
          OIDC_CLIENT_SECRET: issuer.client.secret,
          OIDC_NAME: 'Example ID',
          OIDC_SCOPES: 'openid profile email groups',
          OIDC_ROLE_CLAIM: 'groups',
          OIDC_ROLE_MAP: 'sightline-admins=admin,sightline-editors=editor,everyone=viewer',
          OIDC_PROVISION: 'automatic',
        },
      })
      issuer.open(console.url)
      await use(console)
      expect(console.output()).not.toContain(issuer.client.secret)
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})
test.use({ role: null })

const begin = (page: Page) => page.getByRole('button', { name: 'Continue with Example ID' }).click()
const signInAs = (page: Page, name: string) => page.getByRole('button', { name: `Sign in as ${name}` }).click()

async function readRole({ db }: TestConsole, email: string): Promise<string | undefined> {
  const { rows } = await db.query<{ role: string }>('select role from users where email = $1', [email])
  return rows[0]?.role
}

test.describe('single sign-on', () => {
  test(
    'leads through the issuer to the requested page, and signs out at the issuer too',
    { tag: ['@smoke', '@S35'] },
    async ({ page, issuer, console: app }) => {
      issuer.people.set('cleo', {
        email: 'cleo@example.com',
        email_verified: true,
        name: 'Cleo Stone',
        groups: ['everyone'],
      })
      await page.goto('/inspections?q=fork')
      await begin(page)
      await expect(page.getByRole('heading', { name: 'Example ID' })).toBeVisible()
      await signInAs(page, 'cleo')
      await expect(page).toHaveURL(`${app.url}/inspections?q=fork`)
      expect(await readRole(app, 'cleo@example.com')).toBe('viewer')
      const cookies = await page.context().cookies(app.url)
      expect(cookies.filter(({ name }) => name.includes('oidc'))).toEqual([])

      const leave = page.getByRole('button', { name: 'Sign out' })
      await openWith(page.getByRole('button', { name: 'Account: Cleo Stone' }), leave)
      await leave.click()
      await page.getByRole('button', { name: 'Yes, sign me out' }).click()
      await expect(page).toHaveURL(`${app.url}/sign-in`)
      // The session at the issuer has ended too, so the issuer asks again who signs in.
      await begin(page)
      await expect(page.getByRole('button', { name: 'Sign in as cleo' })).toBeVisible()
    },
  )

  test(
    'links the account that has the same email address, and changes its role when the groups change',
    { tag: ['@S35'] },
    async ({ page, issuer, console: app }) => {
      const { rows } = await app.db.query<{ user_id: string }>(
        `insert into users (email, name, role) values ('Dora@example.com', 'Dora Field', 'viewer') returning user_id`,
      )
      const person = { email: 'dora@example.com', email_verified: true, name: 'Somebody Else' }
      for (const [groups, role] of [
        [['everyone', 'sightline-admins'], 'admin'],
        [['sightline-editors'], 'editor'],
        [['everyone'], 'viewer'],
      ] as const) {
        issuer.people.set('dora', { ...person, groups })
        // Leaves the previous page, so that it sends no requests without its session.
        await page.goto('about:blank')
        await page.context().clearCookies()
        await page.goto('/sign-in')
        await begin(page)
        await signInAs(page, 'dora')
        await expect(page).toHaveURL(`${app.url}/`)
        expect(await readRole(app, 'Dora@example.com')).toBe(role)
      }
      const linked = await app.db.query('select user_id from identities where subject = $1', ['dora'])
      expect(linked.rows).toEqual(rows)
    },
  )

  test('explains why it failed, and offers another try', { tag: ['@S35'] }, async ({ page, issuer }) => {
    issuer.people.set('eve', { email: 'eve@example.com', email_verified: false, groups: ['everyone'] })
    await page.goto('/inspections')
    await begin(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'You did not finish signing in' })).toBeVisible()
    await begin(page)
    await signInAs(page, 'eve')
    await expect(page.getByRole('alert').filter({ hasText: 'Your email address is not verified' })).toBeVisible()
    await expect(page).toHaveURL(/problem=email-unverified&next=%2Finspections$/)
    await expectAccessible(page)
  })
})
