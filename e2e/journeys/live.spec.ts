import type { Page } from '@playwright/test'
import { askConsole, expectAccessibleInBoth, openDialog } from '../fixtures'
import { addGroup, addTypes, listAnew } from './asset-world'
import {
  countLoads,
  expect,
  expectDone,
  holdSchedule,
  listIds,
  readDeliveries,
  subscribe,
  test,
  toldMs,
  watchStreams,
  type KeptDelivery,
} from './live-world'

// The scheduled sync looks once a minute, and a page that is told of changes asks by itself as rarely. Where a change must
// have come by a delivery and the stream, the schedule is put off before it (`holdSchedule`), and the page says it is live.

const rows = 'tbody tr[aria-rowindex]'
const linkTo = (page: Page, auditId: string) => page.locator(`${rows} a[href="/inspections/${auditId}"]`)
const titles = (page: Page) => page.getByRole('grid', { name: 'Inspections' }).locator(`${rows} a`)

/** Notes how long something took, for whoever reads the report: nothing depends on it. */
function noteTime(what: string, startedAt: number): void {
  const description = `${what}: ${Math.round(performance.now() - startedAt)} ms`
  test.info().annotations.push({ type: 'time', description })
  // oxlint-disable-next-line no-console -- a figure to look at
  console.log(description)
}

/** The list of inspections with its rows, and nobody's pointer over it. */
async function openList(page: Page): Promise<void> {
  await page.goto('/inspections')
  await expect(titles(page).first()).toBeVisible()
  await page.mouse.move(1, 1)
}

/** While a page is live, nothing but an event has it read its list again. */
async function expectLive(page: Page): Promise<void> {
  const state = page.getByRole('definition').filter({ hasText: /^Live$/ })
  await page.getByRole('button', { name: /^Freshness: / }).click()
  await expect(state).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(state).toHaveCount(0)
  await page.mouse.move(1, 1)
}

// Minutes for a machine that has much else to do.

test('subscribed on the screen; what starts and ends at the service appears on open screens without a reload', async ({
  page,
  context,
  console: app,
}) => {
  const { control } = app.standin
  const streams = watchStreams(context)
  await page.goto('/webhooks?tab=subscriptions')
  const dialog = page.getByRole('dialog', { name: 'Subscribe to changes' })
  await expect(async () => {
    if (!(await dialog.isVisible()))
      await page.getByRole('button', { name: 'Subscribe', exact: true }).click({ timeout: 5_000 })
    await expect(dialog).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expectAccessibleInBoth(page, { part: openDialog })
  await dialog.getByRole('button', { name: /^Subscribe to \d+ kinds of events$/ }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Subscriptions' }).getByText('Sends to this console')).toBeVisible()
  expect(control.webhookStore.all().map(({ url, enabled }) => [url, enabled])).toEqual([
    [`${app.url}/api/webhooks/service`, true],
  ])
  const asked = page.waitForResponse((response) => response.url().endsWith('/api/webhooks/secret'))
  await page
    .getByRole('region', { name: 'Secret' })
    .getByRole('button', { name: /^Fetch / })
    .click()
  expect((await asked).status()).toBe(200)
  await expect(page.getByRole('region', { name: 'Receiver' })).toContainText('Fetched from the service.')
  await expectAccessibleInBoth(page, { part: 'main' })

  await test.step('started: it is on the open list', async () => {
    await openList(page)
    await streams.expectFrom(page)
    await expectLive(page)
    const loads = countLoads(page)
    const checkUnscheduled = await holdSchedule(app)
    const startedAt = performance.now()
    const [started = ''] = control.insert(1)
    await expect(linkTo(page, started)).toBeVisible({ timeout: toldMs })
    checkUnscheduled()
    noteTime('from a start at the service to the open list', startedAt)
    await expect(titles(page).first()).toHaveAttribute('href', `/inspections/${started}`)
    expect(await readDeliveries(app, started)).toHaveLength(1)
    await expectDone(app, started)
    expect(loads()).toBe(0)
  })

  await test.step('completed: its open page says so, and the list has it on top', async () => {
    const [auditId = ''] = await listIds(app, 'date_completed is null and not archived')
    const list = await context.newPage()
    await openList(list)
    const checkUnscheduled = await holdSchedule(app)
    // Opened right before: an open report asks again each minute by itself.
    await page.goto(`/inspections/${auditId}`)
    const main = page.getByRole('main')
    await expect(main.getByText('In progress', { exact: true }).first()).toBeVisible()
    await expectLive(list)
    const loads = [countLoads(page), countLoads(list)]
    const startedAt = performance.now()
    control.complete(auditId)
    await expect(main.getByText('In progress', { exact: true })).toHaveCount(0, { timeout: toldMs })
    noteTime('from the end at the service to its open page', startedAt)
    await expect(main.getByText('Completed', { exact: true }).first()).toBeVisible({ timeout: toldMs })
    await expect(titles(list).first()).toHaveAttribute('href', `/inspections/${auditId}`, { timeout: toldMs })
    checkUnscheduled()
    await expectDone(app, auditId)
    expect(loads.map((count) => count())).toEqual([0, 0])
  })
})

test('what is new waits above the rows while a pointer is on one of them', async ({ page, context, console: app }) => {
  const streams = watchStreams(context)
  await subscribe(app)
  await openList(page)
  await streams.expectFrom(page)
  // Measured for the list only once it is hydrated; the pointer rests on the fifth row.
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

test('tabs of one browser share a stream, and the one that stays goes on with it', async ({
  page,
  context,
  console: app,
}) => {
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

test('a status group that somebody else makes and renames is on the open screen', async ({
  page,
  context,
  console: app,
}) => {
  const streams = watchStreams(context)
  await page.goto('/status-groups')
  const list = page.getByRole('list', { name: 'Status groups' })
  await expect(list.getByRole('listitem').first()).toBeVisible()
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

test('the status of an asset and a job of users that others set off are on open screens', async ({
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
  await listAnew(app, typeIds)
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
  await jobs.goto('/user-jobs')
  await expect(jobs.getByRole('heading', { name: 'User jobs', level: 1 })).toBeVisible()
  const jobLoads = countLoads(jobs)
  const users = ['one', 'two'].map((name, at) => ({
    line: at + 1,
    username: `live.${name}@harrowquill.example`,
    firstName: name,
    lastName: 'Live',
    cells: [`live.${name}@harrowquill.example`, name, 'Live'],
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
  const job = jobs.getByRole('listitem').filter({ hasText: 'live.csv' })
  await expect(job).toContainText('Completed', { timeout: 60_000 })
  expect(jobLoads()).toBe(0)
})

test.describe('what comes to the receiver', () => {
  test('forged: refused and not kept; replayed: kept once, read once; on the screen with its verdict', async ({
    page,
    console: app,
  }) => {
    const { control } = app.standin
    const { webhooks } = control
    await subscribe(app)
    const isUntold = 'not exists (select from webhook_deliveries where resource_id = audit_id)'
    const [auditId = '', other = ''] = await listIds(app, isUntold)
    control.record(true)
    const reads = () =>
      control.requests().filter(({ operation, path }) => operation === 'getInspection' && path.includes(auditId)).length
    const countKept = async () => (await app.db.query('select 1 from webhook_deliveries')).rowCount

    await test.step('forged', async () => {
      const kept = await countKept()
      const body = JSON.stringify({
        webhook_id: 'webhook',
        event: { date_triggered: new Date().toISOString(), event_types: ['TRIGGER_EVENT_INSPECTION'] },
        resource: { id: auditId, type: 'INSPECTION' },
      })
      const signature = webhooks.sign(`${body} `)
      for (const headers of [
        {},
        { 'x-safetyculture-signature': '' },
        { 'x-safetyculture-signature': 'f'.repeat(64) },
        { 'x-safetyculture-signature': signature },
        { 'x-webhook-secret': webhooks.token() },
      ])
        expect(await webhooks.sendRaw(body, headers)).toEqual([{ status: 401, problem: null }])
      expect([await countKept(), reads()]).toEqual([kept, 0])
    })

    let delivered: KeptDelivery | undefined
    await test.step('a change is kept and read once', async () => {
      control.touch(auditId)
      await expect.poll(async () => (await readDeliveries(app, auditId)).length).toBe(1)
      await expectDone(app, auditId)
      ;[delivered] = await readDeliveries(app, auditId)
      expect(reads()).toBeGreaterThan(0)
    })

    await test.step('the same fifty times more', async () => {
      const body = delivered?.body ?? ''
      const before = reads()
      for (let time = 0; time < 50; time += 1)
        expect(await webhooks.sendRaw(body)).toEqual([{ status: 200, problem: null }])
      // Whatever they might have set off would be done when the next one is.
      control.touch(other)
      await expect.poll(async () => (await readDeliveries(app, other)).length).toBe(1)
      await expectDone(app, other)
      expect(await readDeliveries(app, auditId)).toEqual([delivered])
      expect(reads()).toBe(before)
    })

    await test.step('on the screen', async () => {
      await page.goto(`/webhooks?resource=${auditId}`)
      const answers = page.getByRole('list', { name: 'Answers of the receiver' })
      for (const text of [/\d\s*repeated/, /No signature/, /Wrong signature/]) await expect(answers).toContainText(text)
      const entry = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
      await expect(entry).toHaveCount(1)
      await expect(entry).toContainText('Done')
      await expectAccessibleInBoth(page, { part: 'main' })
      const dialog = page.getByRole('dialog')
      await expect(async () => {
        if (!(await dialog.isVisible())) await entry.getByRole('button', { name: /^Open the delivery/ }).click()
        await expect(dialog).toBeVisible({ timeout: 1_000 })
      }).toPass()
      await expect(dialog.getByRole('region', { name: 'Body', exact: true })).toContainText(auditId)
      await expectAccessibleInBoth(page, { part: openDialog })
      await dialog.getByRole('button', { name: 'Replay' }).click()
      await expect(dialog.getByText('It was worked on again: done.')).toBeVisible()
      await expect.poll(async () => (await readDeliveries(app, auditId)).map(({ state }) => state)).toEqual(['done'])
      const { rows: logged } = await app.db.query(`select 1 from activity where action = 'webhook-delivery.replay'`)
      expect(logged).toHaveLength(1)
    })
  })

  test('is shown to editors without a replay, and not to viewers', async ({ openAs, console: app }) => {
    const { control } = app.standin
    await subscribe(app)
    const [auditId = ''] = control.insert(1)
    await expect.poll(async () => (await readDeliveries(app, auditId)).length).toBe(1)
    const editor = await openAs('editor')
    await editor.goto(`/webhooks?resource=${auditId}`)
    const entry = editor.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
    const dialog = editor.getByRole('dialog')
    await expect(async () => {
      if (!(await dialog.isVisible())) await entry.getByRole('button').click({ timeout: 5_000 })
      await expect(dialog).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expect(dialog.getByRole('region', { name: 'Body', exact: true })).toContainText(auditId)
    await expect(dialog.getByRole('button', { name: 'Replay' })).toHaveCount(0)

    const viewer = await openAs('viewer')
    await viewer.goto('/webhooks')
    await expect(viewer.getByRole('heading', { name: 'Your role may not open this page' })).toBeVisible()
    await viewer.goto('/system')
    await expect(viewer.getByRole('heading', { name: 'System', level: 1 })).toBeVisible()
    await expect(viewer.getByRole('link', { name: 'Webhooks' })).toHaveCount(0)
    await expect(askConsole(app, '/api/webhooks/deliveries', { role: 'viewer' })).rejects.toThrow('403')
  })
})
