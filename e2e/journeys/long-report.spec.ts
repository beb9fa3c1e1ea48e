import type { Page } from '@playwright/test'
import { deepDocument, longDocument, longTextDocument, longTitleDocument } from '@/lib/testing/long-documents'
import type { TestConsole } from '@/lib/testing/harness'
import { expect, expectAccessible, expectNoOverflow, test } from '../fixtures'

/** Long ago, so that no other test takes the document for the newest. The console reads it when its page is opened. */
const longAgo = Date.UTC(2020, 0, 1)

/** Puts a document into the service. */
function keep(app: TestConsole, document: Record<string, unknown>): string {
  const [auditId = ''] = app.standin.control.insert(1, { at: longAgo })
  app.standin.control.override(auditId, { header_items: [], ...document }, longAgo)
  return auditId
}

const row = (page: Page, key: string) => page.locator(`[id="item=${key}"]`)
const countDrawn = (page: Page) => page.locator('[id^="item="]').count()
/** At most this many of 20,000 rows are drawn: one screen, and the same number of rows before and after it. */
const drawnMax = 400

test('a report of 20,000 items opens, scrolls, jumps, finds text and prints', async ({ page, console: app }) => {
  test.setTimeout(600_000)
  const auditId = keep(app, longDocument(20_000))
  await page.goto(`/inspections/${auditId}`)
  await expect(row(page, 'item-1')).toBeVisible()
  expect(await countDrawn(page)).toBeLessThan(drawnMax)
  await expectAccessible(page)

  await page.keyboard.press('End')
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      return row(page, 'item-19999').isVisible()
    })
    .toBe(true)
  expect(await countDrawn(page)).toBeLessThan(drawnMax)

  await page.goto(`/inspections/${auditId}#item=item-12345`)
  await expect(row(page, 'item-12345')).toBeInViewport()
  await expect(row(page, 'item-12345')).toBeFocused()

  await page.keyboard.press('/')
  await page.keyboard.type('bay 15505')
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible()
  await expect(row(page, 'item-15505')).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(row(page, 'item-15505')).toBeFocused()

  await page.keyboard.press('n')
  await expect(row(page, 'item-11')).toBeInViewport()
  await page.keyboard.press('p')
  await expect(row(page, 'item-19998')).toBeInViewport()

  await page.getByRole('link', { name: /^Hall 40/ }).click()
  await expect(page.getByRole('heading', { name: 'Hall 40', exact: true })).toBeInViewport()

  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset['printed'] = String(document.querySelectorAll('[id^="item="]').length)
    }
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.getByText(/^Preparing the whole report for print: \d+%$/)).toBeVisible()
  // Playwright's assertions describe the whole page at each check, which takes seconds with so many rows.
  await page.waitForFunction(() => document.body.dataset['printed'] !== undefined, undefined, {
    polling: 500,
    timeout: 200_000,
  })
  expect(await page.evaluate(() => document.body.dataset['printed'])).toBe('19800')
  await expect.poll(() => countDrawn(page)).toBeLessThan(drawnMax)
})

test('reports with 10,000 nested levels, an answer of 8,000,000 characters or a title of 100,000 characters are drawn', async ({
  page,
  console: app,
}) => {
  test.setTimeout(300_000)
  const deep = keep(app, deepDocument(10_000))
  await page.goto(`/inspections/${deep}#item=item-9990`)
  await expect(row(page, 'item-9990')).toBeInViewport()
  await page.getByRole('tab', { name: 'Raw' }).click()
  await expect(page.getByLabel('Document as JSON')).toContainText(deep)

  const long = keep(app, longTextDocument(8_000_000))
  await page.goto(`/inspections/${long}`)
  await expect(row(page, 'item-2')).toBeVisible()
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Show all 8,000,000 characters' }).click()
  await expect(page.getByRole('button', { name: 'Show less' })).toBeAttached()
  await expectNoOverflow(page)
  expect(await page.evaluate(() => document.body.innerText.length)).toBeLessThan(1_000_000)

  const titled = keep(app, longTitleDocument(100_000))
  await page.goto(`/inspections/${titled}`)
  await expect(page.getByRole('button', { name: 'Show all 100,000 characters' })).toBeVisible()
  await expectNoOverflow(page)
})
