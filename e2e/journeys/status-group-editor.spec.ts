import type { Page } from '@playwright/test'
import type { TestConsole } from '@/lib/testing/harness'
import { expect, expectAccessibleInBoth, openDialog, test } from '../fixtures'
import {
  addFound,
  addGroup,
  addTypes,
  announcement,
  expectTruth,
  findGroup,
  relist,
  readTruth,
  recordWrites,
  setStatus,
} from './asset-world'

const kiln = [
  ['Hot', 'RED'],
  ['Cold', 'BLUE'],
] as const

/** Opens the editor and waits for its counts. */
async function openEditor(page: Page, groupId: string): Promise<void> {
  await page.goto(`/status-groups/${groupId}`)
  await expect(page.getByRole('textbox', { name: 'Name of status 1' })).toBeEditable()
}
const statusNames = (page: Page) =>
  page
    .getByRole('list', { name: 'Statuses in order' })
    .getByRole('textbox')
    .evaluateAll((fields) => fields.map((field) => (field instanceof HTMLInputElement ? field.value : '')))

test('statuses are reordered by keyboard with announcements, and one request saves only their order', async ({
  page,
  console: app,
}) => {
  const group = addGroup(app, 'Crane states', [
    ['Ready', 'GREEN'],
    ['Slow', 'YELLOW'],
    ['Stuck', 'RED'],
    ['Sold', 'GREY'],
  ])
  // Fields beyond name and color are sent back unchanged.
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
  await relist(app, typeIds)
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
  await expect(announcement(page)).toHaveText(/^Ready is already last\.\s*$/)
  await page.keyboard.press('Control+z')
  await expect.poll(() => statusNames(page)).toEqual(['Slow', 'Stuck', 'Ready', 'Sold'])
  await expect(page.getByRole('region', { name: 'Pending changes' })).toContainText('Order: Slow, Stuck, Ready, Sold')
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

test('removing a used status asks for the new status of its assets, and moves them', async ({ page, console: app }) => {
  const group = addGroup(app, 'Pump states', [
    ['Runs', 'GREEN'],
    ['Leaks', 'ORANGE'],
    ['Dry', 'RED'],
  ])
  const { typeIds, assetIds } = addTypes(app, ['Pump', 'Sump'], group, { Runs: 1, Leaks: 3 })
  await relist(app, typeIds)
  const before = readTruth(app)
  await openEditor(page, group.id)
  const leaking = before.assets.filter(
    ({ id, optionId }) => assetIds.includes(id) && optionId === group.statuses['Leaks'],
  )
  expect(leaking).toHaveLength(6)

  await page.getByRole('button', { name: 'Actions for Leaks' }).click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove “Leaks”' })
  await expect(dialog).toContainText('6 assets have the status “Leaks”.')
  await expect(dialog).toContainText('3 Pump, 3 Sump')
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Remove and move' })).toBeDisabled()
  await expectAccessibleInBoth(page, { part: openDialog })
  const writes = await recordWrites(app, async () => {
    // Nothing is saved before the question is answered.
    await page.keyboard.press('Control+s')
    await dialog.getByRole('radio', { name: 'Move to Dry' }).check()
    await dialog.getByRole('button', { name: 'Remove and move' }).click()
    await expect(page.getByRole('region', { name: 'Pending changes' })).toContainText(/6 assets\s*move to\s*Dry/)
    expect(readTruth(app)).toEqual(before)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('region', { name: 'Saved' })).toContainText('moved 6 assets to “Dry”.')
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

test(
  'concurrent changes by another person are shown, merged and kept; a group deleted in the meantime is created again',
  { tag: ['@R19'] },
  async ({ page, openAs, tolerate, console: app }) => {
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
    // The second session saves first: the same status, another status, and the name of the group.
    await other.getByRole('textbox', { name: 'Name', exact: true }).fill('Gate states of theirs')
    await other.getByRole('textbox', { name: 'Name of status 2' }).fill('Closed by them')
    await other.getByRole('button', { name: 'Add status' }).click()
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

    const conflict = page.getByRole('dialog', { name: 'Someone else changed “Gate states of theirs”' })
    const unsent = await recordWrites(app, async () => {
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(conflict).toBeVisible()
    })
    expect(unsent).toEqual([])
    const row = conflict.getByRole('region').filter({ hasText: 'Their name' })
    for (const name of ['Shut', 'Closed by them', 'Closed by us']) await expect(row).toContainText(name)
    const save = conflict.getByRole('button', { name: 'Save merged version' })
    await expect(save).toBeDisabled()
    await expectAccessibleInBoth(page, { part: openDialog })
    await row.getByRole('radio', { name: 'Your name' }).check({ force: true })
    await save.click()
    await expect(page.getByRole('region', { name: 'Saved' })).toBeVisible()
    // The merge keeps all changes of the other person, except the one that this person decided against.
    await expectTruth(app, theirs, (truth) => {
      const merged = findGroup(truth, 'Gate states of theirs')
      merged.description = 'Ours'
      for (const option of merged.options) if (option.name === 'Closed by them') option.name = 'Closed by us'
    })

    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Gate states once more')
    app.standin.control.assets.deleteGroup(group.id)
    await page.getByRole('button', { name: 'Save' }).click()
    const gone = page.getByRole('dialog', { name: 'Someone else deleted the group' })
    await gone.getByRole('button', { name: 'Recreate group' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Gate states once more' })).toBeVisible()
    await expectTruth(app, before, (truth) => {
      truth.groups = truth.groups.filter(({ id }) => id !== group.id)
      const made = addFound(truth, app, 'Gate states once more')
      expect([made.id === group.id, made.options.map(({ name }) => name)]).toEqual([
        false,
        ['Open', 'Closed by us', 'Jammed', 'Painted'],
      ])
    })
  },
)

/** Makes every read of a group fail after the first write of this kind. Resolves with the number of the fault. */
function blindAfter({ standin: { control } }: TestConsole, write: string): Promise<number> {
  const note = control.noteRequest.bind(control)
  return new Promise((resolve) => {
    // The fault is set before the response is sent, so that no recheck can succeed in between.
    control.noteRequest = (request) => {
      note(request)
      if (request.operation !== write) return
      control.noteRequest = note
      resolve(control.setFault({ operation: 'getStatusGroup', action: { kind: 'status', status: 403 } }))
    }
  })
}

test(
  'a save with a lost response is shown as unknown, is then resolved from the service, and is not sent again',
  { tag: ['@smoke', '@R9'] },
  async ({ page, console: app }) => {
    const group = addGroup(app, 'Boom states', kiln)
    const before = readTruth(app)
    const { control } = app.standin
    await openEditor(page, group.id)
    await page.getByRole('textbox', { name: 'Name of status 1' }).fill('Glowing')
    // The write takes effect and its response is lost. From then on, no read succeeds.
    control.setFault({ names: group.id, when: { next: 1 }, action: { kind: 'reset', when: 'after' } })
    const blinded = blindAfter(app, 'updateStatusGroup')
    const writes = await recordWrites(app, async () => {
      await page.getByRole('button', { name: 'Save' }).click()
      const lost = page.getByRole('region', { name: 'The response was lost' })
      await expect(lost).toContainText('It is unknown whether')
      await expect(page.getByRole('textbox', { name: 'Name of status 1' })).not.toBeEditable()
      await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
      control.clearFaults(await blinded)
      await expect(
        page.getByRole('region', { name: 'Saved. The response was lost, but SafetyCulture has the change' }),
      ).toBeVisible()
    })
    expect(writes.map(({ operation }) => operation)).toEqual(['updateStatusGroup'])
    await expectTruth(app, before, (truth) => {
      for (const option of findGroup(truth, 'Boom states').options) if (option.name === 'Hot') option.name = 'Glowing'
    })
  },
)
