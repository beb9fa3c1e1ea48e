import { readFile } from 'node:fs/promises'
import type { TestConsole } from '@/lib/testing/harness'
import { expectAccessible } from '../fixtures'
import { expect, inspectionCount, test } from './fixtures'
import { List } from './list'

/** Cells of a CSV as RFC 4180 has them. */
function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (isQuoted) {
      if (char !== '"') cell += char
      else if (text.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (char === '"') isQuoted = true
    else if (char === ',') {
      row.push(cell)
      cell = ''
    } else if (char === '\n') {
      rows.push([...row, cell.replace(/\r$/, '')])
      row = []
      cell = ''
    } else cell += char
  }
  return rows
}

/** Without the apostrophe that keeps a spreadsheet from taking a text for a formula. */
const plain = (cell: string) => cell.replace(/^'/, '')
const sortLines = (list: string[][]) => list.map((cells) => cells.join('\t')).toSorted()

async function syncNow(app: TestConsole): Promise<void> {
  const { cookie } = await app.signIn('admin')
  const answer = await fetch(`${app.url}/api/system/sync`, {
    method: 'POST',
    headers: {
      cookie: `${cookie.name}=${cookie.value}`,
      origin: app.url,
      'x-requested-with': 'sightline',
      'content-type': 'application/json',
    },
    body: '{}',
  })
  expect(answer.ok).toBe(true)
}

/** Views, the export, both themes, and what happens while somebody looks on. */
export function declareKeeping(): void {
  test('a list is kept as a view: saved, changed, reset, and still there', async ({ page }) => {
    const list = new List(page)
    await list.open('?result=failed&q=warehouse')
    const views = page.getByRole('navigation', { name: 'Saved views' })
    await views.getByRole('button', { name: 'Save view' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save view' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Failed in warehouses')
    await dialog.getByRole('button', { name: 'Save view' }).click()
    const tab = views.getByRole('link', { name: /^Failed in warehouses/ })
    await expect(tab).toHaveAttribute('aria-current', 'page')
    await expect(tab).not.toHaveAccessibleName(/modified/)
    const count = await list.count.textContent()
    // A filter for the moment: the view says so, and leads back.
    const panel = await list.openFilter('Result')
    await panel.getByRole('option', { name: /^Passed/ }).click()
    await page.keyboard.press('Escape')
    await expect(tab).toHaveAccessibleName(/modified/)
    await views.getByRole('button', { name: /^Reset to/ }).click()
    await expect(tab).not.toHaveAccessibleName(/modified/)
    await expect(list.count).toContainText(count?.split('·')[0]?.trim() ?? '')
    await page.goto('/inspections')
    await tab.click()
    await expect(page).toHaveURL(/q=warehouse/)
    await expect(page).toHaveURL(/result=failed/)
    await expect(list.search).toHaveValue('warehouse')
  })

  test('the CSV holds exactly what is shown: filter, columns, order, all rows', async ({ page, truth }) => {
    // Nobody could answer the browser's own dialog here; without it the file goes to the downloads.
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
    const list = new List(page)
    await list.open('?result=failed&sort=modified&columns=title,site,failed,id')
    const expected = truth.find(({ result }) => result === 'failed').toReversed()
    await list.expectCount(expected.length, inspectionCount)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export', exact: true }).click(),
    ])
    const text = await readFile(await download.path(), 'utf8')
    expect(text.charCodeAt(0), 'a byte order mark, for spreadsheets').toBe(0xfeff)
    const [head, ...rows] = readCsv(text.slice(1))
    expect(head).toEqual(['Title', 'Site', 'Failed', 'Inspection id'])
    expect(rows.length).toBe(expected.length)
    const told = rows.map((cells) => cells.map(plain))
    const known = expected.map(({ title, site, failed, id }) => [title, site ?? '', String(failed), id].map(plain))
    // Rows of one instant may stand in either order.
    expect(sortLines(told)).toEqual(sortLines(known))
    const timeOf = new Map(expected.map(({ id, modifiedAt }) => [id, modifiedAt]))
    const times = told.map((cells) => timeOf.get(cells[3] ?? '') ?? '')
    expect(times).toEqual(times.toSorted())
  })

  for (const colorScheme of ['light', 'dark'] as const)
    test.describe(`${colorScheme} theme`, () => {
      test.use({ colorScheme })

      test('the list is accessible with summary, selection and panels open', async ({ page }) => {
        const list = new List(page)
        await list.open('?result=failed&q=warehouse')
        await list.rows.nth(1).locator('td').nth(3).click()
        await expect(list.sheet).toBeVisible()
        await expect(list.sheet.locator('[aria-busy="true"]')).toHaveCount(0)
        await page.keyboard.press('x')
        await expect(list.toolbar).toBeVisible()
        await test.step('with summary and selection', () => expectAccessible(page))
        // Of the panels only themselves: what lies half under one is too small a target there, and nobody aims at it.
        for (const kind of ['Template', 'Result', 'Date', 'More']) {
          await list.openFilter(kind)
          await test.step(`with the panel ${kind}`, () => expectAccessible(page, '[role=dialog]'))
          await page.keyboard.press('Escape')
        }
        await page.getByRole('button', { name: 'Columns and density' }).click()
        await expect(page.getByRole('dialog', { name: 'Columns and density' })).toBeVisible()
        await test.step('with the columns', () => expectAccessible(page, '[role=dialog]'))
      })
    })

  // Last: from here on there is more than the truth was read from.
  test('new inspections wait in a pill; no row moves under the pointer', async ({ page, console: app }) => {
    const list = new List(page)
    await list.open()
    await list.rows.nth(4).hover()
    /** Rows in sight with where they stand; new ones may lie above the edge, ready to be scrolled to. */
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
    await syncNow(app)
    const pill = page.getByRole('button', { name: '3 new' })
    await expect(pill).toBeVisible()
    expect(await readInSight()).toEqual(before)
    await pill.click()
    await expect(list.grid.locator('tr[aria-rowindex="2"] a')).toHaveAttribute('href', `/inspections/${made.at(-1)}`)
    await expect(pill).toHaveCount(0)
    // The count of the whole list may be some seconds old.
    await expect(async () => {
      await page.reload()
      await expect(list.grid).toHaveAttribute('aria-rowcount', String(inspectionCount + 4), { timeout: 3_000 })
    }).toPass({ timeout: 120_000 })
  })
}
