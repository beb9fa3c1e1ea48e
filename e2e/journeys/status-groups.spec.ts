import type { Page } from '@playwright/test'
import { starterSets } from '@/lib/status-groups/starters'
import type { TestConsole } from '@/lib/testing/harness'
import { expect, expectAccessibleInBoth, openDialog, test } from '../fixtures'
import {
  addFound,
  addGroup,
  addTypes,
  announcement,
  expectNumbers,
  expectTruth,
  findGroup,
  listAnew,
  readTruth,
  recordWrites,
  setGroup,
  setStatus,
} from './asset-world'

const kiln = [
  ['Hot', 'RED'],
  ['Cold', 'BLUE'],
] as const

/** What of a status stays when its group is made again. */
const readLook = ({ name, color }: { name: string; color: string }) => [name, color]
/** The editor, once its counts are there. */
async function openEditor(page: Page, groupId: string): Promise<void> {
  await page.goto(`/status-groups/${groupId}`)
  await expect(page.getByRole('textbox', { name: 'Name of status 1' })).toBeEditable()
}
const statusNames = (page: Page) =>
  page
    .getByRole('list', { name: 'Statuses in their order' })
    .getByRole('textbox')
    .evaluateAll((fields) => fields.map((field) => (field instanceof HTMLInputElement ? field.value : '')))

test('a group is made of a starter set, assigned to three types of which one had another, taken back and restored', async ({
  page,
  tolerate,
  console: app,
}) => {
  // Restoring what nothing can take.
  tolerate(/status of 409/)
  const old = addGroup(app, 'Kiln states', kiln)
  const { typeIds: had, assetIds } = addTypes(app, ['Kiln east'], old, { Hot: 3, Cold: 2, none: 1 })
  const { typeIds: bare } = addTypes(app, ['Kiln north', 'Kiln west'], null, { none: 2 })
  await listAnew(app, [...had, ...bare])
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
  const wanted = (starter?.options ?? []).map(readLook)
  wanted[1] = ['Calibrate soon', wanted[1]?.[1] ?? '']
  expect(made.options.slice(0, -1).map(readLook)).toEqual(wanted)
  expect([wanted.length > 2, made.description, made.options.at(-1)?.name]).toEqual([
    true,
    starter?.description,
    'Cracked',
  ])
  await expectTruth(app, before, (truth) => addFound(truth, app, 'Kiln calibration'))

  // The way to the board leads to where it can be assigned.
  await page.getByRole('link', { name: 'Assign to types' }).click()
  await expect(page).toHaveURL(/\/status-groups\/types/)
  await page.getByRole('searchbox', { name: 'Search types' }).fill('Kiln')
  const cell = (type: string) => page.getByRole('radio', { name: new RegExp(`^${type}: Kiln calibration`) })
  for (const type of ['Kiln east', 'Kiln north', 'Kiln west']) await cell(type).click()
  await expect(cell('Kiln east')).toHaveAccessibleName(
    'Kiln east: Kiln calibration, was: Kiln states, clears 3 Hot, 2 Cold',
  )
  await expect(cell('Kiln north')).toHaveAccessibleName('Kiln north: Kiln calibration, was: no group, clears nothing')
  await expect(page.getByText('3 types change group, 5 asset statuses would be cleared').first()).toBeVisible()
  await page.getByRole('button', { name: 'Review 3 types' }).click()
  const review = page.getByRole('dialog')
  await expect(review.getByRole('listitem').filter({ hasText: 'Kiln east' })).toContainText(
    /Clears 5 statuses:\s*3 Hot\s*2 Cold/,
  )
  await expect(review.getByRole('listitem').filter({ hasText: 'Kiln west' })).toContainText('Clears nothing.')
  await expectAccessibleInBoth(page, { part: openDialog })
  await expectTruth(app, before, (truth) => addFound(truth, app, 'Kiln calibration'))
  const assigning = await recordWrites(app, async () => {
    await review.getByRole('button', { name: 'Assign 3 types' }).click()
    await expectNumbers(page, ['3 done of 3'])
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

  // What cannot be restored as things stand is not restored, and said so.
  const restore = page.getByRole('button', { name: 'Restore 5 statuses' })
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Restore 5 statuses' })
  await page.getByRole('link', { name: 'Open its page' }).click()
  // The board says the same, and has the same buttons.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Assign Kiln calibration to 3 types')
  await expect(page.getByText(/cleared 5 statuses\. The service cannot restore them/)).toBeVisible()
  const refused = await recordWrites(app, async () => {
    await restore.click()
    await confirm.click()
    await expect(page.getByRole('dialog').getByText('Nothing was restored')).toBeVisible()
  })
  expect(refused).toEqual([])
  await page.getByRole('button', { name: 'Do not restore' }).click()

  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Assign 3 types back' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Undo: ')
  await expectNumbers(page, ['3 done of 3'])
  await expectTruth(app, before, (truth) => {
    addFound(truth, app, 'Kiln calibration')
    setStatus(truth, assetIds, null)
  })

  await restore.click()
  await confirm.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Restore the status of 5 assets')
  await expectNumbers(page, ['5 done of 5'])
  expect(withStatus).toHaveLength(5)
  await expectTruth(app, before, (truth) => addFound(truth, app, 'Kiln calibration'))
})

test('statuses are put in another order by keyboard, said aloud, and saved by one request for their order alone', async ({
  page,
  console: app,
}) => {
  const group = addGroup(app, 'Crane states', [
    ['Ready', 'GREEN'],
    ['Slow', 'YELLOW'],
    ['Stuck', 'RED'],
    ['Sold', 'GREY'],
  ])
  // What the service says beyond name and colour goes back as it came.
  const { assets } = app.standin.control
  assets.editGroup(group.id, {
    options: findGroup(readTruth(app), 'Crane states').options.map(({ id, name, color }) => ({
      id,
      name,
      color,
      extra: { icon: `of ${name}` },
    })),
  })
  const { typeIds } = addTypes(app, ['Crane'], group, { Ready: 2, Stuck: 1 })
  await listAnew(app, typeIds)
  const before = readTruth(app)
  await openEditor(page, group.id)

  await page.getByRole('textbox', { name: 'Name of status 1' }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(announcement(page)).toHaveText(/^Ready, now 2 of 4\.\s*$/)
  await expect(page.getByRole('textbox', { name: 'Name of status 2' })).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(announcement(page)).toHaveText(/^Ready, now 3 of 4\.\s*$/)
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(announcement(page)).toHaveText(/^Ready is the last already\.\s*$/)
  await page.keyboard.press('Control+z')
  await expect.poll(() => statusNames(page)).toEqual(['Slow', 'Stuck', 'Ready', 'Sold'])
  await expect(page.getByRole('region', { name: 'What saving does' })).toContainText('Order: Slow, Stuck, Ready, Sold')
  const order = ['Slow', 'Stuck', 'Ready', 'Sold']
  const writes = await recordWrites(app, async () => {
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('region', { name: 'Saved' })).toBeVisible()
  })
  expect(writes).toMatchObject([
    {
      method: 'PATCH',
      operation: 'updateStatusGroup',
      body: {
        update_mask: 'options',
        status_group: {
          options: order.map((name) => ({ id: group.statuses[name], name, icon: `of ${name}` })),
        },
      },
    },
  ])
  await expectTruth(app, before, (truth) => {
    const crane = findGroup(truth, 'Crane states')
    crane.options = order.flatMap((name) => crane.options.filter((option) => option.name === name))
  })
})

test('a used status is removed only with a word on its assets, which then move', async ({ page, console: app }) => {
  const group = addGroup(app, 'Pump states', [
    ['Runs', 'GREEN'],
    ['Leaks', 'ORANGE'],
    ['Dry', 'RED'],
  ])
  const { typeIds, assetIds } = addTypes(app, ['Pump', 'Sump'], group, { Runs: 1, Leaks: 3 })
  await listAnew(app, typeIds)
  const before = readTruth(app)
  await openEditor(page, group.id)
  const leaking = before.assets.filter(
    ({ id, optionId }) => assetIds.includes(id) && optionId === group.statuses['Leaks'],
  )
  expect(leaking).toHaveLength(6)

  await page.getByRole('button', { name: 'More for Leaks' }).click()
  await page.getByRole('menuitem', { name: 'Remove …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove “Leaks”' })
  await expect(dialog).toContainText('6 assets are “Leaks”.')
  await expect(dialog).toContainText('3 Pump, 3 Sump')
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Remove and move' })).toBeDisabled()
  await expectAccessibleInBoth(page, { part: openDialog })
  const writes = await recordWrites(app, async () => {
    // Nothing is saved past the question.
    await page.keyboard.press('Control+s')
    await dialog.getByRole('radio', { name: 'Move to Dry' }).check()
    await dialog.getByRole('button', { name: 'Remove and move' }).click()
    await expect(page.getByRole('region', { name: 'What saving does' })).toContainText(/6 assets\s*move to\s*Dry/)
    expect(readTruth(app)).toEqual(before)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('region', { name: 'Saved' })).toContainText('The service moved 6 assets to “Dry”.')
  })
  expect(writes.map(({ body }) => body)).toMatchObject([
    { update_mask: 'options', reassign_to_option_id: group.statuses['Dry'] },
  ])
  await expectTruth(app, before, (truth) => {
    const pump = findGroup(truth, 'Pump states')
    pump.options = pump.options.filter(({ name }) => name !== 'Leaks')
    setStatus(
      truth,
      leaking.map(({ id }) => id),
      group.statuses['Dry'] ?? '',
    )
  })
})

test('what somebody else saved meanwhile is shown, merged and kept; a group deleted meanwhile is made again', async ({
  page,
  openAs,
  tolerate,
  console: app,
}) => {
  tolerate(/status of (404|409)/)
  const group = addGroup(app, 'Gate states', [
    ['Open', 'GREEN'],
    ['Shut', 'RED'],
    ['Jammed', 'GREY'],
  ])
  const before = readTruth(app)
  const other = await openAs('admin')
  await openEditor(page, group.id)
  await openEditor(other, group.id)

  await page.getByRole('textbox', { name: 'Name of status 2' }).fill('Closed by us')
  await page.getByRole('textbox', { name: 'Description' }).fill('Ours')
  // The second session saves first: the same status, another one, and the name of the group.
  await other.getByRole('textbox', { name: 'Name', exact: true }).fill('Gate states of theirs')
  await other.getByRole('textbox', { name: 'Name of status 2' }).fill('Closed by them')
  await other.getByRole('button', { name: 'Add a status' }).click()
  await other.keyboard.type('Painted')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByRole('region', { name: 'Saved' })).toBeVisible()
  const theirs = readTruth(app)
  expect(findGroup(theirs, 'Gate states of theirs').options.map(({ name }) => name)).toEqual([
    'Open',
    'Closed by them',
    'Jammed',
    'Painted',
  ])

  const meeting = page.getByRole('dialog', { name: '“Gate states of theirs” was changed meanwhile' })
  const unsent = await recordWrites(app, async () => {
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(meeting).toBeVisible()
  })
  expect(unsent).toEqual([])
  const row = meeting.getByRole('region').filter({ hasText: 'Which name' })
  for (const name of ['Shut', 'Closed by them', 'Closed by us']) await expect(row).toContainText(name)
  const save = meeting.getByRole('button', { name: 'Save merged' })
  await expect(save).toBeDisabled()
  await expectAccessibleInBoth(page, { part: openDialog })
  await row.getByRole('radio', { name: 'Your name' }).check({ force: true })
  await save.click()
  await expect(page.getByRole('region', { name: 'Saved' })).toBeVisible()
  // Nothing of theirs is lost but what was chosen.
  await expectTruth(app, theirs, (truth) => {
    const merged = findGroup(truth, 'Gate states of theirs')
    merged.description = 'Ours'
    for (const option of merged.options) if (option.name === 'Closed by them') option.name = 'Closed by us'
  })

  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Gate states once more')
  app.standin.control.assets.deleteGroup(group.id)
  await page.getByRole('button', { name: 'Save' }).click()
  const gone = page.getByRole('dialog', { name: 'The group was deleted meanwhile' })
  await gone.getByRole('button', { name: 'Create it again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Gate states once more' })).toBeVisible()
  await expectTruth(app, before, (truth) => {
    truth.groups = truth.groups.filter(({ id }) => id !== group.id)
    const made = addFound(truth, app, 'Gate states once more')
    expect([made.id === group.id, made.options.map(({ name }) => name)]).toEqual([
      false,
      ['Open', 'Closed by us', 'Jammed', 'Painted'],
    ])
  })
})

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
  await page.getByRole('checkbox', { name: 'Select all types that are shown' }).check()
  const toolbar = page.getByRole('toolbar', { name: 'Selected types' })
  await expect(toolbar).toContainText('50 types selected')
  await toolbar.getByRole('button', { name: 'Assign group…' }).click()
  await page.getByRole('option', { name: /^Tank states/ }).click()
  await page.getByRole('button', { name: 'Review 50 types' }).click()
  app.standin.control.failWrites(failing, { status: 400 })
  const writes = await recordWrites(app, async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Assign 50 types' }).click()
    await expectNumbers(page, ['47 done of 50', '3 failed'])
    await expectTruth(app, before, (truth) =>
      setGroup(
        truth,
        typeIds.filter((id) => !failing.includes(id)),
        group.id,
      ),
    )
    // It is resumed after a reload as well.
    await page.reload()
    await page.getByRole('button', { name: 'Retry 3 failed' }).click()
    await expectNumbers(page, ['50 done of 50'])
  })
  await expectTruth(app, before, (truth) => setGroup(truth, typeIds, group.id))
  // What was done is not done again.
  const sent = typeIds.map((id) => writes.filter(({ body }) => JSON.stringify(body).includes(id)).length)
  expect(sent).toEqual(typeIds.map((id) => (failing.includes(id) ? 2 : 1)))
})

test('a group is deleted by its name, made again out of the log, and its statuses restored', async ({
  page,
  console: app,
}) => {
  const group = addGroup(app, 'Winch states', [
    ['Sound', 'GREEN'],
    ['Frayed', 'ORANGE'],
  ])
  const { typeIds, assetIds } = addTypes(app, ['Winch', 'Capstan'], group, { Sound: 2, Frayed: 1 })
  await listAnew(app, typeIds)
  const before = readTruth(app)

  await page.goto('/status-groups?q=Winch')
  await page.getByRole('button', { name: 'What to do with Winch states' }).click()
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

  // Also later, and not only out of the words about it.
  await page.reload()
  await page
    .getByRole('list', { name: 'Recently deleted' })
    .getByRole('button', { name: 'Create Winch states again' })
    .click()
  await expect(page.getByText('Created again: “Winch states”')).toBeVisible()
  const made = findGroup(readTruth(app), 'Winch states')
  expect(made.id).not.toBe(group.id)
  expect(made.options.map(readLook)).toEqual(findGroup(before, 'Winch states').options.map(readLook))
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

/** From the first such write on the service lets nobody read a group. Gives the fault's number. */
function blindAfter({ standin: { control } }: TestConsole, write: string): Promise<number> {
  const note = control.noteRequest.bind(control)
  return new Promise((resolve) => {
    // Told before the answer goes out, so that no look can come between.
    control.noteRequest = (request) => {
      note(request)
      if (request.operation !== write) return
      control.noteRequest = note
      resolve(control.setFault({ operation: 'getStatusGroup', action: { kind: 'status', status: 403 } }))
    }
  })
}

test('a save whose answer is lost is unknown first, then as the service has it, and is not sent again', async ({
  page,
  console: app,
}) => {
  const group = addGroup(app, 'Boom states', kiln)
  const before = readTruth(app)
  const { control } = app.standin
  await openEditor(page, group.id)
  await page.getByRole('textbox', { name: 'Name of status 1' }).fill('Glowing')
  // Done, and the answer lost; and from that very moment nobody can look.
  control.setFault({ names: group.id, when: { next: 1 }, action: { kind: 'reset', when: 'after' } })
  const blinded = blindAfter(app, 'updateStatusGroup')
  const writes = await recordWrites(app, async () => {
    await page.getByRole('button', { name: 'Save' }).click()
    const lost = page.getByRole('region', { name: 'The answer was lost' })
    await expect(lost).toContainText('Nobody knows yet')
    await expect(page.getByRole('textbox', { name: 'Name of status 1' })).not.toBeEditable()
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
    control.clearFaults(await blinded)
    await expect(page.getByRole('region', { name: 'It was done: the service has the change' })).toBeVisible()
  })
  expect(writes.map(({ operation }) => operation)).toEqual(['updateStatusGroup'])
  await expectTruth(app, before, (truth) => {
    for (const option of findGroup(truth, 'Boom states').options) if (option.name === 'Hot') option.name = 'Glowing'
  })
})

test('the type board by keyboard alone', async ({ page, console: app }) => {
  await page.addInitScript(() => {
    // oxlint-disable-next-line no-console
    addEventListener('pointerdown', () => console.error('a pointer was used'), true)
  })
  const group = addGroup(app, 'Mast states', kiln)
  const { typeIds, assetIds } = addTypes(app, ['Mast one', 'Mast three', 'Mast two'], group, { Hot: 1 })
  await listAnew(app, typeIds)
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
  // Entered at the group that it has, and from there to "No group" at the left.
  await expect.poll(at).toMatch(new RegExp(`^type-cell-${typeIds[0]}-[1-9]`))
  while (!((await at()) ?? '').endsWith('-0')) {
    const column = Number((await at())?.split('-').at(-1))
    await page.keyboard.press('ArrowLeft')
    await stand(0, column - 1)
  }
  await page.keyboard.press('Space')
  await expect(announcement(page)).toHaveText(/^Mast one: No group, was: Mast states, clears 1 Hot\s*$/)
  await page.keyboard.press('ArrowDown')
  await stand(1, 0)
  await page.keyboard.press('Space')
  await expect(announcement(page)).toHaveText(/^Mast three: No group, was: Mast states, clears 1 Hot\s*$/)
  await page.keyboard.press('Control+z')
  await expect(announcement(page)).toHaveText(/^1 type changes group, 1 asset status would be cleared\s*$/)
  await page.keyboard.press('Control+Enter')
  const review = page.getByRole('dialog')
  const apply = review.getByRole('button', { name: 'Remove the group of 1 type' })
  await expect(apply).toBeEnabled()
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(apply).toBeFocused({ timeout: 200 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expectNumbers(page, ['1 done of 1'])
  await expectTruth(app, before, (truth) => {
    setGroup(truth, typeIds.slice(0, 1), null)
    setStatus(truth, assetIds.slice(0, 1), null)
  })
})
