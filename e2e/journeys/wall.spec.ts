import { logoLabel } from '@/lib/report/items-model'
import { expect, expectAccessibleInBoth, test } from '../fixtures'

test(
  'the media wall shows failed answers first, all files on request, and opens the viewer and the answer by keyboard',
  { tag: ['@smoke'] },
  async ({ page, console: app }) => {
    const { rows } = await app.db.query<{ media_id: string; audit_id: string; failed: number }>(
      `select media_id, audit_id, (select count(*) from inspection_media where failed and not is_hidden)::int as failed
     from inspection_media join inspections using (audit_id) where failed and not is_hidden
     order by modified_at desc, audit_id desc, position`,
    )
    await page.goto('/')
    // A visible page handles keys only once its scripts run.
    await expect(async () => {
      await page.keyboard.press('g')
      await page.keyboard.press('m')
      await expect(page).toHaveURL(/\/media$/, { timeout: 1_000 })
    }).toPass()
    const tiles = page.locator('[data-index]')
    await expect(tiles.first()).toBeVisible()
    await expect(page.getByText(`${rows[0]?.failed} files from failed answers`)).toBeVisible()
    await expect(tiles.first()).toHaveAccessibleName(/^Failed: /)
    await expectAccessibleInBoth(page)

    await tiles.first().focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(page.locator('[data-index="2"]')).toBeFocused()
    await page.keyboard.press('Enter')
    const viewer = page.getByRole('dialog')
    await expect(viewer).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`file=${rows[2]?.media_id}&of=${rows[2]?.audit_id}`))
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(new RegExp(`file=${rows[3]?.media_id}&`))
    await page.keyboard.press('Escape')
    await expect(viewer).toHaveCount(0)
    await expect(page.locator('[data-index="3"]')).toBeFocused()

    await page.getByText('All', { exact: true }).click()
    await expect(page).toHaveURL(/show=all/)
    await expect(page.getByText(/^\d[\d,]* files · /)).toBeVisible()
    await page.getByLabel('Question').fill('no question is called so')
    await expect(page.getByText('No files match these filters.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await expect(tiles.first()).toBeVisible()
  },
)

test('the media wall has every file, however far a person scrolls', async ({ page, console: app }) => {
  const { rows } = await app.db.query<{ n: number }>(
    // The picture of a template is not an answer, so only the report shows it.
    `select count(*)::int as n from inspection_media where not is_hidden and not (item_key is null and label is not distinct from $1)`,
    [logoLabel],
  )
  await page.goto('/media?show=all')
  const wall = page.locator('[data-index="0"]')
  await expect(wall).toBeVisible()
  await wall.focus()
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(page.locator(`[data-index="${(rows[0]?.n ?? 0) - 1}"]`)).toBeFocused({ timeout: 500 })
  }).toPass({ timeout: 120_000 })
  await expect(page.getByText('These are all files.')).toBeVisible()
  // Only visible files are drawn.
  expect(await page.locator('[data-index]').count()).toBeLessThan(300)

  // The first page of a PDF is drawn in this browser, and stored for everyone.
  await page.goto('/media?show=all&kind=pdf')
  await expect
    .poll(() => wall.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 60_000 })
    .toBeGreaterThan(0)
  await page.reload()
  await expect
    .poll(() => wall.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
})
