import { readFile } from 'node:fs/promises'
import { readCsv } from '@/lib/media/zips/testing-zip'
import { askConsole, expect, syncInspection, test } from '../fixtures'
import { findQueue, readReview } from './review-world'

test('a newer version marks a review as "changed since" in the report, the list and the queue', async ({
  page,
  console: app,
}) => {
  const { ids } = await findQueue(app, { min: 1, max: 60 })
  const id = ids[0] ?? ''
  await page.goto(`/inspections/${id}`)
  const control = page.getByRole('region', { name: 'Review' })
  await control.getByRole('button', { name: 'Mark reviewed' }).click()
  await expect(control.getByText('Robin admin')).toBeVisible()
  await expect(control.getByText('Changed since')).toHaveCount(0)
  await expect.poll(async () => readReview(app, id)).toMatchObject({ state: 'reviewed', isChangedSince: false })

  app.standin.control.touch(id)
  await syncInspection(app, id)
  expect(await readReview(app, id)).toMatchObject({ state: 'reviewed', isChangedSince: true })
  await page.goto(`/inspections/${id}`)
  await expect(control.getByText('Changed since')).toBeVisible()
  await expect(control.getByRole('button', { name: 'Mark reviewed again' })).toBeVisible()

  await page.goto(`/inspections?review=changed&q=${id}`)
  await expect(page.getByRole('grid').getByRole('gridcell', { name: /Reviewed, changed since$/ })).toBeVisible()
  await page.goto(`/review?review=changed&q=${id}`)
  await expect(page.getByText(/^Changed since Robin admin’s review of/)).toBeVisible()
  await expect(page.getByRole('article').locator('[aria-busy="true"]')).toHaveCount(0)
  await page.keyboard.press('r')
  await expect(page.getByRole('heading', { name: 'Everything in this batch is reviewed' })).toBeVisible()
  await expect.poll(async () => readReview(app, id)).toMatchObject({ state: 'reviewed', isChangedSince: false })
})

test('follow-ups are listed with notes, exported as CSV, and marked done', async ({ page, console: app }) => {
  const { ids } = await findQueue(app, { min: 2, max: 60 })
  const [first = '', second = ''] = ids
  const notes = new Map([
    [first, 'Call the landlord, "today",\nand send a photo'],
    [second, '=HYPERLINK("http://example.test")'],
  ])
  for (const [id, note] of notes) {
    const { rows } = await app.db.query<{ modified_at: Date | string }>(
      'select modified_at from inspections where audit_id = $1',
      [id],
    )
    const version = new Date(rows[0]?.modified_at ?? 0).toISOString()
    await askConsole(app, `/api/review/${id}`, {
      role: 'editor',
      method: 'PUT',
      body: { state: 'follow-up', note, version, revision: null },
    })
  }
  await page.goto(
    `/review/follow-ups?columns=title,note,assignee,marker,id,actions&q=${encodeURIComponent([first, second].join(' '))}`,
  )
  const entries = page.getByRole('grid').getByRole('row')
  await expect(entries.filter({ has: page.locator(`a[href="/inspections/${first}"]`) })).toContainText('Robin editor')
  // Until the list is measured, a row has the texts of all its widths.
  await expect(page.getByText('=HYPERLINK("http://example.test")').filter({ visible: true }).first()).toBeVisible()

  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/\.csv$/)
  const lines = readCsv((await readFile(await download.path(), 'utf8')).replace(/^\uFEFF/, ''))
  expect(new Set(lines.map((line) => line['Inspection ID']))).toEqual(new Set([first, second]))
  expect(lines).toHaveLength(2)
  for (const line of lines) {
    const note = notes.get(line['Inspection ID'] ?? '') ?? ''
    // No cell starts a formula.
    expect(line['Note']).toBe(note.startsWith('=') ? `'${note}` : note)
    expect(line['Marked by']).toBe('Robin editor')
  }

  await entries
    .filter({ has: page.locator(`a[href="/inspections/${second}"]`) })
    .getByRole('button', { name: /^Mark .* reviewed$/ })
    .click()
  await expect(page.locator(`main a[href="/inspections/${second}"]`)).toHaveCount(0)
  await expect.poll(async () => (await readReview(app, second))?.state).toBe('reviewed')
})

test(
  'many inspections are marked at once from the list, and one undo unmarks them',
  { tag: ['@smoke'] },
  async ({ page, console: app }) => {
    const { ids } = await findQueue(app, { min: 3, max: 60 })
    const chosen = ids.slice(0, 3)
    const states = async () => await Promise.all(chosen.map(async (id) => (await readReview(app, id))?.state ?? null))
    const before = await states()
    await page.goto(`/inspections?q=${encodeURIComponent(chosen.join(' '))}`)
    await expect(page.getByRole('grid').locator('tbody tr[aria-rowindex]')).toHaveCount(3)
    await page.getByRole('checkbox', { name: 'Select visible rows' }).check()
    const bar = page.getByRole('toolbar', { name: 'Selected inspections' })
    await expect(bar.getByText('3 selected')).toBeVisible()
    await bar.getByRole('button', { name: 'Mark as…' }).click()
    await page.getByRole('menuitem', { name: 'Reviewed', exact: true }).click()
    await expect(page.getByText('Marked 3 inspections as reviewed')).toBeVisible()
    expect(await states()).toEqual(['reviewed', 'reviewed', 'reviewed'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Restored 3 inspections')).toBeVisible()
    expect((await states()).map((state) => state ?? 'unreviewed')).toEqual(before.map((state) => state ?? 'unreviewed'))
  },
)
