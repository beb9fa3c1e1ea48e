import { hasWords, type TruthRow } from '@/lib/inspections/list/testing-truth'
import { expect } from '../fixtures'
import { test } from './fixtures'
import { List } from './list'

// The results of searches and filters are tested over HTTP (lib/inspections/list/testing-queries.ts). These tests cover the
// screen.

test(
  'a typed search is counted, kept in the address and restored by a reload',
  { tag: ['@smoke'] },
  async ({ page, truth }) => {
    const word = truth.pickWord()
    const found = truth.find((row) => hasWords(row, word))
    const list = new List(page)
    await list.open()
    await list.search.fill(word)
    await expect(page).toHaveURL(/[?&]q=/)
    await list.expectCount(found.length, truth.size)
    expect(await list.readFirstIds(5)).toEqual(found.slice(0, 5).map(({ id }) => id))
    await page.reload()
    await list.expectCount(found.length, truth.size)
    await expect(list.search).toHaveValue(word)
    await list.search.fill('nothingiscalledso')
    await expect(page.getByText('No inspections found')).toBeVisible()
  },
)

test('a pasted column of ids searches for all of them', async ({ page, truth }) => {
  const all = truth.find()
  const list = new List(page)
  await list.open()
  const several = [3, 50, 120, 200].map((at) => all[at]?.id ?? '')
  // One per line, as when a column of a spreadsheet is pasted.
  await list.search.evaluate((input, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, several.join('\n'))
  await list.expectCount(several.length, truth.size)
  expect(await list.readFirstIds(10)).toEqual(several)
})

test('filters are in the address, Back and Forward step through them, and unknown parameters are kept', async ({
  page,
  truth,
}) => {
  const list = new List(page)
  await list.open('?from=mail-of-monday')
  const panel = await list.openFilter('Result')
  await panel.getByRole('option', { name: /^Failed/ }).click()
  await page.keyboard.press('Escape')
  const failed = truth.count(({ result }) => result === 'failed')
  await list.expectCount(failed, truth.size)
  await expect(page).toHaveURL(/result=failed/)
  const site = truth.find(({ result }) => result === 'failed').find((row) => row.site !== null)?.site ?? ''
  const sites = await list.openFilter('Site')
  await sites.getByRole('combobox').fill(site)
  await sites.getByRole('option', { name: site }).first().click()
  await page.keyboard.press('Escape')
  const both = truth.count((row) => row.result === 'failed' && row.site === site)
  await list.expectCount(both, truth.size)
  await expect(page).toHaveURL(/from=mail-of-monday/)
  await page.goBack()
  await list.expectCount(failed, truth.size)
  await page.goForward()
  await list.expectCount(both, truth.size)
  await expect(page).toHaveURL(/from=mail-of-monday/)
})

const isFailedWithMedia = ({ result, hasMedia }: TruthRow) => result === 'failed' && hasMedia

test('each filter is a readable chip; one can be removed, or all', async ({ page, truth }) => {
  const word = truth.pickWord(isFailedWithMedia)
  const list = new List(page)
  await list.open(`?result=failed&media=with&score=..90&q=${word}`)
  const narrow = truth.count(
    (row) => isFailedWithMedia(row) && row.score !== null && row.score <= 90 && hasWords(row, word),
  )
  await list.expectCount(narrow, truth.size)
  const chips = page.getByRole('list', { name: 'Filters' })
  await expect(chips.getByRole('listitem')).toHaveCount(3)
  await chips.getByRole('button', { name: /^Remove filter Score/ }).click()
  await list.expectCount(
    truth.count((row) => isFailedWithMedia(row) && hasWords(row, word)),
    truth.size,
  )
  await page.getByRole('button', { name: 'Clear filters', exact: true }).click()
  await expect(page.getByText(`${truth.size} inspections`)).toBeVisible()
  await expect(page).toHaveURL(/\/inspections$/)
})

test('an unreadable filter is named, and one button removes it', async ({ page, tolerate }) => {
  tolerate(/status of 422/)
  await page.goto('/inspections?score=many')
  await expect(page.getByText('1 filter is not valid')).toBeVisible()
  await page.getByRole('button', { name: 'Remove 1 filter' }).click()
  await expect(new List(page).links.first()).toBeVisible()
  await expect(page).toHaveURL(/\/inspections$/)
})

test('the palette finds an inspection by its title', async ({ page, truth }) => {
  const [row] = truth.find(({ title }) => /^\p{L}[\p{L} ]+\d+$/u.test(title)).concat(truth.find())
  const title = row?.title ?? ''
  await new List(page).open()
  const palette = page.getByRole('dialog', { name: 'Search or jump' })
  await expect(async () => {
    if (!(await palette.isVisible())) await page.keyboard.press('Control+k')
    await expect(palette).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type(title)
  // The first option is the inspection, not the search of the list.
  await palette
    .getByRole('option')
    .filter({ hasText: new RegExp(`^${title}`) })
    .first()
    .click()
  await expect(page).toHaveURL(/\/inspections\/audit_/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title.slice(0, 20))
})
