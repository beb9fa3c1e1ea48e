import { hasWords } from '@/lib/inspections/list/testing-truth'
import { expect } from '../fixtures'
import { test } from './fixtures'
import { List, rowLink } from './list'

// Rows, columns, the summary beside them, and the selection.

test('End reaches the last row, Home the first, and no row shows only an id', async ({ page, truth }) => {
  const all = truth.find()
  const list = new List(page)
  await list.open()
  await expect(list.grid).toHaveAttribute('aria-rowcount', String(truth.size + 1))
  await list.grid.focus()
  await page.keyboard.press('End')
  const last = list.grid.locator(`tr[aria-rowindex="${truth.size + 1}"]`)
  await expect(last.locator(rowLink)).toHaveAttribute('href', `/inspections/${all.at(-1)?.id}`)
  await expect(last).toHaveAttribute('data-active', 'true')
  const titles = await list.links.allTextContents()
  expect(titles.length).toBeGreaterThan(5)
  expect(titles.filter((title) => title === '' || title.startsWith('audit_'))).toEqual([])
  await page.keyboard.press('Home')
  await expect(list.grid.locator('tr[aria-rowindex="2"]').locator(rowLink)).toHaveAttribute(
    'href',
    `/inspections/${all[0]?.id}`,
  )
})

test('column headers sort by score and by title in both directions, as in the service', async ({ page, truth }) => {
  const list = new List(page)
  await list.open()
  const scoreOf = new Map(truth.find().map(({ id, score }) => [id, score]))
  const scores = [...scoreOf.values()].filter((score) => score !== null).sort((a, b) => b - a)
  const head = list.grid.getByRole('columnheader', { name: /^Score/ })
  for (const [direction, expected] of [
    ['descending', scores.slice(0, 10)],
    ['ascending', scores.toReversed().slice(0, 10)],
  ] as const) {
    await expect(async () => {
      if ((await head.getAttribute('aria-sort')) !== direction)
        await head.getByRole('button', { name: /^Score$/ }).click()
      await expect(head).toHaveAttribute('aria-sort', direction, { timeout: 2_000 })
    }).toPass()
    await expect(async () => {
      const ids = await list.readFirstIds(10)
      expect(ids.map((id) => scoreOf.get(id))).toEqual(expected)
    }).toPass()
  }
  await expect(page).toHaveURL(/sort=-?score/)
})

test('columns are chosen, and the choice is in the address', async ({ page }) => {
  const list = new List(page)
  await list.open()
  const names = () => list.grid.getByRole('columnheader').allInnerTexts()
  expect((await names()).join(' ')).toContain('Site')
  await page.getByRole('button', { name: 'Columns and density' }).click()
  const chooser = page.getByRole('dialog', { name: 'Columns and density' })
  await chooser.getByRole('checkbox', { name: 'Site' }).click()
  await chooser.getByRole('checkbox', { name: 'Document no.' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/columns=/)
  await page.reload()
  await expect(list.links.first()).toBeVisible()
  const shown = (await names()).map((name) => name.trim())
  expect(shown).toContain('Document no.')
  expect(shown).not.toContain('Site')
})

test('a click opens the summary beside the list, its buttons change the inspection, and a reload opens it again', async ({
  page,
  truth,
}) => {
  const all = truth.find()
  const list = new List(page)
  await list.open()
  await list.rows.nth(2).locator('[data-cell=score]').click()
  await expect(list.sheet).toBeVisible()
  await expect(list.sheet).toContainText(all[2]?.title ?? '')
  await expect(page).toHaveURL(new RegExp(`row=${all[2]?.id}`))
  await list.sheet.getByRole('button', { name: 'Next inspection' }).click()
  await expect(page).toHaveURL(new RegExp(`row=${all[3]?.id}`))
  await expect(list.sheet).toContainText(`4 of ${truth.size.toLocaleString('en')}`)
  await list.sheet.getByRole('button', { name: 'Previous inspection' }).click()
  await expect(list.sheet).toContainText(all[2]?.title ?? '')
  await page.reload()
  await expect(list.sheet).toContainText(all[2]?.title ?? '')
  await list.sheet.getByRole('button', { name: 'Close' }).click()
  await expect(list.sheet).toHaveCount(0)
  await expect(page).not.toHaveURL(/row=/)
})

test('rows can be selected one by one, as a range, and all that match at once', async ({ page, truth }) => {
  const list = new List(page)
  await list.open('?result=failed')
  await list.pressFirst('j')
  await page.keyboard.press('x')
  await expect(list.toolbar).toContainText('1 selected')
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Shift+ArrowDown')
  await expect(list.toolbar).toContainText('5 selected')
  await expect(list.grid.locator('tr[aria-selected="true"]')).toHaveCount(5)
  const failed = truth.count(({ result }) => result === 'failed').toLocaleString('en')
  await list.toolbar.getByRole('button', { name: `Select all ${failed}` }).click()
  await expect(list.toolbar).toContainText(`All ${failed} matching selected`)
  await list.grid.focus()
  await page.keyboard.press('x')
  await expect(list.toolbar).toContainText('1 excluded')
  await page.keyboard.press('Escape')
  await expect(list.toolbar).toHaveCount(0)
})

test('the list works without a mouse: search, move, preview, open, and return to the same row', async ({
  page,
  truth,
}) => {
  const word = truth.pickWord()
  const steps = Math.min(40, truth.count((row) => hasWords(row, word)) - 1)
  const list = new List(page)
  await list.open()
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(list.search).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.type(word)
  await expect(page).toHaveURL(new RegExp(`q=${word}`))
  await expect(list.grid).not.toHaveAttribute('aria-rowcount', String(truth.size + 1))
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await expect(list.grid).toBeFocused()
  for (let step = 0; step < steps; step += 1) await page.keyboard.press('j')
  const at = await list.active.getAttribute('aria-rowindex')
  expect(Number(at)).toBeGreaterThan(Math.min(35, steps))
  const href = (await list.active.locator(rowLink).getAttribute('href')) ?? ''
  const title = truth.find(({ id }) => href.endsWith(id))[0]?.title ?? ''
  await page.keyboard.press('Space')
  await expect(list.sheet).toContainText(title)
  await page.keyboard.press('Escape')
  await expect(list.sheet).toHaveCount(0)
  await expect(list.grid).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(href))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title.slice(0, 20))
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`q=${word}`))
  await expect(list.active).toHaveAttribute('aria-rowindex', at ?? '')
})

// A narrow window on a computer gets columns first, which become cards once the window is measured.
for (const { name, userAgent } of [
  { name: 'on a phone', userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Mobile' },
  { name: 'in a narrow window', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)' },
])
  test.describe(name, () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, userAgent })

    test('rows are cards, nothing is wider than the screen, and a tap opens the summary', async ({ page, truth }) => {
      const list = new List(page)
      await list.open('?result=failed')
      const [first] = truth.find(({ result }) => result === 'failed')
      await expect(list.rows.first()).toContainText(first?.title ?? '')
      const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
      expect(widths[0]).toBe(widths[1])
      const box = await list.rows.first().boundingBox()
      expect(box?.height).toBeGreaterThan(60)
      await list.rows.first().tap()
      const sheet = page.getByRole('dialog', { name: 'Preview' })
      await expect(sheet).toContainText(first?.title ?? '')
      await sheet.getByRole('button', { name: 'Close' }).click()
      await page.getByRole('button', { name: /^Filters/ }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    })
  })
