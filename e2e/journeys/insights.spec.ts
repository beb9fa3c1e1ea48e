import { expect, test } from '../fixtures'

test(
  'a cell of the table “Sites by templates” opens exactly the inspections that it counts',
  { tag: ['@smoke'] },
  async ({ page }) => {
    await page.goto('/insights?completedAt=now-1y%2Fd..now')
    const table = page.getByRole('region', { name: 'Sites by templates' }).getByRole('table')
    // The first column of numbers has the totals of rows. The label of a cell names its site, its template, and how many
    // inspections failed.
    const cell = table.getByRole('link', { name: /, .+: [1-9]\d* failed of/ }).first()
    const name = (await cell.getAttribute('aria-label')) ?? ''
    const [, site = '', failed = ''] = /^(.+?), .+: ([\d,]+) failed of/.exec(name) ?? []
    await cell.focus()
    await page.keyboard.press('Enter')

    await expect(page).toHaveURL(/\/inspections\?/)
    const query = new URL(page.url()).searchParams
    expect(query.getAll('result')).toEqual(['failed'])
    expect(query.getAll('site')).toEqual([site])
    const grid = page.getByRole('grid')
    await expect(grid).toHaveAttribute('aria-rowcount', String(Number(failed.replace(',', '')) + 1))
    await expect(grid.getByRole('row').nth(1)).toContainText(site)

    // Going back keeps the period, and a filter by site leaves one row.
    await page.goBack()
    await expect(page.getByRole('button', { name: /^Period:/ })).toBeVisible()
    await page.goto(`/insights?completedAt=now-1y%2Fd..now&site=${encodeURIComponent(site)}`)
    await expect(table.getByRole('row')).toHaveCount(2)
  },
)

test('insights are saved as CSV and as a picture', async ({ page }) => {
  await page.goto('/insights?completedAt=now-1y%2Fd..now')
  for (const title of ['Trend', 'Sites by templates'])
    for (const [choice, ending] of [
      ['CSV', '.csv'],
      ['Image (PNG)', '.png'],
    ] as const) {
      await page.getByRole('button', { name: `Save ${title}` }).click()
      const saving = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: choice }).click()
      expect((await saving).suggestedFilename()).toContain(ending)
    }
})
