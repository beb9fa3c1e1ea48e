import type { Page } from '@playwright/test'
import { createUser } from '@/lib/auth/accounts'
import { chooseOption, expect, expectAccessible, test } from '../fixtures'

const person = { email: 'pat.quinn@sightline.test', name: 'Pat Quinn', role: 'editor' } as const
const firstPassword = 'tidal-cobalt-fern-7-orbit'
const nextPassword = 'meadow-9-lantern-quiet-brass'

async function signIn(page: Page, password: string): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel(/^E-?mail/).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).not.toHaveURL(/\/(sign-in|start)/)
}

test.describe('Settings > Account', () => {
  test.use({ role: null, colorScheme: 'light' })

  test(
    "applies a person's preferences in a second browser, ends its session, and changes the password",
    { tag: ['@S11'] },
    async ({ page, browser, baseURL, console: app }) => {
      const userId = await createUser(app.db, { ...person, password: firstPassword })
      await signIn(page, firstPassword)
      await page.goto('/settings/account')
      await page.getByRole('radio', { name: 'Dark' }).check()
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Time zone/ })
        .click()
      await page.getByPlaceholder('Find a time zone').fill('Tokyo')
      await page.getByRole('option', { name: /Tokyo/ }).click()
      await chooseOption(page.getByLabel('Date format'), /^\d{4}-/)
      await chooseOption(page.getByLabel('Start page'), 'Inspections')
      const stored = async () =>
        (await app.db.query<{ preferences: object }>('select preferences from users where user_id = $1', [userId]))
          .rows[0]?.preferences
      await expect
        .poll(stored)
        .toMatchObject({ theme: 'dark', zone: 'Asia/Tokyo', dates: 'iso', startPage: '/inspections' })
      await expectAccessible(page)

      const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
      const other = await context.newPage()
      await signIn(other, firstPassword)
      await expect(other).toHaveURL(/\/inspections/)
      // The HTML already has the theme, before any script runs.
      const first = await other.goto('/settings/account')
      expect(await first?.text()).toMatch(/<html[^>]* data-theme="dark"/)
      await expect(
        other.getByRole('banner').getByRole('button', { name: 'Time zone: Asia/Tokyo, UTC+9' }),
      ).toBeVisible()
      const sessions = other.getByRole('list', { name: 'Sessions' })
      await expect(sessions.getByRole('listitem')).toHaveCount(2)
      await expect(sessions).toContainText(/signed in \d{4}-\d\d-\d\d/)

      await page.reload()
      await page.getByRole('button', { name: /^Sign out Chrome on/ }).click()
      await expect(page.getByText(/^Signed out Chrome on/)).toBeVisible()
      // An open page may go to the sign-in page on its own at the same time, so the test opens a new one.
      await other.close()
      const again = await context.newPage()
      await again.goto('/inspections')
      await expect(again).toHaveURL(/\/sign-in\?next=/)

      const next = page.getByLabel('New password', { exact: true })
      await page.getByLabel('Current password', { exact: true }).fill(firstPassword)
      await next.fill('password12345')
      await expect(page.getByText(/^Very weak: .*easy to guess/)).toBeVisible()
      await next.fill(nextPassword)
      await expect(page.getByText('Strong password')).toBeVisible()
      await page.getByRole('button', { name: 'Change password' }).click()
      await expect(page.getByText('Password changed')).toBeVisible()
      await signIn(again, nextPassword)
      await context.close()
    },
  )
})
