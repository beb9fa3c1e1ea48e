import { readFile } from 'node:fs/promises'
import { readCsv } from '@/lib/media/zips/testing-zip'
import { askConsole, countInspections, expect, expectAccessibleInBoth } from '../fixtures'
import { test } from './fixtures'
import { List, rowLink } from './list'

// Saved views, the export, and new inspections while a person reads the list.

test(
  'a view of a list can be saved, changed and reset, and is still there after a reload',
  { tag: ['@smoke'] },
  async ({ page, truth }) => {
    const word = truth.pickWord(({ result }) => result === 'failed')
    const list = new List(page)
    await list.open(`?result=failed&q=${word}`)
    const views = page.getByRole('navigation', { name: 'Saved views' })
    await views.getByRole('button', { name: 'Save view' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save view' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Failed of one kind')
    await dialog.getByRole('button', { name: 'Save view' }).click()
    const tab = views.getByRole('link', { name: /^Failed of one kind/ })
    await expect(tab).toHaveAttribute('aria-current', 'page')
    await expect(tab).not.toHaveAccessibleName(/modified/)
    const count = await list.count.textContent()
    // A temporary filter: the view shows that it was changed, and can be reset.
    const panel = await list.openFilter('Result')
    await panel.getByRole('option', { name: /^Passed/ }).click()
    await page.keyboard.press('Escape')
    await expect(tab).toHaveAccessibleName(/modified/)
    await views.getByRole('button', { name: /^Reset to/ }).click()
    await expect(tab).not.toHaveAccessibleName(/modified/)
    await expect(list.count).toContainText(count?.split('·')[0]?.trim() ?? '')
    await page.goto('/inspections')
    await tab.click()
    await expect(page).toHaveURL(new RegExp(`q=${word}`))
    await expect(page).toHaveURL(/result=failed/)
    await expect(list.search).toHaveValue(word)
  },
)

test('the export button saves the rows of the list as CSV, with the filter, columns and order that are shown', async ({
  page,
  truth,
}) => {
  // A test cannot respond to the browser's own dialog for saving. Without that dialog, the file is downloaded.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  const list = new List(page)
  await list.open('?result=failed&sort=modified&columns=title,site,failed,id')
  const expected = truth.find(({ result }) => result === 'failed').toReversed()
  await list.expectCount(expected.length, truth.size)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV', exact: true }).click(),
  ])
  const text = (await readFile(await download.path(), 'utf8')).replace(/^\uFEFF/, '')
  expect(text.split(/\r?\n/, 1)).toEqual(['Title,Site,Failed,Inspection ID'])
  const ids = readCsv(text).map((line) => line['Inspection ID'] ?? '')
  expect(ids.toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
  expect(ids[0]).toBe(expected[0]?.id)
})

test('the list is accessible with summary, selection and panels open', async ({ page }) => {
  const list = new List(page)
  await list.open('?result=failed')
  await list.rows.nth(1).locator('[data-cell=score]').click()
  await expect(list.sheet).toBeVisible()
  await expect(list.sheet.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.keyboard.press('x')
  await expect(list.toolbar).toBeVisible()
  await test.step('with summary and selection', () => expectAccessibleInBoth(page))
  // Only the panels are checked. A control that a panel half covers counts as too small a target, but nobody aims at
  // it.
  for (const kind of ['Template', 'Result', 'Review', 'Date', 'More']) {
    await list.openFilter(kind)
    await test.step(`with the panel ${kind}`, () => expectAccessibleInBoth(page, { part: '[role=dialog]' }))
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Columns and density' }).click()
  await expect(page.getByRole('dialog', { name: 'Columns and density' })).toBeVisible()
  await test.step('with the columns', () => expectAccessibleInBoth(page, { part: '[role=dialog]' }))
})

test('new inspections are announced in a pill, and no row moves under the pointer', async ({ page, console: app }) => {
  const list = new List(page)
  await list.open()
  await list.rows.nth(4).hover()
  /** Visible rows with their positions. New rows may already be above the edge. */
  const readInSight = () =>
    list.grid.evaluate((grid) => {
      const head = grid.querySelector('thead')?.getBoundingClientRect().bottom ?? 0
      const rows = [...grid.querySelectorAll('tbody tr[aria-rowindex]')].map((row) => ({
        href: row.querySelector('a')?.getAttribute('href'),
        top: Math.round(row.getBoundingClientRect().top),
      }))
      return rows.filter(({ top }) => top >= head - 1).slice(0, 10)
    })
  const before = await readInSight()
  const made = app.standin.control.insert(3, { stepMs: 1 })
  await askConsole(app, '/api/system/sync', { method: 'POST', body: {} })
  const pill = page.getByRole('button', { name: '3 new' })
  await expect(pill).toBeVisible()
  expect(await readInSight()).toEqual(before)
  await pill.click()
  await expect(list.grid.locator(`tr[aria-rowindex="2"] ${rowLink}`)).toHaveAttribute(
    'href',
    `/inspections/${made.at(-1)}`,
  )
  await expect(pill).toHaveCount(0)
  // The count of the whole list may be some seconds old.
  await expect(async () => {
    await page.reload()
    await expect(list.grid).toHaveAttribute('aria-rowcount', String(countInspections(app) + 1), { timeout: 3_000 })
  }).toPass({ timeout: 120_000 })
})
