import { expect, inspectionCount, test } from './fixtures'
import { List } from './list'
import { hasWords, type TruthRow } from './truth'

const has = (text: string) => (row: TruthRow) => hasWords(row, text)

/** What is typed, and what of the truth it must find. */
const searches: ReadonlyArray<readonly [name: string, text: string, matches: (row: TruthRow) => boolean]> = [
  ['a word', 'ballymount', has('ballymount')],
  ['two words, wherever they stand', 'induction ballymount', (row) => has('induction')(row) && has('ballymount')(row)],
  ['capitals and accents make no difference', 'LEFEVRE', has('lefèvre')],
  ['a phrase', '"contractor induction"', has('contractor induction')],
  ['a phrase the other way round', '"induction contractor"', has('induction contractor')],
  ['without a word', 'induction -ballymount', (row) => has('induction')(row) && !has('ballymount')(row)],
  ['a beginning', 'induct*', (row) => hasWords(row, 'induct', { isPrefix: true })],
]

const isBase = ({ result, hasMedia }: TruthRow) => result === 'failed' && hasMedia

export function declareSearching(): void {
  for (const [name, text, matches] of searches)
    test(`search by ${name}: ${text}`, async ({ page, truth }) => {
      const found = truth.find(matches)
      const list = new List(page)
      await list.open()
      await list.search.fill(text)
      await expect(page).toHaveURL(/[?&]q=/)
      if (found.length === 0) {
        await expect(page.getByText('No inspection matches')).toBeVisible()
        return
      }
      expect(found.length, 'the search tells something').toBeLessThan(inspectionCount)
      await list.expectCount(found.length, inspectionCount)
      expect(await list.readFirstIds(5)).toEqual(found.slice(0, 5).map(({ id }) => id))
      // A link to the same says the same.
      await page.reload()
      await list.expectCount(found.length, inspectionCount)
      await expect(list.search).toHaveValue(text)
    })

  test('search by an id, a part of one, and a pasted list of them', async ({ page, truth }) => {
    const all = truth.find()
    const [one] = all.slice(777)
    const id = one?.id ?? ''
    const list = new List(page)
    await list.open()
    await list.search.fill(id)
    await list.expectCount(1, inspectionCount)
    expect(await list.readFirstIds(2)).toEqual([id])
    const part = id.slice(-9).toLowerCase()
    await list.search.fill(part)
    await list.expectCount(all.filter((row) => row.id.toLowerCase().includes(part)).length, inspectionCount)
    expect(await list.readFirstIds(50)).toContain(id)
    // One a line, as a column of a spreadsheet is pasted.
    const several = [3, 1_500, 9_000, 19_999].map((at) => all[at]?.id ?? '')
    await list.search.fill('')
    await list.search.evaluate((input, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, several.join('\n'))
    await list.expectCount(several.length, inspectionCount)
    expect(await list.readFirstIds(10)).toEqual(several)
  })

  test('filters are in the address; Back and Forward walk them; what is unknown there stays', async ({
    page,
    truth,
  }) => {
    const list = new List(page)
    await list.open('?from=mail-of-monday')
    const panel = await list.openFilter('Result')
    await panel.getByRole('option', { name: /^Failed/ }).click()
    await page.keyboard.press('Escape')
    const failed = truth.count(({ result }) => result === 'failed')
    await list.expectCount(failed, inspectionCount)
    await expect(page).toHaveURL(/result=failed/)
    const site = truth.find(({ result }) => result === 'failed').find((row) => row.site !== null)?.site ?? ''
    const sites = await list.openFilter('Site')
    await sites.getByRole('combobox').fill(site)
    await sites.getByRole('option', { name: site }).first().click()
    await page.keyboard.press('Escape')
    const both = truth.count((row) => row.result === 'failed' && row.site === site)
    await list.expectCount(both, inspectionCount)
    await expect(page).toHaveURL(/from=mail-of-monday/)
    await page.goBack()
    await list.expectCount(failed, inspectionCount)
    await page.goForward()
    await list.expectCount(both, inspectionCount)
    await expect(page).toHaveURL(/from=mail-of-monday/)
  })

  test('each filter is a chip in words; one is taken off, then all', async ({ page, truth }) => {
    const list = new List(page)
    await list.open('?result=failed&media=with&score=..50&q=depot')
    const narrow = truth.find((row) => isBase(row) && row.score !== null && row.score <= 50 && hasWords(row, 'depot'))
    await list.expectCount(narrow.length, inspectionCount)
    const chips = page.getByRole('list', { name: 'Filters' })
    await expect(chips.getByRole('listitem')).toHaveCount(3)
    await chips.getByRole('button', { name: /^Remove the filter Score/ }).click()
    const wider = truth.count((row) => isBase(row) && hasWords(row, 'depot'))
    await list.expectCount(wider, inspectionCount)
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(page.getByText(`${inspectionCount.toLocaleString('en')} inspections`)).toBeVisible()
    await expect(page).toHaveURL(/\/inspections$/)
  })

  test('numbers, states and negations of the address mean what they say', async ({ page, truth }) => {
    const list = new List(page)
    const templateId = truth.find()[0]?.templateId ?? ''
    const cases: ReadonlyArray<readonly [string, (row: TruthRow) => boolean]> = [
      ['?result=in-progress', (row) => row.result === 'in-progress'],
      ['?archived=true', (row) => row.isArchived],
      ['?failed=3..', (row) => row.failed >= 3],
      ['?score=90..100', (row) => row.score !== null && row.score >= 90],
      [`?template=${templateId}`, (row) => row.templateId === templateId],
      [`?template!=${templateId}`, (row) => row.templateId !== templateId],
      ['?site!=*', (row) => row.site === null],
    ]
    for (const [address, matches] of cases)
      await test.step(address, async () => {
        const count = truth.count(matches)
        expect(count).toBeLessThan(inspectionCount)
        if (count === 0) {
          await page.goto(`/inspections${address}`)
          await expect(page.getByText('No inspection matches')).toBeVisible()
          return
        }
        await list.open(address)
        await list.expectCount(count, inspectionCount)
      })
  })

  test('a filter that cannot be read is named, and taken off by one button', async ({ page, tolerate }) => {
    tolerate(/status of 422/)
    await page.goto('/inspections?score=many')
    await expect(page.getByText('One filter cannot be read')).toBeVisible()
    await page.getByRole('button', { name: 'Remove it' }).click()
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
    await page.keyboard.type(title)
    // Not the one that searches the list for it.
    await palette
      .getByRole('option')
      .filter({ hasText: new RegExp(`^${title}`) })
      .first()
      .click()
    await expect(page).toHaveURL(/\/inspections\/audit_/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title.slice(0, 20))
  })
}
