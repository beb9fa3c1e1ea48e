import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { chooseOption, expect } from '../fixtures'

/** The steps that people take to import users, by the texts on the screen. */

interface Bytes {
  name: string
  type: string
  bytes: Uint8Array | string
}

const toBase64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64')

/** Drops a file on the page. */
export async function dropFile(page: Page, { name, type, bytes }: Bytes): Promise<void> {
  const data = await page.evaluateHandle(
    ([fileName, fileType, text]) => {
      const carried = new DataTransfer()
      const content = Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0)
      carried.items.add(new File([content], fileName, { type: fileType }))
      return carried
    },
    [name, type, toBase64(bytes)] as const,
  )
  const target = page.locator('main')
  // The page takes files once it reacts, which is a moment after it is visible.
  await expect
    .poll(() =>
      target.evaluate((element, dataTransfer) => {
        const over = new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer })
        return !element.dispatchEvent(over)
      }, data),
    )
    .toBe(true)
  await target.dispatchEvent('drop', { dataTransfer: data })
}

/** Opens the page that imports users, ready for a file. */
export async function openWorkbench(page: Page): Promise<void> {
  await page.goto('/users/imports/new')
  await expect(page.getByText('Drop a file anywhere on this page')).toBeVisible()
}

export const continueTo = (page: Page, step: 'rows' | 'confirm') =>
  page.getByRole('button', { name: `Continue to ${step}` }).click()

/** Goes back from the rows of a file to the upload step. */
export async function showUpload(page: Page): Promise<void> {
  await expect(gridOf(page)).toBeVisible()
  await page.getByRole('button', { name: /Upload$/ }).click()
}

/** Continues from the upload step to the rows of the file. */
export async function goToRows(page: Page): Promise<void> {
  await continueTo(page, 'rows')
  await expect(gridOf(page)).toBeVisible()
}

export const gridOf = (page: Page) => page.getByRole('grid', { name: 'Users' })
const toolbarOf = (page: Page) => page.getByRole('toolbar', { name: 'Sheet' })
const issueBarOf = (page: Page) => page.getByRole('region', { name: 'Issues' })

/** Shows the rows with one kind of error, or all rows. */
export async function showRows(page: Page, what: string, count?: number): Promise<void> {
  await toolbarOf(page).getByRole('button').first().click()
  const name = count === undefined ? new RegExp(`^${what}`) : new RegExp(`^${what}\\s*${count}$`)
  await page.getByRole('menuitemradio', { name }).click()
  await expect(toolbarOf(page).getByRole('button').first()).toContainText(what)
}

/** A visible cell: the row counts from 0, the column is given by its header. */
export async function cellAt(page: Page, row: number, head: string): Promise<Locator> {
  const column = await gridOf(page)
    .getByRole('columnheader')
    .filter({ has: page.getByText(head, { exact: true }) })
    .first()
    .getAttribute('aria-colindex')
  return gridOf(page).locator(`[aria-rowindex="${row + 2}"] [aria-colindex="${column}"]`)
}

/** Fixes all cells with this kind of error, with the button that the first of them offers. */
export async function fixAll(page: Page, kind: string, count: number): Promise<void> {
  await showRows(page, kind, count)
  await gridOf(page).locator('[aria-invalid="true"]').first().click()
  await issueBarOf(page)
    .getByRole('button', { name: new RegExp(`^Fix all ${count}\\b`) })
    .click()
  await expect(issueBarOf(page)).toContainText('no issues')
}

/** Types over the active cell and moves to the one below. */
export async function typeOver(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text.slice(0, 1))
  await page.keyboard.insertText(text.slice(1))
  await page.keyboard.press('Enter')
}

export async function deleteShown(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: 'More actions for rows and cells' }).click()
  await page.getByRole('menuitem', { name: `Delete the ${count} rows shown` }).click()
  await expect(page.getByText(`${count} rows deleted`).first()).toBeVisible()
}

export async function replaceAll(
  page: Page,
  { find, by, head, count }: { find: string; by: string; head: string; count: number },
): Promise<void> {
  await page.getByRole('button', { name: 'Find and replace' }).click()
  const dialog = page.getByRole('dialog', { name: 'Find and replace' })
  await chooseOption(dialog.getByRole('combobox', { name: 'In', exact: true }), head)
  if (find === '') await dialog.getByLabel('Whole cell').check()
  await dialog.getByLabel('Find', { exact: true }).fill(find)
  await dialog.getByLabel('Replace with').fill(by)
  await dialog.getByRole('button', { name: `Replace ${count}`, exact: true }).click()
  await expect(dialog.getByRole('status')).toContainText(`${count} cells changed`)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

export const dryRunOf = (page: Page) => page.getByRole('region', { name: 'Dry run' })

/** Tests the rows that were not tested yet, and waits for the result: "298 OK, 2 with errors". */
export async function check(page: Page, rows: string, result: string): Promise<void> {
  const bar = dryRunOf(page)
  await bar.getByRole('button', { name: `Test ${rows}` }).click()
  await expect(bar.getByRole('status')).toContainText(`${rows} tested: ${result}.`)
}

/** The number on a card of the last step. */
export const planned = (page: Page, label: string) =>
  page
    .locator('main dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd span')
    .first()

/** Starts the import with the button that says what it does, and waits for the page of the job. */
export async function start(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name, exact: true }).click()
  await expect(page).toHaveURL(/\/users\/imports\/[0-9a-f-]{36}$/, { timeout: 120_000 })
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** The status of the job on its page. */
export async function expectJob(page: Page, words: string | RegExp, timeout = 45_000): Promise<void> {
  await expect(page.getByRole('region', { name: 'Status', exact: true }).getByText(words).first()).toBeVisible({
    timeout,
  })
}

export async function saveText(page: Page, begin: () => Promise<void>): Promise<string> {
  const coming = page.waitForEvent('download')
  await begin()
  const download = await coming
  expect(await download.failure()).toBeNull()
  return await readFile(await download.path(), 'utf8')
}

/** All data that the browser stores for this origin, as text. */
export async function readStores(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- it runs in the page
    const ask = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('failed')))
      })
    const kept: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)]
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue
      const database = await ask(indexedDB.open(name))
      for (const store of database.objectStoreNames)
        kept.push(await ask(database.transaction(store).objectStore(store).getAll()))
      database.close()
    }
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        kept.push(await (await caches.match(request))?.text())
    return JSON.stringify(kept)
  })
}

/**
 * Starts to record the longest time that the page's main thread was busy, and the longest frame. The result stops it.
 */
export async function watchFrames(page: Page): Promise<() => Promise<{ blockMs: number; frameMs: number }>> {
  await page.evaluate(() => {
    const seen = { blockMs: 0, frameMs: 0, isOver: false }
    Object.assign(window, { seenFrames: seen })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.blockMs = Math.max(seen.blockMs, duration)
    }).observe({ type: 'longtask' })
    let last = performance.now()
    const onFrame = (now: number) => {
      seen.frameMs = Math.max(seen.frameMs, now - last)
      last = now
      if (!seen.isOver) requestAnimationFrame(onFrame)
    }
    requestAnimationFrame(onFrame)
  })
  return async () =>
    await page.evaluate(() => {
      const { seenFrames: seen } = window as unknown as {
        seenFrames: { blockMs: number; frameMs: number; isOver: boolean }
      }
      seen.isOver = true
      return { blockMs: Math.round(seen.blockMs), frameMs: Math.round(seen.frameMs) }
    })
}
