import { readFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { readCsv, unpackZip } from '@/lib/media/zips/testing-zip'
import type { TestConsole } from '@/lib/testing/harness'
import { expect, expectAccessibleInBoth, hasContent, test } from '../fixtures'

interface Files {
  auditId: string
  mediaIds: string[]
}

/** Inspections with several files that are all shown and can be fetched. */
async function findInspections({ db }: TestConsole, count: number): Promise<Files[]> {
  const { rows } = await db.query<{ audit_id: string; media_ids: string[] }>(
    `select audit_id, array_agg(media_id order by position) as media_ids from inspection_media
     group by audit_id having count(*) between 3 and 12 and bool_and(is_fetchable and not is_hidden and kind = 'image')
     order by audit_id`,
  )
  const complete = rows.filter((row) => row.media_ids.every(hasContent)).slice(0, count)
  expect(complete).toHaveLength(count)
  return complete.map((row) => ({ auditId: row.audit_id, mediaIds: row.media_ids }))
}

async function digestAtService(app: TestConsole, auditId: string, mediaId: string): Promise<string> {
  const { cookie } = await app.signIn('admin')
  const response = await fetch(`${app.url}/api/media/${auditId}/${mediaId}`, {
    headers: { cookie: `${cookie.name}=${cookie.value}` },
  })
  expect(response.status).toBe(200)
  return createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex')
}

async function downloadZip(page: Page, start: () => Promise<void>) {
  const coming = page.waitForEvent('download')
  await start()
  const download = await coming
  expect(await download.failure()).toBeNull()
  const zip = await readFile(await download.path())
  const entries = unpackZip(zip)
  const manifest = entries.find(({ name }) => name === 'manifest.csv')
  return { name: download.suggestedFilename(), entries, lines: readCsv(manifest?.bytes.toString() ?? '') }
}

const chooseAll = async (page: Page, button: string) => {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('menuitem', { name: 'All files as a zip' }).click()
}

test(
  'a zip with one missing file is otherwise complete: the manifest names the file, and only that file is fetched again',
  { tag: ['@smoke'] },
  async ({ page, console: app, tolerate }) => {
    tolerate(/status of 404/)
    const [inspection] = await findInspections(app, 1)
    const { auditId, mediaIds } = inspection ?? { auditId: '', mediaIds: [] }
    const [missing = '', ...others] = mediaIds
    const fault = app.standin.control.setFault({ path: `/media/${missing}$`, action: { kind: 'status', status: 404 } })
    await page.goto(`/inspections/${auditId}?tab=media`)
    const first = await downloadZip(page, () => chooseAll(page, 'Download files'))

    expect(first.name).toMatch(/^[\p{L}\p{N}-]+_\d{4}-\d\d-\d\d_media\.zip$/u)
    expect(first.lines.map((line) => [line['Media id'], line['Reason']])).toEqual(
      mediaIds.map((id) => [id, id === missing ? expect.stringContaining('does not have this file') : '']),
    )
    const files = first.entries.filter(({ name }) => name !== 'manifest.csv')
    expect(files).toHaveLength(others.length)
    for (const { name } of files) expect(name).toMatch(/^[\p{L}\p{N}\p{M}_-]+_\d+(-\d+)?\.[a-z0-9]+$/u)
    for (const line of first.lines) {
      const mediaId = line['Media id'] ?? ''
      const entry = files.find(({ name }) => name === line['File name'])
      if (mediaId === missing) {
        expect(line).toMatchObject({ Status: 'missing', 'File name': '' })
        continue
      }
      const digest = await digestAtService(app, auditId, mediaId)
      expect(line).toMatchObject({ Status: 'included', 'SHA-256': digest, Bytes: String(entry?.bytes.byteLength) })
      expect(entry?.sha256).toBe(digest)
    }

    const panel = page.getByRole('region', { name: 'Zip downloads' })
    await expect(panel.getByText(`${others.length} files`)).toBeVisible()
    await panel.getByText('1 file is missing or incomplete').click()
    await expect(panel.getByText(/does not have this file/)).toBeVisible()
    await expectAccessibleInBoth(page)

    app.standin.control.clearFaults(fault)
    const again = await downloadZip(page, () => panel.getByRole('button', { name: 'Retry 1 missing file' }).click())
    expect(again.lines.map((line) => [line['Media id'], line['Status']])).toEqual([[missing, 'included']])
    expect(again.entries).toHaveLength(2)
    await expect(panel.getByText('1 file,')).toBeVisible()
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect(panel).toHaveCount(0)
  },
)

test('a zip of chosen inspections has a folder for each, and continues while the person reads another page', async ({
  page,
  console: app,
  tolerate,
}) => {
  tolerate(/status of 404/)
  const chosen = await findInspections(app, 2)
  const ids = chosen.map(({ auditId }) => auditId)
  await page.goto(`/inspections?q=${encodeURIComponent(ids.join(' '))}`)
  await expect(page.getByRole('grid').locator('tbody tr[aria-rowindex]')).toHaveCount(2)
  for (const row of [1, 2]) await page.getByRole('grid').getByRole('checkbox').nth(row).check()
  const { entries, lines, name } = await downloadZip(page, () => chooseAll(page, 'Download files'))
  expect(name).toMatch(/^media_2-inspections_/)
  expect(new Set(lines.map((line) => line['Inspection ID']))).toEqual(new Set(ids))
  expect(new Set(entries.flatMap((entry) => (entry.name.includes('/') ? [entry.name.split('/')[0]] : []))).size).toBe(2)
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await pages.getByRole('button', { name: 'Developer' }).click()
  await pages.getByRole('link', { name: 'System' }).click()
  await expect(page.getByRole('region', { name: 'Zip downloads' })).toBeVisible()
})

test('a zip can be paused, resumed and canceled', async ({ page, console: app, tolerate }) => {
  tolerate(/status of 404/)
  app.standin.control.setFault({ operation: 'getInspectionMedia', action: { kind: 'delay', ms: 400 } })
  await page.goto('/media?show=all')
  const coming = page.waitForEvent('download')
  await chooseAll(page, 'Download files')
  const download = await coming
  const panel = page.getByRole('region', { name: 'Zip downloads' })
  await panel.getByRole('button', { name: 'Pause' }).click()
  await expect(panel.getByText(/^Paused at/)).toBeVisible()
  await panel.getByRole('button', { name: 'Resume' }).click()
  await expect(panel.getByText(/^[1-9]\d* of \d/)).toBeVisible()
  await panel.getByRole('button', { name: 'Cancel zip' }).click()
  await expect(panel.getByText(/^Canceled after/)).toBeVisible()
  expect(await download.failure()).not.toBeNull()
})
