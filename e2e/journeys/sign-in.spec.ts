import { adminEmail, canaries } from '@/lib/testing/harness'
import { expect, openWith, test } from '../fixtures'

test.describe('signing in', () => {
  test.use({ role: null })

  test(
    'rejects a wrong password, and after the right one opens the requested page',
    { tag: ['@smoke', '@S10'] },
    async ({ page, tolerate }) => {
      tolerate(/status of 401|status of 422/)
      const given: string[] = []
      page.on('response', async (response) => {
        // The headers of a response that arrives while the page closes cannot be read. That error would fail the next
        // test.
        for (const { name, value } of await response.headersArray().catch(() => []))
          if (name.toLowerCase() === 'set-cookie') given.push(...value.split('\n'))
      })
      await page.goto('/inspections')
      await expect(page).toHaveURL(/\/sign-in\?/)
      await page.getByLabel('Email').fill(adminEmail)
      await page.getByLabel('Password', { exact: true }).fill('wrong-password-here')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('alert').filter({ hasText: 'Incorrect email or password.' })).toBeVisible()

      await page.getByLabel('Password', { exact: true }).fill(canaries.password)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/inspections$/)
      await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
      expect(given.length).toBeGreaterThan(1)
      for (const cookie of given) {
        expect(cookie).toMatch(/^__Host-[^;]+; Path=\/;/)
        expect(cookie).toMatch(/; HttpOnly/)
        expect(cookie).toMatch(/; Secure/)
        expect(cookie).toMatch(/; SameSite=(Lax|Strict)/)
        expect(cookie).not.toMatch(/; Domain=/i)
      }
    },
  )

  test('can show and hide the password', async ({ page }) => {
    await page.goto('/sign-in')
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('something')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
  })
})

test.describe('signing out', () => {
  test(
    'ends the session for a copied cookie too',
    { tag: ['@smoke', '@S11'] },
    async ({ page, context, console: app }) => {
      await page.goto('/')
      const copied = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
      const ask = async () => (await fetch(`${app.url}/api/system/status`, { headers: { cookie: copied } })).status
      expect(await ask()).toBe(200)
      const leave = page.getByRole('button', { name: 'Sign out' })
      await openWith(page.getByRole('button', { name: /^Account/ }), leave)
      await leave.click()
      await expect(page).toHaveURL(/\/sign-in$/)
      expect(await ask()).toBe(401)
      // The browser itself cannot open a page either.
      await page.goto('/inspections')
      await expect(page).toHaveURL(/\/sign-in\?/)
    },
  )
})
