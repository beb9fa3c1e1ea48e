import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readCsv } from '@/lib/media/zips/testing-zip'
import type { TestConsole } from '@/lib/testing/harness'
import { askConsole, expect, expectAccessible, syncInspection, test } from '../fixtures'

interface Queue {
  path: string
  ids: string[]
  failed: number[]
}

/** Completed inspections with failures that nobody has reviewed, of templates that have enough of them, as a queue. */
async function findQueue({ db }: TestConsole, { min, max }: { min: number; max: number }): Promise<Queue> {
  const { rows } = await db.query<{ template_id: string; audit_id: string; failed_count: number }>(
    `select template_id, audit_id, failed_count from inspections
      where result = 'failed' and archived is false and missing_at is null
        and review_state is null and hydrated_modified_at = modified_at
      order by failed_count desc, modified_at desc, audit_id desc`,
  )
  // Whole templates, so that the address of the queue says no more than a person would choose.
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(row.template_id, (counts.get(row.template_id) ?? 0) + 1)
  const chosen = new Set<string>()
  let count = 0
  for (const [templateId, length] of [...counts].toSorted(([, a], [, b]) => b - a)) {
    if (count >= min || count + length > max) continue
    chosen.add(templateId)
    count += length
  }
  const queue = rows.filter((row) => chosen.has(row.template_id))
  if (queue.length < min) throw new Error(`only ${queue.length} inspections are left to review`)
  const query = [...chosen].map((templateId) => `template=${templateId}`).join('&')
  return {
    path: `/review?result=failed&archived=false&${query}`,
    ids: queue.map((row) => row.audit_id),
    failed: queue.map((row) => row.failed_count),
  }
}

interface StoredReview {
  state: string
  note: string
  reviewerName: string
  isChangedSince: boolean
}

async function readReview(app: TestConsole, auditId: string): Promise<StoredReview | null> {
  const { review } = await askConsole(app, `/api/review/${auditId}`)
  return review as StoredReview | null
}

/** Waits until a place of the queue is on screen as a whole. */
async function expectPlace(page: Page, { ids, failed }: Queue, index: number): Promise<void> {
  const id = ids[index]
  await expect(page.getByRole('complementary', { name: 'Queue' }).locator('p').first()).toHaveText(
    id === undefined ? `End of ${ids.length}` : `${index + 1} of ${ids.length}`,
  )
  if (id === undefined) return
  const article = page.getByRole('article')
  await expect(article.locator(`h2 a[href="/inspections/${id}"]`)).toBeVisible()
  await expect(article.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(article.getByText(`${failed[index]} failed`, { exact: true }).first()).toBeVisible()
}

const summary = (page: Page) => page.getByRole('complementary', { name: 'Queue' }).getByText(/ left · /)
/** Id of the item that has the focus. */
const focusedItem = (page: Page) => page.evaluate(() => document.activeElement?.id ?? '')

test('a whole review of twenty inspections and more, by keyboard alone', async ({ page, console: app }) => {
  await page.addInitScript(() => {
    // oxlint-disable-next-line no-console
    addEventListener('pointerdown', () => console.error('a pointer was used'), true)
  })
  const queue = await findQueue(app, { min: 20, max: 32 })
  const { ids } = queue
  const { length } = ids
  await page.goto(queue.path)
  await expectPlace(page, queue, 0)
  await expect(summary(page)).toHaveText(`${length} left · 0 reviewed · 0 follow-ups`)
  const rail = page.getByRole('list', { name: 'In this queue' }).getByRole('button')
  await expect(rail).toHaveCount(length)
  const viewer = page.getByRole('dialog')
  const noteBox = page.getByRole('textbox', { name: 'What has to be done?' })
  const wanted = new Map<string, { state: string; note: string }>()
  const counts = () => {
    const states = [...wanted.values()].map(({ state }) => state)
    const reviewed = states.filter((state) => state === 'reviewed').length
    const followUps = states.length - reviewed
    return `${length - states.length} left · ${reviewed} reviewed · ${followUps} follow-up${followUps === 1 ? '' : 's'}`
  }
  const followUp = async (note: string) => {
    await page.keyboard.press('f')
    await expect(noteBox).toBeFocused()
    await page.keyboard.type(note)
    await page.keyboard.press('Enter')
    await expect(noteBox).toHaveCount(0)
  }

  let photos = 0
  for (const [index, id] of ids.entries()) {
    await expectPlace(page, queue, index)
    switch (index % 5) {
      case 1: {
        await followUp(`Ask the site about no. ${index + 1}`)
        wanted.set(id, { state: 'follow-up', note: `Ask the site about no. ${index + 1}` })
        break
      }
      case 2: {
        // From failure to failure, and round to the first.
        await page.keyboard.press('n')
        await expect.poll(() => focusedItem(page)).toMatch(/^item=/)
        const first = await focusedItem(page)
        for (let step = 1; step < (queue.failed[index] ?? 0); step += 1) {
          const before = await focusedItem(page)
          await page.keyboard.press('n')
          await expect.poll(() => focusedItem(page)).not.toBe(before)
        }
        await page.keyboard.press('n')
        await expect.poll(() => focusedItem(page)).toBe(first)
        const last = await focusedItem(page)
        if ((queue.failed[index] ?? 0) > 1) {
          await page.keyboard.press('p')
          await expect.poll(() => focusedItem(page)).not.toBe(last)
        }
        await page.keyboard.press('r')
        wanted.set(id, { state: 'reviewed', note: '' })
        break
      }
      case 3: {
        await page.keyboard.press('e')
        await expect(page.getByRole('textbox', { name: /^Note/ })).toBeFocused()
        await page.keyboard.type(`Seen, line one of ${index + 1}`)
        await page.keyboard.press('Shift+Enter')
        await page.keyboard.type('and line two')
        await page.keyboard.press('Enter')
        await expect(page.getByRole('textbox', { name: /^Note/ })).toHaveCount(0)
        await expectPlace(page, queue, index)
        await page.keyboard.press('r')
        wanted.set(id, { state: 'reviewed', note: `Seen, line one of ${index + 1}\nand line two` })
        break
      }
      case 4: {
        if (
          (await page
            .getByRole('article')
            .getByRole('button', { name: /^Open photo/ })
            .count()) > 0
        ) {
          photos += 1
          await page.keyboard.press('Space')
          await expect(viewer.locator('img').first()).toBeVisible()
          await page.keyboard.press('Space')
          await expect(viewer).toHaveCount(0)
        }
        await page.keyboard.press('r')
        wanted.set(id, { state: 'reviewed', note: '' })
        break
      }
      default: {
        await page.keyboard.press('r')
        wanted.set(id, { state: 'reviewed', note: '' })
      }
    }
    await expect(summary(page)).toHaveText(counts())

    if (index === 6) {
      // The last mark is taken back and another one made.
      await page.keyboard.press('u')
      await expectPlace(page, queue, index)
      await expect(page.getByText(/^Undone: .* is no longer follow-up/).last()).toBeVisible()
      await expect.poll(async () => (await readReview(app, id))?.state ?? 'unreviewed').toBe('unreviewed')
      wanted.delete(id)
      await expect(summary(page)).toHaveText(counts())
      await page.keyboard.press('r')
      wanted.set(id, { state: 'reviewed', note: '' })
    }
    if (index === 9) {
      // On without a mark, and back to it.
      await page.keyboard.press('j')
      await expectPlace(page, queue, 11)
      await page.keyboard.press('k')
      await expectPlace(page, queue, 10)
    }
  }

  await expectPlace(page, queue, length)
  await expect(page.getByRole('heading', { name: 'All of this round is reviewed' })).toBeVisible()
  await expect(page.getByText('Nothing new came in since you began.')).toBeVisible()
  await expectAccessible(page)
  // Undo reaches back from the end, too.
  await page.keyboard.press('u')
  await expectPlace(page, queue, length - 1)
  await page.keyboard.press('r')
  wanted.set(ids.at(-1) ?? '', { state: 'reviewed', note: '' })
  await expectPlace(page, queue, length)
  expect(length).toBeGreaterThanOrEqual(20)
  expect(photos).toBeGreaterThan(0)
  for (const [id, { state, note }] of wanted)
    await expect
      .poll(async () => readReview(app, id))
      .toMatchObject({ state, note, reviewerName: 'Robin admin', isChangedSince: false })

  // What is reviewed is in the queue no more.
  await page.reload()
  await expect(page.getByText('Nothing here is left to review')).toBeVisible()
})

test('two people on one queue: each sees what the other has open, passes it over, and overwrites nothing unasked', async ({
  page,
  openAs,
  tolerate,
  console: app,
}) => {
  // The conflict itself.
  tolerate(/status of 409/)
  const queue = await findQueue(app, { min: 5, max: 60 })
  const third = queue.ids[2] ?? ''
  await page.goto(queue.path)
  await expectPlace(page, queue, 0)
  await page.keyboard.press('j')
  await expectPlace(page, queue, 1)
  await page.keyboard.press('j')
  await expectPlace(page, queue, 2)
  await expect
    .poll(async () => (await app.db.query('select 1 from review_claims where audit_id = $1', [third])).rows.length)
    .toBe(1)

  const other = await openAs('editor')
  await other.goto(queue.path)
  await expectPlace(other, queue, 0)
  const rail = other.getByRole('list', { name: 'In this queue' })
  await expect(rail.getByRole('button').nth(2)).toContainText('Open by Robin admin')
  await other.keyboard.press('j')
  await expectPlace(other, queue, 1)
  await other.keyboard.press('j')
  await expectPlace(other, queue, 3)
  await expect(other.getByText(/Robin admin has “.+” open: passed over$/).last()).toBeVisible()
  // Who goes there all the same is told.
  await other.keyboard.press('k')
  await expectPlace(other, queue, 2)
  await expect(other.getByRole('alert').getByText(/^Robin admin has this open/)).toBeVisible()
  await expectAccessible(other)

  await page.keyboard.press('r')
  await expect.poll(async () => (await readReview(app, third))?.state).toBe('reviewed')
  await other.keyboard.press('f')
  await expect(other.getByRole('textbox', { name: 'What has to be done?' })).toBeFocused()
  await other.keyboard.type('The lock is missing')
  await other.keyboard.press('Enter')
  const conflict = other.getByRole('alert').filter({ hasText: 'somebody was faster' })
  await expect(conflict).toContainText('Robin admin')
  await expect(conflict).toContainText('Reviewed')
  await expect(conflict).toContainText('Follow-up, “The lock is missing”')
  expect(await readReview(app, third)).toMatchObject({ state: 'reviewed', reviewerName: 'Robin admin', note: '' })
  await conflict.getByRole('button', { name: 'Use mine' }).click()
  await expect(conflict).toHaveCount(0)
  await expect
    .poll(async () => readReview(app, third))
    .toMatchObject({ state: 'follow-up', reviewerName: 'Robin editor', note: 'The lock is missing' })
})

test('a newer version makes a review "changed since", in the report, the list and the queue', async ({
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
  await expect(page.getByRole('heading', { name: 'All of this round is reviewed' })).toBeVisible()
  await expect.poll(async () => readReview(app, id)).toMatchObject({ state: 'reviewed', isChangedSince: false })
})

test('follow-ups: a list with notes, its CSV, and done', async ({ page, console: app }) => {
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
  await page.goto(`/review/follow-ups?q=${encodeURIComponent([first, second].join(' '))}`)
  const entries = page.getByRole('main').getByRole('listitem')
  await expect(entries.filter({ has: page.locator(`a[href="/inspections/${first}"]`) })).toContainText('Robin editor')
  await expect(page.getByText('=HYPERLINK("http://example.test")')).toBeVisible()

  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/\.csv$/)
  const lines = readCsv((await readFile(await download.path(), 'utf8')).replace(/^\uFEFF/, ''))
  expect(new Set(lines.map((line) => line['Inspection id']))).toEqual(new Set([first, second]))
  expect(lines).toHaveLength(2)
  for (const line of lines) {
    const note = notes.get(line['Inspection id'] ?? '') ?? ''
    // No cell is a formula.
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

test('many are marked at once from the list, and unmarked by one undo', async ({ page, console: app }) => {
  const { ids } = await findQueue(app, { min: 3, max: 60 })
  const chosen = ids.slice(0, 3)
  const states = async () => await Promise.all(chosen.map(async (id) => (await readReview(app, id))?.state ?? null))
  const before = await states()
  await page.goto(`/inspections?q=${encodeURIComponent(chosen.join(' '))}`)
  await expect(page.getByRole('grid').locator('tbody tr[aria-rowindex]')).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Select the rows in sight' }).check()
  const bar = page.getByRole('toolbar', { name: 'Selected inspections' })
  await expect(bar.getByText('3 selected')).toBeVisible()
  await bar.getByRole('button', { name: 'Mark' }).click()
  await page.getByRole('menuitem', { name: 'Reviewed', exact: true }).click()
  await expect(page.getByText('3 inspections marked reviewed')).toBeVisible()
  expect(await states()).toEqual(['reviewed', 'reviewed', 'reviewed'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('3 inspections as before')).toBeVisible()
  expect((await states()).map((state) => state ?? 'unreviewed')).toEqual(before.map((state) => state ?? 'unreviewed'))
})
