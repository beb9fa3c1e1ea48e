import { askConsole, expect, expectNoOverflow, test } from '../fixtures'
import { addGroup } from './asset-world'
import { expectNoEnglish, expectNothingClipped } from './language'
import { findPaths, pageParts, takePicture } from './appearance-pages'

const speak = (console: Parameters<typeof askConsole>[0], language: string) =>
  askConsole(console, '/api/account/preferences', { method: 'PATCH', body: { language } })

test('pages use the language of the account', { tag: ['@smoke'] }, async ({ page, console: app }) => {
  await page.goto('/settings/account')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  for (const language of ['en-XA', 'de', 'es', 'fr']) {
    await speak(app, language)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expectNoEnglish(page, language)
  }
})

test('the language can be changed without losing the pending changes of a group', async ({ page, console: app }) => {
  const group = addGroup(app, 'Kiln states', [['Hot', 'RED']])
  await page.goto(`/status-groups/${group.id}`)
  await page.getByRole('textbox', { name: 'Name of status 1' }).fill('Not saved yet')
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'Deutsch' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('combobox', { name: 'Sprache' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'Name von Status 1' })).toHaveValue('Not saved yet')
})

const cases = ['en-XA', 'de'].flatMap((language) => pageParts.map((part) => ({ language, part })))
for (const { language, part } of cases)
  test(`every page takes its texts from the catalog and has room for longer words: ${part}, ${language}`, async ({
    page,
    console: app,
  }) => {
    test.setTimeout(1_800_000)
    await speak(app, language)
    for (const [name, path] of await findPaths(app, part))
      await test.step(name, async () => {
        await page.setViewportSize({ width: 1_440, height: 900 })
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1, includeHidden: true })).not.toBeEmpty()
        await expect(page.locator('main :is([aria-busy="true"], .shimmer)')).toHaveCount(0)
        await takePicture(page, `${name}-${language}`)
        await expectNoEnglish(page, language)
        for (const width of [1_440, 1_024, 390]) {
          await page.setViewportSize({ width, height: 900 })
          await expectNoOverflow(page)
          await expectNothingClipped(page)
        }
      })
  })

test('the list and the report are mirrored for right-to-left languages', async ({ page, console: app }) => {
  await speak(app, 'ar-XB')
  for (const [name, path] of await findPaths(app, 'inspections, reviews and media')) {
    if (name !== 'inspections' && name !== 'inspection') continue
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.getByRole('heading', { level: 1, includeHidden: true })).not.toBeEmpty()
    await expectNoOverflow(page)
    const [navigation, main] = await Promise.all([
      page.getByRole('navigation').first().boundingBox(),
      page.getByRole('main').boundingBox(),
    ])
    expect((navigation?.x ?? 0) > (main?.x ?? Infinity)).toBe(true)
    if (name !== 'inspection') continue
    const tabs = page.getByRole('tab')
    await tabs.first().focus()
    await page.keyboard.press('ArrowLeft')
    await expect(tabs.nth(1)).toBeFocused()
  }
})
