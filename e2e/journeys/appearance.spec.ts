import type { Page } from '@playwright/test'
import type { TestConsole } from '@/lib/testing/harness'
import { expect, expectAccessible, expectAccessibleInBoth, expectNoOverflow, expectReadable, test } from '../fixtures'
import { findPaths, pageParts, takePicture } from './appearance-pages'

/** Screens with a different layout on a phone, not only a narrower one. */
const ofPhones = new Set(['status-groups', 'status-group', 'type-board', 'assets', 'asset-change', 'people'])
const desk = { width: 1_440, height: 900 }
const phone = { width: 390, height: 844 }

/**
 * Opens a page as a link does, without loading the document again. This takes a third of the time, and axe stays in the
 * document. It is not possible for the same path.
 * @returns whether the page was opened
 */
async function follow(page: Page, path: string): Promise<boolean> {
  const isAway = await page.evaluate((to) => {
    const { next } = window as Window & { next?: { router?: { push: (path: string) => void } } }
    if (next?.router === undefined) return false
    if (new URL(to, location.href).pathname === location.pathname) return false
    // The next page replaces this heading with its own.
    document.querySelector('h1')?.setAttribute('data-of-page-before', '')
    next.router.push(to)
    return true
  }, path)
  if (isAway) await expect(page.locator('h1[data-of-page-before]')).toHaveCount(0)
  return isAway
}

/** Opens a page and waits until its content is shown. */
async function open(page: Page, path: string): Promise<void> {
  if (!(await follow(page, path))) await page.goto(path)
  await expect(page).toHaveURL(({ pathname }) => pathname === path.split('?')[0])
  // On a phone, a sheet covers the heading.
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).not.toBeEmpty()
  await expect(page.locator('main :is([aria-busy="true"], .shimmer)')).toHaveCount(0)
  // Next sends the title of a page after its content.
  await expect(page).not.toHaveTitle('')
  // A sheet for the row in the address appears after the page.
  if (/[?&]row=/.test(path)) await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
}

const mediaPath = async (app: TestConsole) =>
  new Map(await findPaths(app, 'inspections, reviews and media')).get('inspection-media') ?? '/inspections'

// Without reduced motion, axe would see colors in the middle of a change, which belong to neither theme.
test.use({ colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } })

for (const part of pageParts) {
  test(`every page is accessible: ${part}`, { tag: ['@smoke'] }, async ({ page, console: app }) => {
    test.setTimeout(900_000)
    for (const [name, path] of await findPaths(app, part))
      await test.step(name, async () => {
        await open(page, path)
        await expectAccessible(page)
        await takePicture(page, `${name}-light`)
      })
  })

  test(`every page is readable in the dark theme and fits every width: ${part}`, async ({ page, console: app }) => {
    test.setTimeout(1_800_000)
    for (const [name, path] of await findPaths(app, part))
      await test.step(name, async () => {
        await open(page, path)
        await page.emulateMedia({ colorScheme: 'dark' })
        await expectReadable(page)
        await takePicture(page, `${name}-dark`)
        await page.emulateMedia({ colorScheme: 'light' })
        for (const width of [1_920, 1_440, 1_024, 768]) {
          await page.setViewportSize({ width, height: 900 })
          await expectNoOverflow(page)
          if (width === 1_920 || width === 768) await takePicture(page, `${name}-${width}`)
        }
        await page.setViewportSize(phone)
        await expect(page.locator('main :is([aria-busy="true"], .shimmer)')).toHaveCount(0)
        await expectNoOverflow(page)
        await takePicture(page, `${name}-phone`)
        if (ofPhones.has(name)) await expectAccessibleInBoth(page)
        await page.setViewportSize(desk)
      })
  })
}

test('the photo viewer is accessible in both themes and fits every width', async ({ page, console: app }) => {
  await page.goto(await mediaPath(app))
  await page
    .getByRole('button', { name: /^Open / })
    .first()
    .click()
  await expect(page.getByRole('dialog').locator('img').first()).toBeVisible()
  await expectAccessibleInBoth(page, { onTheme: (theme) => takePicture(page, `viewer-${theme}`) })
  await page.keyboard.press('i')
  await expect(page.getByRole('complementary', { name: 'About this file' })).toBeVisible()
  await expectAccessibleInBoth(page)
  for (const width of [1_440, 1_024, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expectNoOverflow(page)
  }
})

test.describe('signed out', () => {
  test.use({ role: null })

  test('the sign-in page is accessible', { tag: ['@smoke'] }, async ({ page }) => {
    await page.goto('/sign-in')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectReadable(page)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true })

  test('the pages of the console can be reached with the thumb', { tag: ['@smoke'] }, async ({ page }) => {
    await open(page, '/')
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Inspections' }).click()
    await expect(page).toHaveURL(/\/inspections$/)
    await expectNoOverflow(page)
    await expectAccessible(page)
  })
})
