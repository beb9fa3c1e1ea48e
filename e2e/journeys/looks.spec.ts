import type { TestConsole } from '@/lib/testing/harness'
import { expect, expectAccessible, test } from '../fixtures'

async function findPaths({ db }: TestConsole): Promise<Array<[string, string]>> {
  const { rows } = await db.query<{ audit_id: string }>(
    'select audit_id from inspections where failed_count > 0 and media_count > 0 order by modified_at desc limit 1',
  )
  const inspection = `/inspections/${rows[0]?.audit_id}`
  return [
    ['overview', '/'],
    ['inspections', '/inspections'],
    ['inspection', inspection],
    ['media', `${inspection}?tab=media`],
    ['raw', `${inspection}?tab=raw`],
    ['system', '/system'],
  ]
}

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`${colorScheme} theme`, () => {
    test.use({ colorScheme })

    test('every page is accessible', async ({ page, console: app }) => {
      test.setTimeout(150_000)
      for (const [name, path] of await findPaths(app)) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty()
        await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
        await test.step(name, () => expectAccessible(page))
        if (process.env['SCREENSHOTS'] === 'yes')
          await page.screenshot({ path: `e2e/screenshots/${name}-${colorScheme}.png` })
      }
    })

    test('the viewer of photos is accessible', async ({ page, console: app }) => {
      const [, , , media] = await findPaths(app)
      await page.goto(media?.[1] ?? '')
      await page
        .getByRole('button', { name: /^Open / })
        .first()
        .click()
      await expect(page.getByRole('dialog').locator('img').first()).toBeVisible()
      await expectAccessible(page)
      if (process.env['SCREENSHOTS'] === 'yes')
        await page.screenshot({ path: `e2e/screenshots/viewer-${colorScheme}.png` })
    })

    test.describe('signed out', () => {
      test.use({ role: null })

      test('the sign-in page is accessible', async ({ page }) => {
        await page.goto('/sign-in')
        await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
        await expectAccessible(page)
      })
    })
  })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('nothing is wider than the screen, and the pages are under the thumb', async ({ page, console: app }) => {
    for (const [name, path] of await findPaths(app)) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty()
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect([name, overflow]).toEqual([name, 0])
      if (process.env['SCREENSHOTS'] === 'yes') await page.screenshot({ path: `e2e/screenshots/${name}-phone.png` })
    }
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Inspections' }).click()
    await expect(page).toHaveURL(/\/inspections$/)
    await expectAccessible(page)
  })
})
