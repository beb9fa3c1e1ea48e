import { expect, expectAccessible, test } from '../fixtures'
import { expectPlace, findQueue, focusedItem, readReview, summary } from './review-world'

test('more than twenty inspections can be reviewed with the keyboard alone', async ({ page, console: app }) => {
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
  const noteBox = page.getByRole('textbox', { name: 'What needs doing?' })
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
        // Moves from failure to failure, and around to the first.
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
      // Undoes the last mark and sets another one.
      await page.keyboard.press('u')
      await expectPlace(page, queue, index)
      await expect(page.getByText(/^Undone: .* is no longer a follow-up/).last()).toBeVisible()
      await expect.poll(async () => (await readReview(app, id))?.state ?? 'unreviewed').toBe('unreviewed')
      wanted.delete(id)
      await expect(summary(page)).toHaveText(counts())
      await page.keyboard.press('r')
      wanted.set(id, { state: 'reviewed', note: '' })
    }
    if (index === 9) {
      // Skips an inspection without marking it, and returns to it.
      await page.keyboard.press('j')
      await expectPlace(page, queue, 11)
      await page.keyboard.press('k')
      await expectPlace(page, queue, 10)
    }
  }

  await expectPlace(page, queue, length)
  await expect(page.getByRole('heading', { name: 'Everything in this batch is reviewed' })).toBeVisible()
  await expect(page.getByText('No new inspections since you started.')).toBeVisible()
  await expectAccessible(page)
  // Undo works at the end of the queue, too.
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

  // Reviewed inspections are no longer in the queue.
  await page.reload()
  await expect(page.getByText('Nothing left to review')).toBeVisible()
})

test(
  "two people in one queue see each other's claims, skip them, and overwrite nothing without a confirmation",
  { tag: ['@R19'] },
  async ({ page, openAs, tolerate, console: app }) => {
    // The conflict is expected.
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
    await expect(other.getByText(/Skipped “.+” because Robin admin has it open$/).last()).toBeVisible()
    // Opening a claimed inspection anyway shows a notice.
    await other.keyboard.press('k')
    await expectPlace(other, queue, 2)
    await expect(other.getByRole('alert').getByText(/^Robin admin has this open/)).toBeVisible()
    await expectAccessible(other)

    await page.keyboard.press('r')
    await expect.poll(async () => (await readReview(app, third))?.state).toBe('reviewed')
    await other.keyboard.press('f')
    await expect(other.getByRole('textbox', { name: 'What needs doing?' })).toBeFocused()
    await other.keyboard.type('The lock is missing')
    await other.keyboard.press('Enter')
    const conflict = other.getByRole('alert').filter({ hasText: 'Someone else marked' })
    await expect(conflict).toContainText('Robin admin')
    await expect(conflict).toContainText('Reviewed')
    await expect(conflict).toContainText('Follow-up, “The lock is missing”')
    expect(await readReview(app, third)).toMatchObject({ state: 'reviewed', reviewerName: 'Robin admin', note: '' })
    await conflict.getByRole('button', { name: 'Use mine' }).click()
    await expect(conflict).toHaveCount(0)
    await expect
      .poll(async () => readReview(app, third))
      .toMatchObject({ state: 'follow-up', reviewerName: 'Robin editor', note: 'The lock is missing' })
  },
)
