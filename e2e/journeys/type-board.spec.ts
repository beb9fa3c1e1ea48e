import { expect, test } from '../fixtures'
import {
  addGroup,
  addTypes,
  announcement,
  expectNumbers,
  expectTruth,
  relist,
  readTruth,
  recordWrites,
  setGroup,
  setStatus,
} from './asset-world'

const kiln = [
  ['Hot', 'RED'],
  ['Cold', 'BLUE'],
] as const

test('fifty types are assigned, three fail and are resumed', async ({ page, console: app }) => {
  const group = addGroup(app, 'Tank states', [
    ['Full', 'GREEN'],
    ['Empty', 'RED'],
  ])
  const names = Array.from({ length: 50 }, (_, at) => `Tank ${String(at + 1).padStart(2, '0')}`)
  const { typeIds } = addTypes(app, names)
  const failing = [7, 20, 41].map((at) => typeIds[at] ?? '')
  const before = readTruth(app)

  await page.goto('/status-groups/types?q=Tank')
  await page.getByRole('checkbox', { name: 'Select all types shown' }).check()
  const toolbar = page.getByRole('toolbar', { name: 'Selected types' })
  await expect(toolbar).toContainText('50 types selected')
  await toolbar.getByRole('button', { name: 'Assign group…' }).click()
  await page.getByRole('option', { name: /^Tank states/ }).click()
  await page.getByRole('button', { name: 'Review 50 types' }).click()
  app.standin.control.failWrites(failing, { status: 400 })
  const writes = await recordWrites(app, async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Assign 50 types' }).click()
    await page.getByRole('button', { name: 'Details' }).click()
    await expectNumbers(page, ['47 done of 50', '3 failed'])
    await expectTruth(app, before, (truth) =>
      setGroup(
        truth,
        typeIds.filter((id) => !failing.includes(id)),
        group.id,
      ),
    )
    // The change can also be resumed after a reload.
    await page.reload()
    await page.getByRole('button', { name: 'Retry 3 failed' }).click()
    await page.getByRole('button', { name: 'Details' }).click()
    await expectNumbers(page, ['50 done of 50'])
  })
  await expectTruth(app, before, (truth) => setGroup(truth, typeIds, group.id))
  // Finished steps are not repeated.
  const sent = typeIds.map((id) => writes.filter(({ body }) => JSON.stringify(body).includes(id)).length)
  expect(sent).toEqual(typeIds.map((id) => (failing.includes(id) ? 2 : 1)))
})

test('the type board works with the keyboard alone', async ({ page, console: app }) => {
  await page.addInitScript(() => {
    // oxlint-disable-next-line no-console
    addEventListener('pointerdown', () => console.error('a pointer was used'), true)
  })
  const group = addGroup(app, 'Mast states', kiln)
  const { typeIds, assetIds } = addTypes(app, ['Mast one', 'Mast three', 'Mast two'], group, { Hot: 1 })
  await relist(app, typeIds)
  const before = readTruth(app)
  await page.goto('/status-groups/types')
  const grid = page.getByRole('grid', { name: 'Asset types and their status groups' })
  await expect(grid).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('Mast')
  await expect(grid.getByRole('radio', { name: 'Mast two: Mast states' })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(grid).toBeFocused()
  const at = () => grid.getAttribute('aria-activedescendant')
  const stand = async (type: number, column: number) => expect.poll(at).toBe(`type-cell-${typeIds[type]}-${column}`)
  // Focus starts at the current group and moves left to "No group".
  await expect.poll(at).toMatch(new RegExp(`^type-cell-${typeIds[0]}-[1-9]`))
  while (!((await at()) ?? '').endsWith('-0')) {
    const column = Number((await at())?.split('-').at(-1))
    await page.keyboard.press('ArrowLeft')
    await stand(0, column - 1)
  }
  await page.keyboard.press('Space')
  await expect(announcement(page)).toHaveText(/^Mast one: No group, was Mast states · clears 1 Hot\s*$/)
  await page.keyboard.press('ArrowDown')
  await stand(1, 0)
  await page.keyboard.press('Space')
  await expect(announcement(page)).toHaveText(/^Mast three: No group, was Mast states · clears 1 Hot\s*$/)
  await page.keyboard.press('Control+z')
  await expect(announcement(page)).toHaveText(/^1 type changes group, 1 asset will lose its status\s*$/)
  await page.keyboard.press('Control+Enter')
  const review = page.getByRole('dialog')
  const apply = review.getByRole('button', { name: 'Remove group of 1 type' })
  await expect(apply).toBeEnabled()
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(apply).toBeFocused({ timeout: 200 })
  }).toPass()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Details' }).press('Enter')
  await expectNumbers(page, ['1 done of 1'])
  await expectTruth(app, before, (truth) => {
    setGroup(truth, typeIds.slice(0, 1), null)
    setStatus(truth, assetIds.slice(0, 1), null)
  })
})

test('six groups fit beside the types at 1440 px, and the names of chosen groups are whole', async ({
  page,
  console: app,
}) => {
  // Other tests may have added groups too.
  const countGroups = () => app.standin.control.assets.state([]).groups.length
  while (countGroups() < 6) addGroup(app, `Temporary works ${countGroups()}`, kiln)
  await page.goto('/status-groups/types')
  const grid = page.getByRole('grid')
  // The types, their assets and "No group" come before the groups.
  const sixth = await grid.getByRole('columnheader').nth(8).boundingBox()
  expect((sixth?.x ?? Infinity) + (sixth?.width ?? 0)).toBeLessThanOrEqual(1_440)
  for (const width of [1_440, 1_024]) {
    await page.setViewportSize({ width, height: 900 })
    const { names, cut } = await grid.evaluate((table) => {
      const chosen = [...table.querySelectorAll('[role=radio][aria-checked=true] > span')]
      const isCut = chosen.map(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth > clientWidth || scrollHeight > clientHeight,
      )
      return { names: chosen.length, cut: chosen.filter((_, at) => isCut[at]).map(({ textContent }) => textContent) }
    })
    expect(names).toBeGreaterThan(5)
    expect(cut).toEqual([])
  }
})
