import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type { StatusGroup } from '@/lib/status-groups/schema'
import { adminEmail, canaries, type TestConsole } from '@/lib/testing/harness'
import { askConsole, expect, expectAccessibleInBoth, openWith, test } from '../fixtures'
import { addGroup, addTypes, relist } from './asset-world'

/** The texts of the log entries on the screen, newest first. */
const entriesOf = (page: Page) => page.getByRole('grid').locator('tbody tr p')
/** The preview of an entry. */
const sheetOf = (page: Page) => page.getByRole('complementary', { name: 'Entry' })
const historyOf = (page: Page) => page.locator('ol[aria-label="History"] > li')

type Ask = (path: string, method: string, body: object) => Promise<StatusGroup>

/** Writes status groups through the API instead of the screen. The cast is safe because these routes return this type. */
const writerOf =
  (app: TestConsole): Ask =>
  async (path, method, body) =>
    (await askConsole(app, `/api/status-groups${path}`, { method, body }))['group'] as StatusGroup

/** Creates a group as the admin, renames it and changes its color. */
async function makeHistory(app: TestConsole, name: string): Promise<StatusGroup> {
  const write = writerOf(app)
  const options = [
    { name: 'Taut', color: 'STATUS_BADGE_COLOR_GREEN' },
    { name: 'Slack', color: 'STATUS_BADGE_COLOR_YELLOW' },
  ]
  const made = await write('', 'POST', { name: `${name} draft`, options })
  const renamed = await write(`/${made.groupId}`, 'PATCH', { base: made, name })
  return await write(`/${made.groupId}`, 'PATCH', {
    base: renamed,
    options: renamed.options.map(({ optionId, name: status, color }) => ({
      optionId,
      name: status,
      color: status === 'Slack' ? 'STATUS_BADGE_COLOR_RED' : color,
    })),
  })
}

/** Clicks until the result appears, because a click on a row before the page's scripts run is lost. */
async function openByRow(row: Locator, opened: Locator): Promise<void> {
  await expect(async () => {
    if (!(await opened.isVisible())) await row.click({ timeout: 5_000 })
    await expect(opened).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

async function takeFile(page: Page, format: RegExp): Promise<{ name: string; text: string }> {
  const item = page.getByRole('menuitem', { name: format })
  await openWith(page.getByRole('button', { name: /^Export/ }), item)
  const coming = page.waitForEvent('download')
  await item.click()
  const download = await coming
  return { name: download.suggestedFilename(), text: (await readFile(await download.path())).toString('utf8') }
}

test('the history of a status group shows who created, renamed, recolored and deleted it', async ({
  page,
  console: app,
}) => {
  const name = 'Hawser states'
  const group = await makeHistory(app, name)

  await test.step("on the group's page", async () => {
    await page.goto(`/status-groups/${group.groupId}?tab=history`)
    await expect(historyOf(page)).toHaveText([
      /^Robin admin changed the color of Slack in the status group Hawser states.*Yellow to Red/s,
      /^Robin admin renamed the status group Hawser states draft to Hawser states/,
      /^Robin admin created the status group.*Taut.*Slack/s,
    ])
  })

  await test.step("deleted on the group's page", async () => {
    await page.goto(`/status-groups?q=Hawser`)
    const remove = page.getByRole('menuitem', { name: 'Delete' })
    await openWith(page.getByRole('button', { name: `Actions for ${name}` }), remove)
    await remove.click()
    const dialog = page.getByRole('dialog', { name: `Delete “${name}”?` })
    await dialog.getByRole('textbox').fill(name)
    await dialog.getByRole('button', { name: 'Delete group' }).click()
    await expect(page.getByText(`Deleted “${name}”`).first()).toBeVisible()
  })

  const address = `/activity?kind=status-group&object=${group.groupId}`
  await test.step('in the activity log', async () => {
    await page.goto(address)
    await expect(entriesOf(page)).toHaveText([
      /Robin admin deleted the status group Hawser states$/,
      /Robin admin changed the color of Slack in the status group Hawser states$/,
      /Robin admin renamed the status group Hawser states draft to Hawser states$/,
      /Robin admin created the status group Hawser states draft$/,
    ])
    await expect(page.getByText(/^4 of [\d,]+ entries$/)).toBeVisible()
    const recolored = sheetOf(page)
    await openByRow(page.getByRole('gridcell', { name: 'Done' }).nth(1), recolored.getByText('(Yellow to Red)'))
    await expect(recolored).toContainText('robin.admin@sightline.test')
    await expect(recolored).toContainText('127.0.0.1')
    await expectAccessibleInBoth(page, { part: 'main' })
  })

  await test.step('filtered, and still filtered after a reload', async () => {
    const option = page.getByRole('option', { name: /^Change a status group/ })
    await openWith(page.getByRole('button', { name: 'Action', exact: true }), option)
    await option.click()
    await expect(page).toHaveURL(/[?&]action=status-group\.update/)
    await page.keyboard.press('Escape')
    await expect(entriesOf(page)).toHaveCount(2)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Action: Change a status group' })).toBeVisible()
    await expect(page.getByText(/^2 of [\d,]+ entries$/)).toBeVisible()
    await expect(entriesOf(page)).toHaveText([/changed the color/, /renamed the status group/])
  })

  await test.step('exported', async () => {
    await page.goto(address)
    await expect(entriesOf(page)).toHaveCount(4)
    const csv = await takeFile(page, /^CSV/)
    expect(csv.name).toMatch(/^activity-\d{4}-\d\d-\d\d\.csv$/)
    // The file has the columns of the list.
    expect(csv.text.startsWith('\uFEFFWhat happened,Kind,Person,Outcome,Time')).toBe(true)
    expect(csv.text.match(/Robin admin (created|changed|renamed|deleted) /g)).toEqual([
      'Robin admin deleted ',
      'Robin admin changed ',
      'Robin admin renamed ',
      'Robin admin created ',
    ])
    const lines = await takeFile(page, /^JSON Lines/)
    expect(lines.name).toMatch(/\.jsonl$/)
    const entries = lines.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { action: string; objectId: string; outcome: string })
    expect(entries.map(({ action, objectId, outcome }) => [action, objectId, outcome])).toEqual(
      ['delete', 'update', 'update', 'create'].map((verb) => [`status-group.${verb}`, group.groupId, 'done']),
    )
  })
})

test('a bulk change is one row whose steps open by keyboard; a search shows the matching steps first', async ({
  page,
  console: app,
}) => {
  const group = addGroup(app, 'Hoist states', [
    ['Hauling', 'GREEN'],
    ['Jammed', 'RED'],
  ])
  const { typeIds, assetIds } = addTypes(app, ['Hoist'], group, { Hauling: 3 })
  await relist(app, typeIds)
  const { change } = (await askConsole(app, '/api/asset-changes/set-status', {
    method: 'POST',
    body: { selection: { kind: 'ids', ids: assetIds }, optionId: group.statuses['Jammed'] },
  })) as { change: { changeId: string } }
  await expect.poll(async () => (await askConsole(app, `/api/asset-changes/${change.changeId}`))['done']).toBe(3)

  await page.goto('/activity')
  const row = page
    .getByRole('grid')
    .getByRole('row')
    .filter({ hasText: 'Robin admin set 3 assets to Jammed: 3 done' })
    .first()
  await expect(row).toContainText('3 steps')
  await expect(entriesOf(page).filter({ hasText: 'Hoist Hauling-1' })).toHaveCount(0)
  const steps = sheetOf(page).getByRole('list', { name: 'Steps' }).getByRole('listitem')
  await expect(async () => {
    // The first position is the header of the day.
    await page.getByRole('grid').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('j')
    if (!(await sheetOf(page).isVisible())) await page.keyboard.press('Enter')
    await expect(steps).toHaveCount(3, { timeout: 1_000 })
  }).toPass()
  await expect(steps.first()).toHaveText(/Robin admin set Hoist Hauling-\d to Jammed \(was Hauling\)$/)
  await expectAccessibleInBoth(page, { part: 'main' })

  await page.goto(`/activity?q=${encodeURIComponent('Hoist Hauling-2')}`)
  await openByRow(page.getByRole('gridcell', { name: 'Bulk change' }).first(), sheetOf(page))
  await expect(steps).toHaveText([/Robin admin set Hoist Hauling-2 to Jammed \(was Hauling\)$/])
  await page.getByRole('button', { name: 'Show all 3 steps' }).click()
  await expect(steps).toHaveCount(3)
})

test.describe('signing in', () => {
  test.use({ role: null })

  test('is recorded in the activity log, and so is a refused attempt', async ({ page, tolerate }) => {
    tolerate(/status of 401|status of 422/)
    const stranger = 'nobody.here@sightline.test'
    await page.goto('/sign-in')
    const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password', { exact: true })]
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
    await email.fill(stranger)
    await password.fill('not-the-password-of-anyone')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'Incorrect email or password.' })).toBeVisible()
    await email.fill(adminEmail)
    await password.fill(canaries.password)
    await page.keyboard.press('Enter')
    await expect(page).not.toHaveURL(/sign-in/)
    await page.goto('/activity?kind=session')
    await expect(entriesOf(page).filter({ hasText: stranger }).first()).toContainText(
      /tried to sign in to Sightline: refused/,
    )
    await page.goto(`/activity?kind=session&person=${encodeURIComponent(adminEmail)}`)
    await expect(entriesOf(page).first()).toContainText('signed in')
  })
})
