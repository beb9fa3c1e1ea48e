import type { Page } from '@playwright/test'
import type { TestConsole } from '@/lib/testing/harness'
import {
  askConsole,
  expect,
  expectAccessible,
  expectAccessibleInBoth,
  expectNoOverflow,
  syncInspection,
  test,
} from '../fixtures'
import { findPair, findText } from './finding'

type Paths = ReadonlyArray<readonly [name: string, path: string]>

async function readOne({ db }: TestConsole, where: string): Promise<{ id: string; version: string }> {
  const { rows } = await db.query<{ audit_id: string; modified_at: Date | string }>(
    `select audit_id, modified_at from inspections where ${where} order by modified_at desc limit 1`,
  )
  return { id: rows[0]?.audit_id ?? '', version: new Date(rows[0]?.modified_at ?? 0).toISOString() }
}

/** An export of three, of which one failed. */
async function prepareExport(app: TestConsole): Promise<string> {
  const { rows } = await app.db.query<{ audit_id: string }>(
    'select audit_id from inspections order by audit_id limit 3',
  )
  app.standin.control.exports.set({ takesMs: 0, failNext: 1 })
  const { job } = (await askConsole(app, '/api/exports', {
    method: 'POST',
    body: { selection: { kind: 'ids', ids: rows.map((row) => row.audit_id) }, format: 'pdf', zone: 'Europe/Dublin' },
  })) as { job: { jobId: string } }
  const path = `/exports/${job.jobId}`
  await expect.poll(async () => (await askConsole(app, `/api${path}`))['open'], { timeout: 120_000 }).toBe(0)
  app.standin.control.exports.set({ takesMs: null, failNext: 0 })
  return path
}

/** A change of some forklifts' status, of which one failed. */
async function prepareAssets(app: TestConsole): Promise<Paths> {
  const { groups, types, assets } = app.standin.control.assetState()
  const type = types.find(({ name }) => name === 'Forklift')
  const group = groups.find(({ id }) => id === type?.groupId)
  const ids = assets.filter(({ typeId, isArchived }) => typeId === type?.id && !isArchived).map(({ id }) => id)
  await askConsole(app, '/api/assets/refresh', { method: 'POST', body: {} })
  app.standin.control.failWrites(ids.slice(2, 3), { status: 400 })
  const { change } = (await askConsole(app, '/api/asset-changes/set-status', {
    method: 'POST',
    body: { selection: { kind: 'ids', ids: ids.slice(0, 6) }, optionId: null },
  })) as { change: { changeId: string } }
  const path = `/assets/changes/${change.changeId}`
  const read = () => askConsole(app, `/api/asset-changes/${change.changeId}`)
  await expect.poll(async () => (await read())['open'], { timeout: 120_000 }).toBe(0)
  return [
    ['status-groups', '/status-groups'],
    ['status-group', `/status-groups/${group?.id}`],
    ['type-board', '/status-groups/types'],
    ['assets', `/assets?row=${ids[0]}`],
    ['asset-changes', '/assets/changes'],
    ['asset-change', path],
  ]
}

/** Gives every screen something to show, once for a console. */
async function prepare(app: TestConsole): Promise<Paths> {
  const job = await prepareExport(app)
  const marked = await readOne(app, `result = 'failed' and review_state is null`)
  await askConsole(app, `/api/review/${marked.id}`, {
    method: 'PUT',
    body: { state: 'follow-up', note: 'Ask the site for a photo', version: marked.version, revision: null },
  })
  const { auditId: changed, answer } = await findText(app)
  answer('The gate was repaired on Tuesday')
  await syncInspection(app, changed)
  const { a, b } = await findPair(app)
  const assets = await prepareAssets(app)
  const inspection = `/inspections/${(await readOne(app, 'failed_count > 0 and media_count > 0')).id}`
  return [
    ['overview', '/'],
    ['inspections', '/inspections'],
    ['inspection', inspection],
    ['inspection-media', `${inspection}?tab=media`],
    ['raw', `${inspection}?tab=raw`],
    ['changes', `/inspections/${changed}?tab=changes`],
    ['compare', `/inspections/compare?a=${a}&b=${b}`],
    ['review', '/review'],
    ['follow-ups', '/review/follow-ups'],
    ['media', '/media'],
    ['exports', '/exports'],
    ['export', job],
    ...assets,
    ['templates', '/templates'],
    ['users', '/users'],
    ['training', '/training'],
    ['completion', '/training?tab=statistics'],
    ['response-sets', '/response-sets'],
    ['connections', '/connections'],
    ['activity', '/activity'],
    ['webhooks', '/webhooks'],
    ['explorer', '/explorer'],
    ['operation', '/explorer/searchInspections'],
    ['system', '/system'],
  ]
}

const prepared = new WeakMap<TestConsole, Promise<Paths>>()

function findPaths(app: TestConsole): Promise<Paths> {
  const paths = prepared.get(app) ?? prepare(app)
  prepared.set(app, paths)
  return paths
}

const mediaPath = async (app: TestConsole) => new Map(await findPaths(app)).get('inspection-media') ?? '/inspections'

/** Screens that are laid out anew on a phone, and not only narrower. */
const ofPhones = new Set(['status-groups', 'status-group', 'type-board', 'assets', 'asset-change'])

/** For the README, on demand. */
async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env['SCREENSHOTS'] !== 'yes') return
  // Pictures further down are loaded when one scrolls to them.
  await expect
    .poll(() =>
      page.evaluate(() =>
        Array.from(document.images).every(
          (image) => image.complete || image.getBoundingClientRect().top > window.innerHeight,
        ),
      ),
    )
    .toBe(true)
  await page.screenshot({ path: `e2e/screenshots/${name}.png` })
}

test.describe('in both themes', () => {
  // Colours that are on their way to another theme are neither's.
  test.use({ colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } })

  test('every page is accessible', async ({ page, console: app }) => {
    test.setTimeout(1_800_000)
    for (const [name, path] of await findPaths(app)) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty()
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
      await test.step(name, () =>
        expectAccessibleInBoth(page, { onTheme: (theme) => takePicture(page, `${name}-${theme}`) }),
      )
      if (!ofPhones.has(name)) continue
      await test.step(`${name} on a phone`, async () => {
        await page.setViewportSize({ width: 390, height: 844 })
        await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
        await expectAccessibleInBoth(page)
        await page.setViewportSize({ width: 1_440, height: 900 })
      })
    }
  })

  test('the viewer of photos is accessible', async ({ page, console: app }) => {
    await page.goto(await mediaPath(app))
    await page
      .getByRole('button', { name: /^Open / })
      .first()
      .click()
    await expect(page.getByRole('dialog').locator('img').first()).toBeVisible()
    await expectAccessibleInBoth(page, { onTheme: (theme) => takePicture(page, `viewer-${theme}`) })
    await page.keyboard.press('i')
    await expect(page.getByRole('complementary', { name: 'About this file' })).toBeVisible()
    await expectAccessibleInBoth(page)
    for (const width of [1_440, 1_024, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expectNoOverflow(page)
    }
  })

  test.describe('signed out', () => {
    test.use({ role: null })

    test('the sign-in page is accessible', async ({ page }) => {
      await page.goto('/sign-in')
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
      await expectAccessibleInBoth(page)
    })
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('nothing is wider than the screen, and the pages are under the thumb', async ({ page, console: app }) => {
    test.setTimeout(1_800_000)
    for (const [name, path] of await findPaths(app))
      await test.step(name, async () => {
        await page.setViewportSize({ width: 390, height: 844 })
        await page.goto(path)
        // A sheet that fills a phone hides it.
        await expect(page.getByRole('heading', { level: 1, includeHidden: true })).not.toBeEmpty()
        await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
        await expectNoOverflow(page)
        await takePicture(page, `${name}-phone`)
        for (const width of [1_024, 1_440]) {
          await page.setViewportSize({ width, height: 900 })
          await expectNoOverflow(page)
        }
      })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Inspections' }).click()
    await expect(page).toHaveURL(/\/inspections$/)
    await expectAccessible(page)
  })
})
