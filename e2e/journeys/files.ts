import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from '@playwright/test'
import type { TestConsole } from '@/lib/testing/harness'
import { expect, hasContent } from '../fixtures'

export interface File {
  auditId: string
  mediaId: string
}

/** The newest file of a type, among the files whose content the service has. */
export async function findFile({ db }: TestConsole, ext: string): Promise<File> {
  const { rows } = await db.query<{ audit_id: string; media_id: string }>(
    `select audit_id, media_id from inspection_media join inspections using (audit_id)
      where ext = $1 and is_fetchable and not is_hidden order by modified_at desc, position`,
    [ext],
  )
  const row = rows.find(({ media_id: mediaId }) => hasContent(mediaId))
  if (row === undefined) throw new Error(`no inspection has a file of type ${ext}`)
  return { auditId: row.audit_id, mediaId: row.media_id }
}

/** Waits until the file itself is drawn, not its preview. Returns its width in pixels. */
export async function expectOriginal(viewer: Locator): Promise<number> {
  await expect(viewer.getByTestId('image-stage')).toHaveAttribute('data-shows', 'original')
  return await viewer
    .locator('[data-shows="original"] img')
    .last()
    .evaluate((image: HTMLImageElement) => image.naturalWidth)
}

/** Runs `start` and returns the file that the browser saves. */
export async function save(page: Page, start: () => Promise<void>): Promise<{ download: Download; bytes: Buffer }> {
  const coming = page.waitForEvent('download')
  await start()
  const download = await coming
  expect(await download.failure()).toBeNull()
  return { download, bytes: await readFile(await download.path()) }
}
