import { countInspections, expect, openWith, test } from '../fixtures'

const rows = 'tbody tr[aria-rowindex]'

test('the overview shows the numbers of the index, and they link to the list', async ({ page, console: app }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await expect(page.getByText(String(countInspections(app)), { exact: true }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Total inspections' }).click()
  await expect(page).toHaveURL(/\/inspections$/)
})

test(
  'the list contains every inspection but draws only the visible rows',
  { tag: ['@smoke'] },
  async ({ page, console: app }) => {
    await page.goto('/inspections')
    const grid = page.getByRole('grid', { name: 'Inspections' })
    await expect(grid).toHaveAttribute('aria-rowcount', String(countInspections(app) + 1))
    await expect(page.getByText(`${countInspections(app)} inspections`)).toBeVisible()
    expect(await grid.locator(rows).count()).toBeLessThan(countInspections(app) / 2)
    await grid.focus()
    await page.keyboard.press('End')
    await expect(grid.locator(`${rows}[aria-rowindex="${countInspections(app) + 1}"]`)).toBeVisible()
    // No row shows only an id.
    await expect(async () => {
      const titles = await grid.locator(`${rows} a`).allTextContents()
      expect(titles.length).toBeGreaterThan(5)
      expect(titles.filter((title) => title === '' || title.startsWith('audit_'))).toEqual([])
    }).toPass()
  },
)

test('the list starts with the newest inspection, in the order of the service', async ({ page, console: app }) => {
  const newest = app.standin.control.truth('both').toReversed().slice(0, 3)
  await page.goto('/inspections')
  const links = page.getByRole('grid').locator(`${rows} a`)
  await expect(links.first()).toBeVisible()
  const first = await links.evaluateAll((all) => all.slice(0, 3).map((link) => link.getAttribute('href')))
  const times = newest.map(({ modified_at }) => modified_at)
  expect(times).toEqual([...times].toSorted().toReversed())
  expect(first[0]).toBe(`/inspections/${newest[0]?.audit_id}`)
})

test('a button that is pressed before the scripts of the page arrive opens its panel when they do', async ({
  page,
}) => {
  const held: { release?: () => void } = {}
  const scripts = new Promise<void>((resolve) => {
    held.release = resolve
  })
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    await scripts
    await route.continue()
  })
  await page.goto('/inspections', { waitUntil: 'commit' })
  const button = page.getByRole('button', { name: /^Sync status: / })
  await button.click()
  await expect(button).not.toHaveAttribute('aria-expanded', 'true')
  held.release?.()
  await expect(page.getByRole('dialog', { name: 'Sync status' })).toBeVisible()
  // Repeated once: a second press would close the panel.
  await expect(button).toHaveAttribute('aria-expanded', 'true')
})

test('keys navigate and open: j, k, Enter, and Back returns to the same row', async ({ page }) => {
  await page.goto('/inspections')
  const grid = page.getByRole('grid')
  await expect(grid.locator(rows).first()).toBeVisible()
  const selected = grid.locator('tr[data-active]')
  // The first key press may come before the page listens.
  await expect(async () => {
    if ((await selected.count()) === 0) await page.keyboard.press('j')
    await expect(selected).toHaveCount(1, { timeout: 500 })
  }).toPass()
  const from = Number(await selected.getAttribute('aria-rowindex'))
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(selected).toHaveAttribute('aria-rowindex', String(from + 1))
  const title = (await selected.getByRole('link').first().textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/inspections\/audit_/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title.slice(0, 20))
  await page.goBack()
  await expect(selected).toHaveAttribute('aria-rowindex', String(from + 1))
})

test('a template filter is in the address and is still set after a reload', async ({ page, console: app }) => {
  await page.goto('/inspections')
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(countInspections(app) + 1))
  const panel = page.getByRole('dialog', { name: 'Filter by template' })
  await openWith(page.getByRole('group', { name: 'Filter by' }).getByRole('button', { name: /^Template/ }), panel)
  const option = panel.getByRole('option').first()
  const name = ((await option.textContent()) ?? '').replace(/[\d,.\s]+$/, '')
  await option.click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\?template=/)
  // The previous count stays, dimmed, until the new one is known.
  const counts = page.locator('output[aria-busy="false"]', {
    hasText: new RegExp(`^\\d+ of ${countInspections(app)}$`),
  })
  await expect(counts).toBeVisible()
  const before = await counts.textContent()
  await page.reload()
  await expect(counts).toHaveText(before ?? '')
  await expect(page.getByRole('button', { name: `Remove filter Template: ${name}` })).toBeVisible()
  // Until the width of the screen is known, a row begins with a hidden cell for narrow screens.
  const templates = page.getByRole('grid').locator(`${rows} td:nth-child(3)`)
  await expect.poll(async () => [...new Set(await templates.allTextContents())]).toEqual([name])
})

test('Sync now brings a change in the service to the list', { tag: ['@smoke'] }, async ({ page, console: app }) => {
  await page.goto('/inspections')
  await expect(page.getByRole('grid').locator(rows).first()).toBeVisible()
  const oldest = app.standin.control.truth()[0]?.audit_id ?? ''
  app.standin.control.touch(oldest)
  const popup = page.getByRole('dialog', { name: 'Sync status' })
  await openWith(page.getByRole('button', { name: /^Sync status/ }), popup)
  await popup.getByRole('button', { name: 'Sync now' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('grid').locator(`${rows} a`).first()).toHaveAttribute('href', `/inspections/${oldest}`)
})

test.describe('a viewer', () => {
  test.use({ role: 'viewer' })

  test(
    'can read everything and sees no button for actions that are not allowed',
    { tag: ['@smoke', '@S4'] },
    async ({ page }) => {
      for (const path of ['/', '/inspections', '/system']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByRole('button', { name: /sync now|run now/i })).toHaveCount(0)
      }
      await page.getByRole('button', { name: /^Sync status/ }).click()
      await expect(page.getByRole('link', { name: 'Details' })).toBeVisible()
      await expect(page.getByRole('button', { name: /sync now/i })).toHaveCount(0)
    },
  )
})
