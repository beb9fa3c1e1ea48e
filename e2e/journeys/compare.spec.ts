import type { Locator } from '@playwright/test'
import { expect, expectAccessible, expectAccessibleInBoth, openWith, syncInspection, test } from '../fixtures'
import { findPair, findText } from './finding'

const number = async (locator: Locator) => await locator.count()

test(
  'two inspections of a template are compared from a report, and each failure is shown on its side',
  { tag: ['@smoke'] },
  async ({ page, console: app }) => {
    const { a, b, failedA, failedB } = await findPair(app)
    await page.goto(`/inspections/${b}`)
    const picker = page.getByRole('dialog', { name: 'Compare with' })
    await openWith(page.getByRole('button', { name: 'Compare', exact: true }), picker)
    await expect(picker.getByRole('region', { name: 'Earlier versions of this inspection' })).toBeVisible()
    await picker.getByRole('searchbox', { name: 'Search inspections' }).fill(a)
    const choice = picker.locator(`[data-choice="${a}"]`)
    await expect(picker.locator('[data-choice]')).toHaveCount(1)
    await choice.click()
    await expect(page).toHaveURL(new RegExp(`/inspections/compare\\?a=${a}&b=${b}`))
    await expect(
      page.getByRole('region', { name: 'Inspection A' }).locator(`a[href="/inspections/${a}"]`),
    ).toBeVisible()
    await expect(
      page.getByRole('region', { name: 'Inspection B' }).locator(`a[href="/inspections/${b}"]`),
    ).toBeVisible()

    const unchanged = page.getByRole('region', { name: 'Unchanged answers' })
    await unchanged.getByRole('button', { name: /unchanged answer/ }).click()
    const badge = (text: string) => page.getByRole('main').locator('li').getByText(text, { exact: true })
    const inBoth = await number(badge('Failed in both'))
    const fresh = await number(badge('New failure'))
    const fixed = (await number(badge('Fixed'))) + (await number(badge('No longer asked')))
    expect({ a: inBoth + fixed, b: inBoth + fresh }).toEqual({ a: failedA, b: failedB })
    await page.keyboard.press('n')
    await expect(page.getByText(/^1 of \d+$/)).toBeVisible()
    // With the sides swapped, what was fixed is new.
    await page.getByRole('button', { name: 'Swap A and B' }).click()
    await expect(page).toHaveURL(new RegExp(`a=${b}&b=${a}`))
    await expect(badge('New failure')).toHaveCount(fixed)
  },
)

test('photos side by side zoom and move together, and separately when unlinked', async ({ page, console: app }) => {
  const { a, b } = await findPair(app)
  await page.goto(`/inspections/compare?a=${a}&b=${b}`)
  await page.getByRole('button', { name: 'Photos side by side' }).click()
  const panes = page.getByTestId('pair-pane')
  // Some questions have more photos on one side.
  await expect(async () => {
    if ((await panes.count()) === 1) await page.getByRole('button', { name: 'Next pair' }).click()
    await expect(panes).toHaveCount(2, { timeout: 1_000 })
  }).toPass()
  const images = panes.locator('img')
  await expect
    .poll(() => images.evaluateAll((all) => (all as HTMLImageElement[]).map((image) => image.naturalWidth > 0)))
    .toEqual([true, true])
  /** Scale of each picture, and its offset as a share of its own size. */
  const views = () =>
    images.evaluateAll((all) =>
      (all as HTMLImageElement[]).map((image) => {
        const { a: scale, e: x, f: y } = new DOMMatrix(getComputedStyle(image).transform)
        const { offsetWidth: width, offsetHeight: height } = image
        return {
          scale: scale.toFixed(2),
          x: ((x + width / 2) / width).toFixed(2),
          y: ((y + height / 2) / height).toFixed(2),
        }
      }),
    )
  await expect.poll(async () => (await views())[0]?.scale).toBe('1.00')
  const box = await panes.first().boundingBox()
  // The pointer is not at the center, so that zooming also moves the photo.
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) * 0.4, (box?.y ?? 0) + (box?.height ?? 0) * 0.45)
  await page.mouse.wheel(0, -400)
  await expect.poll(async () => Number((await views())[0]?.scale)).toBeGreaterThan(1)
  const [left, right] = await views()
  expect(right).toEqual(left)
  expect(left?.x).not.toBe('0.00')
  await expectAccessible(page)

  await page.keyboard.press('l')
  await page.mouse.wheel(0, -400)
  await expect
    .poll(async () => {
      const [one, other] = await views()
      return one?.scale !== left?.scale && other?.scale === right?.scale
    })
    .toBe(true)
  await page.keyboard.press('l')
  await expect
    .poll(async () => {
      const [one, other] = await views()
      return one?.scale === other?.scale
    })
    .toBe(true)
  await page.keyboard.press('Escape')
  await expect(panes).toHaveCount(0)
})

test('the changes since a person last opened an inspection, and between any two kept versions, are shown', async ({
  page,
  console: app,
}) => {
  const { auditId, answer } = await findText(app)
  const noted = page.waitForResponse((response) => response.url().endsWith('/opened') && response.ok())
  await page.goto(`/inspections/${auditId}`)
  await noted
  // A word that the earlier answer does not have, because the comparison is by word.
  answer('Padlocked')
  await syncInspection(app, auditId)
  await page.reload()
  // The new version also changes a date, so the number of changed answers is not fixed.
  const hint = page.getByRole('button', { name: /^\d+ answers? changed since you last opened it/ })
  await expect(hint).toBeVisible()
  const count = Number.parseInt((await hint.textContent()) ?? '', 10)
  await hint.click()
  await expect(page).toHaveURL(/tab=changes/)
  await expect(page.getByText(/^Since you last opened it on/)).toBeVisible()
  await expect(page.getByText(new RegExp(`^${count} other changes? `))).toBeVisible()
  const change = page.getByRole('region', { name: 'Other changes' })
  await expect(change.locator('ins').first()).toBeVisible()
  await expect(change).toContainText('Padlocked')

  answer('Unlatched')
  await syncInspection(app, auditId)
  await page.goto(`/inspections/${auditId}?tab=changes`)
  await expect(change.locator('del').first()).toBeVisible()
  // Compares the first version with the second, so the text of the third must not appear.
  await page.getByRole('button', { name: /^To/ }).click()
  await page.getByRole('menuitemradio').nth(1).click()
  await expect(page).toHaveURL(/to=/)
  await page.getByRole('button', { name: /^From/ }).click()
  await page.getByRole('menuitemradio').last().click()
  await expect(page).toHaveURL(/from=/)
  await expect(change).toContainText('Padlocked')
  await expect(change.getByText('Unlatched')).toHaveCount(0)
  await expectAccessibleInBoth(page)
})
