import type { Page } from '@playwright/test'
import { expect, expectAccessibleInBoth, test } from '../fixtures'

// Saved views, selections and groups of every list except the list of inspections, whose tests are in e2e/search.

const viewsOf = (page: Page) => page.getByRole('navigation', { name: 'Saved views' })

async function saveView(page: Page, name: string) {
  await viewsOf(page).getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(viewsOf(page).getByRole('link', { name: new RegExp(`^${name}`) })).toHaveAttribute(
    'aria-current',
    'page',
  )
}

test('a view of assets keeps its filter, groups and columns, counts its rows, and is offered only in that list', async ({
  page,
}) => {
  await page.goto('/assets')
  const count = page
    .locator('output')
    .filter({ hasText: /assets?$/ })
    .first()
  await expect(count).toBeVisible()
  await page.getByRole('button', { name: 'Site', exact: true }).first().click()
  await page.getByRole('option').nth(1).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/[?&]site=/)
  await page.getByRole('button', { name: 'Group by', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Type' }).click()
  await expect(page).toHaveURL(/groupBy=type/)
  await saveView(page, 'One site')
  const tab = viewsOf(page).getByRole('link', { name: /^One site/ })
  const shown = (await count.textContent())?.replace(/\D/g, '') ?? ''
  await expect(tab).toContainText(shown)
  await page.goto('/assets')
  await tab.click()
  await expect(page).toHaveURL(/groupBy=type/)
  await expect(page.getByRole('rowheader').or(page.locator('th[scope=rowgroup]')).first()).toBeVisible()
  await expect(tab).not.toHaveAccessibleName(/modified/)
  await expectAccessibleInBoth(page, { part: 'main' })
  for (const path of ['/users', '/templates', '/inspections/sites', '/review/follow-ups', '/activity']) {
    await page.goto(path)
    await expect(viewsOf(page).getByRole('link', { name: /^All/ })).toHaveAttribute('aria-current', 'page')
    await expect(viewsOf(page).getByRole('link', { name: /^One site/ })).toHaveCount(0)
  }
})

test('selected users and templates are saved and copied', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: (text: string) => Promise.resolve(Object.assign(window, { copied: text })) },
    }),
  )
  await page.goto('/users')
  const rows = page.getByRole('grid').locator('tbody tr[aria-rowindex]')
  await rows.nth(0).getByRole('checkbox').click()
  await rows.nth(2).getByRole('checkbox').click()
  const bar = page.getByRole('toolbar', { name: 'Selected users' })
  await expect(bar).toContainText('2 selected')
  await expectAccessibleInBoth(page, { part: '[role=toolbar]' })
  await page.keyboard.press('c')
  await page.getByRole('menuitem', { name: 'Email addresses' }).click()
  await expect(page.getByText('Copied 2 lines')).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'copied') as string)).toMatch(/^\S+@\S+\n\S+@\S+$/)
  await page.goto('/templates')
  // The click waits for the row, because rows that are not loaded yet cannot be selected.
  await page.getByRole('checkbox', { name: 'Select Forklift pre-start check' }).click()
  await page.keyboard.press('e')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^templates-.*\.csv$/)
})
