import type { Page } from '@playwright/test'
import { startConsole } from '@/lib/testing/harness'
import { type GivenFile, startFileService } from '../chaos/file-service'
import { expect, signInContext, test } from '../fixtures'

const script = "console.log('it ran')"
const html = `<!doctype html><body onload="${script}"><script>${script}</script><img src=x onerror="${script}">`
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script></svg>`
const xhtml = `<html xmlns="http://www.w3.org/1999/xhtml"><body><script>${script}</script></body></html>`
const mail = `Content-Type: multipart/related; boundary=x\r\n\r\n--x\r\nContent-Type: text/html\r\n\r\n${html}\r\n--x--`
const pdf = `%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(${script})>>/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>`

/** Markup and scripts, under true types and under the types of photos, videos and PDFs. */
const files: readonly GivenFile[] = [
  { type: 'text/html', body: html },
  { type: 'text/html; charset=utf-7', body: html },
  { type: 'image/svg+xml', body: svg },
  { type: 'IMAGE/SVG+XML; charset=utf-8', body: svg },
  { type: 'application/xhtml+xml', body: xhtml },
  { type: 'text/xml', body: xhtml },
  { type: 'application/xml', body: svg },
  { type: 'application/rss+xml', body: xhtml },
  { type: 'multipart/related', body: mail },
  { type: 'message/rfc822', body: mail },
  { type: 'text/javascript', body: script },
  { type: 'text/plain', body: html },
  { type: 'application/json', body: html },
  { type: 'application/octet-stream', body: html },
  { type: 'application/x-unknown', body: html },
  { type: 'image/jpeg, text/html', body: html },
  { type: null, body: html },
  { type: 'image/jpeg', body: html },
  { type: 'image/png', body: svg },
  { type: 'image/gif', body: `GIF89a/*${html}*/=1;${script}` },
  { type: 'image/webp', body: `RIFF____WEBPVP8 ${html}` },
  { type: 'video/mp4', body: html },
  { type: 'application/pdf', body: html },
  { type: 'application/pdf', body: pdf },
]

/** Opens an address in its own tab until it is loaded or becomes a download. Returns what scripts in it wrote. */
async function openInTab(page: Page, address: string): Promise<{ ran: string[]; isDownload: boolean }> {
  const tab = await page.context().newPage()
  const ran: string[] = []
  tab.on('console', (message) => ran.push(message.text()))
  tab.on('dialog', (dialog) => void dialog.dismiss())
  const download = tab.waitForEvent('download').then(
    () => true,
    () => false,
  )
  const isLoaded = await tab.goto(address, { waitUntil: 'load' }).then(
    () => true,
    // Chromium reports a navigation that becomes a download as an error.
    () => false,
  )
  const isDownload = !isLoaded && (await download)
  await tab.close()
  return { ran: ran.filter((text) => text === 'it ran'), isDownload }
}

test(
  '24 hostile files are opened in a tab: no script runs, and only photos, videos and PDFs are shown',
  { tag: ['@S18'] },
  async ({ browser }) => {
    test.slow()
    expect(files).toHaveLength(24)
    await using service = await startFileService(files)
    await using app = await startConsole({ service: { baseUrl: service.baseUrl, token: service.token } })
    const context = await browser.newContext()
    await signInContext(context, app, 'viewer')
    const page = await context.newPage()
    // Without the console, markup runs its scripts, and the test notices.
    for (const at of [0, 2, 4]) expect((await openInTab(page, `${service.baseUrl}/bare/${at}`)).ran).not.toEqual([])
    for (const door of ['/api/media/given/', '/api/service/audits/given/media/'])
      for (const [at, { type }] of files.entries()) {
        const { ran, isDownload } = await openInTab(page, `${app.url}${door}${at}`)
        expect([door, type, ran]).toEqual([door, type, []])
        const isShown = /^(image\/(jpeg|png|gif|webp)|video\/mp4|application\/pdf)$/.test(type ?? '')
        // Headless Chromium has no viewer for PDFs, so it saves them.
        if (type !== 'application/pdf') expect([door, type, isDownload]).toEqual([door, type, !isShown])
      }
    await context.close()
  },
)
