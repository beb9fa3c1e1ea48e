import type { Page } from '@playwright/test'
import { askConsole, expect, expectAccessibleInBoth, openDialog, openWith, test } from '../fixtures'
import { addGroup, addTypes, relist } from './asset-world'
import {
  countLoads,
  expectDone,
  holdSchedule,
  listIds,
  readDeliveries,
  subscribe,
  deliveryMaxMs,
  watchStreams,
} from './live-world'

// The scheduled sync runs once a minute, and a page with live updates polls just as rarely. Where a change must arrive by a
// delivery and the stream, the schedule is postponed first (`holdSchedule`), and the page says that it is live.

const rows = 'tbody tr[aria-rowindex]'
const linkTo = (page: Page, auditId: string) => page.locator(`${rows} a[href="/inspections/${auditId}"]`)
const titles = (page: Page) => page.getByRole('grid', { name: 'Inspections' }).locator(`${rows} a`)

/** Notes how long something took, for readers of the report. Nothing depends on it. */
function noteTime(what: string, startedAt: number): void {
  const description = `${what}: ${Math.round(performance.now() - startedAt)} ms`
  test.info().annotations.push({ type: 'time', description })
  // oxlint-disable-next-line no-console -- a figure for the report
  console.log(description)
}

/** Opens the list of inspections with its rows, without a pointer over it. */
async function openList(page: Page): Promise<void> {
  await page.goto('/inspections')
  await expect(titles(page).first()).toBeVisible()
  await page.mouse.move(1, 1)
}

/** While a page is live, only an event makes it read its list again. */
async function expectLive(page: Page): Promise<void> {
  const state = page.getByRole('definition').filter({ hasText: /^Live$/ })
  await page.getByRole('button', { name: /^Sync status: / }).click()
  await expect(state).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(state).toHaveCount(0)
  await page.mouse.move(1, 1)
}

test(
  'after subscribing on the screen, inspections that start and end in the service appear on open screens without a reload',
  { tag: ['@smoke'] },
  async ({ page, context, console: app }) => {
    const { control } = app.standin
    const streams = watchStreams(context)
    await page.goto('/webhooks?tab=subscriptions')
    const dialog = page.getByRole('dialog', { name: 'Subscribe to changes' })
    await openWith(page.getByRole('button', { name: 'Subscribe', exact: true }), dialog)
    await expectAccessibleInBoth(page, { part: openDialog })
    await dialog.getByRole('button', { name: /^Subscribe to \d+ events$/ }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('list', { name: 'Subscriptions' }).getByText('Sends to Sightline')).toBeVisible()
    expect(control.webhookStore.all().map(({ url, enabled }) => [url, enabled])).toEqual([
      [`${app.url}/api/webhooks/service`, true],
    ])
    const asked = page.waitForResponse((response) => response.url().endsWith('/api/webhooks/secret'))
    await page
      .getByRole('region', { name: 'Secret' })
      .getByRole('button', { name: /^Fetch / })
      .click()
    expect((await asked).status()).toBe(200)
    await expect(page.getByRole('region', { name: 'Receiver' })).toContainText('Fetched from SafetyCulture.')
    await expectAccessibleInBoth(page, { part: 'main' })

    await test.step('a started inspection is on the open list', async () => {
      await openList(page)
      await streams.expectFrom(page)
      await expectLive(page)
      const loads = countLoads(page)
      const checkUnscheduled = await holdSchedule(app)
      const startedAt = performance.now()
      const [started = ''] = control.insert(1)
      await expect(linkTo(page, started)).toBeVisible({ timeout: deliveryMaxMs })
      checkUnscheduled()
      noteTime('from a start at the service to the open list', startedAt)
      await expect(titles(page).first()).toHaveAttribute('href', `/inspections/${started}`)
      expect(await readDeliveries(app, started)).toHaveLength(1)
      await expectDone(app, started)
      expect(loads()).toBe(0)
    })

    await test.step('a completed inspection is updated on its open page and at the top of the list', async () => {
      const [auditId = ''] = await listIds(app, 'date_completed is null and not archived')
      const list = await context.newPage()
      await openList(list)
      const checkUnscheduled = await holdSchedule(app)
      // Opened right before the change, because an open report polls each minute.
      await page.goto(`/inspections/${auditId}`)
      const main = page.getByRole('main')
      await expect(main.getByText('In progress', { exact: true }).first()).toBeVisible()
      await expectLive(list)
      const loads = [countLoads(page), countLoads(list)]
      const startedAt = performance.now()
      control.complete(auditId)
      await expect(main.getByText('In progress', { exact: true })).toHaveCount(0, { timeout: deliveryMaxMs })
      noteTime('from the end at the service to its open page', startedAt)
      await expect(main.getByText('Completed', { exact: true }).first()).toBeVisible({ timeout: deliveryMaxMs })
      await expect(titles(list).first()).toHaveAttribute('href', `/inspections/${auditId}`, { timeout: deliveryMaxMs })
      checkUnscheduled()
      await expectDone(app, auditId)
      expect(loads.map((count) => count())).toEqual([0, 0])
    })
  },
)

test('new inspections wait above the rows while the pointer is on a row', async ({ page, context, console: app }) => {
  const streams = watchStreams(context)
  await subscribe(app)
  await openList(page)
  await streams.expectFrom(page)
  // Repeats the hover until the fifth row keeps it, because the list is measured only after hydration.
  const held = titles(page).nth(4)
  await expect(async () => {
    await held.hover({ timeout: 5_000 })
    expect(await page.locator(`${rows}:hover`).count()).toBe(1)
  }).toPass()
  const href = (await held.getAttribute('href')) ?? ''
  const place = async () => (await page.locator(`${rows} a[href="${href}"]`).boundingBox())?.y ?? -1_000
  const before = await place()
  const [started = ''] = app.standin.control.insert(1)
  const fresh = page.getByRole('button', { name: /^\d+ new$/ })
  await expect(fresh).toBeVisible()
  expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(1)
  expect(await page.locator(`${rows}:hover a`).first().getAttribute('href')).toBe(href)
  await fresh.click()
  await expect(fresh).toHaveCount(0)
  await expect(linkTo(page, started)).toBeInViewport()
})

test('tabs of one browser share a stream, and the remaining tab keeps it', async ({ page, context, console: app }) => {
  const { control } = app.standin
  await subscribe(app)
  const streams = watchStreams(context)
  const leading = await context.newPage()
  await openList(leading)
  await streams.expectFrom(leading)
  await openList(page)
  const [first = ''] = control.insert(1)
  for (const tab of [leading, page]) await expect(linkTo(tab, first)).toBeVisible()
  expect([streams.tabs().length, streams.openMost()]).toEqual([1, 1])

  await leading.close()
  await streams.expectFrom(page)
  const [second = ''] = control.insert(1)
  await expect(linkTo(page, second)).toBeVisible()
  await expectDone(app, second)
})

test('a status group that another person creates and renames appears on the open screen', async ({
  page,
  context,
  console: app,
}) => {
  const streams = watchStreams(context)
  await page.goto('/status-groups')
  const list = page.getByRole('grid', { name: 'Status groups' })
  await expect(list.getByRole('row').nth(1)).toBeVisible()
  await streams.expectFrom(page)
  const loads = countLoads(page)
  const options = [{ name: 'Afloat', color: 'STATUS_BADGE_COLOR_GREEN' }]
  const { group } = await askConsole(app, '/api/status-groups', {
    method: 'POST',
    body: { name: 'Pontoon states', options },
  })
  await expect(list.getByRole('link', { name: 'Pontoon states', exact: true })).toBeVisible()
  const { groupId } = group as { groupId: string }
  await askConsole(app, `/api/status-groups/${groupId}`, {
    method: 'PATCH',
    body: { base: group, name: 'Pontoons and piers' },
  })
  await expect(list.getByRole('link', { name: 'Pontoons and piers', exact: true })).toBeVisible()
  await expect(list.getByRole('link', { name: 'Pontoon states', exact: true })).toHaveCount(0)
  expect(loads()).toBe(0)
})

test("an asset's status set by another person and a user import started by another person appear on open screens", async ({
  page,
  context,
  console: app,
}) => {
  const streams = watchStreams(context)
  const group = addGroup(app, 'Jetty states', [
    ['Open', 'GREEN'],
    ['Shut', 'RED'],
  ])
  const { typeIds, assetIds } = addTypes(app, ['Jetty'], group, { Open: 1 })
  await relist(app, typeIds)
  await page.goto(`/assets?type=${typeIds[0]}`)
  const status = page.getByRole('grid').getByRole('button', { name: /^Status of Jetty Open-1/ })
  await expect(status).toHaveAccessibleName('Status of Jetty Open-1: Open')
  await streams.expectFrom(page)
  const loads = countLoads(page)
  await askConsole(app, '/api/asset-changes/set-status', {
    method: 'POST',
    body: { selection: { kind: 'ids', ids: assetIds }, optionId: group.statuses['Shut'] },
  })
  await expect(status).toHaveAccessibleName('Status of Jetty Open-1: Shut')
  expect(loads()).toBe(0)

  const jobs = await context.newPage()
  await jobs.goto('/users/imports')
  await expect(jobs.getByRole('heading', { name: 'User imports', level: 1 })).toBeVisible()
  const jobLoads = countLoads(jobs)
  const users = ['one', 'two'].map((name, at) => ({
    line: at + 1,
    username: `live.${name}@live.example`,
    firstName: name,
    lastName: 'Live',
    cells: [`live.${name}@live.example`, name, 'Live'],
  }))
  await askConsole(app, '/api/user-jobs', {
    method: 'POST',
    body: {
      attemptId: crypto.randomUUID(),
      kind: 'run',
      sourceName: 'live.csv',
      header: ['E-mail', 'First name', 'Last name'],
      users,
    },
  })
  const job = jobs.getByRole('row').filter({ hasText: 'live.csv' })
  await expect(job).toContainText('Completed', { timeout: 60_000 })
  expect(jobLoads()).toBe(0)
})
