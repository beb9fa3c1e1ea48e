import type { TestConsole } from '@/lib/testing/harness'
import { expect, test } from '../fixtures'
import { findFailed } from './finding'

/** The newest inspection that has a file with this extension, and that file. */
async function findFile({ db }: TestConsole, extension: RegExp): Promise<{ auditId: string; mediaId: string }> {
  const { rows } = await db.query<{ audit_id: string; document: string }>(
    `select d.audit_id, d.document from inspection_documents d join inspections i using (audit_id)
      where media_count > 0 and i.hydrated_modified_at = d.modified_at order by d.modified_at desc`,
  )
  for (const { audit_id: auditId, document } of rows) {
    const files = JSON.parse(document) as { media?: Array<{ media_id: string; file_ext: string }> }
    const file = files.media?.find(({ file_ext: ext }) => extension.test(ext))
    if (file !== undefined) return { auditId, mediaId: file.media_id }
  }
  throw new Error(`no inspection has a file like ${String(extension)}`)
}

test(
  'a report shows its parts and failures, and its document can be downloaded',
  { tag: ['@smoke'] },
  async ({ page, console: app }) => {
    const auditId = await findFailed(app)
    await page.goto(`/inspections/${auditId}`)
    await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty()
    await expect(page.getByText(/^\d+ failed$/).first()).toBeVisible()
    // A failed inspection opens with its failures, and its title page is collapsed.
    await expect(page.getByRole('radio', { name: 'Failed first' })).toBeChecked()
    await expect(page.getByRole('heading', { name: 'Failed answers' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Title Page' })).toHaveAttribute('aria-expanded', 'false')
    const answers = await page.getByRole('main').textContent()

    await page.getByRole('radio', { name: 'Failed only' }).check()
    await expect(page).toHaveURL(/show=failed-only/)
    await expect(page.getByRole('radio', { name: 'Failed only' })).toBeChecked()
    expect((await page.getByRole('main').textContent())?.length ?? 0).toBeLessThan(answers?.length ?? 0)
    await page.keyboard.press('n')
    await expect(page.getByText(/^1 of \d+ failed$/)).toBeVisible()
    await page.keyboard.press('n')
    await expect(page.getByText(/^2 of \d+ failed$/)).toBeVisible()

    await page.getByRole('tab', { name: /^Media/ }).click()
    await expect(page).toHaveURL(/tab=media/)
    await page.getByRole('tab', { name: 'Raw' }).click()
    await expect(page.getByLabel('Document as JSON')).toContainText(auditId)
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Raw' })).toHaveAttribute('aria-selected', 'true')
  },
)

test('photos can be opened, paged and closed, and the address names the open one', async ({ page, console: app }) => {
  const { auditId } = await findFile(app, /^jpe?g$/i)
  await page.goto(`/inspections/${auditId}?tab=media`)
  await page
    .getByRole('button', { name: /^Open / })
    .first()
    .click()
  const viewer = page.getByRole('dialog')
  await expect(viewer).toBeVisible()
  const photo = viewer.locator('img').first()
  await expect(photo).toBeVisible()
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(200)
  const first = new URL(page.url()).searchParams.get('media')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => new URL(page.url()).searchParams.get('media')).not.toBe(first)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => new URL(page.url()).searchParams.get('media')).toBe(first)
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  expect(new URL(page.url()).searchParams.has('media')).toBe(false)
})

test('a video plays from the chosen position, using byte ranges', { tag: ['@R23'] }, async ({ page, console: app }) => {
  const { auditId, mediaId } = await findFile(app, /^(mp4|webm|mov)$/i)
  const partial: string[] = []
  page.on('response', (response) => {
    if (response.status() === 206 && response.url().includes(mediaId)) partial.push(response.url())
  })
  await page.goto(`/inspections/${auditId}?tab=media&media=${encodeURIComponent(mediaId)}`)
  const video = page.getByRole('dialog').locator('video:visible')
  await expect(video).toBeVisible()
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.duration)).toBeGreaterThan(2)
  const target = await video.evaluate((element: HTMLVideoElement) => {
    element.currentTime = element.duration * 0.75
    return element.currentTime
  })
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.seeking)).toBe(false)
  expect(await video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeCloseTo(target, 0)
  expect(await video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThanOrEqual(2)
  expect(partial.length).toBeGreaterThan(0)
})

test('a PDF is drawn on the page', async ({ page, console: app }) => {
  const { auditId, mediaId } = await findFile(app, /^pdf$/i)
  await page.goto(`/inspections/${auditId}?tab=media&media=${encodeURIComponent(mediaId)}`)
  const canvas = page.getByRole('dialog').locator('canvas').first()
  await expect(canvas).toBeVisible()
  // Not blank: blank paper would have a single color.
  await expect
    .poll(() =>
      canvas.evaluate((element: HTMLCanvasElement) => {
        const { data } = element.getContext('2d')?.getImageData(0, 0, element.width, element.height) ?? { data: [] }
        const colors = new Set<number>()
        for (let at = 0; at < data.length; at += 4) colors.add(((data[at] ?? 0) << 8) | (data[at + 1] ?? 0))
        return colors.size
      }),
    )
    .toBeGreaterThan(10)
})

test('an unknown id shows the page for an inspection that is not found', async ({ page, tolerate }) => {
  tolerate(/status of 404/)
  await page.goto('/inspections/audit_00000000000000000000000000000000')
  await expect(page.getByText('Inspection not found').last()).toBeVisible()
  await page.getByRole('link', { name: 'All inspections' }).click()
  await expect(page).toHaveURL(/\/inspections$/)
})
