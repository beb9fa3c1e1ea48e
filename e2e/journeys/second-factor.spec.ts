import type { Page } from '@playwright/test'
import { createUser } from '@/lib/auth/accounts'
import { totpPeriodMs, writeTotpCode } from '@/lib/factors/totp'
import type { TestConsole } from '@/lib/testing/harness'
import { expect, expectAccessibleInBoth, expectNoOverflow, openDialog, test } from '../fixtures'

const password = 'a long enough passphrase'

/** Passkeys need a host name; on this machine that is localhost. */
const atLocalhost = ({ url }: TestConsole) => url.replace('127.0.0.1', 'localhost')

async function addPerson({ db }: TestConsole, name: string): Promise<{ userId: string; email: string }> {
  const email = `${name.toLowerCase()}.${Date.now()}@sightline.test`
  return { email, userId: await createUser(db, { email, name, role: 'editor', password }) }
}

/** A virtual authenticator that always confirms, like a laptop's fingerprint reader. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL(/\/sign-in$/)
}

const factors = (page: Page) => page.getByRole('region', { name: 'Second factor and passkeys' })

/** Sets up an authenticator app in Settings and returns its secret and the recovery codes. */
async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await factors(page).getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expectAccessibleInBoth(page, { part: openDialog })
  const secret = (await dialog.locator('code').innerText()).replace(/\s/g, '')
  await dialog.getByLabel('Enter the code from the app').fill(writeTotpCode(secret, Date.now()))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const kept = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await expect(kept.getByRole('listitem')).toHaveCount(10)
  const codes = await kept.getByRole('listitem').allInnerTexts()
  await kept.getByRole('button', { name: 'I saved them' }).click()
  await expect(factors(page).getByText('10 left')).toBeVisible()
  return { secret, codes }
}

test.describe('second factors', () => {
  test.use({ role: null })
  test.describe.configure({ timeout: 120_000 })

  test(
    'require a code from the app after the password, and accept a recovery code instead',
    { tag: ['@smoke', '@S37'] },
    async ({ page, console: app, tolerate }) => {
      tolerate(/status of 401/)
      const { email } = await addPerson(app, 'Ann')
      await page.goto('/sign-in?next=%2Fsettings%2Faccount')
      await enterPassword(page, email)
      const { codes } = await setUpApp(page)
      await signOut(page)

      await enterPassword(page, email)
      await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
      await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
      await expectNoOverflow(page)
      await page.getByLabel('Code', { exact: true }).fill('000 000')
      await page.keyboard.press('Enter')
      await expect(page.getByText('Incorrect code.')).toBeVisible()
      // There is no session yet.
      expect((await page.request.get('/api/system/status')).status()).toBe(401)
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      await page.getByLabel('Recovery code', { exact: true }).fill(codes[0] ?? '')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
      await page.goto('/settings/account')
      await expect(factors(page).getByText('9 left')).toBeVisible()
    },
  )

  test('include a passkey, which signs in without a password or confirms a sign-in by password', async ({
    page,
    console: app,
    tolerate,
  }) => {
    tolerate(/status of (401|403)/)
    const { email, userId } = await addPerson(app, 'Bo')
    await addAuthenticator(page)
    await page.goto(`${atLocalhost(app)}/sign-in?next=%2Fsettings%2Faccount`)
    await enterPassword(page, email)
    await expect(factors(page).getByRole('button', { name: 'Add a passkey' })).toBeVisible()

    // The sign-in was more than ten minutes ago, so the person confirms first, in a dialog above the one for the name.
    await app.db.query(`update sessions set proved_at = now() - interval '11 minutes' where user_id = $1`, [userId])
    await factors(page).getByRole('button', { name: 'Add a passkey' }).click()
    const adding = page.getByRole('dialog', { name: 'Add a passkey' })
    await adding.getByLabel('Name').fill('My laptop')
    await adding.getByRole('button', { name: 'Create passkey' }).click()
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await proof.getByLabel('Password', { exact: true }).fill(password)
    await expectAccessibleInBoth(page, { part: openDialog })
    await proof.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('button', { name: 'I saved them' }).click()
    await expect(factors(page).getByRole('heading', { name: 'My laptop' })).toBeVisible()
    await signOut(page)

    // The email field also offers passkeys, and the test's authenticator accepts immediately. The person may be signed
    // in before the button can be clicked.
    await page
      .getByRole('button', { name: 'Sign in with a passkey' })
      .click({ timeout: 5_000 })
      .catch(() => undefined)
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
    const { rows } = await app.db.query<{ method: string; has: boolean }>(
      'select method, has_second_factor as has from sessions where user_id = $1 order by created_at desc limit 1',
      [userId],
    )
    expect(rows).toEqual([{ method: 'passkey', has: true }])

    await page.goto(`${atLocalhost(app)}/settings/account`)
    await expect(factors(page).getByText('not used yet')).toHaveCount(0)
    await factors(page).getByRole('button', { name: 'Remove My laptop' }).click()
    await page.getByRole('button', { name: 'Remove passkey' }).click()
    await expect(factors(page).getByText('No passkeys yet.')).toBeVisible()
  })

  test('accept each code from the app only once', { tag: '@S37' }, async ({ page, console: app, tolerate }) => {
    tolerate(/status of 401/)
    const { email, userId } = await addPerson(app, 'Cy')
    await page.goto('/sign-in?next=%2Fsettings%2Faccount')
    await enterPassword(page, email)
    const { secret } = await setUpApp(page)
    await signOut(page)
    await enterPassword(page, email)
    const { rows } = await app.db.query<{ step: number }>(
      'select totp_last_step as step from users where user_id = $1',
      [userId],
    )
    const used = rows[0]?.step ?? 0
    await page.getByLabel('Code', { exact: true }).fill(writeTotpCode(secret, used * totpPeriodMs))
    await page.keyboard.press('Enter')
    await expect(page.getByText('Incorrect code.')).toBeVisible()
    await page.getByLabel('Code', { exact: true }).fill(writeTotpCode(secret, (used + 1) * totpPeriodMs))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
  })
})
