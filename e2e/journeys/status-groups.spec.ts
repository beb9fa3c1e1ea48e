import { starterSets } from '@/lib/status-groups/starters'
import { expect, expectAccessibleInBoth, openDialog, test } from '../fixtures'
import {
  addFound,
  addGroup,
  addTypes,
  expectNumbers,
  expectTruth,
  findGroup,
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

/** The fields of a status that are kept when its group is created again. */
const readOption = ({ name, color }: { name: string; color: string }) => [name, color]

test(
  'a group is created from a starter set and assigned to three types, one of which had another group; undo restores that group and its statuses',
  { tag: ['@smoke'] },
  async ({ page, tolerate, console: app }) => {
    // The test tries to restore statuses that no asset can take.
    tolerate(/status of 409/)
    const old = addGroup(app, 'Kiln states', kiln)
    const { typeIds: had, assetIds } = addTypes(app, ['Kiln east'], old, { Hot: 3, Cold: 2, none: 1 })
    const { typeIds: bare } = addTypes(app, ['Kiln north', 'Kiln west'], null, { none: 2 })
    await relist(app, [...had, ...bare])
    const before = readTruth(app)
    const withStatus = before.assets.filter(({ id, optionId }) => assetIds.includes(id) && optionId !== null)

    await page.goto('/status-groups')
    await page.getByRole('button', { name: 'New group' }).click()
    const creating = page.getByRole('dialog', { name: 'New status group' })
    await creating.getByRole('radio', { name: 'Calibration' }).check()
    await creating.getByRole('textbox', { name: 'Name', exact: true }).fill('Kiln calibration')
    await creating.getByRole('textbox', { name: 'Name of status 2' }).fill('Calibrate soon')
    await creating.getByRole('button', { name: 'Add status' }).click()
    await page.keyboard.type('Cracked')
    await creating.getByRole('button', { name: 'Create group' }).click()
    await expect(page.getByText('Created “Kiln calibration”')).toBeVisible()
    const made = findGroup(readTruth(app), 'Kiln calibration')
    const starter = starterSets.find(({ key }) => key === 'calibration')
    const wanted = (starter?.options ?? []).map(readOption)
    wanted[1] = ['Calibrate soon', wanted[1]?.[1] ?? '']
    expect(made.options.slice(0, -1).map(readOption)).toEqual(wanted)
    expect([wanted.length > 2, made.description, made.options.at(-1)?.name]).toEqual([
      true,
      starter?.description,
      'Cracked',
    ])
    await expectTruth(app, before, (truth) => addFound(truth, app, 'Kiln calibration'))

    // The link opens the type board, where the group can be assigned.
    await page.getByRole('link', { name: 'Assign to types' }).click()
    await expect(page).toHaveURL(/\/status-groups\/types/)
    await page.getByRole('searchbox', { name: 'Search types' }).fill('Kiln')
    const cell = (type: string) => page.getByRole('radio', { name: new RegExp(`^${type}: Kiln calibration`) })
    for (const type of ['Kiln east', 'Kiln north', 'Kiln west']) await cell(type).click()
    await expect(cell('Kiln east')).toHaveAccessibleName(
      'Kiln east: Kiln calibration, was Kiln states · clears 3 Hot, 2 Cold',
    )
    await expect(cell('Kiln north')).toHaveAccessibleName(
      'Kiln north: Kiln calibration, was No group · no statuses lost',
    )
    await expect(page.getByText('3 types change group, 5 assets will lose their status').first()).toBeVisible()
    await page.getByRole('button', { name: 'Review 3 types' }).click()
    const review = page.getByRole('dialog')
    await expect(review.getByRole('listitem').filter({ hasText: 'Kiln east' })).toContainText(
      /5 assets will lose their status:\s*3 Hot\s*2 Cold/,
    )
    await expect(review.getByRole('listitem').filter({ hasText: 'Kiln west' })).toContainText('No statuses lost')
    await expectAccessibleInBoth(page, { part: openDialog })
    await expectTruth(app, before, (truth) => addFound(truth, app, 'Kiln calibration'))
    const assigning = await recordWrites(app, async () => {
      await review.getByRole('button', { name: 'Assign 3 types' }).click()
      await expect(page.getByText('All 3 done · 5 statuses cleared')).toBeVisible()
    })
    expect(assigning.map(({ operation, body }) => [operation, body])).toEqual(
      expect.arrayContaining([...had, ...bare].map((id) => ['addStatusGroupTypes', { type_ids: [id] }])),
    )
    expect(assigning).toHaveLength(3)
    await expectTruth(app, before, (truth) => {
      addFound(truth, app, 'Kiln calibration')
      setGroup(truth, [...had, ...bare], made.id)
      setStatus(truth, assetIds, null)
    })

    // Restoring only the statuses cannot succeed now, so it is not offered. Undo restores them together with the group.
    await page.getByRole('button', { name: 'Details' }).click()
    await expectNumbers(page, ['3 done of 3'])
    await expect(page.getByRole('button', { name: 'Restore 5 statuses', exact: true })).toBeHidden()
    await page.getByRole('button', { name: 'Undo and restore 5 statuses' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo and restore 5 statuses' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Undo: ')
    await expectNumbers(page, ['8 done of 8'])
    expect(withStatus).toHaveLength(5)
    await expectTruth(app, before, (truth) => addFound(truth, app, 'Kiln calibration'))
  },
)

test('a group is deleted by typing its name, created again from the log, and its statuses are restored', async ({
  page,
  console: app,
}) => {
  const group = addGroup(app, 'Winch states', [
    ['Sound', 'GREEN'],
    ['Frayed', 'ORANGE'],
  ])
  const { typeIds, assetIds } = addTypes(app, ['Winch', 'Capstan'], group, { Sound: 2, Frayed: 1 })
  await relist(app, typeIds)
  const before = readTruth(app)

  await page.goto('/status-groups?q=Winch')
  await page.getByRole('button', { name: 'Actions for Winch states' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete “Winch states”?' })
  for (const text of ['Winch', 'Capstan', '6 assets']) await expect(dialog).toContainText(text)
  const remove = dialog.getByRole('button', { name: 'Delete group' })
  const field = dialog.getByRole('textbox')
  await field.fill('Winch state')
  await expect(remove).toBeDisabled()
  await expectAccessibleInBoth(page, { part: openDialog })
  await field.fill('Winch states')
  expect(readTruth(app)).toEqual(before)
  const writes = await recordWrites(app, async () => {
    await remove.click()
    await expect(page.getByText('Deleted “Winch states”')).toBeVisible()
  })
  expect(writes.map(({ operation, status }) => [operation, status])).toEqual([['deleteStatusGroup', 200]])
  await expectTruth(app, before, (truth) => {
    setGroup(truth, typeIds, null)
    setStatus(truth, assetIds, null)
    truth.groups = truth.groups.filter(({ id }) => id !== group.id)
  })

  // The group can also be recreated later, not only from the notice.
  await page.reload()
  await page
    .getByRole('list', { name: 'Recently deleted' })
    .getByRole('button', { name: 'Recreate Winch states' })
    .click()
  await expect(page.getByText('Recreated “Winch states”')).toBeVisible()
  const made = findGroup(readTruth(app), 'Winch states')
  expect(made.id).not.toBe(group.id)
  expect(made.options.map(readOption)).toEqual(findGroup(before, 'Winch states').options.map(readOption))
  const isAgain = (truth: typeof before) => {
    truth.groups = truth.groups.filter(({ id }) => id !== group.id)
    addFound(truth, app, 'Winch states')
    setGroup(truth, typeIds, made.id)
  }
  await expectTruth(app, before, (truth) => {
    isAgain(truth)
    setStatus(truth, assetIds, null)
  })
  await page.getByRole('button', { name: 'Restore 6 statuses' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore 6 statuses' }).click()
  await expectNumbers(page, ['6 done of 6'])
  await expectTruth(app, before, (truth) => {
    isAgain(truth)
    for (const [status, optionId] of Object.entries(group.statuses)) {
      const ids = before.assets.filter((asset) => asset.optionId === optionId).map(({ id }) => id)
      setStatus(truth, ids, made.options.find(({ name }) => name === status)?.id ?? 'none')
    }
  })
})
