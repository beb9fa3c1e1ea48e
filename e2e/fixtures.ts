import axe from 'axe-core'
import { test as base, expect, type BrowserContext, type Locator, type Page } from '@playwright/test'
import { defaultPreferences } from '@/lib/account/model'
import type { Role } from '@/lib/access/permissions'
import { readMediaId } from '@/lib/standin/media/catalog'
import { canaries, harnessLimits, startConsole, waitForIndex, type TestConsole } from '@/lib/testing/harness'
import { reportViolations, Watch } from './watch'

export { expect }

/** Number of inspections in the stand-in at the start: enough for several screens of rows. Tests may add some. */
const inspectionsAtFirst = 240

/** Number of inspections in the service, and in the index of a console that has seen all of them. */
export const countInspections = ({ standin }: TestConsole) => standin.control.truth('both').length

/** Inspections in the index that still exist in the service, as counted by the console. */
async function countIndexed({ db }: TestConsole): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from inspections where missing_at is null and hydrated_modified_at = modified_at',
  )
  return rows[0]?.count ?? 0
}

interface WorkerFixtures {
  /** The console of this worker, with everything in its index. All tests of the worker share it, one after another. */
  console: TestConsole
}

interface TestFixtures {
  /** Restores the stand-in to the state that the next test expects. */
  calm: void
  /** Role of the person who is signed in; null for no session. */
  role: Role | null
  /** Allows messages like this in the browser's console, so that they do not fail the test. */
  tolerate: (pattern: RegExp) => void
  /** A page in a separate browser for another person at the same console; null for a person who is not signed in. */
  openAs: (role: Role | null) => Promise<Page>
}

/** False for a file that its device has not uploaded. The stand-in never has the content of such a file. */
export const hasContent = (mediaId: string) => readMediaId(mediaId)?.kind !== 'missing'

/** Signs in a browser context by creating a session row and its cookie. */
export async function signInContext(context: BrowserContext, console: TestConsole, role: Role): Promise<void> {
  const { cookie } = await console.signIn(role)
  // Only an https address may set a __Host- cookie by hand. Chromium then sends it to our loopback http address as well.
  const url = console.url.replace('http:', 'https:')
  await context.addCookies([{ ...cookie, url, secure: true, httpOnly: true, sameSite: 'Lax' }])
}

/**
 * Sends a request to the console as a person with this role, without a browser.
 * @throws with the response when the request is refused
 */
export async function askConsole(
  console: TestConsole,
  path: string,
  { role = 'admin', method = 'GET', body }: { role?: Role; method?: string; body?: unknown } = {},
): Promise<Record<string, unknown>> {
  const { cookie } = await console.signIn(role)
  const response = await fetch(`${console.url}${path}`, {
    method,
    headers: {
      cookie: `${cookie.name}=${cookie.value}`,
      origin: new URL(console.url).origin,
      'x-requested-with': 'sightline',
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`)
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}

/** Requests a sync pass and waits until the index has the newest version of an inspection, with its document. */
export async function syncInspection(console: TestConsole, auditId: string): Promise<void> {
  const newest = console.standin.control.truth('both').find(({ audit_id: id }) => id === auditId)?.modified_at
  await askConsole(console, '/api/system/sync', { method: 'POST', body: {} })
  await expect
    .poll(async () => {
      const { rows } = await console.db.query<{ modified_at: Date | string }>(
        'select modified_at from inspections where audit_id = $1 and hydrated_modified_at = modified_at',
        [auditId],
      )
      const [row] = rows
      return row === undefined ? null : new Date(row.modified_at).toISOString()
    })
    .toBe(newest)
}

/** The demo's rules for user imports. They are restored after each test. */
const usualUserRules = { usersPerSecond: 1_500, pendingMs: 0, validatedMs: 250, addsToJobs: true } as const

/** Resets everything a test changed in the stand-in, and waits for the index when the test added inspections. */
async function calmDown(console: TestConsole): Promise<void> {
  const { control } = console.standin
  control.clearFaults()
  control.record(false)
  control.setPermissions('all')
  control.setLimits(harnessLimits)
  control.exports.set({ takesMs: null, failNext: 0, missNext: 0 })
  control.users.clearFailures()
  control.users.setRules(usualUserRules)
  await resetPreferences(console)
  for (const { id } of control.webhookStore.all()) control.webhookStore.change({ do: 'delete-webhook', id })
  await control.webhooks.flush()
  const count = countInspections(console)
  if ((knownCounts.get(console) ?? inspectionsAtFirst) === count) return
  knownCounts.set(console, count)
  if ((await countIndexed(console)) !== count) {
    await askConsole(console, '/api/system/sync', { method: 'POST', body: {} })
    await expect.poll(() => countIndexed(console)).toBe(count)
  }
  // The console caches the count of the whole list for some seconds.
  await expect
    .poll(async () => (await askConsole(console, '/api/inspections?limit=1&include=total'))['totalAll'])
    .toBe(count)
}

/** Settings are stored per person, so they would carry over to the next test. */
async function resetPreferences(console: TestConsole): Promise<void> {
  const { rows } = await console.db.query<{ role: Role }>(
    `select role from users where email like 'robin.%' and preferences is not null and not preferences @> $1::jsonb`,
    [JSON.stringify(defaultPreferences)],
  )
  for (const { role } of rows)
    await askConsole(console, '/api/account/preferences', { role, method: 'PATCH', body: defaultPreferences })
}

/** The number of inspections of each console after its last test. */
const knownCounts = new WeakMap<TestConsole, number>()

export const test = base.extend<TestFixtures & { watch: Watch }, WorkerFixtures>({
  console: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      await using console = await startConsole({ standin: { inspections: inspectionsAtFirst } })
      await waitForIndex(console, inspectionsAtFirst)
      await use(console)
      for (const secret of [...Object.values(canaries), console.standin.control.webhooks.token()])
        if (console.output().includes(secret)) throw new Error('a secret was written to the log')
      if (/sl_[0-9A-Za-z]{40}/.test(console.output())) throw new Error('an API token was written to the log')
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  calm: [
    async ({ console }, use) => {
      await use()
      await calmDown(console)
    },
    { auto: true },
  ],
  baseURL: async ({ console }, use) => {
    await use(console.url)
  },
  role: ['admin', { option: true }],
  // oxlint-disable-next-line no-empty-pattern
  watch: async ({}, use) => {
    await use(new Watch())
  },
  tolerate: async ({ watch }, use) => {
    await use((pattern) => {
      watch.tolerated.push(pattern)
    })
  },
  context: async ({ context, console, role, watch }, use) => {
    await reportViolations(context)
    context.on('page', (page) => watch.follow(page))
    if (role !== null) await signInContext(context, console, role)
    await use(context)
  },
  openAs: async ({ browser, console, baseURL, watch }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (role) => {
      const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
      contexts.push(context)
      await reportViolations(context)
      context.on('page', (page) => watch.follow(page))
      if (role !== null) await signInContext(context, console, role)
      return await context.newPage()
    })
    for (const context of contexts) await context.close()
  },
  page: async ({ page, watch }, use) => {
    await use(page)
    expect(await watch.finish(), 'what the browser must not see or say').toEqual([])
  },
})

/** Fails when the page is wider than the window, and names the elements that are too wide. */
export async function expectNoOverflow(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const { documentElement: root } = document
        if (root.scrollWidth <= window.innerWidth) return []
        const wide = [...document.querySelectorAll('body *')].filter(
          (element) => element.getBoundingClientRect().right > window.innerWidth + 1,
        )
        return [root.scrollWidth, ...wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 120))]
      }),
    )
    .toEqual([])
}

/** Fails on any axe rule of WCAG 2.2 AA, with the rule and the element. `part` limits the check to one part of the page. */
export function expectAccessible(page: Page, part?: string): Promise<void> {
  const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  return expectNoViolations(page, { type: 'tag', values }, part)
}

/** Rules whose result can differ between themes. */
export function expectReadable(page: Page, part?: string): Promise<void> {
  return expectNoViolations(page, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }, part)
}

/** In the fast tier, appearance.spec.ts checks each page once, and a journey checks its dialogs only in the light theme. */
const isFast = process.env['SIGHTLINE_FAST_BROWSER_TESTS'] === '1'

const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

/**
 * Checks all rules in the light theme, then the color rules in the dark theme. Nothing else depends on the theme.
 * `part` limits the check to one part of the page. Animations stay off afterwards, because axe would judge
 * half-finished colors and dialogs, which nobody sees.
 */
export async function expectAccessibleInBoth(
  page: Page,
  { part, onTheme }: { part?: string; onTheme?: (theme: Theme) => Promise<void> } = {},
): Promise<void> {
  if (isFast) {
    if (part === openDialog) await expectAccessible(page, part)
    return
  }
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await (colorScheme === 'light' ? expectAccessible(page, part) : expectReadable(page, part))
    await onTheme?.(colorScheme)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

export const openDialog = '[role="dialog"], [role="alertdialog"]'

/**
 * Loads axe once per document and runs it in the page itself. This takes two thirds of the time of axe's own package
 * for Playwright. It cannot check frames of other origins, but the console has none. Only the rule about locked
 * orientation reads the style sheets, so the fast tier does not fetch them again.
 */
async function expectNoViolations(page: Page, runOnly: axe.RunOnly, part: string | undefined): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const told = await page.evaluate(
    async ({ options, selector }) => {
      const checker = (window as Window & { axe?: typeof axe }).axe
      if (checker === undefined) throw new Error('axe is not in the page')
      const { violations } = await checker.run(selector === undefined ? document : { include: [selector] }, options)
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
      )
    },
    { options: { runOnly, resultTypes: ['violations'], preload: !isFast } satisfies axe.RunOptions, selector: part },
  )
  expect(told).toEqual([])
}

/** Clicks and waits for what opens. A click on a button counts even before the page's scripts run. */
export async function openWith(opener: Locator, opened: Locator): Promise<void> {
  await opener.click()
  await expect(opened).toBeVisible()
}

/** Opens a select and chooses the option with this text. */
export async function chooseOption(select: Locator, option: string | RegExp): Promise<void> {
  await select.click()
  await select
    .page()
    .getByRole('option', { name: option, exact: typeof option === 'string' })
    .click()
}
