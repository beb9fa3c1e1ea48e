import type { TestConsole } from '@/lib/testing/harness'
import { expect, openWith, test } from '../fixtures'
import { save } from './files'

async function findIds({ db }: TestConsole, count: number): Promise<string[]> {
  const { rows } = await db.query<{ audit_id: string }>(
    `select audit_id from inspections where result is not null and missing_at is null order by audit_id limit $1`,
    [count],
  )
  return rows.map((row) => row.audit_id)
}

test.afterEach(({ console: app }) => {
  app.standin.control.exports.set({ takesMs: null, failNext: 0, missNext: 0 })
})

test(
  'a PDF of a report is requested, shows its progress, becomes ready and is downloaded',
  { tag: ['@smoke'] },
  async ({ page, console: app }) => {
    const [auditId = ''] = await findIds(app, 1)
    const { exports } = app.standin.control
    const before = exports.starts.get(auditId) ?? 0
    // The export stays in progress until the test has seen its progress.
    exports.set({ takesMs: 3_600_000 })
    await page.goto(`/inspections/${auditId}`)
    const make = page.getByRole('menuitem', { name: 'Create PDF' })
    await openWith(page.getByRole('button', { name: 'Export' }), make)
    await make.click()
    await expect(page.getByRole('button', { name: 'Creating PDF' })).toBeVisible()
    // The export continues during a reload, and the reloaded page still shows it.
    await page.reload()
    await expect(page.getByRole('button', { name: 'Creating PDF' })).toBeVisible()
    exports.set({ takesMs: 0 })
    const ready = page.getByRole('button', { name: 'Download PDF' })
    await expect(ready).toBeVisible()
    const { download, bytes } = await save(page, () => ready.click())
    expect(download.suggestedFilename()).toMatch(/\.pdf$/)
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.toString('latin1').trimEnd().endsWith('%%EOF')).toBe(true)
    expect(exports.starts.get(auditId)).toBe(before + 1)
  },
)

test('documents of several inspections are exported from the list: one fails, is retried, and all become ready', async ({
  page,
  console: app,
}) => {
  const ids = (await findIds(app, 4)).slice(1)
  const { exports } = app.standin.control
  exports.set({ takesMs: 0, failNext: 1 })
  // Another test may have exported one of them.
  const startsOf = (id: string) => exports.starts.get(id) ?? 0
  const before = ids.map(startsOf)
  await page.goto(`/inspections?q=${encodeURIComponent(ids.join(' '))}`)
  await expect(page.getByRole('grid').locator('tbody tr[aria-rowindex]')).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Select visible rows' }).check()
  await page
    .getByRole('toolbar', { name: 'Selected inspections' })
    .getByRole('button', { name: 'Export PDF or Word' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Export 3 inspections' })
  await dialog.getByRole('button', { name: 'Create 3 PDFs' }).click()
  await expect(page.getByText('Creating 3 PDFs')).toBeVisible()
  await page.getByRole('button', { name: 'View export' }).click()
  await expect(page).toHaveURL(/\/exports\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: '3 PDFs' })).toBeVisible()
  await expect(page.getByText('2 of 3 ready, 1 failed')).toBeVisible({ timeout: 60_000 })
  const documents = page.getByRole('list', { name: 'Documents' })
  await expect(documents.getByText('Failed', { exact: true })).toHaveCount(1)

  await page.getByRole('button', { name: 'Retry 1 failed' }).click()
  await expect(page.getByText('All 3 ready')).toBeVisible({ timeout: 60_000 })
  const buttons = documents.getByRole('button', { name: /^Download / })
  await expect(buttons).toHaveCount(3)
  for (let at = 0; at < 3; at += 1) {
    const { bytes } = await save(page, () => buttons.nth(at).click())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  }
  // Only the failed document was created twice.
  expect(ids.map((id, at) => startsOf(id) - (before[at] ?? 0)).toSorted((a, b) => a - b)).toEqual([1, 1, 2])
  await page.goto('/exports')
  await expect(page.getByRole('grid', { name: 'Exports' }).getByText('All 3 ready').first()).toBeVisible()
})
