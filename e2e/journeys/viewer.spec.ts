import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect, openWith, syncInspection, test } from '../fixtures'
import { expectOriginal, type File, findFile } from './files'

async function openFile(page: Page, { auditId, mediaId }: File): Promise<Locator> {
  await page.goto(`/inspections/${auditId}?tab=media&media=${encodeURIComponent(mediaId)}`)
  const viewer = page.getByRole('dialog')
  await expect(viewer).toBeVisible()
  return viewer
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test(
  'a JPEG can be zoomed by key, wheel and double click, moved and rotated, and the rotation is remembered',
  { tag: ['@smoke'] },
  async ({ page, console: app }) => {
    const file = await findFile(app, 'jpg')
    const viewer = await openFile(page, file)
    expect(await expectOriginal(viewer)).toBeGreaterThan(400)
    const pane = viewer.getByTestId('image-stage')
    const scale = async () => Number(await pane.getAttribute('data-scale'))
    const transform = () => pane.evaluate((element) => element.querySelector('img')?.parentElement?.style.transform)
    expect(await scale()).toBe(1)
    await page.keyboard.press('z')
    await expect.poll(scale).toBeGreaterThan(1)
    const here = await transform()
    await page.keyboard.press('ArrowRight')
    // While zoomed in, arrow keys move the photo instead of opening the next one.
    await expect.poll(transform).not.toBe(here)
    expect(new URL(page.url()).searchParams.get('media')).toBe(file.mediaId)
    await page.keyboard.press('0')
    await expect.poll(scale).toBe(1)
    await pane.hover()
    await page.mouse.wheel(0, -300)
    await expect.poll(scale).toBeGreaterThan(1)
    await page.keyboard.press('0')
    await expect.poll(scale).toBe(1)
    await pane.dblclick()
    await expect.poll(scale).toBeGreaterThan(1)
    await pane.dblclick()
    await expect.poll(scale).toBe(1)

    await page.keyboard.press('r')
    await expect(pane).toHaveAttribute('data-turns', '1')
    await expect(viewer.getByText(/Rotated \(view only\)/)).toBeVisible()
    await page.reload()
    await expectOriginal(viewer)
    await expect(pane).toHaveAttribute('data-turns', '1')
    await page.keyboard.press('Shift+R')
    await expect(pane).toHaveAttribute('data-turns', '0')
    await page.reload()
    await expectOriginal(viewer)
    await expect(pane).toHaveAttribute('data-turns', '0')
  },
)

test('a PNG is drawn, and so is a HEIC photo that the browser cannot show', async ({ page, console: app }) => {
  const drawing = await openFile(page, await findFile(app, 'png'))
  expect(await expectOriginal(drawing)).toBeGreaterThan(100)

  const file = await findFile(app, 'heic')
  const photo = await openFile(page, file)
  expect(await expectOriginal(photo)).toBeGreaterThan(100)
  await expect(photo.getByText('HEIC, converted in your browser')).toBeVisible()
  // The converted file is a picture with more than one color.
  const colors = await photo
    .locator('[data-shows="original"] img')
    .last()
    .evaluate((image: HTMLImageElement) => {
      const canvas = document.createElement('canvas')
      canvas.width = 64
      canvas.height = 64
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0, 64, 64)
      const { data } = context?.getImageData(0, 0, 64, 64) ?? { data: [] }
      const seen = new Set<number>()
      for (let at = 0; at < data.length; at += 4) seen.add(((data[at] ?? 0) << 8) | (data[at + 1] ?? 0))
      return seen.size
    })
  expect(colors).toBeGreaterThan(20)
})

test(
  'the viewer says why a file can only be downloaded, and the download has its content',
  { tag: ['@S18'] },
  async ({ page, console: app }) => {
    const { auditId, mediaId } = await findFile(app, 'jpg')
    const { rows } = await app.db.query<{ document: string }>(
      'select document from inspection_documents where audit_id = $1 order by modified_at desc limit 1',
      [auditId],
    )
    // The file has another extension everywhere in the document.
    const document = JSON.parse(rows[0]?.document ?? '{}', (_key, value: unknown) =>
      typeof value === 'object' && value !== null && 'media_id' in value && value.media_id === mediaId
        ? { ...value, file_ext: 'docx' }
        : value,
    ) as Record<string, unknown>
    app.standin.control.override(auditId, { items: document['items'], header_items: document['header_items'] })
    await syncInspection(app, auditId)
    const viewer = await openFile(page, { auditId, mediaId })
    await expect(viewer.getByText('DOCX file')).toBeVisible()
    await expect(viewer.getByText('Sightline shows photos, videos and PDFs.')).toBeVisible()
    expect(await viewer.getByTestId('image-stage').count()).toBe(0)
    const coming = page.waitForEvent('download')
    await viewer.getByRole('link', { name: 'Download', exact: true }).click()
    const download = await coming
    expect(download.suggestedFilename()).toMatch(/\.docx$/)
    expect((await readFile(await download.path())).byteLength).toBeGreaterThan(1_000)
  },
)

test('fifty fast presses of an arrow key skip no file, and fifty back return to the first', async ({
  page,
  console: app,
}) => {
  const { rows } = await app.db.query<{ audit_id: string; media_id: string }>(
    `select audit_id, media_id from inspection_media join inspections using (audit_id) where failed and not is_hidden
      order by modified_at desc, audit_id desc, position limit 51`,
  )
  expect(rows).toHaveLength(51)
  await page.goto('/media')
  await page.locator('[data-index="0"]').click()
  const viewer = page.getByRole('dialog')
  await expect(viewer.getByText(/^1 of \d+/)).toBeVisible()
  const at = (index: number) => {
    const { searchParams } = new URL(page.url())
    return { asked: searchParams.get('file'), of: searchParams.get('of'), wanted: rows[index] }
  }
  // All key presses are sent at once: none waits for the result of the previous one.
  const pressFifty = (key: string) => Promise.all(Array.from({ length: 50 }, () => page.keyboard.press(key)))
  await pressFifty('ArrowRight')
  await expect(viewer.getByText(/^51 of \d+/)).toBeVisible()
  await expect.poll(() => at(50).asked).toBe(rows[50]?.media_id)
  expect(at(50).of).toBe(rows[50]?.audit_id)
  await pressFifty('ArrowLeft')
  await expect(viewer.getByText(/^1 of \d+/)).toBeVisible()
  await expect.poll(() => at(0).asked).toBe(rows[0]?.media_id)
})

test('the panel shows the SHA-256 of the bytes that are downloaded', async ({ page, console: app }) => {
  const viewer = await openFile(page, await findFile(app, 'jpg'))
  await expectOriginal(viewer)
  await page.keyboard.press('i')
  const panel = viewer.getByRole('complementary', { name: 'About this file' })
  const told = panel.getByTestId('sha256')
  await expect(told).toHaveText(/^[0-9a-f]{64}$/)
  const coming = page.waitForEvent('download')
  await viewer.getByRole('link', { name: /^Download / }).click()
  const bytes = await readFile(await (await coming).path())
  await expect(told).toHaveText(digestOf(bytes))
  const size = new Intl.NumberFormat('en-GB').format(bytes.byteLength)
  await expect(panel.getByText(`(${size} bytes)`)).toBeVisible()
})

test('every visible thumbnail of the media wall is a picture, and a second visit reads them together', async ({
  page,
}) => {
  /** The addresses of the visible pictures; empty until all of them are loaded. */
  const readPictures = () =>
    page.locator('[data-index]').evaluateAll((all) => {
      const inSight = all.filter((tile) => {
        const { top, bottom } = tile.getBoundingClientRect()
        return bottom > 0 && top < window.innerHeight
      })
      const pictures = inSight.flatMap((tile) => Array.from(tile.querySelectorAll('img')))
      return pictures.every((image) => image.complete && image.naturalWidth > 0) ? pictures.map(({ src }) => src) : []
    })
  const waitForPictures = () => expect.poll(async () => (await readPictures()).length).toBeGreaterThan(5)
  await page.goto('/media')
  await waitForPictures()
  const together = page.waitForResponse(/\/api\/media\/thumbs\?/)
  await page.reload()
  expect((await together).status()).toBe(200)
  await waitForPictures()
  // A poster that this browser creates in the meantime has its own address.
  const alone = (await readPictures()).filter((src) => !src.startsWith('data:image/webp;') && !src.endsWith('&kept=1'))
  expect(alone).toEqual([])
})

test(
  'signing out clears the browser cache: no thumbnail can be read afterwards',
  { tag: ['@smoke', '@S11'] },
  async ({ page, tolerate, console: app }) => {
    // The browser logs refused and missing resources to its console.
    tolerate(/status of 401|ERR_CACHE_MISS/)
    const { auditId, mediaId } = await findFile(app, 'jpg')
    const thumb = `/api/media/${auditId}/${mediaId}/thumb?size=small`
    const batch = `/api/media/thumbs?size=small&files=${auditId}/${mediaId}`
    await page.goto(`/inspections/${auditId}?tab=media`)
    const read = (address: string, cache: RequestCache) =>
      page.evaluate(
        async ([href, how]) => {
          try {
            const response = await fetch(href, { cache: how, mode: 'same-origin' })
            return { status: response.status, bytes: (await response.arrayBuffer()).byteLength }
          } catch {
            return null
          }
        },
        [address, cache] as const,
      )
    for (const address of [thumb, batch]) {
      // Of several consoles, only the one that has made the thumbnail returns it in a batch.
      const readFresh = async () => {
        const answer = await read(address, 'reload')
        return answer?.status === 200 ? answer.bytes : 0
      }
      await expect.poll(readFresh).toBeGreaterThan(100)
      // The response must be in the cache now. Otherwise the test could not fail.
      expect((await read(address, 'only-if-cached'))?.bytes).toBeGreaterThan(100)
    }

    const leave = page.getByRole('button', { name: 'Sign out' })
    await openWith(page.getByRole('button', { name: /^Account/ }), leave)
    const [goodbye] = await Promise.all([page.waitForResponse(/\/api\/auth\/signout$/), leave.click()])
    expect(await goodbye.headerValue('clear-site-data')).toBe('"cache"')
    await expect(page).toHaveURL(/\/sign-in$/)
    for (const address of [thumb, batch]) {
      expect(await read(address, 'only-if-cached')).toBeNull()
      expect((await read(address, 'default'))?.status).toBe(401)
    }
  },
)
