import type { Browser, Page } from '@playwright/test'
import { waitFor, type TestConsole } from '@/lib/testing/harness'
import { findListener, hasFigures } from '../chaos/process-figures'
import { expect, expectAccessibleInBoth, openDialog, signInContext, test } from '../fixtures'
import {
  addGroup,
  addTypes,
  expectNumbers,
  expectTruth,
  relist,
  readTruth,
  recordWrites,
  setStatus,
} from './asset-world'

const lift = [
  ['Idle', 'GREY'],
  ['Busy', 'GREEN'],
  ['Down', 'RED'],
] as const

test(
  'a status change of one asset is shown at once, can be undone, and is rolled back with the reason when refused',
  { tag: ['@smoke', '@R20'] },
  async ({ page, console: app }) => {
    const group = addGroup(app, 'Lift states', lift)
    const { typeIds, assetIds } = addTypes(app, ['Lift'], group, { Idle: 2 })
    await relist(app, typeIds)
    const before = readTruth(app)
    const [first = '', second = ''] = assetIds
    await page.goto(`/assets?type=${typeIds[0]}`)
    const status = (code: string) =>
      page.getByRole('grid').getByRole('button', { name: new RegExp(`^Status of ${code}`) })
    const choose = async (code: string, name: string) => {
      await status(code).click()
      await page.getByRole('menuitemradio', { name, exact: true }).click()
    }

    await choose('Lift Idle-1', 'Busy')
    await expect(page.getByText('Previously: Idle')).toBeVisible()
    await expect(status('Lift Idle-1')).toHaveAccessibleName('Status of Lift Idle-1: Busy')
    await expectTruth(app, before, (truth) => setStatus(truth, [first], group.statuses['Busy'] ?? ''))
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(status('Lift Idle-1')).toHaveAccessibleName('Status of Lift Idle-1: Idle')
    await expectTruth(app, before, () => undefined)

    app.standin.control.failWrites([second], { status: 400 })
    await choose('Lift Idle-2', 'Down')
    await expect(page.getByRole('heading', { name: 'The status of Lift Idle-2 was not set' })).toBeVisible()
    await expect(status('Lift Idle-2')).toHaveAccessibleName('Status of Lift Idle-2: Idle')
    expect(readTruth(app)).toEqual(before)
    // Repeating the same change is a new attempt.
    await choose('Lift Idle-2', 'Down')
    await expect(status('Lift Idle-2')).toHaveAccessibleName('Status of Lift Idle-2: Down')
    await expectTruth(app, before, (truth) => setStatus(truth, [second], group.statuses['Down'] ?? ''))
  },
)

/** As many assets as one change can set. */
const atOnce = 8

/** The number of writes to an asset that the service received since recording started. */
function countWrites({ standin }: TestConsole, assetId: string): number {
  return standin.control.requests().filter(({ method, path }) => method === 'PATCH' && path.includes(assetId)).length
}

/** Kills the process that answers requests, not only its parent. */
async function killConsole(app: TestConsole): Promise<void> {
  if (hasFigures) process.kill(findListener(Number(new URL(app.url).port)), 'SIGKILL')
  await app.end('SIGKILL')
  await waitFor('nobody answers any more', () =>
    fetch(`${app.url}/api/health/live`).then(
      () => false,
      () => true,
    ),
  )
}

async function openAt(browser: Browser, app: TestConsole): Promise<Page> {
  const context = await browser.newContext({ baseURL: app.url })
  await signInContext(context, app, 'admin')
  return await context.newPage()
}

test(
  'the status of 200 assets is set: a reload, three failures and kill -9 lose no asset and write none twice',
  { tag: ['@R14'] },
  async ({ browser, console: app }) => {
    const { control } = app.standin
    const group = addGroup(app, 'Hoist states', lift)
    const { typeIds, assetIds } = addTypes(app, ['Hoist'], group, { Idle: 200 })
    await relist(app, typeIds)
    const before = readTruth(app)
    const busy = group.statuses['Busy'] ?? ''
    const failing = assetIds.slice(10, 13)
    control.failWrites(failing, { status: 400 })
    // The service applies these writes and sends no response. While all of them are pending, the console sends nothing
    // more.
    const stuck = assetIds.slice(120, 120 + atOnce)
    for (const names of stuck) control.setFault({ names, when: { next: 1 }, action: { kind: 'stall', silent: true } })

    const page = await openAt(browser, app)
    let sentTwice: string[] = []
    const writes = await recordWrites(app, async () => {
      await page.goto(`/assets?type=${typeIds[0]}`)
      await page.getByRole('checkbox', { name: 'Select visible rows' }).check()
      const toolbar = page.getByRole('toolbar', { name: 'Selected assets' })
      await toolbar.getByRole('button', { name: 'Select all 200' }).click()
      await toolbar.getByRole('button', { name: 'Set status…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('radio', { name: 'Busy' }).check()
      await dialog.getByRole('button', { name: 'Set 200 assets to Busy…' }).click()
      await expect(dialog).toContainText('200 assets will have the status “Busy”')
      await expectAccessibleInBoth(page, { part: openDialog })
      expect(readTruth(app)).toEqual(before)
      await dialog.getByRole('button', { name: 'Set 200 assets to Busy' }).click()

      const stuckNow = () => stuck.filter((id) => countWrites(app, id) > 0).length
      await expect.poll(stuckNow, { timeout: 60_000 }).toBe(atOnce)
      await page.reload()
      const running = page.getByRole('dialog', { name: 'Set 200 assets to Busy' })
      await expect(running.getByRole('button', { name: /^Cancel \d+ pending$/ })).toBeVisible()
      await expect(running.locator('dl')).toContainText('pending')

      await killConsole(app)
      await app.startAgain()
      // The page recovers on its own.
      await expectNumbers(page, ['197 done of 200', '3 failed'])
      await expectTruth(app, before, (truth) =>
        setStatus(
          truth,
          assetIds.filter((id) => !failing.includes(id)),
          busy,
        ),
      )
      sentTwice = assetIds.filter((id) => countWrites(app, id) !== 1)

      await running.getByText('Failed 3', { exact: true }).click()
      const results = running.getByRole('list', { name: 'Results' }).getByRole('listitem')
      await expect(results).toHaveCount(3)
      for (const at of [11, 12, 13]) await expect(results.filter({ hasText: `Hoist Idle-${at}` })).toHaveCount(1)
      await running.getByRole('button', { name: 'Retry 3 failed' }).click()
      await expectNumbers(page, ['200 done of 200'])
    })
    await expectTruth(app, before, (truth) => setStatus(truth, assetIds, busy))
    expect(sentTwice).toEqual([])
    expect(writes).toHaveLength(203)
    await page.context().close()
  },
)
